import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  drawChances,
  drawInOrder,
  drawSystematically,
  inclusionProbabilities,
  seededRandom,
} from "../../../src/maths/random.ts";
import { runs } from "../../support/property.ts";
import { randomOf } from "../../support/simulated-values.ts";

describe("inclusionProbabilities", () => {
  // By hand: 4 size / 55.
  it("returns probabilities in proportion to sizes", () => {
    const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    inclusionProbabilities(sizes, 4).forEach((probability, unit) => {
      expect(probability, `unit ${unit}`).toBeCloseTo((4 * (unit + 1)) / 55, 12);
    });
  });

  it("gives large units probability 1, and shares the other draws in proportion to size", () => {
    // By hand: 3 · 60/100 > 1; then 2 · 30/40 > 1; then 1 · 4/10 and 6/10.
    expect(inclusionProbabilities([60, 30, 4, 6], 3)).toEqual([1, 1, 0.4, 0.6]);
  });

  it("gives all units probability 1 if the count reaches their number", () => {
    expect(inclusionProbabilities([3, 1], 2)).toEqual([1, 1]);
    expect(inclusionProbabilities([], 1)).toEqual([]);
  });
});

describe("drawSystematically", () => {
  it("draws each unit with its probability, and always as many units as the probabilities add up to", () => {
    const probabilities = [0.05, 0.3, 1, 0.65, 0.5, 0.5];
    const random = randomOf(3);
    const counts = probabilities.map(() => 0);
    for (let draw = 0; draw < 4000; draw++) {
      const isDrawn = drawSystematically(probabilities, random);
      expect(isDrawn.filter(Boolean)).toHaveLength(3);
      isDrawn.forEach((drawn, unit) => {
        counts[unit] = (counts[unit] ?? 0) + Number(drawn);
      });
    }
    counts.forEach((count, unit) => {
      const probability = probabilities[unit] ?? 0;
      // Five standard errors.
      const error = 5 * Math.sqrt((probability * (1 - probability)) / 4000);
      expect(Math.abs(count / 4000 - probability), `unit ${unit}`).toBeLessThanOrEqual(error);
    });
  });

  it("draws no units from an empty list", () => {
    expect(drawSystematically([], randomOf(1))).toEqual([]);
  });
});

const uniform = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
const size = fc.double({ min: 0.01, max: 100, noNaN: true });
const units = fc.array(fc.tuple(size, uniform), { minLength: 1, maxLength: 30 });
const columns = (pairs: readonly (readonly [number, number])[]) =>
  [Float64Array.from(pairs, ([one]) => one), Float64Array.from(pairs, ([, number]) => number)] as const;

describe("drawInOrder", () => {
  it("draws the units with the largest size / number, and computes probabilities from the next quotient", () => {
    // By hand, Duffield, Lund, Thorup 2007, 1.1: priorities size / number are 10, 8, 3, 1. With two drawn, the
    // threshold is 3, and sizes are estimated as max(size, 3): probabilities min(1, size / 3).
    const found = drawInOrder(Float64Array.of(1, 4, 1.5, 0.5), Float64Array.of(0.1, 0.5, 0.5, 0.5), 2);
    expect(found.drawn).toEqual(Int32Array.of(0, 1));
    expect([...found.probabilities]).toEqual([expect.closeTo(1 / 3, 12), 1]);
  });

  it("draws samples whose estimates of the total and of its variance are unbiased", () => {
    // The true total and the standard error of a mean of 20,000 draws are known; allows four of them.
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

  it("draws a larger sample that contains the smaller one, with larger probabilities", () => {
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

  it("draws all units if the count reaches their number", () => {
    expect([...drawInOrder(Float64Array.of(1, 2), Float64Array.of(0.9, 0.1), 5).probabilities]).toEqual([1, 1]);
  });

  it("rejects the count 0", () => {
    expect(() => drawInOrder(Float64Array.of(1), Float64Array.of(0.5), 0)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

const query = (deviation: number, cost: number) => ({ deviation, cost });

describe("drawChances", () => {
  it("returns chances in proportion to deviation / sqrt(cost), plus an equal part of at least two fifths", () => {
    // By hand: s = 1, 1/2, 0, mean 1/2; u = .4 + .6 / 3 = .6; .6 + .4 s / mean = 1.4, 1, .6; 1 query of a sum of 3.
    const chances = drawChances([query(2, 4), query(2, 16), query(0, 1)], 1);
    [1.4 / 3, 1 / 3, 0.6 / 3].forEach((expected, place) => {
      expect(chances[place], `query ${place}`).toBeCloseTo(expected, 12);
    });
  });

  it("returns chances in 0..1 that add up to the count, each at least two fifths of an equal chance", () => {
    const someQueries = fc.array(fc.record({ deviation: fc.nat(100), cost: fc.integer({ min: 1, max: 50 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(someQueries, fc.integer({ min: 1, max: 30 }), (queries, wanted) => {
        const count = Math.min(wanted, queries.length);
        const chances = drawChances(queries, count);
        expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(count, 9);
        expect(Math.max(...chances)).toBeLessThanOrEqual(1);
        // Queries with chance 1 leave less than a proportional share to the other queries.
        const uniform = chances.some((chance) => chance === 1) ? 0 : count / queries.length;
        expect(Math.min(...chances)).toBeGreaterThanOrEqual(0.4 * uniform - 1e-12);
        expect(Math.min(...chances)).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it("returns equal chances if all expected deviations are 0", () => {
    expect(drawChances([query(0, 1), query(0, 9), query(0, 3), query(0, 4)], 2)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it("returns chance 1 for all queries if the count reaches their number", () => {
    expect(drawChances([query(1, 1), query(2, 1)], 2)).toEqual([1, 1]);
    expect(drawChances([], 2)).toEqual([]);
  });
});
