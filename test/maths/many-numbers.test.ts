import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distinctNumbers, numbersAt, numbersOf, orderOf } from "../../src/maths/numbers.ts";
import { runs } from "../support/property.ts";

const numbers = fc.array(fc.integer({ min: -5, max: 5 }));

describe("numbersOf", () => {
  it("computes a number from each value and its index", () => {
    expect([...numbersOf(["a", "bcd"], (text, index) => text.length + 10 * index)]).toEqual([1, 13]);
  });
});

describe("numbersAt", () => {
  it("returns the value at each index, even if an index is repeated, and rejects an index without a value", () => {
    expect([...numbersAt(Float64Array.of(5, Number.NaN, 7), Int32Array.of(2, 0, 1, 2))]).toEqual([7, 5, Number.NaN, 7]);
    expect(() => numbersAt([5], [1])).toThrow(RangeError);
  });
});

describe("distinctNumbers", () => {
  it("returns each number once, in ascending order", () => {
    expect([...distinctNumbers([10, 9, 9, -1])]).toEqual([-1, 9, 10]);
  });
});

describe("orderOf", () => {
  it("returns the same order as a stable sort", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const sorted = values.map((value, index) => ({ value, index })).sort((one, other) => other.value - one.value);
        expect([...orderOf(values, (one, other) => other - one)]).toEqual(sorted.map(({ index }) => index));
      }),
      runs,
    );
  });
});
