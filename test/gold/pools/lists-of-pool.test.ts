import { describe, expect, it } from "vitest";
import type { PooledEngine, PooledPair } from "../../../src/core/types.ts";
import { HOLE, NOTHING } from "../../../src/gold/measure-gold-engines.ts";
import { listsOfPool } from "../../../src/gold/pools/lists-of-pool.ts";
import { makeEngine } from "../../support/make-pair.ts";
import { exampleLists, makeGold, makePair, makePool } from "../../support/make-pool.ts";

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

  const at = (rank: number, more: Partial<PooledEngine> = {}) => ({
    query: "one",
    engines: [makeEngine("one", rank, { of: 4, ...more })],
  });

  it("gives nothing at a further place of the same document", () => {
    const pairs = [makePair(0, at(0, { also: [1, 3] })), makePair(1, at(2))];
    expect(lists(pairs)).toEqual([{ name: "one", lists: [[0, NOTHING, 1, NOTHING]] }]);
  });

  it("has holes where no pair is: results without a title, or not drawn, also at the end", () => {
    expect(lists([makePair(0, at(0)), makePair(1, at(2))])).toEqual([{ name: "one", lists: [[0, HOLE, 1, HOLE]] }]);
  });

  it("says the same where whole queries were drawn", () => {
    const drawn = { probability: 0.1, queryProbability: 0.1 };
    const pairs = [
      makePair(0, { ...at(0, { also: [1], of: 3 }), ...drawn }),
      makePair(1, { ...at(2, { of: 3 }), ...drawn }),
    ];
    expect(lists(pairs)).toEqual([{ name: "one", lists: [[0, NOTHING, 1]] }]);
  });

  it("is empty for judgments that were imported", () => {
    expect(lists([makePair(0, { engines: [] })])).toEqual([]);
  });
});
