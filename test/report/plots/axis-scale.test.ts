import { describe, expect, it, test } from "vitest";
import { axisScale, axisTicks, valueFormat } from "../../../src/report/plots/axes.ts";

const open = { from: null, to: null };

describe("axisScale", () => {
  // By hand: an axis has about ten steps of 1, 2 or 5 times a power of ten, and open ends are at such a step.
  test.each([
    { name: "rounds open ends", axis: open, values: [0.13, 0.88], expected: [0.1, 0.9] },
    {
      name: "keeps given ends",
      axis: { from: 0.13, to: 0.88 },
      values: [0.2, 0.5],
      expected: [0.13, 0.88],
    },
    {
      name: "moves a given end if values are beyond it",
      axis: { from: 0, to: 1 },
      values: [-0.35, 0.5],
      expected: [-0.4, 1],
    },
    { name: "returns an axis from 0 to 1 without values", axis: open, values: [], expected: [0, 1] },
    {
      name: "ignores values that are not finite",
      axis: open,
      values: [Number.NaN, Number.POSITIVE_INFINITY, 0, 10],
      expected: [0, 10],
    },
    { name: "puts a single value in the middle", axis: open, values: [10, 10], expected: [5, 15] },
    { name: "puts a single 0 in the middle", axis: open, values: [0], expected: [-1, 1] },
  ])("$name", ({ axis, values, expected }) => {
    expect(axisScale(axis, values, [0, 100]).domain()).toEqual(expected);
  });

  it("maps the ends of the axis to the ends of the range", () => {
    const scale = axisScale({ from: 0, to: 4 }, [1], [100, 20]);
    expect([0, 1, 4].map((value) => scale(value))).toEqual([100, 80, 20]);
  });
});

describe("axisTicks", () => {
  it("writes round values with as many digits as necessary", () => {
    const ticks = axisTicks(axisScale({ from: 0, to: 1 }, [], [0, 100]), 5);
    expect(ticks.map(({ text }) => text)).toEqual(["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
  });
  it("returns only ticks at whole numbers if requested", () => {
    const ticks = axisTicks(axisScale({ from: 0, to: 2 }, [], [0, 100]), 5, true);
    expect(ticks.map(({ value }) => value)).toEqual([0, 1, 2]);
  });
  it("writes very long numbers with an exponent", () => {
    for (const { text } of axisTicks(axisScale({ from: 0, to: 1e140 }, [], [0, 100]), 5)) {
      expect(text.length).toBeLessThan(10);
    }
  });
});

describe("valueFormat", () => {
  test.each([
    { from: 0, to: 1, value: 0.41237, expected: "0.412" },
    { from: 0, to: 100, value: 41.237, expected: "41.2" },
    { from: 0, to: 5000, value: 4123.7, expected: "4,124" },
    { from: -0.1, to: 0.1, value: -0.01234, expected: "−0.012" },
    { from: 0, to: 0.05, value: 0.01234, expected: "0.0123" },
  ])("writes $value on an axis from $from to $to as $expected", ({ from, to, value, expected }) => {
    expect(valueFormat(axisScale({ from, to }, [], [0, 1]))(value)).toBe(expected);
  });
});
