import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankCorrelationSampler } from "../../../src/maths/correlation/correlate.ts";
import { kendallTauB, spearman } from "../../../src/maths/correlation/rank-correlation.ts";
import { runs } from "../../support/property.ts";

const pairsWithCounts = fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.nat(3)), { minLength: 1, maxLength: 25 });

describe("rankCorrelationSampler", () => {
  it("matches Spearman's and Kendall's coefficients of pairs that are repeated as often as drawn", () => {
    fc.assert(
      fc.property(pairsWithCounts, (pairs) => {
        const written = pairs.flatMap(([x, y, count]) => new Array<readonly [number, number]>(count).fill([x, y]));
        const sample = rankCorrelationSampler(
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
        );
        const found = sample(pairs.map(([, , count]) => count));
        const x = written.map(([value]) => value);
        const y = written.map(([, value]) => value);
        expectClose(found.spearman, spearman(x, y));
        expectClose(found.kendall, kendallTauB(x, y)?.tau ?? null);
      }),
      runs,
    );
  });

  it("does not carry over state between resamples", () => {
    const sample = rankCorrelationSampler([1, 2, 3, 4], [1, 3, 2, 4]);
    const first = sample([1, 1, 1, 1]);
    sample([4, 0, 0, 0]);
    expect(sample([1, 1, 1, 1])).toEqual(first);
  });

  it("returns null if a drawn series is constant or no pair is drawn", () => {
    const nothing = { spearman: null, kendall: null };
    expect(rankCorrelationSampler([1, 1, 1], [1, 2, 3])([1, 1, 1])).toEqual(nothing);
    expect(rankCorrelationSampler([1, 2, 3], [1, 1, 1])([1, 1, 1])).toEqual(nothing);
    expect(rankCorrelationSampler([1, 2, 3], [1, 2, 3])([0, 3, 0])).toEqual(nothing);
    expect(rankCorrelationSampler([1, 2], [1, 2])([0, 0])).toEqual(nothing);
  });

  it("rejects series of unequal length", () => {
    expect(() => rankCorrelationSampler([1], [1, 2])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

function expectClose(found: number | null, expected: number | null): void {
  if (expected === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(expected, 10);
}
