/** Do public functions refuse options that would give meaningless numbers? */
import { describe, expect, it } from "vitest";
import * as measures from "../../src/entries/measures.ts";
import { rankedList } from "../support/ranked-list.ts";

const list = rankedList([1, 0, 2]);
const { judgments, run } = { judgments: { q: { a: 1 } }, run: { q: { a: 1 } } };

/** By name: the function with this cutoff. */
const atCutoff: Readonly<Record<string, (cutoff: number) => number>> = {
  averagePrecision: (cutoff) => measures.averagePrecision(list, { cutoff }),
  cumulatedGain: (cutoff) => measures.cumulatedGain(list, { cutoff }),
  discountedGain: (cutoff) => measures.discountedGain(list, { cutoff }),
  idealDiscountedGain: (cutoff) => measures.idealDiscountedGain(list, { cutoff }),
  normalisedDiscountedGain: (cutoff) => measures.normalisedDiscountedGain(list, { cutoff }),
  expectedReciprocalRank: (cutoff) => measures.expectedReciprocalRank(list, { cutoff }),
  f1At: (cutoff) => measures.f1At(list, { cutoff }),
  judgedShare: (cutoff) => measures.judgedShare(list, { cutoff }),
  precisionAt: (cutoff) => measures.precisionAt(list, { cutoff }),
  rankBiasedPrecision: (cutoff) => measures.rankBiasedPrecision(list, { cutoff }),
  rankBiasedPrecisionResidual: (cutoff) => measures.rankBiasedPrecisionResidual(list, { cutoff }),
  recallAt: (cutoff) => measures.recallAt(list, { cutoff }),
  reciprocalRank: (cutoff) => measures.reciprocalRank(list, { cutoff }),
  successAt: (cutoff) => measures.successAt(list, { cutoff }),
  dcg: (cutoff) => measures.dcg([1], { cutoff }),
  ndcg: (cutoff) => measures.ndcg([1], [1], { cutoff }),
};

/** By name: the function with this smallest relevant label. */
const atLevel: Readonly<Record<string, (rel: number) => unknown>> = {
  averagePrecision: (rel) => measures.averagePrecision(list, { rel }),
  bpref: (rel) => measures.bpref(list, { rel }),
  elevenPointAverage: (rel) => measures.elevenPointAverage(list, { rel }),
  f1At: (rel) => measures.f1At(list, { rel, cutoff: 1 }),
  inferredAveragePrecision: (rel) => measures.inferredAveragePrecision(list, { rel }),
  interpolatedPrecision: (rel) => measures.interpolatedPrecision(list, { rel, recall: 0.5 }),
  precisionAt: (rel) => measures.precisionAt(list, { rel, cutoff: 1 }),
  precisionRecallCurve: (rel) => measures.precisionRecallCurve(list, rel),
  rPrecision: (rel) => measures.rPrecision(list, { rel }),
  rankBiasedPrecision: (rel) => measures.rankBiasedPrecision(list, { rel }),
  recallAt: (rel) => measures.recallAt(list, { rel, cutoff: 1 }),
  reciprocalRank: (rel) => measures.reciprocalRank(list, { rel }),
  setAveragePrecision: (rel) => measures.setAveragePrecision(list, { rel }),
  setF: (rel) => measures.setF(list, { rel }),
  setPrecision: (rel) => measures.setPrecision(list, { rel }),
  setRecall: (rel) => measures.setRecall(list, { rel }),
  successAt: (rel) => measures.successAt(list, { rel, cutoff: 1 }),
};

describe("functions of semqrel/measures", () => {
  it.each(Object.entries(atCutoff))("refuse a cutoff that is not a number of ranks: %s", (_, compute) => {
    for (const cutoff of [-3, 0, 1.5, Number.NaN]) {
      expect(() => compute(cutoff)).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF", details: { cutoff } }));
    }
    expect(compute(1)).toBeGreaterThanOrEqual(0);
  });

  it.each(Object.entries(atLevel))(
    "refuse a level of relevance that every label or none can reach: %s",
    (_, compute) => {
      for (const rel of [-1, 0, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(() => compute(rel)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details: { rel } }));
      }
      expect(() => compute(0.5)).not.toThrow();
    },
  );

  it.each<[string, object, () => unknown]>([
    ["catalogueCoverage", { catalogueSize: 0 }, () => measures.catalogueCoverage([["a"]], 0)],
    ["catalogueCoverage", { catalogueSize: Number.NaN }, () => measures.catalogueCoverage([["a"]], Number.NaN)],
    ["compatibility", { p: 1 }, () => measures.compatibility(list, { p: 1 })],
    ["discountedGain", { base: 1 }, () => measures.discountedGain(list, { dcg: "jk2002", base: 1 })],
    ["normalisedDiscountedGain", { base: 3 }, () => measures.normalisedDiscountedGain(list, { base: 3 })],
    ["expectedReciprocalRank", { max: 0 }, () => measures.expectedReciprocalRank(list, { max: 0 })],
    ["interpolatedPrecision", { recall: 1.5 }, () => measures.interpolatedPrecision(list, { recall: 1.5 })],
    ["rankBiasedOverlap", { p: 0 }, () => measures.rankBiasedOverlap(["a"], ["a"], 0)],
    ["rankBiasedPrecision", { p: 1.1 }, () => measures.rankBiasedPrecision(list, { p: 1.1 })],
    ["rankBiasedPrecision", { max: -1 }, () => measures.rankBiasedPrecision(list, { max: -1 })],
    ["rankBiasedPrecisionResidual", { p: -0.5 }, () => measures.rankBiasedPrecisionResidual(list, { p: -0.5 })],
    ["setF", { beta: 0 }, () => measures.setF(list, { beta: 0 })],
    ["evaluate", { depth: 0 }, () => measures.evaluate(judgments, run, ["AP"], { depth: 0 })],
  ])("refuse other options that are invalid: %s, %j", (_, details, compute) => {
    expect(compute).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details }));
  });
});
