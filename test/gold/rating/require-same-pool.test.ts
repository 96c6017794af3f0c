import { describe, expect, it, test } from "vitest";
import type { PooledPair } from "../../../src/core/types.ts";
import { editedField, requireSamePool } from "../../../src/gold/rating/require-sound.ts";
import { makePair } from "../../support/make-pool.ts";
import { poolOf } from "../../support/rating-process.ts";

const stored = poolOf(3, 4);

function check(pairs: readonly PooledPair[], ofImports: readonly PooledPair[] = []): void {
  requireSamePool(pairs, { path: "ratings.db", ofPool: stored, ofImports });
}

/** The stored pool with a changed second pair. */
function edited(edit: Partial<PooledPair>): PooledPair[] {
  return stored.map((pair, place) => (place === 1 ? { ...pair, ...edit } : pair));
}

describe("requireSamePool", () => {
  it("accepts the same pool in any order, with more pairs, engines and merged ids", () => {
    const engine = { name: "a", rank: 0, also: [3, 4], of: 9 };
    const merged = [{ id: "copy", title: "A copy", similarity: 0.98 }];
    const grown = poolOf(4, 5).map((pair) => ({ ...pair, merged }));
    expect(() => check([...stored].reverse())).not.toThrow();
    expect(() => check(edited({ engines: [...(stored[1]?.engines ?? []), engine], url: null }))).not.toThrow();
    expect(() => check([...stored, ...grown.slice(12)])).not.toThrow();
  });

  it.each<[string, Partial<PooledPair>]>([
    ["title", { title: "TITLE 0 1" }],
    ["engines", { engines: [] }],
    ["rank", { engines: [{ name: "secret-engine", rank: 7, also: [], of: 8 }] }],
    ["probability", { probability: 0.5 }],
  ])("refuses a known pair with another %s, and names pair and field", (field, edit) => {
    expect(() => check(edited(edit))).toThrow(
      expect.objectContaining({
        code: "DATABASE_UNUSABLE",
        message: expect.stringContaining(`query "query 0", document "d1": another "${field}"`),
        details: { path: "ratings.db", reason: "other-pool", query: "query 0", id: "d1", field, edited: 1 },
      }),
    );
  });

  it("refuses a pool that lacks a pair of the database, and names the pair", () => {
    expect(() => check(stored.slice(1))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("1 of its 12 pairs is not in this pool"),
        details: { path: "ratings.db", reason: "other-pool", query: "query 0", id: "d0", missing: 1, stored: 12 },
      }),
    );
    expect(() => check(stored.map((pair) => ({ ...pair, query: "x" })))).toThrow(
      /it has 12 pairs of another pool: none is in this one/,
    );
  });

  it("refuses a known pair with another title, even if the pair was imported, and names both titles", () => {
    const titles = { title: "Title 0 1", newTitle: "Another book" };
    const details = { path: "ratings.db", reason: "other-pool", query: "query 0", id: "d1", ...titles, retitled: 1 };
    const message = expect.stringContaining('"Title 0 1" in the database, "Another book" in the pool');
    const refusal = expect.objectContaining({ code: "DATABASE_UNUSABLE", message, details });
    expect(() => check(edited({ title: "Another book" }))).toThrow(refusal);
    const [, pair] = stored;
    const imported = pair === undefined ? [] : [{ ...pair, id: "d1", title: "Title 0 1" }];
    const others = edited({ title: "Another book" });
    expect(() => requireSamePool(others, { path: "ratings.db", ofPool: [], ofImports: imported })).toThrow(refusal);
    const untitled = imported.map((one) => ({ ...one, title: "", engines: [] }));
    expect(() => requireSamePool(others, { path: "ratings.db", ofPool: [], ofImports: untitled })).not.toThrow();
  });
});

const engine = { name: "engine", rank: 2, also: [4], of: 8 };
const copy = { id: "copy", title: "Copy", similarity: 0.98 };
const held = makePair(0, { engines: [engine], probability: 0.25, queryProbability: 0.5, merged: [copy] });

describe("editedField", () => {
  it("returns null if a pair is unchanged", () => {
    expect(editedField(held, structuredClone(held))).toBeNull();
  });

  test.each([
    ["another engine", { engines: [engine, { ...engine, name: "new" }] }],
    ["an engine before it", { engines: [{ ...engine, name: "new" }, engine] }],
    ["a longer list, and a further place in it", { engines: [{ ...engine, also: [4, 9], of: 10 }] }],
    ["a merged id", { merged: [copy, { ...copy, id: "other" }] }],
    ["another link", { url: "https://example.org" }],
  ])("returns null if a pair only gained %s", (_, more) => {
    expect(editedField(held, { ...held, ...more })).toBeNull();
  });

  test.each([
    ["title", { title: held.title.toUpperCase() }],
    ["engines", { engines: [] }],
    ["engines", { engines: [{ ...engine, name: "renamed" }] }],
    ["engines", { engines: [{ ...engine, of: 7 }] }],
    ["rank", { engines: [{ ...engine, rank: 1 }] }],
    ["rank", { engines: [{ ...engine, also: [] }] }],
    ["probability", { probability: 0.3 }],
    ["queryProbability", { queryProbability: 0.6 }],
    ["merged", { merged: [] }],
  ])("returns %s for %j", (field, more) => {
    expect(editedField(held, { ...held, ...more })).toBe(field);
  });

  it("allows a larger probability of a pair in an ordered draw, but not a smaller one", () => {
    const inOrder = { order: "3f2a", since: 10 };
    expect(editedField(held, { ...held, inOrder, probability: 0.3 })).toBeNull();
    expect(editedField(held, { ...held, inOrder, probability: 0.2 })).toBe("probability");
  });

  it("allows pairs drawn by spread to have other ranks", () => {
    const inOrder = { order: "0123", since: 3, seed: 1, by: "spread" } as const;
    expect(editedField(held, { ...held, inOrder, engines: [{ ...engine, rank: engine.rank + 1 }] })).toBeNull();
  });
});
