import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  documentsAtRecall,
  elevenPointAverage,
  interpolatedPrecision,
  type TrecEvalRelease,
} from "../../../../src/measure/measures/binary/average-precision.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, manyRuns, rankedList, someLists } from "../../../support/ranked-list.ts";

describe("interpolatedPrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: iprec_at_recall_0.00, _0.50, _0.60, _0.70, _1.00; relevance_level 2; judged_docs_only_flag.
    const recalls = [0, 0.5, 0.6, 0.7, 1];
    expect(recalls.map((recall) => interpolatedPrecision(exampleList, { recall }))).toEqual([1, 0.5, 0.5, 0, 0]);
    expect(recalls.map((recall) => interpolatedPrecision(exampleList, { recall, rel: 2 }))).toEqual([
      1,
      1 / 3,
      1 / 3,
      1 / 3,
      0,
    ]);
    const judged = onlyJudged(exampleList);
    expect(recalls.map((recall) => interpolatedPrecision(judged, { recall }))).toEqual([1, 0.75, 2 / 3, 0, 0]);
  });

  describe("interpolatedPrecision for random lists", () => {
    itMeasuresLists(["IPrec@0", "IPrec@0.5", "IPrec@1", "IPrec(rel=2)@0.3", "IPrec(trec_eval=10)@0.3"]);
  });

  it("rounds the recall to a number of documents as release 9 or release 10 of trec_eval does", () => {
    // By hand: the whole parts of 0.5 x 3 + 0.9 = 2.4 and of 0.4 x 3 + 0.9 = 2.1; 1.5 and 1.2 rounded.
    expect([0.5, 0.4].map((recall) => documentsAtRecall(recall, 3, 9))).toEqual([2, 2]);
    expect([0.5, 0.4].map((recall) => documentsAtRecall(recall, 3, 10))).toEqual([2, 1]);
  });

  it("has the same floating-point rounding error as trec_eval 9", () => {
    // 0.7 x 3 + 0.9 is slightly below 3. pytrec_eval on `exampleList`, relevance_level 2: iprec_at_recall_0.70 is 1/3.
    expect(documentsAtRecall(0.7, 3, 9)).toBe(2);
  });

  it("differs between releases 9 and 10 of trec_eval if they round differently", () => {
    // Two of three relevant documents at positions 1 and 4: 0.4 of three are two documents in 9, one in 10.
    const list = rankedList([1, 0, 0, 1], [1]);
    expect(interpolatedPrecision(list, { recall: 0.4 })).toBe(0.5);
    expect(interpolatedPrecision(list, { recall: 0.4, trecEval: 10 })).toBe(1);
  });

  it("is 0 for an empty list if a document is relevant", () => {
    expect(interpolatedPrecision(rankedList([], [1]), { recall: 0 })).toBe(0);
  });

  it("names the measure and the option in an error", () => {
    expect(() => interpolatedPrecision(exampleList, { recall: 0.5, rel: 0 })).toThrow(/^Computing IPrec: "rel" takes/);
  });
});

describe("elevenPointAverage", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: 11pt_avg; relevance_level 2; judged_docs_only_flag.
    expect(elevenPointAverage(exampleList)).toBeCloseTo(0.4090909090909091, 12);
    expect(elevenPointAverage(exampleList, { rel: 2 })).toBeCloseTo(0.4848484848484848, 12);
    expect(elevenPointAverage(onlyJudged(exampleList))).toBeCloseTo(0.5151515151515151, 12);
  });

  describe("elevenPointAverage for random lists", () => {
    itMeasuresLists(["11pt_avg", "11pt_avg(rel=2)", "11pt_avg(trec_eval=10)"]);
  });

  it("is the mean of the interpolated precisions at eleven recalls, for both releases of trec_eval", () => {
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
