import { describe, expect, it } from "vitest";
import { bpref } from "../../../../src/measure/measures/binary/bpref.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList, unjudged } from "../../../support/ranked-list.ts";

describe("bpref", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: bpref, at relevance_level 1 and 2.
    expect(bpref(exampleList)).toBeCloseTo(0.4444444444444445, 12);
    expect(bpref(exampleList, { rel: 2 })).toBeCloseTo(0.4444444444444445, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["Bpref", "Bpref(rel=2)"]);
  });

  it("passes over results that nobody judged", () => {
    expect(bpref(rankedList([unjudged, -1, 1, unjudged, 0, 1]))).toBe(bpref(rankedList([1, 0, 1])));
  });

  it("is the share of relevant documents retrieved where nothing is judged irrelevant", () => {
    expect(bpref(rankedList([1, unjudged, 2], [1, 1]))).toBe(0.5);
  });
});
