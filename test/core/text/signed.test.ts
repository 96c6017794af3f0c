import { describe, expect, it } from "vitest";
import { signed, unsignedZero } from "../../../src/core/text/signed.ts";

describe("signed", () => {
  it.each([
    [0.12345, 4, "+0.1235"],
    [-0.5, 1, "-0.5"],
    [0, 4, "0.0000"],
    [-0.00001, 4, "0.0000"],
    [0.00001, 4, "0.0000"],
  ] as const)("shows %s with %s decimals as %s", (value, decimals, shown) => {
    expect(signed(value, decimals)).toBe(shown);
  });
});

describe("unsignedZero", () => {
  it.each([
    [0.12345, 3, "0.123"],
    [-0.5, 1, "-0.5"],
    [-0.0004, 3, "0.000"],
    [0, 2, "0.00"],
  ] as const)("shows %s with %s decimals as %s", (value, decimals, shown) => {
    expect(unsignedZero(value, decimals)).toBe(shown);
  });
});
