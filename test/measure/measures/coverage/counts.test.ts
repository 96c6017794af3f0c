import { describe, expect, it } from "vitest";
import {
  judgedShare,
  queryCountMeasure,
  relevantCountMeasure,
  retrievedCountMeasure,
} from "../../../../src/measure/measures/coverage.ts";
import { exampleList, rankedList, unjudged } from "../../../support/ranked-list.ts";

// ir_measures counts all documents that the judgments name, semqrel those with a label >= 0. They agree without negative
// labels.
const list = rankedList([3, unjudged, 0, 1, 0, 2, 0, 1]);

describe("judgedShare", () => {
  it("agrees with ir_measures", () => {
    // Judged, Judged@5, Judged@100 with that list.
    expect(judgedShare(list)).toBe(0.875);
    expect(judgedShare(list, { cutoff: 5 })).toBe(0.8);
    expect(judgedShare(list, { cutoff: 100 })).toBe(0.875);
  });

  it("does not count documents with a negative label as judged", () => {
    expect(judgedShare(rankedList([-1, 0]))).toBe(0.5);
  });

  it("is undefined for an empty list", () => {
    expect(judgedShare(rankedList([], [1]))).toBeNaN();
    expect(judgedShare(rankedList([], [1]), { cutoff: 10 })).toBeNaN();
  });
});

describe("NumQ", () => {
  it("is 1 for every query, and the number of queries for a run", () => {
    expect(queryCountMeasure.with({}).compute(exampleList)).toBe(1);
    expect(queryCountMeasure.with({}).compute(rankedList([]))).toBe(1);
    expect(queryCountMeasure.aggregate).toBe("sum");
  });
});

describe("NumRet", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: num_ret, num_rel_ret, at relevance_level 1 and 2.
    expect(retrievedCountMeasure.with({}).compute(exampleList)).toBe(8);
    expect(retrievedCountMeasure.with({ rel: 1 }).compute(exampleList)).toBe(4);
    expect(retrievedCountMeasure.with({ rel: 2 }).compute(exampleList)).toBe(2);
    expect(retrievedCountMeasure.aggregate).toBe("sum");
  });

  it("is 0, not undefined, if no document is returned or relevant", () => {
    expect(retrievedCountMeasure.with({}).compute(rankedList([]))).toBe(0);
    expect(retrievedCountMeasure.with({ rel: 1 }).compute(rankedList([0]))).toBe(0);
  });
});

describe("NumRel", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: num_rel, at relevance_level 1 and 2.
    expect(relevantCountMeasure.with({}).compute(exampleList)).toBe(6);
    expect(relevantCountMeasure.with({ rel: 2 }).compute(exampleList)).toBe(3);
    expect(relevantCountMeasure.aggregate).toBe("sum");
  });

  it("is 0, not undefined, if no document is relevant", () => {
    expect(relevantCountMeasure.with({}).compute(rankedList([0]))).toBe(0);
  });
});
