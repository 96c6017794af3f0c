import { describe, expect, it } from "vitest";
import type { HistogramPlot } from "../../../src/core/document/plot.ts";
import { renderHistogram } from "../../../src/report/plots/render-rows.ts";
import { byClass, byName, placesOf, readSvg } from "./read-svg.ts";

const options = { idPrefix: "p1" };
const plot: HistogramPlot = {
  shape: "histogram",
  title: "Similarities",
  description: "How they are spread.",
  axis: { title: "similarity", from: 0, to: 1 },
  firstBin: 0,
  binWidth: 0.1,
  series: [{ name: "explorer", counts: [0, 2, 4, 0, 0, 0, 0, 0, 0, 1] }],
  marks: [],
};

describe("renderHistogram", () => {
  // The axis goes from 52 to 692, so 64 a bin, and half a unit on each side stays free. Up: 30 for the name, then 180, of
  // which 12 are for the counts on the bars: 0 is at 210, 4 (round already) at 42, so 42 a value.
  it("draws bars at positions computed by hand", () => {
    const [bars] = byClass(readSvg(renderHistogram(plot, options)), "plot-bar");
    expect(bars?.attributes["d"]).toBe("M116.5 210V126H179.5V210zM180.5 210V42H243.5V210zM628.5 210V168H691.5V210z");
  });

  it("writes counts only on wide bars", () => {
    const counts = (drawn: string) =>
      byClass(readSvg(drawn), "plot-count").flatMap((group) => group.children.map(({ text }) => text));
    expect(counts(renderHistogram(plot, options))).toEqual(["2", "4", "1"]);
    const narrow = { ...plot, binWidth: 0.01, series: [{ name: "explorer", counts: Array(100).fill(3) }] };
    expect(counts(renderHistogram(narrow, options))).toEqual([]);
  });

  it("draws all series at the same scale", () => {
    const two = {
      ...plot,
      series: [
        { name: "a", counts: [4, 0] },
        { name: "b", counts: [2, 0] },
      ],
    };
    const [high, low] = byClass(readSvg(renderHistogram(two, options)), "plot-bar").map(({ attributes }) => {
      const [, from, to] = /M\S+ (\S+?)V(\S+?)H/.exec(attributes["d"] ?? "") ?? [];
      return Number(from) - Number(to);
    });
    expect(high).toBeGreaterThan(0);
    expect(high).toBeCloseTo(2 * (low ?? 0), 6);
  });

  it("labels a threshold, and draws it through all rows", () => {
    const root = readSvg(renderHistogram({ ...plot, marks: [{ value: 0.5, label: "threshold 0.5" }] }, options));
    expect(byClass(root, "plot-mark-label").map(({ text }) => text)).toEqual(["threshold 0.5"]);
    // 52 + 640 / 2; the labels take 20, so the foot of the bars is at 230.
    expect(byClass(root, "plot-mark")[0]?.attributes["d"]).toBe("M372 16V230");
  });

  it("marks a series without values, and leaves out invalid counts", () => {
    const series = [
      { name: "none", counts: [0, 0] },
      { name: "bad", counts: [Number.NaN, 1] },
    ];
    const root = readSvg(renderHistogram({ ...plot, series }, options));
    expect(byName(root, "text").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["no values", "0 values", "1 value", "1 value left out: no finite number."]),
    );
    expect(byName(root, "desc")[0]?.text).toBe("How they are spread. 1 value left out: no finite number.");
  });

  it.each([0, -1, Number.NaN])("draws nothing for bins of width %s", (binWidth) => {
    const root = readSvg(renderHistogram({ ...plot, binWidth }, options));
    expect(byName(root, "text")[0]?.text).toBe("No values to draw");
    expect(placesOf(root)).toHaveLength(3);
  });
});
