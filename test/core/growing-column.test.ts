/** Does a column keep what was pushed, however long it grows? */
import { describe, expect, it, test } from "vitest";
import { growingInts, growingNumbers } from "../../src/core/growing-column.ts";

describe("growingInts", () => {
  it("keeps whole numbers in their order, and knows how many", () => {
    const column = growingInts();
    const values = Array.from({ length: 10_000 }, (_, place) => place * 7 - 3);
    for (const value of values) column.push(value);
    expect(column.length).toBe(10_000);
    expect([...column.view()]).toEqual(values);
  });

  // 4,096 is the room at first.
  it.each([1, 4095, 4096, 4097, 40_000])("appends %i numbers behind those that are there", (count) => {
    const values = Int32Array.from({ length: count }, (_, place) => place * 7 - 3);
    const column = growingInts();
    column.push(5);
    column.append(values);
    column.push(6);
    expect(column.view()).toEqual(Int32Array.of(5, ...values, 6));
  });

  it("is empty at first", () => {
    expect(growingInts().length).toBe(0);
    expect(growingInts().view()).toEqual(new Int32Array(0));
  });
});

describe("growingNumbers", () => {
  it("keeps numbers with fractions, and NaN", () => {
    const column = growingNumbers();
    const values = Array.from({ length: 10_000 }, (_, place) => place / 3);
    for (const value of [...values, Number.NaN, -0]) column.push(value);
    expect([...column.view()]).toEqual([...values, Number.NaN, -0]);
  });

  it("is empty at first", () => {
    expect(growingNumbers().view()).toEqual(new Float64Array(0));
  });
});

describe("edges", () => {
  test.each([
    ["whole numbers", () => growingInts()],
    ["numbers", () => growingNumbers()],
  ])("a view of %s shows what was there when it was taken", (_, make) => {
    const column = make();
    // 4,096 is the room at first: before it, at it, and after it.
    for (const length of [4095, 4096, 4097, 8193]) {
      const before = column.view();
      const copy = [...before];
      while (column.view().length < length) column.push(length);
      expect(column.view()).toHaveLength(length);
      expect([...before]).toEqual(copy);
    }
  });
});
