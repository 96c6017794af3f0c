import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/maths/random.ts";
import { pairedTTest, randomisationTest } from "../../../src/maths/significance/paired-tests.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

const x = [0.5, 0.7, 0.31, 0.9, 0.12, 0.4, 0.66, 0.81, 0.25, 0.3, 0.72, 0.44];
const y = [0.4, 0.7, 0.35, 0.6, 0.1, 0.45, 0.5, 0.61, 0.25, 0.1, 0.62, 0.5];

/** The share of all sign patterns whose sum is at least as far from 0. Tenths are whole numbers, so sums are exact. */
function bruteForce(tenths: readonly number[]): number {
  const sumOf = (pattern: number) =>
    tenths.reduce((sum, size, place) => sum + ((pattern >> place) & 1 ? -size : size), 0);
  const patterns = Array.from({ length: 2 ** tenths.length }, (_, pattern) => Math.abs(sumOf(pattern)));
  return patterns.filter((sum) => sum >= (patterns[0] ?? 0)).length / patterns.length;
}

describe("randomisationTest", () => {
  // scipy 1.17: scipy.stats.permutation_test((x, y), lambda a, b, axis: np.mean(a - b, axis=axis),
  //   permutation_type="samples", vectorized=True, n_resamples=np.inf).pvalue (4096 patterns; zeros change no share)
  it("matches the exact p-value of scipy", () => {
    expect(randomisationTest(x, y, { seed: 1 })).toEqual({ p: 0.044921875, method: "exact", permutations: 1024 });
  });

  // 20 differences 1 and 10 differences -1: |sum| >= 10 if at most 10 or at least 20 of 30 signs are positive. scipy
  // 1.17: scipy.stats.binomtest(20, 30, .5).pvalue = 0.09873714670538902
  it("approximates a known p-value by sampling", () => {
    const first = [...new Array(20).fill(1), ...new Array(10).fill(0)];
    const second = [...new Array(20).fill(0), ...new Array(10).fill(1)];
    const found = randomisationTest(first, second, { seed: 7 });
    expect(found).toMatchObject({ method: "sampled", permutations: 100_000 });
    // Standard error sqrt(p (1 - p) / 100,000) = 0.00094; four of them.
    expect(Math.abs(found.p - 0.09873714670538902)).toBeLessThan(0.0038);
  });

  // For 17 to 225 pairs of spread-out differences, the mean is nearly normal, so p is close to that of the t test.
  it("agrees with the t test for many differences, whether or not they fill the last group of signs", () => {
    for (const count of [17, 31, 32, 33, 64, 225]) {
      const random = seededRandom(count);
      const first = Array.from({ length: count }, () => random() + 0.08);
      const second = Array.from({ length: count }, () => random());
      const p = Number(pairedTTest(first, second)?.p);
      expect(Math.abs(randomisationTest(first, second, { seed: 1 }).p - p), `${count}`).toBeLessThan(0.02);
    }
  });

  describe("properties", () => {
    it("randomisationTest matches brute force for up to 10 pairs, with ties", () => {
      fc.assert(
        fc.property(somePairs(0, 10), ({ x, y }) => {
          const tenths = x.map((value, index) => Math.round(10 * (value - (y[index] ?? 0))));
          expect(randomisationTest(x, y, { seed: 1 }).p).toBe(bruteForce(tenths));
        }),
        manyRuns,
      );
    });

    it("randomisationTest returns p in 0..1, and the same p for swapped samples and any order of pairs", () => {
      fc.assert(
        fc.property(somePairs(0, 60), fc.nat(), ({ x, y }, seed) => {
          const options = { seed, permutations: 500 };
          const found = randomisationTest(x, y, options);
          expect(found.p).toBeGreaterThan(0);
          expect(found.p).toBeLessThanOrEqual(1);
          expect(randomisationTest(y, x, options)).toEqual(found);
          expect(randomisationTest(x.toReversed(), y.toReversed(), options)).toEqual(found);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("randomisationTest returns p 1 if no pair differs", () => {
      expect(randomisationTest([1], [1], { seed: 1 })).toEqual({ p: 1, method: "exact", permutations: 1 });
    });

    it("randomisationTest tries all patterns of signs for 16 differences, and samples them for 17", () => {
      const ones = new Array(17).fill(1);
      const zeros = new Array(17).fill(0);
      expect(randomisationTest(ones.slice(1), zeros.slice(1), { seed: 1 })).toEqual({
        p: 2 ** -15,
        method: "exact",
        permutations: 65536,
      });
      expect(randomisationTest(ones, zeros, { seed: 1, permutations: 9 })).toMatchObject({ method: "sampled", p: 0.1 });
    });
  });

  describe("errors", () => {
    it("randomisationTest rejects 0 permutations", () => {
      expect(() => randomisationTest(x, y, { seed: 1, permutations: 0 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { permutations: 0 } }),
      );
    });

    it("randomisationTest rejects unequal lengths", () => {
      expect(() => randomisationTest([1], [], { seed: 1 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    });
  });
});
