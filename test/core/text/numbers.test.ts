import { describe, expect, it } from "vitest";
import { isDecimal, isNumber, signed, unsignedZero } from "../../../src/core/text/wording.ts";

describe("isNumber", () => {
  it.each(["0", "-1.5", "+2", ".5", "3.", "2e-3", "1E5", "007"])("accepts %j", (text) => {
    expect(isNumber(text)).toBe(true);
  });

  it.each(["", " 1", "1 ", "-", ".", "e5", "1e", "0x10", "1_000", "1,5", "NaN", "Infinity", "1e999", "٣"])(
    "rejects %j",
    (text) => {
      expect(isNumber(text)).toBe(false);
    },
  );

  it("rejects 300,000 digits and a letter in linear time", () => {
    const begun = process.cpuUsage();
    expect(isNumber(`${"1".repeat(300_000)}x`)).toBe(false);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });
});

describe("isDecimal", () => {
  it("also accepts numbers that are too large for a double", () => {
    expect(["1e999", "2.5", "", "Infinity", "0x10"].map(isDecimal)).toEqual([true, true, false, false, false]);
  });
});

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
