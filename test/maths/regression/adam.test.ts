import { describe, expect, it } from "vitest";
import { adam } from "../../../src/maths/regression/adam.ts";

describe("adam", () => {
  it("steps as worked by hand", () => {
    // Step 1: both corrections undo the decay, 1 - .1 * 2 / (2 + 1e-8) = .9000000005.
    // Step 2 with slope 0: mean .9 * .2 / .19 = .947368, square .999 * .004 / .001999 = 1.998999,
    // .9000000005 - .1 * .947368 / 1.413859 = .832994.
    const parameters = Float64Array.of(1, 5);
    const step = adam(parameters, 0.1);
    step(Float64Array.of(2, 0));
    expect(parameters[0]).toBeCloseTo(0.9000000005, 12);
    step(Float64Array.of(0, 0));
    expect(parameters[0]).toBeCloseTo(0.832994, 6);
    expect(parameters[1]).toBe(5);
  });

  it("goes by the sign of the first slope, not by its size", () => {
    const parameters = Float64Array.of(0, 0, 0);
    adam(parameters, 0.5)(Float64Array.of(100, 0.01, -3));
    expect([...parameters]).toEqual([-0.5, -0.5, 0.5].map((value) => expect.closeTo(value, 5)));
  });

  it("leaves the gradient as it was", () => {
    const gradient = Float64Array.of(1, -1);
    adam(Float64Array.of(0, 0), 0.5)(gradient);
    expect(gradient).toEqual(Float64Array.of(1, -1));
  });
});
