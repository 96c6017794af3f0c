/** Are drawn results counted if they are now at other ranks, or no longer in the lists? */
import { describe, expect, it } from "vitest";
import { countMoved, type DrawnPair } from "../../src/estimate/rated-sample.ts";
import { makeLists } from "../support/make-lists.ts";
import { makePair } from "../support/make-rating-set.ts";

describe("countMoved", () => {
  // Query 1 is the only one in the study.
  const lists = [
    makeLists(
      "one",
      [
        [1, 0, "A"],
        [1, 1, "B"],
      ],
      2,
    ),
    makeLists("two", [[1, 0, "B"]], 2),
  ];
  const documentKeys = [["a", "b"], ["b"]];
  const drawn = (document: string, ...places: readonly (readonly [engine: string, rank: number])[]): DrawnPair => ({
    documents: [document],
    probability: 0.5,
    pair: { ...makePair(0), engines: places.map(([name, rank]) => ({ name, rank, also: [], of: 2 })) },
  });
  const count = (...pairs: readonly DrawnPair[]) =>
    countMoved([{ queries: Int32Array.of(0), pairs: [pairs], depth: 2 }], Int32Array.of(1), { lists, documentKeys });

  it("counts no result if all results are at their old ranks, and ignores engines without lists", () => {
    expect(count(drawn("a", ["one", 0], ["gone", 4]), drawn("b", ["one", 1], ["two", 0]))).toEqual({
      moved: 0,
      gone: 0,
    });
  });

  it("does not count a result as gone if an engine without lists may return it", () => {
    expect(count(drawn("c", ["one", 0], ["elsewhere", 0]))).toEqual({ moved: 1, gone: 0 });
  });

  it("counts results at other ranks, and results that are no longer returned", () => {
    expect(count(drawn("a", ["one", 1]), drawn("b", ["one", 1], ["two", 1]), drawn("c", ["one", 0]))).toEqual({
      moved: 3,
      gone: 1,
    });
  });
});
