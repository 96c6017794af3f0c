import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RatingStore, readRatingSet } from "../../../src/gold/rating/rating-store.ts";
import { poolOf } from "../../support/rating-process.ts";
import { newPath, newStore, pairs, rated, ratingsOf, scale, settings, unusable } from "../../support/rating-store.ts";

describe("RatingStore", () => {
  describe("pools", () => {
    it("returns the pairs unchanged, with engines, needs and addresses", () => {
      const store = newStore();
      expect(store.read().pairs).toEqual(pairs);
      expect(store.read()).toMatchObject({ source: store.path, scale, ratings: [] });
      expect(store.fingerprint).toBe("first");
      store.close();
    });

    it("stores the path of the pool file relative to the folder of the database", () => {
      const path = newPath();
      const store = RatingStore.open(path, { create: true });
      store.addPool(pairs, { ...settings, path: join(dirname(path), "pools/first.jsonl") });
      store.addPool(pairs, settings);
      expect(store.read().pool).toBe(join(dirname(path), "pools/first.jsonl"));
      store.close();
    });

    it("adds a share of the time to read a query to each rating if pairs were drawn", () => {
      const whole = newStore();
      expect(whole.usualSeconds).toBe(12);
      whole.close();
      const drawn = RatingStore.open(newPath(), { create: true });
      const queries = new Set(pairs.map(({ query }) => query)).size;
      drawn.addPool(
        pairs.map((pair) => ({ ...pair, probability: pair.queryProbability / 2 })),
        settings,
      );
      expect(drawn.usualSeconds).toBeCloseTo((12 * pairs.length + 10 * queries) / pairs.length, 12);
      drawn.close();
    });

    it("returns any text of a query, id, title or note unchanged", () => {
      const text = fc.string({ unit: "binary", minLength: 1 }).filter((value) => !value.includes("\u0000"));
      fc.assert(
        fc.property(text, text, text, (query, id, note) => {
          const store = RatingStore.open(newPath(), { create: true });
          const pair = {
            ...pairs[0],
            query,
            id,
            title: note,
            queryId: id,
            merged: [{ id, title: note, similarity: 0.99 }],
          };
          store.addPool([pair as (typeof pairs)[number]], settings);
          store.save({ ...rated, rater: query, note });
          expect(store.read().pairs).toEqual([pair]);
          expect(store.read().ratings).toEqual([expect.objectContaining({ rater: query, note })]);
          expect(ratingsOf(store, query).get("0/0")?.note).toBe(note);
          store.close();
        }),
        { seed: 6, numRuns: 25 },
      );
    });

    it("stores U+FFFD for characters that SQLite cannot store, and finds the pair again", () => {
      const store = RatingStore.open(newPath(), { create: true });
      const odd = pairs.slice(0, 1).map((pair) => ({ ...pair, id: "a\u0000b\ud800", title: "\u0000" }));
      expect(store.addPool(odd, settings)).toEqual({ added: 1 });
      expect(store.read().pairs[0]).toMatchObject({ id: "a\ufffdb\ufffd", title: "\ufffd" });
      expect(store.addPool(odd, { ...settings, fingerprint: "second" })).toEqual({ added: 0 });
      store.close();
    });

    it("gives new numbers to new pairs of a grown pool, and keeps ratings", () => {
      const store = newStore();
      store.save(rated);
      const grown = [...poolOf(4, 5)].reverse();
      expect(store.addPool(grown, { ...settings, fingerprint: "second" })).toEqual({ added: 8 });
      const { pairs: stored, ratings } = store.read();
      expect(stored.slice(0, pairs.length).map(({ query, id }) => [query, id])).toEqual(
        pairs.map(({ query, id }) => [query, id]),
      );
      expect(stored).toHaveLength(20);
      expect(ratings).toEqual([expect.objectContaining({ pair: 0, grade: 4 })]);
      expect(store.fingerprint).toBe("second");
      store.close();
    });

    it("updates a known pair that has another address, more engines or more merged ids", () => {
      const store = newStore();
      const engine = { name: "a", rank: 0, also: [3, 4], of: 9 };
      const merged = [{ id: "copy", title: "A copy", similarity: 0.98 }];
      const changed = pairs.map((pair) => ({ ...pair, engines: [...pair.engines, engine], merged, url: null }));
      store.addPool(changed, settings);
      expect(store.read().pairs).toEqual(changed);
      store.close();
    });

    it("refuses another pool, and stays unchanged", () => {
      const store = newStore();
      store.save(rated);
      const before = store.read();
      const others = [{ ...pairs[0], query: "x" }, ...pairs.slice(1)] as typeof pairs;
      expect(() => store.addPool(others, { ...settings, guidelines: "changed" })).toThrow(unusable("other-pool"));
      expect(store.read()).toEqual(before);
      expect(store.guidelines).toBe("");
      store.close();
    });

    it("has its own id, whatever its pool is", () => {
      const [one, other] = [newStore(), newStore()];
      expect(one.id).toMatch(/^[0-9a-f]{32}$/);
      expect(other.id).not.toBe(one.id);
      const { id, path } = one;
      one.addPool(poolOf(5, 4), { ...settings, fingerprint: "grown" });
      expect(one.id).toBe(id);
      one.close();
      other.close();
      expect(RatingStore.open(path, { create: true }).id).toBe(id);
    });
  });

  describe("ratings", () => {
    it("keeps the last rating of each item, by rater and occasion", () => {
      const store = newStore();
      store.save(rated);
      store.save({ ...rated, grade: 2, note: "looked again" });
      store.save({ ...rated, occasion: 1, grade: 5 });
      store.save({ ...rated, rater: "Bob", state: "flagged", grade: 3 });
      store.save({ ...rated, rater: "Bob", pair: 1, state: "skipped", grade: null });
      expect(store.raters()).toEqual(["Ann", "Bob"]);
      expect([...ratingsOf(store, "Ann")]).toEqual([
        ["0/0", { state: "rated", grade: 2, note: "looked again", seconds: 2.5, ratedAt: rated.ratedAt }],
        ["0/1", { state: "rated", grade: 5, note: "", seconds: 2.5, ratedAt: rated.ratedAt }],
      ]);
      // Flagged: no grade, even if the page sent one. Skipped: no rating.
      expect(store.read().ratings.map(({ rater, pair, occasion, grade }) => [rater, pair, occasion, grade])).toEqual([
        ["Ann", 0, 0, 2],
        ["Ann", 0, 1, 5],
        ["Bob", 0, 0, null],
      ]);
      expect([...store.doneByRater()]).toEqual([
        ["Ann", 2],
        ["Bob", 1],
      ]);
      store.close();
    });

    it("stores ratings so that the next reader finds them, even if the store was not closed", () => {
      const store = newStore();
      store.save(rated);
      // Not closed, as if the program had been killed.
      expect(readRatingSet(store.path).ratings).toHaveLength(1);
      store.close();
      expect(readRatingSet(store.path).ratings).toHaveLength(1);
    });

    it("returns the seconds of the latest ratings, but not of ratings without measured seconds", () => {
      const store = newStore();
      for (const [pair, seconds] of [5, null, 7, 9].entries()) {
        store.save({ ...rated, pair, seconds, ratedAt: `2026-01-01T00:00:0${pair}.000Z` });
      }
      expect(store.lastSeconds("Ann", 2)).toEqual([9, 7]);
      expect(store.lastSeconds("Ann", 50)).toEqual([9, 7, 5]);
      expect(store.lastSeconds("Bob", 50)).toEqual([]);
      store.close();
    });

    it("lets two programs write in turn, and notices the changes of the other program", () => {
      const one = newStore();
      const other = RatingStore.open(one.path, { create: true });
      const version = one.dataVersion;
      one.save(rated);
      expect(one.dataVersion).toBe(version);
      other.save({ ...rated, rater: "Bob" });
      expect(one.dataVersion).not.toBe(version);
      expect(one.raters()).toEqual(["Ann", "Bob"]);
      expect(other.raters()).toEqual(["Ann", "Bob"]);
      one.close();
      other.close();
    });
  });

  describe("imports", () => {
    const imported = { query: "query 0", queryId: null, id: "d0", title: "", rater: "Cy", grade: 3 };

    it("adds ratings of pooled pairs, and pairs that are only in the import", () => {
      const store = newStore();
      const others = [imported, { ...imported, query: "elsewhere", id: "x", title: "A title" }];
      expect(store.addImported(others, scale)).toMatchObject({ ratings: 2, pairs: 1 });
      expect(store.addImported(others, scale)).toMatchObject({ ratings: 0, pairs: 0 });
      const { pairs: stored, ratings } = store.read();
      expect(stored[0]).toEqual(pairs[0]);
      expect(stored[12]).toMatchObject({ query: "elsewhere", id: "x", title: "A title", engines: [], probability: 1 });
      expect(ratings.map(({ pair, rater, grade, ratedAt }) => [pair, rater, grade, ratedAt])).toEqual([
        [0, "Cy", 3, ""],
        [12, "Cy", 3, ""],
      ]);
      // Only pairs of the pool are shown to raters.
      expect(store.poolPairs()).toHaveLength(12);
      expect(() => store.addPool(pairs, settings)).not.toThrow();
      store.close();
    });

    it("lets a pool include imported pairs, with their ratings", () => {
      const store = RatingStore.open(newPath(), { create: true });
      store.addImported([imported], scale);
      expect(store.fingerprint).toBeNull();
      expect(store.addPool(pairs, settings)).toEqual({ added: 11 });
      expect(store.poolPairs()).toHaveLength(12);
      expect(store.read().ratings).toEqual([expect.objectContaining({ pair: 0, rater: "Cy", grade: 3 })]);
      store.close();
    });

    it("finds an imported pair by title if a later pool has it under another id", () => {
      const store = newStore();
      store.addImported([{ ...imported, id: "S1", title: "A title that comes later" }], scale);
      const [first] = pairs as [(typeof pairs)[number]];
      const grown = [...pairs, { ...first, query: "query 0", id: "hash", title: "a Title that comes later" }];
      expect(store.addPool(grown, settings)).toEqual({ added: 0 });
      expect(store.poolPairs().at(-1)).toMatchObject({ id: "hash" });
      expect(store.read().ratings).toEqual([expect.objectContaining({ pair: 12, grade: 3 })]);
      store.close();
    });

    it("joins qrels to the pool by ids, including ids of near duplicates", () => {
      const store = RatingStore.open(newPath(), { create: true });
      const merged = [{ id: "copy", title: "A copy", similarity: 0.99 }];
      store.addPool(
        pairs.map((pair) => ({ ...pair, merged: pair.id === "d1" ? merged : [] })),
        settings,
      );
      const ids = ["d0", "copy"].map((id) => ({ ...imported, query: "q0", id }));
      expect(store.addImported(ids, scale)).toMatchObject({ ratings: 2, pairs: 0 });
      expect(store.read().ratings.map(({ pair }) => pair)).toEqual([0, 1]);
      expect(() => store.addImported([{ ...imported, id: "d1", grade: 5 }], scale)).toThrow(/Cy gave 3, but 5/);
      const ofCopy = store.addImported([{ ...imported, query: "q0", id: "copy", grade: 5 }], scale);
      expect(ofCopy).toEqual({ ratings: 0, pairs: 0, ofDuplicates: 1 });
      store.close();
    });

    it("joins documents by title before id, because each engine may number its results", () => {
      const store = newStore();
      const ofTitles = [
        { ...imported, id: "unheard of", title: "title 0 2" },
        { ...imported, id: "d1", title: "TITLE 0 3" },
        { ...imported, id: "d1", title: "A title that the pool has not" },
      ];
      expect(store.addImported(ofTitles, scale)).toMatchObject({ ratings: 3, pairs: 0 });
      expect(store.read().ratings.map(({ pair }) => pair)).toEqual([1, 2, 3]);
      store.close();
    });

    it("adds no id to a query of the pool, because the pool's labels join judgments by its text", () => {
      const store = RatingStore.open(newPath(), { create: true });
      store.addPool(
        poolOf(1, 2).map((pair) => ({ ...pair, queryId: null })),
        settings,
      );
      const further = { ...imported, queryId: "s25", id: "a document that the pool has not" };
      expect(store.addImported([further], scale)).toMatchObject({ ratings: 1, pairs: 1 });
      expect(store.read().pairs.map(({ queryId }) => queryId)).toEqual([null, null, null]);
      store.close();
    });

    it("keeps documents with equal titles separate if no pool has joined them", () => {
      const store = RatingStore.open(newPath(), { create: true });
      const editorials = ["a", "b"].map((id) => ({ ...imported, id, title: "Editorial" }));
      expect(store.addImported(editorials, scale)).toMatchObject({ ratings: 2, pairs: 2 });
      expect(store.addImported(editorials, scale)).toMatchObject({ ratings: 0, pairs: 0 });
      store.close();
    });

    it("refuses a query whose id is another query's text", () => {
      const store = newStore();
      store.addPool([...pairs, ...poolOf(1, 1).map((pair) => ({ ...pair, query: "q1", queryId: "x" }))], settings);
      const before = store.read();
      expect(() => store.addImported([imported, { ...imported, query: "q1" }], scale)).toThrow(
        expect.objectContaining({ code: "INVALID_RATING", message: expect.stringContaining('"q1" and "query 1"') }),
      );
      expect(store.read()).toEqual(before);
      store.close();
    });

    it("imports nothing if two ratings contradict each other", () => {
      const store = newStore();
      store.save({ ...rated, rater: "Cy" });
      const others = [{ ...imported, id: "d1" }, imported];
      expect(() => store.addImported(others, scale)).toThrow(
        expect.objectContaining({
          code: "INVALID_RATING",
          details: { path: store.path, query: "query 0", id: "d0", rater: "Cy", grade: 3, stored: 4 },
        }),
      );
      expect(store.read().ratings).toHaveLength(1);
      store.close();
    });
  });
});
