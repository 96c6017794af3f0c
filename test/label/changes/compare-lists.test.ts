/** Are kept, lost and new results recognised by their titles? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { label } from "../../../src/check/label.ts";
import { compareWithReference, type ListChanges } from "../../../src/label/changes/compare-lists.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";
import { runs } from "../../support/property.ts";

type Lists = Readonly<Record<string, readonly string[]>>;

const rowsOf = (lists: Lists) =>
  Object.entries(lists).flatMap(([query, titles]) => titles.map((title, rank) => ({ query, title, rank })));

/** With this embedder, no two different titles are nearly equal. */
async function changesOf(old: Lists, now: Lists): Promise<ListChanges | undefined> {
  const settings = { embedder: "hash", cache: false, exact: true } as const;
  const { report } = await label({ old: rowsOf(old) }, { now: rowsOf(now) }, settings);
  return report.changes?.["now"];
}

/** A typical migration: new ids, one title with another spelling, and fewer results for one query. */
const old: Lists = {
  tea: ["Green tea catechins", "Brewing time and caffeine", "Tea and oxidative stress"],
  heat: ["Heat islands and trees", "Cool roofs", "Night temperatures"],
  marsh: ["Carbon in salt marshes", "Salt marsh birds"],
};
const now: Lists = {
  tea: ["Green tea catechins", "BREWING time and caffeine.", "Tea and oxidative stress"],
  heat: ["Cool roofs", "Heat islands and trees", "Heat waves and mortality"],
  marsh: ["Costs of restoration"],
};

