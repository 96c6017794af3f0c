/** Are the first units of an order of chance one sample, with the chances that it says? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawInOrder } from "../../../src/maths/random/draw-in-order.ts";
import { seededRandom } from "../../../src/maths/random/seeded-random.ts";
import { runs } from "../../support/property.ts";

const uniform = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
const size = fc.double({ min: 0.01, max: 100, noNaN: true });
const units = fc.array(fc.tuple(size, uniform), { minLength: 1, maxLength: 30 });
const columns = (pairs: readonly (readonly [number, number])[]) =>
  [Float64Array.from(pairs, ([one]) => one), Float64Array.from(pairs, ([, number]) => number)] as const;

describe("drawInOrder", () => {
  it("draws the smallest quotients, with the chance that the next one leaves", () => {
    // By hand, Duffield, Lund, Thorup 2007, 1.1: priorities size / number are 10, 8, 3, 1; with two drawn the threshold
    // is 3, and weights are estimated as max(size, 3): chances min(1, size / 3).
    const found = drawInOrder(Float64Array.of(1, 4, 1.5, 0.5), Float64Array.of(0.1, 0.5, 0.5, 0.5), 2);
    expect(found.drawn).toEqual(Int32Array.of(0, 1));
    expect([...found.probabilities]).toEqual([expect.closeTo(1 / 3, 12), 1]);
  });

  it("is unbiased, and so is its variance, for any sizes and counts", () => {
    // The true total is known; so is the standard error of a mean of 20 000 draws, of which four are allowed.
    const sizes = Float64Array.of(0.2, 0.5, 1, 1, 2, 3, 8);
    const values = Float64Array.of(1, -2, 3, 0.5, -1, 4, 10);
    const total = values.reduce((sum, value) => sum + value, 0);
    const random = seededRandom(5);
    for (const count of [2, 4, 6]) {
      const estimates: number[] = [];
      const variances: number[] = [];
      for (let draw = 0; draw < 20000; draw++) {
        const numbers = sizes.map(() => random());
        const { drawn, probabilities } = drawInOrder(sizes, numbers, count);
        let [sum, variance] = [0, 0];
        for (const [at, unit] of drawn.entries()) {
          const [value, chance] = [values[unit] ?? 0, probabilities[at] ?? 1];
          sum += value / chance;
          variance += ((1 - chance) * value ** 2) / chance ** 2;
        }
        estimates.push(sum);
        variances.push(variance);
      }
      const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
      const spread = mean(estimates.map((estimate) => (estimate - total) ** 2));
      expect(Math.abs(mean(estimates) - total), String(count)).toBeLessThan(4 * Math.sqrt(spread / 20000));
      if (count >= 4) expect(mean(variances) / spread, String(count)).toBeCloseTo(1, 1);
    }
  });

  it("draws in a larger sample all of a smaller one, each with a larger chance", () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 30 }), (pairs, count) => {
        const [sizes, numbers] = columns(pairs);
        const few = drawInOrder(sizes, numbers, count);
        const more = drawInOrder(sizes, numbers, count + 1);
        expect([...more.drawn.subarray(0, few.drawn.length)]).toEqual([...few.drawn]);
        few.probabilities.forEach((chance, at) => {
          expect(more.probabilities[at]).toBeGreaterThanOrEqual(chance);
        });
        expect(few.drawn).toHaveLength(Math.min(count, pairs.length));
        for (const chance of few.probabilities) {
          expect(chance).toBeGreaterThan(0);
          expect(chance).toBeLessThanOrEqual(1);
        }
      }),
      runs,
    );
  });

  it("takes all where there are no more", () => {
    expect([...drawInOrder(Float64Array.of(1, 2), Float64Array.of(0.9, 0.1), 5).probabilities]).toEqual([1, 1]);
  });

  it("wants a count", () => {
    expect(() => drawInOrder(Float64Array.of(1), Float64Array.of(0.5), 0)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
