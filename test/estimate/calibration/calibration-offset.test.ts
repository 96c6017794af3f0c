import { describe, expect, it } from "vitest";
import { calibrationOffset } from "../../../src/estimate/calibration/calibration-offset.ts";

describe("calibrationOffset", () => {
  it("is the mean difference over the rated queries", () => {
    // By hand: engine 0 (0.1 + 0.3) / 2, engine 1 (0.2 - 0.2) / 2; the second query is not rated.
    const calibrated = [Float64Array.of(0.6, 0.9, 0.8), Float64Array.of(0.7, 0.1, 0.3)];
    const human = [Float64Array.of(0.5, Number.NaN, 0.5), Float64Array.of(0.5, Number.NaN, 0.5)];
    const offset = calibrationOffset(calibrated, human);
    expect(Array.from(offset?.engines ?? [])).toEqual([expect.closeTo(0.2, 12), expect.closeTo(0, 12)]);
    expect(offset?.mean).toBeCloseTo(0.1, 12);
    expect(offset?.ratedQueries).toBe(2);
  });

  it("is not known where nobody rated, and where there is no engine", () => {
    expect(calibrationOffset([Float64Array.of(1)], [Float64Array.of(Number.NaN)])).toBeNull();
    expect(calibrationOffset([], [])).toBeNull();
  });
});
