import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fitIsotonic, predictIsotonic } from "../../../src/maths/regression/isotonic.ts";
import { runs } from "../../support/property.ts";

const x = [3, 1, 2, 2, 5, 4, 3, 6, 7, 2];
const y = [0.4, 0.1, 0.6, 0.2, 0.5, 0.9, 0.3, 0.7, 1, 0.1];
const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 12));

const somePoints = fc.array(fc.tuple(fc.nat(8), fc.integer({ min: -9, max: 9 }), fc.nat(3)), {
  minLength: 1,
  maxLength: 20,
});

describe("fitIsotonic", () => {
  // scikit-learn 1.9.1: IsotonicRegression(out_of_bounds="clip").fit(x, y, sample_weight), X_thresholds_,
  // y_thresholds_, predict([0, 1, 1.5, 2.25, 3.5, 4.5, 5.5, 6.5, 9])
  test.each([
    {
      name: "no weights",
      weights: undefined,
      values: [0.1, 0.3, 0.35, 0.7, 0.7, 1],
      predicted: [0.1, 0.1, 0.2, 0.3125, 0.525, 0.7, 0.7, 0.85, 1],
    },
    {
      name: "weights",
      weights: [1, 2, 1, 3, 1, 2, 0.5, 1, 1, 4],
      values: [0.1, 0.2, 0.3666666666666667, 0.75, 0.75, 1],
      predicted: [0.1, 0.1, 0.15, 0.2416666666666667, 0.5583333333333333, 0.75, 0.75, 0.875, 1],
    },
    {
      name: "weights of 0",
      weights: [1, 2, 1, 3, 0, 2, 0, 1, 1, 4],
      values: [0.1, 0.2, 0.4, 0.8333333333333334, 0.8333333333333334, 1],
      predicted: null,
    },
  ])("matches scikit-learn for tied x and $name", ({ weights, values, predicted }) => {
    const model = fitIsotonic(x, y, weights);
    expect(model).toEqual({ kind: "isotonic", thresholds: [1, 2, 3, 4, 6, 7], values: close(values) });
    if (predicted === null) return;
    expect([...predictIsotonic(model, [0, 1, 1.5, 2.25, 3.5, 4.5, 5.5, 6.5, 9])]).toEqual(close(predicted));
  });

  describe("properties", () => {
    it("fitIsotonic returns a curve that never falls, keeps the weighted mean, and stays within the range of targets", () => {
      fc.assert(
        fc.property(somePoints, (points) => {
          const weights = points.map(([, , weight]) => weight + 1);
          const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
          const model = fitIsotonic(xs, ys, weights);
          expect(model.thresholds).toEqual([...new Set(model.thresholds)].sort((a, b) => a - b));
          expect(model.values).toEqual(model.values.toSorted((a, b) => a - b));
          const fitted = predictIsotonic(model, xs);
          const total = (values: ArrayLike<number>) =>
            weights.reduce((sum, weight, point) => sum + weight * (values[point] ?? Number.NaN), 0);
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
          const weights = points.map(([, , weight]) => weight + 1);
          const model = fitIsotonic(
            points.map(([x]) => x),
            points.map(([, y]) => y),
            weights,
          );
          const places = [...new Set(points.map(([x]) => x))];
          const meanWithin = (from: number, to: number) => {
            let [sum, weight] = [0, 0];
            for (const [x, y, extra] of points) {
              if (x < from || x > to) continue;
              sum += (extra + 1) * y;
              weight += extra + 1;
            }
            return sum / weight;
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

    it("fitIsotonic ends at the outermost points that have positive weight", () => {
      expect(fitIsotonic([0, 1, 2, 2, 3], [9, 1, 7, 2, 0], [0, 1, 0, 1, 0])).toEqual({
        kind: "isotonic",
        thresholds: [1, 2],
        values: [1, 2],
      });
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
    {
      name: "a negative weight",
      args: [
        [1, 2],
        [1, 2],
        [1, -1],
      ],
    },
    {
      name: "no positive weight",
      args: [
        [1, 2],
        [1, 2],
        [0, 0],
      ],
    },
  ])("rejects $name", ({ args: [xs = [], ys = [], weights] }) => {
    expect(() => fitIsotonic(xs, ys, weights)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
