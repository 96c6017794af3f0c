import { describe, expect, it } from "vitest";
import { percentileInterval } from "../../../src/maths/summary/percentile-interval.ts";

describe("percentileInterval", () => {
  it("holds the middle 95 %, whatever the order", () => {
    // numpy: np.percentile(range(201), [2.5, 97.5]) = [5, 195]
    const values = Array.from({ length: 201 }, (_, place) => (place * 7) % 201);
    expect(percentileInterval(values)).toEqual({ interval: [5, 195], leftOut: 0 });
  });

  it("leaves out and counts what is undefined, and keeps 0", () => {
    expect(percentileInterval([null, 0, null, 0])).toEqual({ interval: [0, 0], leftOut: 2 });
  });

  it("is null where nothing is defined", () => {
    expect(percentileInterval([null, null])).toEqual({ interval: null, leftOut: 2 });
    expect(percentileInterval([])).toEqual({ interval: null, leftOut: 0 });
  });
});
