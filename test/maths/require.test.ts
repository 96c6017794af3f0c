import { describe, expect, it } from "vitest";
import { cohenKappa, krippendorffAlpha } from "../../src/maths/agreement/coefficients.ts";
import { bootstrapInterval } from "../../src/maths/bootstrap-interval.ts";
import {
  requireBinary,
  requireCount,
  requireOneOf,
  requirePaired,
  requireProbabilities,
  requireShare,
} from "../../src/maths/numbers.ts";
import { wilcoxonSignedRankTest } from "../../src/maths/significance/paired-tests.ts";

describe("requireCount", () => {
  it.each([1, 100_000])("accepts %s", (value) => {
    expect(() => requireCount("resamples", value)).not.toThrow();
  });

  describe("errors", () => {
    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
      "requireCount rejects %s and names the option",
      (value) => {
        expect(() => requireCount("resamples", value)).toThrow(
          expect.objectContaining({ code: "INVALID_OPTION", details: { resamples: value } }),
        );
      },
    );
  });
});

describe("requireOneOf", () => {
  it("accepts the listed values only, and names them", () => {
    expect(() => requireOneOf("Testing", "method", "exact", ["exact", "normal"])).not.toThrow();
    const refusing = () => requireOneOf("Testing", "method", "zzz", ["exact", "normal"]);
    expect(refusing).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details: { method: "zzz" } }));
    expect(refusing).toThrow('Testing: method is "zzz". Give "exact" or "normal".');
  });

  it.each([
    () => krippendorffAlpha([[1, 2]], "ratio" as never),
    () => cohenKappa([1, 2], [1, 2], "cubic" as never),
    () => wilcoxonSignedRankTest([1], [2], { method: "zzz" as never }),
    () => wilcoxonSignedRankTest([1], [2], { zeroRule: "zzz" as never }),
    () => bootstrapInterval([1, 2], { seed: 1, method: "zzz" as never }),
  ])("is called by %o", (call) => {
    expect(call).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

describe("requireShare", () => {
  it.each([1e-300, 0.5, 0.999999])("accepts %s", (value) => {
    expect(() => requireShare("level", value)).not.toThrow();
  });

  describe("errors", () => {
    it.each([0, 1, -0.1, 95, Number.NaN])("requireShare rejects %s and names the option", (value) => {
      expect(() => requireShare("level", value)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { level: value } }),
      );
    });
  });
});

describe("requireProbabilities", () => {
  it("accepts numbers from 0 to 1, and an empty list", () => {
    expect(() => requireProbabilities([0, 0.5, 1])).not.toThrow();
    expect(() => requireProbabilities([])).not.toThrow();
  });

  describe("errors", () => {
    it.each([-0.01, 1.01, Number.NaN])("requireProbabilities rejects %s and names its index", (p) => {
      expect(() => requireProbabilities([0.5, p])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, p } }),
      );
    });
  });
});

describe("requirePaired", () => {
  it("accepts pairs of finite numbers, and empty lists", () => {
    expect(() => requirePaired([1, -2.5], Float64Array.of(0, 1e300))).not.toThrow();
    expect(() => requirePaired([], [])).not.toThrow();
  });

  describe("errors", () => {
    it("requirePaired rejects lists of unequal length and names both lengths", () => {
      expect(() => requirePaired([1, 2], [1])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { first: 2, second: 1 } }),
      );
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
      "requirePaired rejects %s and names its index",
      (value) => {
        expect(() => requirePaired([1, value], [1, 2])).toThrow(
          expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, first: value, second: 2 } }),
        );
        expect(() => requirePaired([3], [value])).toThrow(
          expect.objectContaining({ code: "INVALID_OPTION", details: { index: 0, first: 3, second: value } }),
        );
      },
    );
  });
});

describe("requireBinary", () => {
  it("accepts 0 and 1, and an empty list", () => {
    expect(requireBinary([0, 1, 1])).toBeUndefined();
    expect(requireBinary([])).toBeUndefined();
  });

  it.each([2, 0.5, -1, Number.NaN])("rejects %s and names its index", (value) => {
    expect(() => requireBinary([0, value])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, value } }),
    );
  });
});
