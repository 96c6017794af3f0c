import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawChances } from "../../../src/maths/sampling/draw-chances.ts";
import { runs } from "../../support/property.ts";

const query = (deviation: number, cost: number) => ({ deviation, cost });

describe("drawChances", () => {
  it("follows deviation by root of cost, with two fifths and more the same for all", () => {
    // By hand: s = 1, 1/2, 0, mean 1/2; u = .4 + .6 / 3 = .6; .6 + .4 s / mean = 1.4, 1, .6; 1 query of a sum of 3.
    const chances = drawChances([query(2, 4), query(2, 16), query(0, 1)], 1);
    [1.4 / 3, 1 / 3, 0.6 / 3].forEach((expected, place) => {
      expect(chances[place], `query ${place}`).toBeCloseTo(expected, 12);
    });
  });

  it("adds up to the number of queries, within 0..1 and never below two fifths of a uniform draw", () => {
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
        // Certain ones take more than their share from the others.
        const uniform = chances.some((chance) => chance === 1) ? 0 : count / queries.length;
        expect(Math.min(...chances)).toBeGreaterThanOrEqual(0.4 * uniform - 1e-12);
        expect(Math.min(...chances)).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it("is uniform where nothing is expected of any query", () => {
    expect(drawChances([query(0, 1), query(0, 9), query(0, 3), query(0, 4)], 2)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it("takes all where there are no more", () => {
    expect(drawChances([query(1, 1), query(2, 1)], 2)).toEqual([1, 1]);
    expect(drawChances([], 2)).toEqual([]);
  });
});
