import { describe, expect, it } from "vitest";
import { bestRank, joinEngines } from "../../../src/gold/pools/pool-results.ts";
import { makeEngine } from "../../support/make-pair.ts";

describe("joinEngines", () => {
  it("names each engine once, with the places of both, the known ones first", () => {
    const one = [makeEngine("b", 4), makeEngine("a", 0)];
    const other = [makeEngine("c", 9), makeEngine("b", 2), makeEngine("a", 1)];
    expect(joinEngines(one, other)).toEqual([
      { name: "b", rank: 2, also: [4], of: 5 },
      { name: "a", rank: 0, also: [1], of: 2 },
      makeEngine("c", 9),
    ]);
  });

  it("keeps further places in order, each once, and the length of the longer list", () => {
    const one = [makeEngine("a", 1, { also: [7], of: 8 })];
    const other = [makeEngine("a", 7, { also: [9], of: 20 })];
    expect(joinEngines(one, other)).toEqual([{ name: "a", rank: 1, also: [7, 9], of: 20 }]);
  });

  it("is empty where nobody returned either", () => {
    expect(joinEngines([], [])).toEqual([]);
  });
});

describe("bestRank", () => {
  it("is the smallest rank of the engines", () => {
    const engines = [makeEngine("a", 7), makeEngine("b", 2), makeEngine("c", 3)];
    expect(bestRank({ engines })).toBe(2);
  });

  it("is infinite where no engine returned the document", () => {
    expect(bestRank({ engines: [] })).toBe(Number.POSITIVE_INFINITY);
  });
});