describe("compareWithReference", () => {
  it("counts queries and results as in a calculation by hand", async () => {
    const changes = await changesOf(old, now);
    expect(changes).toMatchObject({
      ...{ queries: 3, identical: 1, reordered: 0, unanswered: 0 },
      ...{ kept: 5, moved: 2, similar: 0, lost: 3, new: 2 },
    });
    expect(changes?.["overlap@10"]).toMatchObject({ count: 3, max: 1, min: 0 });
    expect(changes?.["overlap@10"].mean).toBeCloseTo((1 + 2 / 3 + 0) / 3, 12);
    // The agreements of "heat" at depths 1 to 3 are 0, 1 and 2/3.
    expect(changes?.rbo.mean).toBeCloseTo((1 + 0.63 + 0) / 3, 12);
  });

  it("finds an equal title even if another title has the same identifier", async () => {
    const row = (title: string, rank: number) => ({ query: "ships", title, rank, id: "10.1000/book" });
    const settings = { embedder: "hash", cache: false, exact: true } as const;
    const now = [row("Boat repair at sea", 0), row("Ship building in Norway", 1)];
    const { report } = await label({ old: [row("Ship building in Norway", 0)] }, { now }, settings);
    const [changed] = report.changes?.["now"]?.most_changed ?? [];
    expect(changed?.engine.map(({ other_rank }) => other_rank)).toEqual([null, 0]);
  });

  it("returns the queries with the greatest changes first, with both lists", async () => {
    const [marsh, heat, ...others] = (await changesOf(old, now))?.most_changed ?? [];
    expect(others).toEqual([]);
    expect(marsh).toMatchObject({ query: "marsh", kept: 0, lost: 2, new: 1, "overlap@10": 0, rbo: 0 });
    expect(heat?.reference.map(({ title, other_rank }) => [title, other_rank])).toEqual([
      ["Heat islands and trees", 1],
      ["Cool roofs", 0],
      ["Night temperatures", null],
    ]);
    expect(heat?.engine.map(({ rank, other_rank }) => [rank, other_rank])).toEqual([
      [0, 1],
      [1, 0],
      [2, null],
    ]);
  });

  it("distinguishes lists in another order from lists with other results", async () => {
    const changes = await changesOf({ q: ["a", "b", "c"] }, { q: ["c", "b", "a"] });
    expect(changes).toMatchObject({ identical: 0, reordered: 1, kept: 3, moved: 2, lost: 0, new: 0 });
    expect(changes?.["overlap@10"].mean).toBe(1);
  });

  it("pairs a repeated document as often as both lists contain it", async () => {
    expect(await changesOf({ q: ["a", "b", "a"] }, { q: ["a", "b"] })).toMatchObject({ kept: 2, moved: 0, lost: 1 });
    expect(await changesOf({ q: ["a", "b"] }, { q: ["a", "a", "b"] })).toMatchObject({ kept: 2, moved: 1, new: 1 });
  });

  it("pairs a repeated document under one-to-one matching, which gives only one of the two a match", async () => {
    const settings = { embedder: "hash", cache: false, exact: true, oneToOne: true } as const;
    const lists = { q: ["a", "A", "b", "c"] };
    const { report } = await label({ old: rowsOf(lists) }, { now: rowsOf(lists) }, settings);
    expect(report.changes?.["now"]).toMatchObject({ identical: 1, kept: 4, moved: 0, lost: 0, new: 0 });
    const more = { q: ["a", "a", "A", "b"] };
    const { report: longer } = await label({ old: rowsOf(lists) }, { now: rowsOf(more) }, settings);
    expect(longer.changes?.["now"]).toMatchObject({ kept: 3, moved: 1, lost: 1, new: 1 });
  });

  it("counts a query even if only one of the lists has results", async () => {
    const changes = await changesOf({ p: ["a"], q: ["a", "b"] }, { p: ["a"], r: ["c"] });
    expect(changes).toMatchObject({ queries: 3, identical: 1, unanswered: 1, kept: 1, lost: 2, new: 1 });
    expect(changes?.rbo).toMatchObject({ count: 3, mean: 1 / 3 });
  });

  it("uses only the first ten results for the overlap", async () => {
    const titles = Array.from({ length: 12 }, (_, place) => `title ${place}`);
    const changes = await changesOf({ q: titles }, { q: [...titles.slice(2), ...titles.slice(0, 2)] });
    expect(changes?.["overlap@10"].mean).toBe(0.8);
    expect(changes).toMatchObject({ reordered: 1, moved: 12 });
  });

  it("returns no changes for a fused reference", async () => {
    const settings = { embedder: "hash", cache: false, exact: true } as const;
    const two = { one: rowsOf(old), other: rowsOf(now) };
    const { report } = await label(two, { now: rowsOf(now) }, settings);
    expect(report).not.toHaveProperty("changes");
  });

  it("treats nearly equal titles as the same document, and returns their similarity", () => {
    // "Betta" is matched to "Beta" by meaning, with the similarity given here.
    const changesAt = (similarity: number) => {
      const { matches } = makeEngine("now");
      const similarities = matches.similarities.map((value) => (value === 0.75 ? similarity : value));
      const engine = makeEngine("now", { matches: { ...matches, similarities } });
      return compareWithReference(makeRun([engine]), engine);
    };
    expect(changesAt(0.8999)?.counts).toMatchObject({ kept: 2, similar: 1, lost: 1, new: 3 });
    const near = changesAt(0.9);
    expect(near?.counts).toMatchObject({ kept: 3, similar: 2, lost: 0, new: 2 });
    const cars = near?.most.find(({ query }) => query === "fast cars");
    expect(cars?.engine.map(({ title, similarity }) => [title, similarity])).toEqual([
      ["alpha", undefined],
      ["Betta", 0.9],
      ["Zeta", undefined],
    ]);
  });

  const titles = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1, maxLength: 8 });
  const lists = fc.record({ p: titles, q: titles });

  it("counts every result of both lists once", async () => {
    await fc.assert(
      fc.asyncProperty(lists, lists, async (one, other) => {
        const changes = await changesOf(one, other);
        expect((changes?.kept ?? 0) + (changes?.lost ?? 0)).toBe(rowsOf(one).length);
        expect((changes?.kept ?? 0) + (changes?.new ?? 0)).toBe(rowsOf(other).length);
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("finds no difference between equal lists", async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (one) => {
        const changes = await changesOf(one, one);
        expect(changes).toMatchObject({ queries: 2, identical: 2, moved: 0, lost: 0, new: 0, most_changed: [] });
        expect(changes?.["overlap@10"].min).toBe(1);
        expect(changes?.rbo.min).toBe(1);
      }),
      { ...runs, numRuns: 60 },
    );
  });
});
