/** Does a column keep all values as it grows? */
import { describe, expect, it, test } from "vitest";
import { growingInts, growingNumbers } from "../../src/core/growing-column.ts";

describe("growingInts", () => {
  it("keeps whole numbers in order, and counts them", () => {
    const column = growingInts();
    const values = Array.from({ length: 10_000 }, (_, place) => place * 7 - 3);
    for (const value of values) column.push(value);
    expect(column.length).toBe(10_000);
    expect([...column.view()]).toEqual(values);
  });

  // The initial capacity is 4,096.
  it.each([1, 4095, 4096, 4097, 40_000])("appends %i numbers", (count) => {
    const values = Int32Array.from({ length: count }, (_, place) => place * 7 - 3);
    const column = growingInts();
    column.push(5);
    column.append(values);
    column.push(6);
    expect(column.view()).toEqual(Int32Array.of(5, ...values, 6));
  });

  it("is empty before the first number", () => {
    expect(growingInts().length).toBe(0);
    expect(growingInts().view()).toEqual(new Int32Array(0));
  });
});

describe("growingNumbers", () => {
  it("keeps fractions and NaN", () => {
    const column = growingNumbers();
    const values = Array.from({ length: 10_000 }, (_, place) => place / 3);
    for (const value of [...values, Number.NaN, -0]) column.push(value);
    expect([...column.view()]).toEqual([...values, Number.NaN, -0]);
  });

  it("is empty before the first number", () => {
    expect(growingNumbers().view()).toEqual(new Float64Array(0));
  });
});

describe("a view of a column", () => {
  test.each([
    ["whole numbers", () => growingInts()],
    ["numbers", () => growingNumbers()],
  ])("does not change when the column grows: %s", (_, make) => {
    const column = make();
    // Before, at and after the initial capacity of 4,096.
    for (const length of [4095, 4096, 4097, 8193]) {
      const before = column.view();
      const copy = [...before];
      while (column.view().length < length) column.push(length);
      expect(column.view()).toHaveLength(length);
      expect([...before]).toEqual(copy);
    }
  });
});
