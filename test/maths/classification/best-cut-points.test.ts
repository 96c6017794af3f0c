import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa } from "../../../src/maths/agreement/coefficients.ts";
import { bestCutPoints, bestThreshold, gradesOfScores } from "../../../src/maths/classification.ts";
import { runs } from "../../support/property.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";
import { manyRuns } from "../../support/some-pairs.ts";

const { scores, grades, relevant } = scoredSample;

/** Tries all ascending cut points, and returns their highest κ. */
function highestKappa(scores: readonly number[], truth: readonly number[]): number {
  const grades = Float64Array.from(new Set(truth)).sort();
  const places = [...new Set(scores), Number.POSITIVE_INFINITY].toSorted((one, other) => one - other);
  const waysToCut = (cuts: number, from: number): number[][] =>
    cuts === 0
      ? [[]]
      : places.flatMap((place, at) => (at < from ? [] : waysToCut(cuts - 1, at).map((rest) => [place, ...rest])));
  const kappas = waysToCut(grades.length - 1, 0).map((cuts) => {
    const given = scores.map((score) => grades[cuts.filter((cut) => score >= cut).length] ?? Number.NaN);
    return Number(cohenKappa(truth, given, "quadratic"));
  });
  return Math.max(...kappas);
}

describe("bestCutPoints", () => {
  // scikit-learn 1.9.1: the maximum of cohen_kappa_score(…, weights="quadratic") over all ways to cut; it is unique.
  it.each([
    { name: "four grades", truth: grades, cutPoints: [0.2, 0.55, 0.9], kappa: 0.7272727272727273 },
    { name: "two grades", truth: relevant, cutPoints: [0.55], kappa: 0.5454545454545454 },
  ])("finds the cut points with the highest κ: $name", ({ truth, cutPoints, kappa }) => {
    const found = bestCutPoints(scores, truth);
    expect([...found.cutPoints]).toEqual(cutPoints);
    expect([...found.grades]).toEqual([...new Set(truth)].toSorted());
    expect(found.kappa).toBeCloseTo(kappa, 13);
  });

  describe("properties", () => {
    it("bestCutPoints returns ascending cut points with the highest possible κ", () => {
      fc.assert(
        fc.property(someScored(2, 10, 3), ({ scores, truth }) => {
          const { grades, cutPoints, kappa } = bestCutPoints(scores, truth);
          fc.pre(kappa !== null);
          expect(kappa).toBeCloseTo(highestKappa(scores, truth), 10);
          expect([...cutPoints]).toEqual([...cutPoints.toSorted()]);
          expect(cutPoints).toHaveLength(grades.length - 1);
          for (const cutPoint of cutPoints) expect([...scores, Number.POSITIVE_INFINITY]).toContain(cutPoint);
          expect(cohenKappa(truth, gradesOfScores(scores, { grades, cutPoints }), "quadratic")).toBe(kappa);
        }),
        runs,
      );
    });

    it("bestCutPoints reaches the same κ if grades are shifted and scaled, or if scores are rescaled", () => {
      fc.assert(
        fc.property(someScored(2, 12, 3), ({ scores, truth }) => {
          const { kappa } = bestCutPoints(scores, truth);
          fc.pre(kappa !== null);
          const moved = truth.map((grade) => grade / 3 - 1);
          expect(bestCutPoints(scores, moved).kappa).toBeCloseTo(Number(kappa), 10);
          const risen = scores.map((score) => Math.exp(score));
          expect(bestCutPoints(risen, truth).kappa).toBeCloseTo(Number(kappa), 10);
        }),
        runs,
      );
    });

    it("bestCutPoints reaches κ 1 if scores rise with grades", () => {
      const found = bestCutPoints([0.9, 0.1, 0.5, 0.4, 0.8], [5, 1, 2, 1, 5]);
      expect([...found.cutPoints]).toEqual([0.5, 0.8]);
      expect(found.kappa).toBe(1);
    });
  });

  describe("edge cases", () => {
    it("bestCutPoints reaches κ 0 if scores fall with grades or are all equal", () => {
      expect(bestCutPoints([1, 2, 3], [2, 1, 0]).kappa).toBe(0);
      expect(bestCutPoints([1, 1, 1], [2, 1, 0]).kappa).toBe(0);
    });

    it("bestCutPoints returns no cut points and κ null for fewer than two grades", () => {
      expect(bestCutPoints([1, 2], [3, 3])).toEqual({
        grades: Float64Array.of(3),
        cutPoints: new Float64Array(0),
        kappa: null,
      });
      expect(bestCutPoints([], []).kappa).toBeNull();
    });

    it("bestCutPoints finds the best cut points of 20,000 pairs", () => {
      const many = Array.from({ length: 20_000 }, (_, item) => (item * 7919) % 20_011);
      const found = bestCutPoints(
        many,
        many.map((score) => Math.floor(score / 4003)),
      );
      expect([...found.cutPoints].map((cutPoint) => Math.floor(cutPoint / 4003))).toEqual([1, 2, 3, 4]);
      expect(found.kappa).toBe(1);
    });

    it("bestCutPoints does not modify frozen inputs", () => {
      const frozen = Object.freeze([2, 1]);
      expect(bestCutPoints(frozen, Object.freeze([1, 0])).kappa).toBe(1);
      expect(frozen).toEqual([2, 1]);
    });
  });

  it("rejects NaN", () => {
    expect(() => bestCutPoints([1, 2], [Number.NaN, 1])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

describe("gradesOfScores", () => {
  it("assigns the higher grade to a score on a cut point", () => {
    const cut = { grades: Float64Array.of(0, 2, 5), cutPoints: Float64Array.of(0.3, 0.7) };
    expect([...gradesOfScores([0.29, 0.3, 0.69, 0.7, 9], cut)]).toEqual([0, 2, 2, 5, 5]);
  });

  it("assigns the only grade to every number and NaN to NaN, and assigns NaN if there are no grades", () => {
    const cutPoints = new Float64Array(0);
    expect([...gradesOfScores([1, Number.NaN], { grades: Float64Array.of(4), cutPoints })]).toEqual([4, Number.NaN]);
    expect([...gradesOfScores([1], { grades: new Float64Array(0), cutPoints })]).toEqual([Number.NaN]);
  });
});

describe("bestThreshold", () => {
  // scikit-learn 1.9.1: the maximum of cohen_kappa_score(relevant, scores >= threshold) over all thresholds, and
  // f1_score at this threshold
  it("matches scikit-learn", () => {
    const found = bestThreshold(scoredSample.scores, scoredSample.relevant);
    expect(found?.threshold).toBe(0.55);
    expect(found?.kappa).toBeCloseTo(0.5454545454545454, 13);
    expect(found?.f1).toBeCloseTo(0.7058823529411765, 14);
  });

  describe("properties", () => {
    it("bestThreshold returns the highest κ of all thresholds, and F1 in 0..1", () => {
      fc.assert(
        fc.property(someScored(2, 20), ({ scores, truth }) => {
          const found = bestThreshold(scores, truth);
          if (found === null) {
            expect(new Set(truth).size).toBe(1);
            return;
          }
          const kappaAt = (threshold: number) =>
            Number(
              cohenKappa(
                truth,
                scores.map((score) => Number(score >= threshold)),
              ),
            );
          expect(found.kappa).toBeCloseTo(Math.max(0, ...scores.map(kappaAt)), 12);
          expect(found.kappa).toBeCloseTo(kappaAt(found.threshold), 12);
          expect(found.f1).toBeGreaterThanOrEqual(0);
          expect(found.f1).toBeLessThanOrEqual(1);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("bestThreshold returns null if all items are in the same class", () => {
      expect(bestThreshold([1, 2], [1, 1])).toBeNull();
      expect(bestThreshold([1, 2], [0, 0])).toBeNull();
      expect(bestThreshold([], [])).toBeNull();
    });

    it("bestThreshold returns the threshold infinity if no threshold separates the classes", () => {
      expect(bestThreshold([2, 2], [0, 1])).toEqual({ threshold: Number.POSITIVE_INFINITY, kappa: 0, f1: 0 });
    });

    it("bestThreshold reaches κ 1 if scores separate the classes", () => {
      expect(bestThreshold([0.1, 0.8, 0.7, 0.3], [0, 1, 1, 0])).toEqual({ threshold: 0.7, kappa: 1, f1: 1 });
    });
  });

  it("rejects truth with grades other than 0 and 1", () => {
    expect(() => bestThreshold([1, 2], [0, 3])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
