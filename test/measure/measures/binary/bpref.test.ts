import { describe, expect, it } from "vitest";
import { bpref, geometricMeanBprefMeasure } from "../../../../src/measure/measures/binary/average-precision.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList, unjudged } from "../../../support/ranked-list.ts";

describe("bpref", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: bpref, at relevance_level 1 and 2.
    expect(bpref(exampleList)).toBeCloseTo(0.4444444444444445, 12);
    expect(bpref(exampleList, { rel: 2 })).toBeCloseTo(0.4444444444444445, 12);
  });

  describe("bpref for random lists", () => {
    itMeasuresLists(["Bpref", "Bpref(rel=2)"]);
  });

  it("ignores unjudged results", () => {
    expect(bpref(rankedList([unjudged, -1, 1, unjudged, 0, 1]))).toBe(bpref(rankedList([1, 0, 1])));
  });

  it("is the share of relevant documents that were returned if no document was judged irrelevant", () => {
    expect(bpref(rankedList([1, unjudged, 2], [1, 1]))).toBe(0.5);
  });
});

describe("gm_bpref", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: gm_bpref, at relevance_level 1 and 2.
    expect(geometricMeanBprefMeasure.with({}).compute(exampleList)).toBeCloseTo(-0.8109302162163287, 12);
    expect(geometricMeanBprefMeasure.with({ rel: 2 }).compute(exampleList)).toBeCloseTo(-0.8109302162163287, 12);
  });

  it("is the lower bound of trec_eval if the value is 0 or missing", () => {
    // pytrec_eval shows -11.512925464970229 for both.
    expect(geometricMeanBprefMeasure.with({}).compute(rankedList([0], [1]))).toBeCloseTo(-11.512925464970229, 12);
    expect(geometricMeanBprefMeasure.whenMissing).toBeCloseTo(-11.512925464970229, 12);
    expect(geometricMeanBprefMeasure.aggregate).toBe("geometric mean");
  });

  describe("gm_bpref for random lists", () => {
    itMeasuresLists(["gm_bpref", "gm_bpref(rel=2)"]);
  });
});
