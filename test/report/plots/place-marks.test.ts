import { describe, expect, it } from "vitest";
import { axisScale, placeMarks } from "../../../src/report/plots/axes.ts";
import { byClass, readSvg } from "./read-svg.ts";

const scale = axisScale({ from: 0, to: 1 }, [], [100, 600]);
const labels = (marks: Parameters<typeof placeMarks>[0]) =>
  byClass(readSvg(`<svg>${placeMarks(marks, scale).draw(0, 100)}</svg>`), "plot-mark-label").map(({ attributes }) => [
    Number(attributes["x"]),
    Number(attributes["y"]),
  ]);

describe("placeMarks", () => {
  it("places labels above their lines, and labels that are close on different text lines", () => {
    expect(
      labels([
        { value: 0.5, label: "one" },
        { value: 0.51, label: "other" },
        { value: 0.9, label: "far" },
      ]),
    ).toEqual([
      [350, 12],
      [355, 28],
      [550, 12],
    ]);
  });
  it("keeps labels within the plot", () => {
    // The nine letters of "threshold" are 7.5 wide.
    expect(labels([{ value: 0, label: "threshold" }])).toEqual([[133.75, 12]]);
  });
  it("returns height 0 if no mark is finite, and height 20 for a finite mark", () => {
    expect(placeMarks([{ value: Number.NaN, label: "x" }], scale).height).toBe(0);
    expect(placeMarks([{ value: 0.1, label: "x" }], scale).height).toBe(20);
  });
});
