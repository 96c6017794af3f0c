import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapEngineOrder } from "../../../src/maths/correlation/correlate.ts";
import { kendallTauB } from "../../../src/maths/correlation/rank-correlation.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { runs } from "../../support/property.ts";

/** Engines x queries. */
function table(engines: number, queries: number, scoreOf: (engine: number, query: number) => number): Float64Array[] {
  return Array.from({ length: engines }, (_, engine) =>
    Float64Array.from({ length: queries }, (__, query) => scoreOf(engine, query)),
  );
}

const noise = (engine: number, query: number) => ((engine * 37 + query * 61 + engine * query * 17) % 101) / 100;
const trueScore = (engine: number, query: number) => 0.03 * engine + noise(engine, query) / 2;

/** Eight engines and twelve queries, some not measured. */
const truth = table(8, 12, (engine, query) =>
  (engine * 2 + query * 7) % 13 === 0 ? Number.NaN : trueScore(engine, query),
);
const proxy = table(8, 12, (engine, query) =>
  (engine * 5 + query * 3) % 11 === 0 ? Number.NaN : (trueScore(engine, query) + noise(engine + 7, query + 3)) / 2,
);

describe("bootstrapEngineOrder", () => {
  // numpy 2.4 nanmean and scipy 1.17 kendalltau, 60,000 resamples. With eight engines, τ has steps of 2/28, and the
  // quantiles .02 to .03 and .97 to .98 have the same value.
  it("matches numpy and scipy", () => {
    const found = bootstrapEngineOrder(proxy, truth, { seed: 3, samples: 20_000 });
    expect(found.tauB).toBeCloseTo(0.7142857142857142, 13);
    expect(found.interval?.map((bound) => bound * 28)).toEqual([expect.closeTo(6, 10), expect.closeTo(22, 10)]);
    expect(found.leftOut).toBe(0);
  });

  describe("properties", () => {
    const someTable = fc.array(
      fc.array(fc.oneof(fc.nat(10), fc.constant(Number.NaN)), { minLength: 5, maxLength: 5 }),
      {
        minLength: 6,
        maxLength: 6,
      },
    );
    const rows = (values: readonly number[][]) => values.map((row) => Float64Array.from(row));

    it("bootstrapEngineOrder returns τ-b of the means and an interval in -1..1, and the same result for the same seed", () => {
      fc.assert(
        fc.property(someTable, fc.nat(), (values, seed) => {
          const one = rows(values.slice(0, 3));
          const other = rows(values.slice(3));
          const options = { seed, samples: 50 };
          const found = bootstrapEngineOrder(one, other, options);
          expect(bootstrapEngineOrder(other, one, options)).toEqual(found);
          expect(found.interval === null).toBe(found.leftOut === 50);
          const [low = 0, high = 0] = found.interval ?? [];
          expect(low).toBeGreaterThanOrEqual(-1);
          expect(low).toBeLessThanOrEqual(high);
          expect(high).toBeLessThanOrEqual(1);
          const means = (side: readonly Float64Array[]) =>
            side.map((row) => {
              const measured = row.filter((value) => !Number.isNaN(value));
              return measured.reduce((sum, value) => sum + value, 0) / measured.length;
            });
          const unmeasured = [...means(one), ...means(other)].some(Number.isNaN);
          expect(found.tauB).toBe(unmeasured ? null : (kendallTauB(means(one), means(other))?.tau ?? null));
        }),
        runs,
      );
    });

    it("bootstrapEngineOrder returns τ-b 1 and an interval from 1 to 1 if the proxy is proportional to the truth", () => {
      const found = bootstrapEngineOrder(
        table(8, 12, (engine, query) => 2 * trueScore(engine, query)),
        table(8, 12, trueScore),
        { seed: 1, samples: 500 },
      );
      const one = expect.closeTo(1, 13);
      expect(found).toEqual({ tauB: one, interval: [one, one], leftOut: 0 });
    });

    it("bootstrapEngineOrder returns a narrower interval for more queries", () => {
      const width = (queries: number) => {
        const random = seededRandom(8);
        const score = (engine: number) => 0.05 * engine + random();
        const sides = [table(6, queries, score), table(6, queries, score)] as const;
        const [low = 0, high = 0] = bootstrapEngineOrder(...sides, { seed: 1, samples: 500 }).interval ?? [];
        return high - low;
      };
      expect(width(400)).toBeLessThan(width(20));
    });

    it("bootstrapEngineOrder returns an interval for 29 engines, 225 queries and 1000 resamples", () => {
      const random = seededRandom(4);
      const score = (engine: number) => 0.01 * engine + random();
      const found = bootstrapEngineOrder(table(29, 225, score), table(29, 225, score), { seed: 1, samples: 1000 });
      const [low = Number.NaN, high = Number.NaN] = found.interval ?? [];
      expect(low).toBeLessThan(Number(found.tauB));
      expect(high - low).toBeGreaterThan(0);
      expect(high - low).toBeLessThan(0.6);
    });
  });

  describe("edge cases", () => {
    it("bootstrapEngineOrder leaves out resamples in which an engine is not measured, and counts them", () => {
      // The first engine has one of two queries, so one in four resamples lacks it.
      const holes = [Float64Array.of(1, Number.NaN), Float64Array.of(2, 3)];
      const found = bootstrapEngineOrder(holes, [Float64Array.of(1, 1), Float64Array.of(2, 2)], {
        seed: 1,
        samples: 4000,
      });
      expect(found).toMatchObject({ tauB: 1, interval: [1, 1] });
      // Four standard deviations of sqrt(4000 / 4 * 3 / 4) = 27.
      expect(Math.abs(found.leftOut - 1000)).toBeLessThan(110);
    });

    it("bootstrapEngineOrder returns null if an engine has no value, and if there are fewer than two engines or no queries", () => {
      const options = { seed: 1, samples: 10 };
      const nothing = { tauB: null, interval: null, leftOut: 10 };
      const never = [Float64Array.of(1, 2), Float64Array.of(Number.NaN, Number.NaN)];
      expect(bootstrapEngineOrder(never, table(2, 2, trueScore), options)).toEqual(nothing);
      expect(bootstrapEngineOrder(table(1, 2, trueScore), table(1, 2, trueScore), options)).toEqual(nothing);
      expect(bootstrapEngineOrder([], [], options)).toEqual(nothing);
      expect(bootstrapEngineOrder(table(2, 0, trueScore), table(2, 0, trueScore), options)).toEqual(nothing);
    });
  });

  describe("errors", () => {
    it("bootstrapEngineOrder rejects a count of 0 samples", () => {
      expect(() => bootstrapEngineOrder([], [], { seed: 1, samples: 0 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    });
  });
});
