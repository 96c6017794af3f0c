import { describe, expect, it } from "vitest";
import type { IntervalPlot } from "../../../src/core/document/plot.ts";
import { renderIntervals } from "../../../src/report/plots/render-rows.ts";
import { byClass, byName, readSvg } from "./read-svg.ts";

const options = { idPrefix: "p1" };
const plot: IntervalPlot = {
  shape: "intervals",
  title: "nDCG",
  description: "With intervals.",
  axis: { title: "nDCG", from: 0, to: 1 },
  groups: [
    { name: "explorer", points: [{ series: "proxy", value: 0.5, interval: [0.25, 0.75] }] },
    { name: "finder", points: [{ series: "proxy", value: 0.25, interval: null }] },
  ],
  marks: [],
};

describe("renderIntervals", () => {
  // The axis from 20 to 420. Rows are 43 high and begin at 6; points lie 28.5 below their row's begin: at 34.5 and 77.5.
  it("draws intervals and points at positions computed by hand", () => {
    const root = readSvg(renderIntervals(plot, options));
    expect(byClass(root, "plot-interval").map(({ attributes }) => attributes["d"])).toEqual([
      "M120 34.5H320M120 30.5v8M320 30.5v8",
    ]);
    const starts = byClass(root, "plot-point").map(
      ({ attributes }) => /^M\S+ \S+?(?=m)/.exec(attributes["d"] ?? "")?.[0],
    );
    expect(starts).toEqual(["M220 34.5", "M120 77.5"]);
  });

  it("shows values as numbers, and intervals in tooltips", () => {
    const root = readSvg(renderIntervals(plot, options));
    expect(byClass(root, "plot-value").map(({ text }) => text)).toEqual(["0.500 (0.250 to 0.750)", "0.250"]);
    expect(
      byName(root, "title")
        .map(({ text }) => text)
        .slice(1),
    ).toEqual(["explorer, proxy: 0.500 (0.250 to 0.750)", "finder, proxy: 0.250, interval not known"]);
  });

  it("draws a legend for several series, and draws a series in the same way in every group", () => {
    expect(byName(readSvg(renderIntervals(plot, options)), "text").map(({ text }) => text)).not.toContain("proxy");
    const groups = [
      {
        name: "a",
        points: [
          { series: "proxy", value: 0.1, interval: null },
          { series: "human", value: 0.2, interval: null },
        ],
      },
      { name: "b", points: [{ series: "human", value: 0.3, interval: null }] },
    ];
    const root = readSvg(renderIntervals({ ...plot, groups }, options));
    const names = byClass(root, "plot-name").map(({ text }) => text);
    expect(names).toEqual(["proxy", "human", "a", "b"]);
    // One point in the legend, and one in each group.
    expect(byClass(root, "plot-series-2")).toHaveLength(3);
    expect(byClass(root, "plot-series-1")).toHaveLength(2);
    const shapes = byClass(root, "plot-series-2").flatMap((group) =>
      byClass(group, "plot-point").map(({ attributes }) => attributes["d"]?.replace(/^M[^m]+/, "")),
    );
    expect(new Set(shapes.slice(1)).size).toBe(1);
  });

  it("marks groups without values, and counts values that are not finite", () => {
    const groups = [
      { name: "none", points: [] },
      { name: "bad", points: [{ series: "a", value: Number.NaN, interval: null }] },
      { name: "open", points: [{ series: "a", value: 0.5, interval: [Number.NEGATIVE_INFINITY, 0.7] as const }] },
    ];
    const root = readSvg(renderIntervals({ ...plot, groups }, options));
    expect(byClass(root, "plot-empty-text")).toHaveLength(2);
    expect(byClass(root, "plot-interval")).toHaveLength(0);
    expect(byName(root, "desc")[0]?.text).toContain("2 values left out");
  });

  it("draws 28 groups without overlap, and shows the numbers of the axis above and below them", () => {
    const groups = Array.from({ length: 28 }, (_, group) => ({
      name: `engine ${group}`,
      points: [{ series: "a", value: group / 28, interval: null }],
    }));
    const root = readSvg(renderIntervals({ ...plot, groups }, options));
    const heights = byClass(root, "plot-name").map(({ attributes }) => Number(attributes["y"]));
    heights.slice(1).forEach((y, place) => {
      expect(y - (heights[place] ?? 0)).toBeGreaterThanOrEqual(20);
    });
    expect(byClass(root, "plot-tick")[0]?.children.filter(({ text }) => text === "0.4")).toHaveLength(2);
  });
});
