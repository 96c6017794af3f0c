import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elevenPointAverage } from "../../../../src/measure/measures/binary/eleven-point-average.ts";
import {
  interpolatedPrecision,
  type TrecEvalRelease,
} from "../../../../src/measure/measures/binary/interpolated-precision.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, manyRuns, someLists } from "../../../support/ranked-list.ts";

describe("elevenPointAverage", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: 11pt_avg; relevance_level 2; judged_docs_only_flag.
    expect(elevenPointAverage(exampleList)).toBeCloseTo(0.4090909090909091, 12);
    expect(elevenPointAverage(exampleList, { rel: 2 })).toBeCloseTo(0.4848484848484848, 12);
    expect(elevenPointAverage(onlyJudged(exampleList))).toBeCloseTo(0.5151515151515151, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["11pt_avg", "11pt_avg(rel=2)", "11pt_avg(trec_eval=10)"]);
  });

  it("is the mean of the interpolated precisions at its eleven recalls, in both releases", () => {
    fc.assert(
      fc.property(someLists, fc.constantFrom<TrecEvalRelease>(9, 10), (list, trecEval) => {
        const recalls = Array.from({ length: 11 }, (_, tenths) => tenths / 10);
        const sum = recalls.reduce((total, recall) => total + interpolatedPrecision(list, { recall, trecEval }), 0);
        if (!Number.isNaN(sum)) expect(elevenPointAverage(list, { trecEval })).toBeCloseTo(sum / 11, 12);
      }),
      manyRuns,
    );
  });
});
