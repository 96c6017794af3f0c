import { describe, expect, it } from "vitest";
import type { DistributionPlot } from "../../../src/core/document/plot.ts";
import { renderDistribution } from "../../../src/report/plots/render-rows.ts";
import { allElements, byClass, byName, pathPlaces, readSvg } from "./read-svg.ts";

const options = { idPrefix: "p1" };
const plot: DistributionPlot = {
  shape: "distribution",
  title: "nDCG",
  description: "By engine.",
  axis: { title: "nDCG", from: 0, to: 1 },
  groups: [{ name: "explorer", values: [0, 0.25, 0.5, 0.75, 1] }],
  marks: [],
};

/** Uneven but reproducible: multiples of the golden ratio fill 0..1 without repeating. */
function values(count: number, seed: number): number[] {
  return Array.from({ length: count }, (_, place) => ((place + 1) * 0.6180339887 + seed * 0.37) % 1);
}

describe("renderDistribution", () => {
  // A name of 8 letters takes 60, so the axis goes from 80 to 644: 141 a quarter, which the five values are at. Rows
  // begin at 20.
  it("draws box, whiskers, median and dots at positions computed by hand", () => {
    const root = readSvg(renderDistribution(plot, options));
    expect(byClass(root, "plot-box")[0]?.attributes["d"]).toBe("M221 25H503v12H221z");
    expect(byClass(root, "plot-whisker")[0]?.attributes["d"]).toBe("M80 31H221M503 31H644M80 28v6M644 28v6");
    expect(byClass(root, "plot-median")[0]?.attributes["d"]).toBe("M362 23v16");
    // Columns are 3 wide.
    const dots = pathPlaces(byClass(root, "plot-dots")[0]?.attributes["d"] ?? "");
    expect([...new Set(dots.map(String))]).toEqual(["80,51", "221,51", "362,51", "503,51", "644,51"]);
  });

  it("shows the median as a number, and the other statistics in a tooltip", () => {
    const root = readSvg(renderDistribution(plot, options));
    expect(byClass(root, "plot-value").map(({ text }) => text)).toEqual(["0.500"]);
    expect(byName(root, "title")[1]?.text).toBe(
      "explorer: 5 values, 0.000 to 1.000, median 0.500, middle half 0.250 to 0.750",
    );
  });

  it("marks groups without values, and counts values that are left out", () => {
    const groups = [
      { name: "none", values: [] },
      { name: "bad", values: [Number.NaN, Number.POSITIVE_INFINITY] },
      { name: "one", values: [0.3] },
    ];
    const root = readSvg(renderDistribution({ ...plot, groups }, options));
    expect(byClass(root, "plot-empty-text")).toHaveLength(2);
    expect(byClass(root, "plot-box")).toHaveLength(1);
    expect(byName(root, "desc")[0]?.text).toBe("By engine. 2 values left out: no finite numbers.");
  });

  it("draws equal values in the middle of an axis with open ends", () => {
    const axis = { title: "", from: null, to: null };
    const root = readSvg(
      renderDistribution({ ...plot, axis, groups: [{ name: "explorer", values: [7, 7, 7] }] }, options),
    );
    const [x] = pathPlaces(byClass(root, "plot-median")[0]?.attributes["d"] ?? "")[0] ?? [];
    expect(x).toBeGreaterThan(300);
    expect(x).toBeLessThan(424);
  });

  it("needs at most 60 kB for 28 groups of 225 values", () => {
    const groups = Array.from({ length: 28 }, (_, group) => ({
      name: `bm25_titletext_k.${group}_b.4`,
      values: values(225, group),
    }));
    const drawn = renderDistribution({ ...plot, groups }, options);
    expect(Buffer.byteLength(drawn)).toBeLessThanOrEqual(60_000);
    expect(byClass(readSvg(drawn), "plot-box")).toHaveLength(28);
  });

  it("needs at most 8 kB for 1,000 values, whatever their distribution", () => {
    const tied = values(1000, 1).map((value) => Math.round(value * 4) / 4);
    for (const own of [values(1000, 1), tied]) {
      const drawn = renderDistribution({ ...plot, groups: [{ name: "explorer", values: own }] }, options);
      expect(Buffer.byteLength(drawn)).toBeLessThanOrEqual(8000);
      expect(allElements(readSvg(drawn)).length).toBeLessThan(60);
    }
  });
});
