import { describe, expect, it } from "vitest";
import type { TimelinePlot } from "../../../src/core/document/plot.ts";
import { renderTimeline } from "../../../src/report/plots/render-lines.ts";
import { byClass, byName, readSvg } from "./read-svg.ts";

const options = { idPrefix: "p1" };
const plot: TimelinePlot = {
  shape: "timeline",
  title: "Over time",
  description: "Run by run.",
  y: { title: "nDCG", from: 0, to: 1 },
  steps: [
    { name: "May", notes: [] },
    { name: "June", notes: ["model changed", "cutoff 5 became 10"] },
    { name: "July", notes: [] },
    { name: "August", notes: ["threshold changed"] },
  ],
  series: [
    {
      name: "explorer",
      points: [
        { value: 0.5, interval: [0.25, 0.75] },
        { value: 1, interval: null },
        null,
        { value: 0, interval: null },
      ],
    },
  ],
};

describe("renderTimeline", () => {
  // 52 to 700 are 162 a step, in whose middle the point is; 300 high below a legend of 26 and a title of 26: 352 to 52.
  it("draws points, intervals and an interrupted line at positions computed by hand", () => {
    const root = readSvg(renderTimeline(plot, options));
    expect(byClass(root, "plot-line")[1]?.attributes["d"]).toBe("M133 202L295 52M619 352");
    expect(byClass(root, "plot-interval").map(({ attributes }) => attributes["d"])).toEqual(["M133 277V127"]);
  });

  it("marks changes before their steps with letters, and explains the letters below", () => {
    const root = readSvg(renderTimeline(plot, options));
    expect(byClass(root, "plot-change").map(({ attributes }) => attributes["d"])).toEqual([
      "M214 48V352",
      "M538 48V352",
    ]);
    expect(byClass(root, "plot-change-label").map(({ text }) => text)).toEqual(["a", "b", "a", "b"]);
    expect(byClass(root, "plot-change-note").map(({ text }) => text)).toEqual([
      "June: model changed",
      "June: cutoff 5 became 10",
      "August: threshold changed",
    ]);
  });

  it("shows the names of as many steps as fit", () => {
    const steps = Array.from({ length: 100 }, (_, step) => ({ name: `2025-01-run ${step}`, notes: [] }));
    const points = steps.map(() => ({ value: 0.5, interval: null }));
    const root = readSvg(renderTimeline({ ...plot, steps, series: [{ name: "explorer", points }] }, options));
    const named = byName(root, "text").filter(({ text }) => text.startsWith("2025"));
    const places = named.map(({ attributes }) => Number(attributes["x"]));
    expect(places.length).toBeGreaterThan(3);
    places.slice(1).forEach((x, place) => {
      expect(x - (places[place] ?? 0)).toBeGreaterThanOrEqual(90);
    });
  });

  it("draws each of more than six series in its own panel", () => {
    const series = Array.from({ length: 7 }, (_, number) => ({
      name: `engine ${number}`,
      points: plot.series[0]?.points ?? [],
    }));
    const root = readSvg(renderTimeline({ ...plot, series }, options));
    expect(byName(root, "use")).toHaveLength(7);
    expect(byClass(root, "plot-axis-title").map(({ text }) => text)).toContain("May to August →");
  });

  it("draws a series with a single step as a point", () => {
    const steps = [{ name: "May", notes: [] }];
    const root = readSvg(renderTimeline({ ...plot, steps }, options));
    // The second point is in the legend.
    expect(byClass(root, "plot-point")).toHaveLength(2);
  });

  it("counts values that are not finite", () => {
    const points = [
      { value: 0.5, interval: [Number.NaN, 1] as const },
      { value: Number.NaN, interval: null },
    ];
    const root = readSvg(renderTimeline({ ...plot, series: [{ name: "explorer", points }] }, options));
    expect(byName(root, "desc")[0]?.text).toContain("2 values left out");
    expect(byClass(root, "plot-interval")).toEqual([]);
  });
});
