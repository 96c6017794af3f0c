/**
 * Does semqrel match the statistics of scipy and statsmodels?
 * The expected values are outside the project.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { benjaminiHochberg, bonferroni, holm } from "../../src/maths/significance/corrections.ts";
import { effectSize, pairedTTest, signTest, wilcoxonSignedRankTest } from "../../src/maths/significance/paired-tests.ts";
import { kendallTauB, pearson, spearman } from "../../src/maths/correlation/rank-correlation.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";

interface RankTest {
  readonly statistic: number;
  readonly p: number;
}

interface GoldenPair {
  readonly pair: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly t: number;
  readonly df: number;
  readonly p: number;
  readonly ci95: readonly [number, number];
  readonly wilcoxon_zero_method_wilcox_approx_no_correction: RankTest;
  readonly wilcoxon_exact_nonzero?: RankTest;
  readonly sign_test_p: number;
  readonly cohens_d_z: number;
}

interface Golden {
  readonly paired: readonly GoldenPair[];
  readonly multiple: Readonly<Record<"p" | "bonferroni" | "holm" | "fdr_bh", readonly number[]>>;
  readonly correlation: {
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly kendall_tau_b: number;
    readonly kendall_p_asymptotic: number;
    readonly spearman: number;
    readonly pearson: number;
  };
}

describe.skipIf(!hasShared)("the golden values of statistics", () => {
  let golden: Golden;
  beforeAll(() => {
    golden = JSON.parse(readFileSync(`${sharedFolder}golden/statistics/statistics.json`, "utf8"));
  });

  it("include four pairs, one of which has an exact rank test", () => {
    expect(golden.paired.map(({ pair }) => pair)).toEqual(["A-B", "A-C", "B-C", "A-B first 12"]);
    expect(golden.paired.filter((pair) => pair.wilcoxon_exact_nonzero !== undefined).length).toBe(1);
  });

  it("match semqrel's paired t test and its interval", () => {
    for (const { pair, x, y, ...expected } of golden.paired) {
      const found = pairedTTest(x, y);
      expect(found?.t, pair).toBeCloseTo(expected.t, 9);
      expect(found?.degreesOfFreedom, pair).toBe(expected.df);
      expectSmall(found?.p, expected.p, pair);
      expect(found?.interval[0], pair).toBeCloseTo(expected.ci95[0], 10);
      expect(found?.interval[1], pair).toBeCloseTo(expected.ci95[1], 10);
    }
  });

  it("match semqrel's signed-rank test, normal and exact", () => {
    for (const { pair, x, y, ...expected } of golden.paired) {
      const normal = wilcoxonSignedRankTest(x, y, { method: "normal" });
      expect(normal.statistic, pair).toBe(expected.wilcoxon_zero_method_wilcox_approx_no_correction.statistic);
      // The golden ranks do not round differences to 1e-12, so a few equal ones do not tie, which changes the p of B-C
      // (9.5e-10) by 3.5e-6 of its value. scipy gives semqrel's number for rounded differences.
      const { p } = expected.wilcoxon_zero_method_wilcox_approx_no_correction;
      expect(normal.p / p, pair).toBeCloseTo(1, 5);
      if (expected.wilcoxon_exact_nonzero === undefined) continue;
      const exact = wilcoxonSignedRankTest(x, y);
      expect(exact.method, pair).toBe("exact");
      expect(exact.statistic, pair).toBe(expected.wilcoxon_exact_nonzero.statistic);
      expectSmall(exact.p, expected.wilcoxon_exact_nonzero.p, pair);
    }
  });

  it("match semqrel's sign test and effect size", () => {
    for (const { pair, x, y, ...expected } of golden.paired) {
      expectSmall(signTest(x, y).p, expected.sign_test_p, pair);
      expect(effectSize(x, y), pair).toBeCloseTo(expected.cohens_d_z, 10);
    }
  });

  it("match semqrel's corrections for multiple comparisons", () => {
    const { multiple } = golden;
    for (const [expected, found] of [
      [multiple.bonferroni, bonferroni(multiple.p)],
      [multiple.holm, holm(multiple.p)],
      [multiple.fdr_bh, benjaminiHochberg(multiple.p)],
    ] as const) {
      expect(found.length).toBe(expected.length);
      found.forEach((p, index) => {
        expect(p).toBeCloseTo(expected[index] ?? Number.NaN, 14);
      });
    }
  });

  it("match semqrel's correlations", () => {
    const { x, y, ...expected } = golden.correlation;
    const kendall = kendallTauB(x, y);
    expect(kendall?.tau).toBeCloseTo(expected.kendall_tau_b, 12);
    expectSmall(kendall?.p, expected.kendall_p_asymptotic, "kendall");
    expect(spearman(x, y)).toBeCloseTo(expected.spearman, 12);
    expect(pearson(x, y)).toBeCloseTo(expected.pearson, 12);
  });
});

/** The digits of small p-values count, too: within 1e-8 of the value. */
function expectSmall(found: number | undefined, expected: number, name: string): void {
  expect(Number(found) / expected, name).toBeCloseTo(1, 8);
}
