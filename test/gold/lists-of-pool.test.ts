import { describe, expect, it } from "vitest";
import { listsOfPool } from "../../src/gold/lists-of-pool.ts";
import { HOLE, NOTHING } from "../../src/gold/measure-gold-engines.ts";
import type { PooledPair } from "../../src/types.ts";
import { exampleLists, makeGold, makePair, makePool } from "../support/make-pool.ts";

function lists(pairs: readonly PooledPair[]) {
  return listsOfPool(makeGold(pairs, {})).map((engine) => ({
    name: engine.name,
    lists: engine.lists.map((list) => list && [...list]),
  }));
}

describe("listsOfPool", () => {
  it("gives back the lists that were pooled, in whatever order the pairs stand", () => {
    const pairs = makePool(exampleLists).toReversed();
    const documentsOf = (name: string) =>
      listsOfPool(makeGold(pairs, {}))
        .find((engine) => engine.name === name)
        ?.lists.map((list) => [...(list ?? [])].map((pair) => pairs[pair]?.id));
    for (const engine of ["alpha", "beta", "gamma"]) {
      expect(documentsOf(engine)).toEqual(["q4", "q3", "q2", "q1"].map((query) => exampleLists[query]?.[engine]));
    }
  });

  it("has no list where an engine returned nothing for a query", () => {
    const pairs = makePool({ q1: { one: ["a"], two: ["a", "b"] }, q2: { two: ["c"] } });
    expect(lists(pairs)).toEqual([
      { name: "one", lists: [[0], null] },
      { name: "two", lists: [[0, 1], [2]] },
    ]);
  });

  it("leaves the position of a repeated work empty", () => {
    const at = (rank: number) => ({ query: "one", engines: [{ name: "one", rank }] });
    expect(lists([makePair(0, at(0)), makePair(1, at(2))])).toEqual([{ name: "one", lists: [[0, NOTHING, 1]] }]);
  });

  it("takes it for a result that was not drawn where pairs of the query were drawn", () => {
    const at = (rank: number) => ({ query: "one", engines: [{ name: "one", rank }], probability: 0.5 });
    expect(lists([makePair(0, at(0)), makePair(1, at(2))])).toEqual([{ name: "one", lists: [[0, HOLE, 1]] }]);
  });

  it("is empty for judgments that were imported", () => {
    expect(lists([makePair(0, { engines: [] })])).toEqual([]);
  });
});
