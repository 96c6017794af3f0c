import { describe, expect, it } from "vitest";
import type { CurvePlot } from "../../../src/core/document/plot.ts";
import { renderCurves } from "../../../src/report/plots/render-lines.ts";
import { byClass, byName, readSvg } from "./read-svg.ts";

const options = { idPrefix: "p1" };
const share = { title: "share", from: 0, to: 1 };
const plot: CurvePlot = {
  shape: "curves",
  title: "Reliability",
  description: "Predicted and found.",
  x: { ...share, title: "recall" },
  y: { ...share, title: "precision" },
  series: [
    {
      name: "explorer",
      points: [
        [0, 1],
        [0.5, 0.5],
        [1, 0.25],
      ],
    },
  ],
  diagonal: false,
};

function lines(root: ReturnType<typeof readSvg>): (string | undefined)[] {
  return byClass(root, "plot-line").map(({ attributes }) => attributes["d"]);
}

describe("renderCurves", () => {
  // A square of 420 from 52 to 472 and, below 26 for the title, from 446 up to 26. The legend's line comes first.
  it("draws a square plot with a diagonal, at positions computed by hand", () => {
    const root = readSvg(renderCurves({ ...plot, diagonal: true }, options));
    expect(lines(root)[1]).toBe("M52 26L262 236L472 341");
    expect(byClass(root, "plot-diagonal")[0]?.attributes["d"]).toBe("M52 446L472 26");
  });

  // 52 to 692 and, below a legend of 26 and a title of 26, 340 high: from 392 up to 52.
  it("draws a wide plot without a diagonal", () => {
    const root = readSvg(renderCurves(plot, options));
    expect(lines(root)[1]).toBe("M52 52L372 222L692 307");
    expect(byClass(root, "plot-diagonal")).toEqual([]);
    expect(byClass(root, "plot-axis-title").map(({ text }) => text)).toEqual(["↑ precision", "recall →"]);
  });

  it("uses the same scale for both axes if there is a diagonal", () => {
    const open = { title: "", from: null, to: null };
    const series = [
      {
        name: "a",
        points: [
          [0, 0],
          [10, 100],
        ] as const,
      },
    ];
    const root = readSvg(renderCurves({ ...plot, x: open, y: open, series, diagonal: true }, options));
    expect(lines(root)[1]).toBe("M52 446L94 26");
  });

  it("distinguishes up to six series by colour, dash and mark", () => {
    const series = Array.from({ length: 6 }, (_, number) => ({
      name: `engine ${number}`,
      points: [
        [0, 0],
        [1, number / 6],
      ] as const,
    }));
    const root = readSvg(renderCurves({ ...plot, series }, options));
    expect(byClass(root, "plot-series-6")).toHaveLength(2);
    const looks = byClass(root, "plot-line").map(({ attributes }, place) => {
      const mark = byClass(root, "plot-point")[place]?.attributes["d"] ?? "";
      return `${attributes["stroke-dasharray"]} ${/m.*?z/.exec(mark)?.[0]}`;
    });
    expect(new Set(looks.slice(6)).size).toBe(6);
  });

  it("draws each of more than six series in its own panel, with the other series as shadows", () => {
    const series = Array.from({ length: 28 }, (_, number) => ({
      name: `engine ${number}`,
      points: [
        [0, 0],
        [1, number / 28],
      ] as const,
    }));
    const drawn = renderCurves({ ...plot, series }, options);
    const root = readSvg(drawn);
    expect(byName(root, "use").map(({ attributes }) => attributes["href"])).toEqual(Array(28).fill("#p1-all"));
    expect(byClass(root, "plot-name").map(({ text }) => text)).toEqual(series.map(({ name }) => name));
    expect(byClass(root, "plot-shadow")[0]?.attributes["d"]?.match(/M/g)).toHaveLength(28);
    expect(Buffer.byteLength(drawn)).toBeLessThan(20_000);
  });

  it("leaves out points that are not finite, and marks series without finite points", () => {
    const series = [
      { name: "a", points: [[0, Number.NaN]] as const },
      { name: "b", points: [[0.5, 0.5]] as const },
    ];
    const root = readSvg(renderCurves({ ...plot, series }, options));
    expect(byClass(root, "plot-name").map(({ text }) => text)).toContain("a (no values)");
    expect(byName(root, "desc")[0]?.text).toContain("1 value left out");
  });
});
