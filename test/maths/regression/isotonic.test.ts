import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitIsotonic, predictIsotonic } from "../../../src/maths/regression/isotonic.ts";
import { runs } from "../../support/property.ts";

const x = [3, 1, 2, 2, 5, 4, 3, 6, 7, 2];
const y = [0.4, 0.1, 0.6, 0.2, 0.5, 0.9, 0.3, 0.7, 1, 0.1];
const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 12));

/** Points with few different x, some of them several times. */
const somePoints = fc
  .array(fc.tuple(fc.nat(8), fc.integer({ min: -9, max: 9 }), fc.nat(3)), { minLength: 1, maxLength: 20 })
  .map((drawn) => drawn.flatMap(([x, y, more]) => Array.from({ length: more + 1 }, () => [x, y] as const)));

describe("fitIsotonic", () => {
  // scikit-learn 1.9.1: IsotonicRegression(out_of_bounds="clip").fit(x, y), X_thresholds_, y_thresholds_,
  // predict([0, 1, 1.5, 2.25, 3.5, 4.5, 5.5, 6.5, 9])
  it("matches scikit-learn for tied x", () => {
    const model = fitIsotonic(x, y);
    const values = [0.1, 0.3, 0.35, 0.7, 0.7, 1];
    expect(model).toEqual({ kind: "isotonic", thresholds: [1, 2, 3, 4, 6, 7], values: close(values) });
    const predicted = [0.1, 0.1, 0.2, 0.3125, 0.525, 0.7, 0.7, 0.85, 1];
    expect([...predictIsotonic(model, [0, 1, 1.5, 2.25, 3.5, 4.5, 5.5, 6.5, 9])]).toEqual(close(predicted));
  });

  describe("properties", () => {
    it("fitIsotonic returns a curve that never falls, keeps the mean, and stays within the range of targets", () => {
      fc.assert(
        fc.property(somePoints, (points) => {
          const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
          const model = fitIsotonic(xs, ys);
          expect(model.thresholds).toEqual([...new Set(model.thresholds)].sort((a, b) => a - b));
          expect(model.values).toEqual(model.values.toSorted((a, b) => a - b));
          const fitted = predictIsotonic(model, xs);
          const total = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);
          expect(total(fitted)).toBeCloseTo(total(ys), 8);
          expect(Math.min(...fitted)).toBeGreaterThanOrEqual(Math.min(...ys) - 1e-9);
          expect(Math.max(...fitted)).toBeLessThanOrEqual(Math.max(...ys) + 1e-9);
        }),
        runs,
      );
    });

    it("fitIsotonic matches the min-max formula", () => {
      // Barlow et al. 1972, 1.9: curve(x) = max over a <= x of min over b >= x of the mean of y in a..b.
      fc.assert(
        fc.property(somePoints, (points) => {
          const model = fitIsotonic(
            points.map(([x]) => x),
            points.map(([, y]) => y),
          );
          const places = [...new Set(points.map(([x]) => x))];
          const meanWithin = (from: number, to: number) => {
            const inside = points.filter(([x]) => from <= x && x <= to);
            return inside.reduce((sum, [, y]) => sum + y, 0) / inside.length;
          };
          for (const place of places) {
            const [lows, highs] = [places.filter((x) => x <= place), places.filter((x) => x >= place)];
            const expected = Math.max(...lows.map((a) => Math.min(...highs.map((b) => meanWithin(a, b)))));
            expect(predictIsotonic(model, [place])[0]).toBeCloseTo(expected, 9);
          }
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("fitIsotonic fits a constant if the targets fall as x rises", () => {
      // scikit-learn 1.9.1, as above
      expect(fitIsotonic([1, 2, 3], [3, 2, 1])).toEqual({ kind: "isotonic", thresholds: [1, 3], values: [2, 2] });
    });

    it("fitIsotonic fits a single point if all x are equal", () => {
      const model = fitIsotonic([4, 4], [1, 2]);
      expect(model).toEqual({ kind: "isotonic", thresholds: [4], values: [1.5] });
      expect([...predictIsotonic(model, [3, 4, 5])]).toEqual([1.5, 1.5, 1.5]);
    });

    it("fitIsotonic clips infinite x and returns NaN for NaN", () => {
      const model = fitIsotonic([1, 2], [3, 4]);
      const given = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN];
      expect([...predictIsotonic(model, given)]).toEqual([3, 4, Number.NaN]);
    });

    it("fitIsotonic fits 200,000 points even if the last point pulls all other points down", () => {
      const count = 200_000;
      const rising = Array.from({ length: count }, (_, place) => place);
      const model = fitIsotonic(rising, rising.with(count - 1, -(count ** 2)));
      expect(model.thresholds).toEqual([0, count - 1]);
    });
  });

  it.each([
    { name: "no points", args: [[], []] },
    { name: "unequal lengths", args: [[1, 2], [1]] },
    {
      name: "NaN",
      args: [
        [1, Number.NaN],
        [1, 2],
      ],
    },
  ])("rejects $name", ({ args: [xs = [], ys = []] }) => {
    expect(() => fitIsotonic(xs, ys)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
