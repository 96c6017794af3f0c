import { describe, expect, it, test } from "vitest";
import { averagePrecision } from "../../../../src/measure/measures/binary/average-precision.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList, unjudged } from "../../../support/ranked-list.ts";

describe("averagePrecision", () => {
  // Published worked numbers: AP@3 with three relevant documents.
  test.each([
    { labels: [0, 0, 1], expected: 1 / 9 },
    { labels: [0, 1, 1], expected: 0.3889 },
    { labels: [1, 1, 1], expected: 1 },
    { labels: [1, 0, 0], expected: 1 / 3 },
    { labels: [0, 1, 0], expected: 1 / 6 },
  ])("reproduces the published value of $labels with three relevant documents", ({ labels, expected }) => {
    const missed = Array(3 - labels.filter((label) => label > 0).length).fill(1);
    expect(averagePrecision(rankedList(labels, missed), { cutoff: 3 })).toBeCloseTo(expected, 4);
  });

  it("divides by all relevant documents, or by as many as fit above the cutoff", () => {
    // Published: [1,0,1,0,0] with ten relevant documents, AP@5 = 1/6 or 1/3.
    const list = rankedList([1, 0, 1, 0, 0], Array(8).fill(1));
    expect(averagePrecision(list, { cutoff: 5 })).toBeCloseTo(1 / 6, 12);
    expect(averagePrecision(list, { cutoff: 5, norm: "min(m,N)" })).toBeCloseTo(1 / 3, 12);
  });

  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: map, map_cut_5; relevance_level 2; judged_docs_only_flag.
    expect(averagePrecision(exampleList)).toBeCloseTo(0.4166666666666667, 12);
    expect(averagePrecision(exampleList, { cutoff: 5 })).toBeCloseTo(0.25, 12);
    expect(averagePrecision(exampleList, { rel: 2 })).toBeCloseTo(0.4444444444444444, 12);
    expect(averagePrecision(onlyJudged(exampleList))).toBeCloseTo(0.5138888888888888, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["AP", "AP@5", "AP(rel=2)", "AP(norm='min(m,N)')@5"]);
  });

  it("is 0 for an empty list where a document is relevant", () => {
    expect(averagePrecision(rankedList([], [1]))).toBe(0);
  });

  it("takes labels as they are: 0.5 is not relevant at level 1, but at 0.5", () => {
    const list = rankedList([unjudged, 0.5]);
    expect(averagePrecision(list)).toBeNaN();
    expect(averagePrecision(list, { rel: 0.5 })).toBe(0.5);
  });
});
