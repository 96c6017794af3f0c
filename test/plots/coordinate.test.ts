import { expect, test } from "vitest";
import { coordinate } from "../../src/plots/coordinate.ts";

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
