import { describe, expect, it } from "vitest";
import { reciprocalRank } from "../../../../src/measure/measures/binary/at-cutoff.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("reciprocalRank", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: recip_rank; ir_measures: RR@3.
    expect(reciprocalRank(exampleList)).toBeCloseTo(1, 12);
    expect(reciprocalRank(exampleList, { cutoff: 3 })).toBeCloseTo(1, 12);
  });

  describe("reciprocalRank for random lists", () => {
    itMeasuresLists(["RR", "RR@3", "RR(rel=2)"]);
  });

  it("returns the values of the published example", () => {
    // ranx's README: mrr 0.75 of two queries with the first relevant result at positions 2 and 1.
    const values = [rankedList([0, 3]), rankedList([2])].map((list) => reciprocalRank(list));
    expect(values).toEqual([0.5, 1]);
  });

  it("is 0 if the first relevant result is below the cutoff", () => {
    expect(reciprocalRank(rankedList([0, 0, 1]), { cutoff: 2 })).toBe(0);
    expect(reciprocalRank(rankedList([0, 0, 1]), { cutoff: 3 })).toBeCloseTo(1 / 3, 12);
  });
});
