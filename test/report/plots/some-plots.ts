/** Random plots of every shape, with extreme numbers and names. */
import fc from "fast-check";
import type { Axis, Plot } from "../../../src/core/document/plot.ts";

const number = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.double(),
  fc.constantFrom(0, 1, -0, 0.5, Number.MAX_VALUE, -Number.MAX_VALUE, 1e150, -1e150, 5e-324, 1 + 1e-15),
);
const name = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom(
    "",
    "<script>alert(1)</script>",
    `"&'>]]>`,
    "\u202egnp.exe",
    "\ud800",
    "\u0000\uffff",
    "x".repeat(3000),
    "שלום",
  ),
);
const end = fc.option(number, { freq: 2 });
const axis: fc.Arbitrary<Axis> = fc.record({ title: name, from: end, to: end });
const marks = fc.array(fc.record({ value: number, label: name }), { maxLength: 4 });
const texts = { title: name, description: name };
const interval = fc.option(fc.tuple(number, number));

function many<T>(one: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.array(one, { maxLength });
}

export const anyPlot: fc.Arbitrary<Plot> = fc.oneof(
  fc.record({
    shape: fc.constant("histogram" as const),
    ...texts,
    axis,
    firstBin: number,
    binWidth: number,
    series: many(fc.record({ name, counts: many(fc.oneof(fc.nat(500), number.map(Math.abs)), 12) }), 10),
    marks,
  }),
  fc.record({
    shape: fc.constant("distribution" as const),
    ...texts,
    axis,
    groups: many(fc.record({ name, values: many(number, 40) }), 15),
    marks,
  }),
  fc.record({
    shape: fc.constant("intervals" as const),
    ...texts,
    axis,
    groups: many(fc.record({ name, points: many(fc.record({ series: name, value: number, interval }), 4) }), 10),
    marks,
  }),
  fc.record({
    shape: fc.constant("curves" as const),
    ...texts,
    x: axis,
    y: axis,
    series: many(fc.record({ name, points: many(fc.tuple(number, number), 10) }), 12),
    diagonal: fc.boolean(),
  }),
  fc.record({
    shape: fc.constant("scatter" as const),
    ...texts,
    x: axis,
    y: axis,
    points: many(fc.record({ x: number, y: number, name, target: fc.option(name) }), 30),
    diagonal: fc.boolean(),
  }),
  fc.record({
    shape: fc.constant("timeline" as const),
    ...texts,
    y: axis,
    steps: many(fc.record({ name, notes: many(name, 2) }), 40),
    series: many(fc.record({ name, points: many(fc.option(fc.record({ value: number, interval })), 40) }), 9),
  }),
);
