import { describe, expect, it, test } from "vitest";
import { coordinate, linePath, tenth } from "../../../src/report/plots/svg-frame.ts";

test.each([
  [1, "1"],
  [1.005, "1"],
  [2 / 3, "0.67"],
  [-0.001, "0"],
  [-1.25, "-1.25"],
  [1e-9, "0"],
])("coordinate writes %s as %s", (value, expected) => {
  expect(coordinate(value)).toBe(expected);
});

test.each([
  [1.25, "1.3"],
  [-0.04, "0"],
  [2, "2"],
])("tenth writes %s as %s", (value, expected) => {
  expect(tenth(value)).toBe(expected);
});

describe("linePath", () => {
  it("rounds points to tenths, and leaves out repeated points", () => {
    expect(
      linePath([
        [0, 0],
        [0.04, -0.04],
        [1.26, 2],
        [1.26, 2],
      ]),
    ).toBe("M0 0L1.3 2");
  });
  it("interrupts the path if a point is missing", () => {
    expect(linePath([null, [1, 1], null, [1, 1], [2, 2], null])).toBe("M1 1M1 1L2 2");
  });
  it("returns an empty path if there are no points", () => {
    expect(linePath([])).toBe("");
  });
});
