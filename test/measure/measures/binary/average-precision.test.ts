import { describe, expect, it, test } from "vitest";
import {
  averagePrecision,
  geometricMeanAveragePrecisionMeasure,
  inferredAveragePrecision,
} from "../../../../src/measure/measures/binary/average-precision.ts";
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

  it("divides by the number of relevant documents, or with min(m,N) at most by the cutoff", () => {
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

  describe("averagePrecision for random lists", () => {
    itMeasuresLists(["AP", "AP@5", "AP(rel=2)", "AP(norm='min(m,N)')@5"]);
  });

  it("is 0 for an empty list if a document is relevant", () => {
    expect(averagePrecision(rankedList([], [1]))).toBe(0);
  });

  it("uses fractional labels: 0.5 is relevant at level 0.5, but not at level 1", () => {
    const list = rankedList([unjudged, 0.5]);
    expect(averagePrecision(list)).toBeNaN();
    expect(averagePrecision(list, { rel: 0.5 })).toBe(0.5);
  });
});

describe("gm_map", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: gm_map, at relevance_level 1 and 2.
    expect(geometricMeanAveragePrecisionMeasure.with({}).compute(exampleList)).toBeCloseTo(-0.8754687373538999, 12);
    expect(geometricMeanAveragePrecisionMeasure.with({ rel: 2 }).compute(exampleList)).toBeCloseTo(
      -0.8109302162163288,
      12,
    );
  });

  it("is the lower bound of trec_eval if the value is 0 or missing", () => {
    // pytrec_eval shows -11.512925464970229 for both.
    expect(geometricMeanAveragePrecisionMeasure.with({}).compute(rankedList([0], [1]))).toBeCloseTo(
      -11.512925464970229,
      12,
    );
    expect(geometricMeanAveragePrecisionMeasure.whenMissing).toBeCloseTo(-11.512925464970229, 12);
    expect(geometricMeanAveragePrecisionMeasure.aggregate).toBe("geometric mean");
  });

  describe("gm_map for random lists", () => {
    itMeasuresLists(["gm_map", "gm_map(rel=2)"]);
  });
});

describe("inferredAveragePrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: infAP; relevance_level 2; judged_docs_only_flag.
    expect(inferredAveragePrecision(exampleList)).toBeCloseTo(0.44768501172941816, 12);
    expect(inferredAveragePrecision(exampleList, { rel: 2 })).toBeCloseTo(0.4629632098748971, 12);
    expect(inferredAveragePrecision(onlyJudged(exampleList))).toBeCloseTo(0.5138886944455926, 12);
  });

  describe("inferredAveragePrecision for random lists", () => {
    itMeasuresLists(["infAP", "infAP(rel=2)"], { isMonotone: false });
  });

  it("is close to average precision if all results are judged", () => {
    const list = rankedList([1, 0, 1, 0, 0, 2], [1]);
    expect(inferredAveragePrecision(list)).toBeCloseTo(averagePrecision(list), 4);
  });
});
