import { describe, expect, it } from "vitest";
import { setPrecision } from "../../../../src/measure/measures/binary/set-precision.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("setPrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_P, set_relative_P; relevance_level 2; judged_docs_only_flag.
    expect(setPrecision(exampleList)).toBeCloseTo(0.5, 12);
    expect(setPrecision(exampleList, { relative: true })).toBeCloseTo(0.6666666666666666, 12);
    expect(setPrecision(exampleList, { rel: 2 })).toBeCloseTo(0.25, 12);
    expect(setPrecision(exampleList, { rel: 2, relative: true })).toBeCloseTo(0.6666666666666666, 12);
    expect(setPrecision(onlyJudged(exampleList))).toBeCloseTo(0.6666666666666666, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["SetP", "SetP(relative=True)", "SetP(rel=2)"]);
  });

  it("is 0 for an empty list, as in trec_eval", () => {
    expect(setPrecision(rankedList([], [1]))).toBe(0);
    expect(setPrecision(rankedList([], [1]), { relative: true })).toBe(0);
  });
});
