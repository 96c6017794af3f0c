import { describe, expect, it } from "vitest";
import { rPrecision } from "../../../../src/measure/measures/binary/r-precision.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("rPrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: Rprec; relevance_level 2; judged_docs_only_flag.
    expect(rPrecision(exampleList)).toBeCloseTo(0.5, 12);
    expect(rPrecision(exampleList, { rel: 2 })).toBeCloseTo(0.3333333333333333, 12);
    expect(rPrecision(onlyJudged(exampleList))).toBeCloseTo(0.6666666666666666, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["Rprec", "Rprec(rel=2)"]);
  });

  it("divides by the relevant documents although the list is shorter", () => {
    expect(rPrecision(rankedList([1], [1, 1, 1]))).toBe(0.25);
  });
});
