/** Is every query judged by a threshold that its own ratings had no part in? */
import { describe, expect, it } from "vitest";
import { betaGammaThreshold } from "../../../src/estimate/calibration/beta-gamma-threshold.ts";
import { crossFitThreshold, type ScoredPairs } from "../../../src/estimate/calibration/cross-fit-threshold.ts";
import { seededRandom } from "../../../src/maths/random/seeded-random.ts";

const random = seededRandom(4);
const queries = Int32Array.from({ length: 60 }, (_, pair) => Math.floor(pair / 12));
const scores = Float64Array.from(queries, () => random());
const grades = scores.map((score) => (random() < score ? 1 : 0));
const pairs: ScoredPairs = { scores, grades, queries };

/** The pairs of queries for which the rule holds. */
const only = (keeps: (query: number) => boolean): [Float64Array, Float64Array] => [
  scores.filter((_, pair) => keeps(queries[pair] ?? 0)),
  grades.filter((_, pair) => keeps(queries[pair] ?? 0)),
];

describe("crossFitThreshold", () => {
  it("leaves each query out where there are few, and takes all for those that nobody rated", () => {
    const { threshold, ofQuery } = crossFitThreshold(pairs, { seed: 1 });
    expect(threshold).toEqual(betaGammaThreshold(scores, grades));
    expect([...ofQuery.keys()]).toEqual([0, 1, 2, 3, 4]);
    for (const [query, found] of ofQuery) {
      expect(found).toBe(betaGammaThreshold(...only((other) => other !== query))?.threshold);
    }
  });

  it("does not heed what people say of the query itself", () => {
    const before = crossFitThreshold(pairs, { seed: 1 }).ofQuery.get(2);
    const changed = grades.map((grade, pair) => (queries[pair] === 2 ? 1 - grade : grade));
    const { ofQuery, threshold } = crossFitThreshold({ ...pairs, grades: changed }, { seed: 1 });
    expect(ofQuery.get(2)).toBe(before);
    expect(threshold).not.toEqual(crossFitThreshold(pairs, { seed: 1 }).threshold);
  });

  it("hands on how pairs are weighed", () => {
    const { threshold, ofQuery } = crossFitThreshold(pairs, { seed: 1, beta: 0, gamma: 9, cost: 3 });
    // Many ratings and no beta: the best score alone.
    expect(threshold?.threshold).toBeCloseTo(threshold?.optimal ?? 0, 12);
    expect(ofQuery.get(0)).not.toBe(crossFitThreshold(pairs, { seed: 1 }).ofQuery.get(0));
  });

  it("believes no score where the others' ratings find nothing relevant", () => {
    const one = { ...pairs, grades: grades.map((_, pair) => Number(queries[pair] === 1 && (scores[pair] ?? 0) > 0.1)) };
    const { ofQuery } = crossFitThreshold(one, { seed: 1 });
    expect(ofQuery.get(1)).toBe(Number.POSITIVE_INFINITY);
    expect(crossFitThreshold({ ...pairs, grades: grades.map(() => 0) }, { seed: 1 }).threshold).toBeNull();
  });

  it.each([0, 1])("refuses ratings of %i queries", (count) => {
    const kept = only((query) => query < count);
    const few = { scores: kept[0], grades: kept[1], queries: queries.filter((query) => query < count) };
    expect(() => crossFitThreshold(few, { seed: 1 })).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        message: expect.stringContaining("Rate at least two queries"),
      }),
    );
  });
});
