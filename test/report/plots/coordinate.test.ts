import { expect, test } from "vitest";
import { coordinate, tenth } from "../../../src/report/plots/coordinate.ts";

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
