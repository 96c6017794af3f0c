import { describe, expect, it, test } from "vitest";
import { seededRandom } from "../../../src/maths/random.ts";
import { adam, countMlpParameters, mlpGradient } from "../../../src/maths/regression/mlp.ts";

describe("mlpGradient", () => {
  // All expected numbers: numpy 2 in double precision, written from the formulas (forward `a @ W + b`, backward `(d @
  // W.T) * (a > 0)`, Kingma & Ba's algorithm 1 with rate .001), independent of this code.
  describe("for a perceptron with 2 features, hidden layers of 3 and 2 nodes, and alpha .1", () => {
    const start = [
      0.5, -0.4, 0.3, 0.2, 0.6, -0.7, 0.1, 0.2, 0.05, 0.7, -0.3, 0.4, 0.9, -0.6, 0.8, 0.15, 0.25, 0.5, -1.1, 0.3,
    ];
    const input = { rows: 4, columns: 2, values: Float64Array.of(1, 2, -1, 0.5, 0.3, -1.2, 2, -0.7) };
    const targets = Float64Array.of(1, -0.5, 2, 0.25);
    const at = (parameters: Float64Array) => mlpGradient([2, 3, 2, 1], parameters, input, targets, 0.1);

    it("mlpGradient matches numpy's loss and gradient", () => {
      const { loss, gradient } = at(Float64Array.from(start));
      expect(loss).toBeCloseTo(1.2892726962500003, 12);
      const expected = [
        -0.515759975, 0.1675525, 0.6915666, 0.0424215, 0.42491125, -0.939658, -0.54872125, 0.2213975, 0.87201,
        -0.209838, 0.500437375, -0.1287375, 0.3277225, -0.135042, 1.04788235, -0.245425, 1.3193125, -0.3463403,
        -1.186093675, -1.199375,
      ];
      expect([...gradient]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
    });

    test.each([
      {
        steps: 1,
        expected: [
          0.500999999980611, -0.400999999940317, 0.29900000001446, 0.199000000235729, 0.599000000023534,
          -0.699000000010642, 0.100999999981776, 0.199000000045168, 0.0490000000114678, 0.700999999952344,
          -0.300999999980017, 0.400999999922323, 0.899000000030514, -0.599000000074051, 0.799000000009543,
          0.150999999959254, 0.24900000000758, 0.500999999971127, -1.09900000000843, 0.300999999991662,
        ],
      },
      {
        steps: 3,
        expected: [
          0.502998958703649, -0.402998996480356, 0.297001466855202, 0.196997506520504, 0.597001577642351,
          -0.6970007045056, 0.102999394430839, 0.197001989523179, 0.0470008483175567, 0.702998915861265,
          -0.302999113414071, 0.402998104219517, 0.897001906211742, -0.597001657791979, 0.797000962542859,
          0.152998577755537, 0.247000887627295, 0.502999218499568, -1.09700132898837, 0.302999206289181,
        ],
      },
    ])("mlpGradient leads to the same weights as numpy after step $steps of Adam", ({ steps, expected }) => {
      const parameters = Float64Array.from(start);
      const step = adam(parameters, 0.001);
      for (let done = 0; done < steps; done++) step(at(parameters).gradient);
      expect([...parameters]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
    });
  });

  test.each([
    { sizes: [3, 1], rows: 5, alpha: 0 },
    { sizes: [1, 4, 1], rows: 1, alpha: 0.5 },
    { sizes: [3, 7, 5, 1], rows: 9, alpha: 0 },
    { sizes: [6, 10, 3, 8, 1], rows: 20, alpha: 0.3 },
  ])("matches central differences of the loss for layers $sizes and alpha $alpha", ({ sizes, rows, alpha }) => {
    const random = seededRandom(11);
    const draw = (count: number) => Float64Array.from({ length: count }, () => 2 * random() - 1);
    const parameters = draw(countMlpParameters(sizes));
    const columns = sizes[0] ?? 0;
    const input = { rows, columns, values: draw(rows * columns) };
    const targets = draw(rows);
    const { gradient } = mlpGradient(sizes, parameters, input, targets, alpha);
    const lossWith = (place: number, change: number) => {
      const moved = Float64Array.from(parameters, (value, at) => (at === place ? value + change : value));
      return mlpGradient(sizes, moved, input, targets, alpha).loss;
    };
    const width = 1e-5;
    gradient.forEach((slope, place) => {
      const difference = (lossWith(place, width) - lossWith(place, -width)) / (2 * width);
      expect(Math.abs(slope - difference), `parameter ${place}`).toBeLessThan(1e-6 * Math.max(Math.abs(slope), 1e-3));
    });
    expect(gradient.some((slope) => slope !== 0)).toBe(true);
  });
});
