import { describe, expect, it } from "vitest";
import { joinEngines } from "../../src/gold/join-engines.ts";

describe("joinEngines", () => {
  it("names each engine once, with its smallest rank, the known ones first", () => {
    const one = [
      { name: "b", rank: 4 },
      { name: "a", rank: 0 },
    ];
    const other = [
      { name: "c", rank: 9 },
      { name: "b", rank: 2 },
      { name: "a", rank: 1 },
    ];
    expect(joinEngines(one, other)).toEqual([
      { name: "b", rank: 2 },
      { name: "a", rank: 0 },
      { name: "c", rank: 9 },
    ]);
  });

  it("is empty where nobody returned either", () => {
    expect(joinEngines([], [])).toEqual([]);
  });
});
