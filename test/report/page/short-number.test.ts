import { expect, test } from "vitest";
import { shortNumber } from "../../../src/report/page/short-number.ts";

test.each([
  [0.6131, ".613"],
  [0.0504, ".050"],
  [-0.05, "−.050"],
  [1, "1"],
  [0.9999, "1"],
  [1.25, "1.250"],
  [0, "0"],
  [-0.0001, "0"],
])("%f is written %s", (value, text) => {
  expect(shortNumber(value)).toBe(text);
});
