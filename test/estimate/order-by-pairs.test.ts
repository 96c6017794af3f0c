/** Are rated gains used if there are any, and predicted gains otherwise? */
import { describe, expect, it } from "vitest";
import { orderByPairs } from "../../src/estimate/calibration/calibrated-values.ts";
import { titlePool } from "../../src/estimate/calibration/title-pool.ts";
import { parseOrderingMeasure, positionWeights } from "../../src/measure/measures/parse-measures.ts";
import { makeLists } from "../support/make-lists.ts";

const weights = positionWeights(parseOrderingMeasure("DCG@10"));
const one = makeLists(
  "one",
  [
    [0, 0, "alpha"],
    [0, 1, "beta"],
    [1, 0, "xi"],
  ],
  2,
);
const two = makeLists(
  "two",
  [
    [0, 0, "delta"],
    [0, 1, "alpha"],
    [1, 0, "ypsilon"],
  ],
  2,
);
/** alpha beta delta | xi ypsilon */
const pool = titlePool(2, [one, two]);
const predicted = Float64Array.of(0.5, 1, 2, 1, 0);
const queries = Int32Array.of(0, 1);
/** People gave grade 0 to delta and 3 to ypsilon; other targets are not read. */
const rated = { rows: Int32Array.of(2, 4), targets: Float64Array.of(9, 9, 0, 9, 3) };

describe("orderByPairs", () => {
  it("uses rated gains of rated titles and predicted gains of others, and returns the predicted share", () => {
    // By hand, w = 1 / log2 3 = .63093. one: .5 + w, 1; two: .5 w, 3. Sums 2.1309 and 3.3155, of which 3 are rated.
    const { order, predictedShare } = orderByPairs(pool, rated, predicted, { weights, queries, isNormalised: false });
    expect(order).toEqual([1, 0]);
    expect(predictedShare).toBeCloseTo(1 - 3 / (2.5 + 1.5 / Math.log2(3) + 2), 12);
  });

  it("divides by the best order of each query's pool if isNormalised", () => {
    // Best orders: 1, .5, 0 and 3, 1, so 1 + .5 w and 3 + w. one: .860 and .275; two: .240 and .826.
    expect(orderByPairs(pool, rated, predicted, { weights, queries, isNormalised: true }).order).toEqual([0, 1]);
  });

  it("uses only predictions if no title of the lists is rated, and keeps the given order of equal engines", () => {
    const none = { rows: new Int32Array(0), targets: rated.targets };
    const options = { weights, queries, isNormalised: false };
    // one: .5 + w + 1 = 2.131; two: 2 + .5 w = 2.315.
    expect(orderByPairs(pool, none, predicted, options)).toEqual({ order: [1, 0], predictedShare: 1 });
    expect(orderByPairs(pool, none, new Float64Array(5), options).order).toEqual([0, 1]);
  });
});
