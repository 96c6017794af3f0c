/**
 * Does semqrel match the agreement of scikit-learn, statsmodels and krippendorff?
 * The expected values are outside the project.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { raterAgreement } from "../../src/gold/agreement/rater-agreement.ts";
import { cohenKappa, fleissKappa, krippendorffAlpha } from "../../src/maths/agreement/coefficients.ts";
import { makeRatingSet } from "../support/make-rating-set.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";

interface Golden {
  readonly raters: readonly (readonly (number | null)[])[];
  readonly complete_raters: readonly (readonly number[])[];
  readonly cohen_kappa_12: number;
  readonly cohen_kappa_12_linear: number;
  readonly cohen_kappa_12_quadratic: number;
  readonly fleiss_kappa_complete: number;
  readonly krippendorff_alpha_nominal: number;
  readonly krippendorff_alpha_ordinal: number;
  readonly krippendorff_alpha_interval: number;
}

describe.skipIf(!hasShared)("the golden values of agreement", () => {
  let golden: Golden;
  beforeAll(() => {
    golden = JSON.parse(readFileSync(`${sharedFolder}golden/statistics/statistics.json`, "utf8")).agreement;
  });

  it("match every statistic of semqrel to nine decimals", () => {
    const [one = [], other = []] = golden.complete_raters;
    expect(cohenKappa(one, other)).toBeCloseTo(golden.cohen_kappa_12, 9);
    expect(cohenKappa(one, other, "linear")).toBeCloseTo(golden.cohen_kappa_12_linear, 9);
    expect(cohenKappa(one, other, "quadratic")).toBeCloseTo(golden.cohen_kappa_12_quadratic, 9);
    expect(fleissKappa(golden.complete_raters)).toBeCloseTo(golden.fleiss_kappa_complete, 9);
    const rows = golden.raters.map((row) => row.map((grade) => grade ?? Number.NaN));
    expect(krippendorffAlpha(rows, "nominal")).toBeCloseTo(golden.krippendorff_alpha_nominal, 9);
    expect(krippendorffAlpha(rows, "ordinal")).toBeCloseTo(golden.krippendorff_alpha_ordinal, 9);
    expect(krippendorffAlpha(rows, "interval")).toBeCloseTo(golden.krippendorff_alpha_interval, 9);
  });

  it("match semqrel's report on a set of ratings", () => {
    const reportOf = ([ada = [], bob = [], cy = []]: Golden["raters"]) =>
      raterAgreement(makeRatingSet({ first: { ada, bob, cy }, scale: [0, 3] }), { seed: 1 });
    const complete = reportOf(golden.complete_raters);
    expect(complete.fleiss).toBeCloseTo(golden.fleiss_kappa_complete, 9);
    expect(complete.cohen[0]).toMatchObject({
      raters: ["ada", "bob"],
      items: 60,
      plain: expect.closeTo(golden.cohen_kappa_12, 9),
      linear: expect.closeTo(golden.cohen_kappa_12_linear, 9),
      quadratic: expect.closeTo(golden.cohen_kappa_12_quadratic, 9),
    });
    const { items, sharedItems, krippendorff } = reportOf(golden.raters);
    expect({ items, sharedItems }).toEqual({ items: 60, sharedItems: 59 });
    expect(krippendorff).toMatchObject({
      nominal: expect.closeTo(golden.krippendorff_alpha_nominal, 9),
      ordinal: expect.closeTo(golden.krippendorff_alpha_ordinal, 9),
      interval: expect.closeTo(golden.krippendorff_alpha_interval, 9),
    });
    const [low, high] = krippendorff.ordinalInterval ?? [];
    expect(low).toBeLessThan(golden.krippendorff_alpha_ordinal);
    expect(high).toBeGreaterThan(golden.krippendorff_alpha_ordinal);
  });
});
