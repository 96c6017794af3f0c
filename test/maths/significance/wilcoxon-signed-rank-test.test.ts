import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/maths/random.ts";
import { wilcoxonSignedRankTest } from "../../../src/maths/significance/paired-tests.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

const x = [0.5, 0.7, 0.31, 0.9, 0.12, 0.4, 0.66, 0.81, 0.25, 0.3, 0.72, 0.44];
const y = [0.4, 0.7, 0.35, 0.6, 0.1, 0.45, 0.5, 0.61, 0.25, 0.1, 0.62, 0.5];

/** Twice the share of all sign patterns whose positive ranks add up to at most the statistic. */
function bruteForce(ranks: readonly number[], statistic: number): number {
  const patterns = 2 ** ranks.length;
  let count = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    const sum = ranks.reduce((total, rank, place) => ((pattern >> place) & 1 ? total + rank : total), 0);
    if (sum <= statistic) count++;
  }
  return Math.min(1, (2 * count) / patterns);
}

describe("wilcoxonSignedRankTest", () => {
  // scipy 1.17: scipy.stats.wilcoxon(np.round(x - y, 12), zero_method=rule, correction=False, method="asymptotic")
  it.each([
    { zeroRule: "wilcox", statistic: 9, p: 0.059006038370505276 },
    { zeroRule: "pratt", statistic: 15, p: 0.07618755288506611 },
  ] as const)("matches the normal p-value of scipy: $zeroRule", ({ zeroRule, statistic, p }) => {
    const found = wilcoxonSignedRankTest(x, y, { zeroRule, method: "normal" });
    expect(found).toMatchObject({ statistic, n: 10, zeros: 2, method: "normal" });
    expect(found.p).toBeCloseTo(p, 13);
  });

  // Python: sum over itertools.product((0, 1), repeat=10) of the ranks by scipy.stats.rankdata
  it.each([
    { zeroRule: "wilcox", wPlus: 46, wMinus: 9, p: 0.05859375 },
    { zeroRule: "pratt", wPlus: 60, wMinus: 15, p: 0.080078125 },
  ] as const)(
    "computes the p-value from all patterns of signs for tied ranks: $zeroRule",
    ({ zeroRule, wPlus, wMinus, p }) => {
      const found = wilcoxonSignedRankTest(x, y, { zeroRule });
      expect(found).toEqual({ statistic: wMinus, wPlus, wMinus, n: 10, zeros: 2, zeroRule, p, method: "exact" });
    },
  );

  // scipy 1.17: scipy.stats.wilcoxon(d, method="exact")
  it("matches the exact p-value of scipy if there are no ties", () => {
    const found = wilcoxonSignedRankTest([1.5, 0, 2.5, 3, 0, 5.5, 7, 8, 0], [0, 0.5, 0, 0, 4, 0, 0, 0, 9.5]);
    expect(found).toMatchObject({ statistic: 15, p: 0.42578125 });
  });

  describe("properties", () => {
    it("wilcoxonSignedRankTest matches brute force for up to 10 pairs, with ties and zeros, for both rules", () => {
      fc.assert(
        fc.property(somePairs(0, 10), fc.constantFrom("wilcox" as const, "pratt" as const), ({ x, y }, zeroRule) => {
          const differences = x.map((value, index) => Math.round(10 * (value - (y[index] ?? 0))));
          const kept = zeroRule === "pratt" ? differences : differences.filter((difference) => difference !== 0);
          const sizes = kept.map(Math.abs);
          const ranks = sizes.map((size) => {
            const below = sizes.filter((other) => other < size).length;
            return below + (sizes.filter((other) => other === size).length + 1) / 2;
          });
          const plus = ranks.reduce((sum, rank, index) => ((kept[index] ?? 0) > 0 ? sum + rank : sum), 0);
          const minus = ranks.reduce((sum, rank, index) => ((kept[index] ?? 0) < 0 ? sum + rank : sum), 0);
          const signed = ranks.filter((_, index) => kept[index] !== 0);
          const found = wilcoxonSignedRankTest(x, y, { zeroRule });
          expect(found).toMatchObject({ wPlus: plus, wMinus: minus, method: "exact" });
          expect(found.p).toBe(bruteForce(signed, Math.min(plus, minus)));
        }),
        manyRuns,
      );
    });

    it("wilcoxonSignedRankTest returns p in 0..1, and the same p for swapped samples and any order of pairs, with either method", () => {
      fc.assert(
        fc.property(somePairs(0, 60), fc.constantFrom("exact" as const, "normal" as const), ({ x, y }, method) => {
          const found = wilcoxonSignedRankTest(x, y, { method });
          expect(found.p).toBeGreaterThanOrEqual(0);
          expect(found.p).toBeLessThanOrEqual(1);
          const swapped = wilcoxonSignedRankTest(y, x, { method });
          expect(swapped).toEqual({ ...found, wPlus: found.wMinus, wMinus: found.wPlus });
          const reversed = wilcoxonSignedRankTest(x.toReversed(), y.toReversed(), { method });
          expect(reversed.p).toBeCloseTo(found.p, 12);
        }),
        manyRuns,
      );
    });

    it("wilcoxonSignedRankTest returns nearly the same p with both methods for 50 pairs", () => {
      const random = seededRandom(1);
      for (let turn = 0; turn < 200; turn++) {
        const x = Array.from({ length: 50 }, () => random() + turn / 1000);
        const y = Array.from({ length: 50 }, random);
        const exact = wilcoxonSignedRankTest(x, y, { method: "exact" });
        const normal = wilcoxonSignedRankTest(x, y, { method: "normal" });
        expect(Math.abs(exact.p - normal.p), `turn ${turn}`).toBeLessThan(0.01);
      }
    });
  });

  describe("edge cases", () => {
    it.each([{ method: "exact" }, { method: "normal" }] as const)(
      "wilcoxonSignedRankTest returns p 1 if no pair differs: $method",
      (options) => {
        expect(wilcoxonSignedRankTest([1, 2], [1, 2], options)).toMatchObject({ n: 0, zeros: 2, statistic: 0, p: 1 });
        expect(wilcoxonSignedRankTest([], [], options).p).toBe(1);
      },
    );

    it("wilcoxonSignedRankTest uses the exact method for up to 50 differences, and the normal method for more", () => {
      const rising = Array.from({ length: 51 }, (_, index) => index + 1);
      const zeros = new Array(51).fill(0);
      expect(wilcoxonSignedRankTest(rising, zeros).method).toBe("normal");
      const found = wilcoxonSignedRankTest(rising.with(0, 0), zeros);
      expect(found.method).toBe("exact");
      // All 50 positive: two patterns of 2^50.
      expect(found.p).toBe(2 ** -49);
    });
  });

  describe("errors", () => {
    it("wilcoxonSignedRankTest rejects unequal lengths", () => {
      expect(() => wilcoxonSignedRankTest([1], [])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
