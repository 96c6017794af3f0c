/** Are bytes the number that JavaScript reads in the same text? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumber } from "../../src/io/parse-number.ts";
import { runs } from "../support/property.ts";

function parse(text: string): number {
  const bytes = Buffer.from(text);
  return parseNumber(bytes, 0, bytes.length);
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
const sign = fc.constantFrom("", "-", "+");
const mantissa = fc.oneof(
  digits(1, 20),
  fc.tuple(digits(1, 20), digits(0, 20)).map(([whole, decimals]) => `${whole}.${decimals}`),
  digits(1, 20).map((decimals) => `.${decimals}`),
);
const exponent = fc.oneof(
  fc.constant(""),
  fc.tuple(fc.constantFrom("e", "E"), sign, fc.nat(290)).map(([letter, minus, power]) => `${letter}${minus}${power}`),
);

describe("parseNumber", () => {
  describe("shape of the answer", () => {
    it("equals Number of every decimal text, to the last bit", () => {
      fc.assert(
        fc.property(sign, mantissa, exponent, (minus, size, power) => {
          const text = `${minus}${size}${power}`;
          fc.pre(Number.isFinite(Number(text)));
          expect(parse(text)).toBe(Number(text));
        }),
        { ...runs, numRuns: 5000 },
      );
    });

    it("reads back what JavaScript prints", () => {
      fc.assert(
        fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
          expect(parse(String(value))).toBe(Number(String(value)));
        }),
        { ...runs, numRuns: 2000 },
      );
    });

    it("is a number only of texts that Number reads too", () => {
      const characters = fc.string({ unit: fc.constantFrom(..."019.-+eExn_, \ufeff"), maxLength: 6 });
      fc.assert(
        fc.property(characters, (text) => {
          const value = parse(text);
          if (!Number.isNaN(value)) expect(value).toBe(Number(text));
          else expect(text).not.toMatch(/^[+-]?\d+(\.\d+)?$/);
        }),
        { ...runs, numRuns: 2000 },
      );
    });
  });

  describe("edges", () => {
    it.each(["", ".", "-", "+", "-.", "1e999", "-1e999", "nan", "NaN", "inf", "-Infinity", "0x10", "1_0", "1,5"])(
      "is NaN of %j",
      (text) => {
        expect(parse(text)).toBeNaN();
      },
    );

    it.each(["1e", "e5", "1e+", "1.2.3", "--1", "+-1", "1-", " 1", "1 ", "１", "\ufeff1", "1\u00a0"])(
      "is NaN of %j, too",
      (text) => {
        expect(parse(text)).toBeNaN();
      },
    );

    it.each([
      ["5.", 5],
      [".5", 0.5],
      ["-.5", -0.5],
      ["+3", 3],
      ["-0", -0],
      ["007", 7],
      ["2e-3", 0.002],
      ["1E3", 1000],
      ["0.30000000000000004", 0.30000000000000004],
      ["999999999999999", 999_999_999_999_999],
      ["9007199254740993", 9_007_199_254_740_992],
      ["123456789012.345", 123456789012.345],
      ["1e-400", 0],
    ])("reads %j", (text, value) => {
      expect(parse(text)).toBe(value);
    });

    it("looks at the bytes between begin and end alone", () => {
      const bytes = Buffer.from("-12.5e3");
      expect(parseNumber(bytes, 1, 3)).toBe(12);
      expect(parseNumber(bytes, 0, 5)).toBe(-12.5);
      expect(parseNumber(bytes, 3, 3)).toBeNaN();
      expect(parseNumber(bytes, 0, 0)).toBeNaN();
      expect(parseNumber(bytes, 0, 1)).toBeNaN();
    });
  });
});
