/** Is it visible if lists of other queries get as high labels as an engine's own lists? */
import { describe, expect, it } from "vitest";
import { label } from "../../../src/check/label.ts";
import { sha256 } from "../../../src/core/files/read-whole.ts";

type Lists = Readonly<Record<string, readonly string[]>>;

const rowsOf = (lists: Lists) =>
  Object.entries(lists).flatMap(([query, titles]) => titles.map((title, rank) => ({ query, title, rank })));
const queries = Array.from({ length: 24 }, (_, query) => `query ${query}`);
const listsOf = (titles: (query: number) => readonly string[]): Lists =>
  Object.fromEntries(queries.map((query, place) => [query, titles(place)]));
const titlesOf = (name: string, count: number) => Array.from({ length: count }, (_, rank) => sha256(`${name} ${rank}`));
const reference = listsOf((query) => titlesOf(`of ${query}`, 4));

/** With this embedder, all titles of other queries are equally near. */
async function unrelatedOf(engines: Readonly<Record<string, Lists>>, settings: { readonly threshold?: number } = {}) {
  const candidates = Object.fromEntries(Object.entries(engines).map(([name, lists]) => [name, rowsOf(lists)]));
  const embedder = "hash" as const;
  const { report } = await label(rowsOf(reference), candidates, { embedder, cache: false, exact: true, ...settings });
  return report.unrelated;
}

describe("unrelatedOf", () => {
  it("returns a positive gain for lists of the right queries, and no gain for unrelated lists", async () => {
    const unrelated = await unrelatedOf({
      same: reference,
      noise: listsOf((query) => titlesOf(`of nothing ${query}`, 10)),
    });
    const [same, noise] = unrelated?.engines ?? [];
    expect(same).toMatchObject({ engine: "same" });
    expect(same?.low).toBeGreaterThan(0);
    expect(noise?.low).toBeLessThanOrEqual(0);
    const [pair] = unrelated?.pairs ?? [];
    expect([pair?.a, pair?.b].toSorted()).toEqual(["noise", "same"]);
    const isTurned = pair?.a === "noise";
    expect(isTurned ? pair?.high : -(pair?.low ?? 0)).toBeLessThan(0);
  });

  it("returns 0 for lists of other queries if a threshold leaves them without a match", async () => {
    const unrelated = await unrelatedOf({ same: reference }, { threshold: 0.999 });
    expect(unrelated?.engines).toEqual([{ engine: "same", mean: 0, gain: 1, low: 1, high: 1 }]);
  });

  it("returns null for fewer than ten queries", async () => {
    const few = Object.fromEntries(Object.entries(reference).slice(0, 9));
    const { report } = await label(rowsOf(few), { same: rowsOf(few) }, { embedder: "hash", cache: false, exact: true });
    expect(report).not.toHaveProperty("unrelated");
  });
});
