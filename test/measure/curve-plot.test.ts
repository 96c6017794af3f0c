import { describe, expect, it } from "vitest";
import { curvePlot } from "../../src/measure/measure-blocks.ts";
import {
  elevenRecalls,
  interpolatePrecision,
  type PrecisionRecallCurve,
  type RunCurves,
} from "../../src/measure/measures/evaluate-run.ts";
import { renderPlot } from "../../src/report/plots/render-plot.ts";
import { byClass, byName, pathPlaces, placesOf, readSvg } from "../report/plots/read-svg.ts";

const drawCurves = (...given: Parameters<typeof curvePlot>) =>
  `${renderPlot(curvePlot(...given), { idPrefix: "plot", isFile: true })}\n`;

// The ranking 0, 1, 0, 1, 0, 1, 1 of a query with five relevant documents, worked out by hand.
const precision = [0, 1 / 2, 1 / 3, 1 / 2, 2 / 5, 1 / 2, 4 / 7];
const recall = [0, 0.2, 0.2, 0.4, 0.4, 0.6, 0.8];
const interpolated = [...Array(9).fill(4 / 7), 0, 0];

function curvesOf(perQuery: Readonly<Record<string, PrecisionRecallCurve>>): RunCurves {
  const filled = Object.entries(perQuery).map(
    ([query, curve]) => [query, { ...curve, interpolated: interpolatePrecision(curve, elevenRecalls) }] as const,
  );
  const average = elevenRecalls.map(
    (_, step) => filled.reduce((sum, [, { interpolated: values }]) => sum + (values[step] ?? 0), 0) / filled.length,
  );
  const rule = "largest precision at this recall or beyond";
  return { rule, perQuery: Object.fromEntries(filled), average, queries: filled.length };
}

const worked = curvesOf({ q: { precision, recall } });
const perfect = curvesOf({ q: { precision: [1], recall: [1] }, r: { precision: [1], recall: [1] } });

/** The points of each series as recall and precision. The axes are 640 by 340. The legend also has a line. */
function drawnPoints(svg: string): number[][][] {
  const root = readSvg(svg.trimEnd());
  const paths = byClass(root, "plot-line").map(({ attributes }) => pathPlaces(attributes["d"] ?? ""));
  const series = paths.slice(paths.length / 2);
  return series.map((places) => places.map(([x, y]) => [(x - 52) / 640, (392 - y) / 340]));
}

const near = (points: readonly (readonly number[])[]) =>
  points.map((point) => point.map((value) => expect.closeTo(value, 3)));

const legendOf = (svg: string) => byClass(readSvg(svg.trimEnd()), "plot-name").map(({ text }) => text);

describe("curvePlot", () => {
  it("draws a single query rank by rank, and its interpolated curve as steps", () => {
    const svg = drawCurves([{ name: "bm25", curves: worked }], ["q"], null);
    const [raw = [], steps = []] = drawnPoints(svg);
    expect(raw).toEqual(near(recall.map((reached, rank) => [reached, precision[rank] ?? 0])));
    const corners = [0, 0.2, 0.4, 0.6, 0.8].map((reached) => [reached, 4 / 7]);
    expect(steps).toEqual(near([...corners, [0.8, 0], [1, 0]]));
    expect(legendOf(svg)).toEqual(["bm25", "bm25, interpolated"]);
    expect(svg).toContain("Precision by recall, query &#34;q&#34;");
  });

  it("draws the curves of a given query for up to three runs", () => {
    const runs = ["a", "b", "c"].map((name) => ({ name, curves: perfect }));
    const svg = drawCurves(runs, ["q", "r"], "r");
    expect(drawnPoints(svg)).toHaveLength(6);
    expect(() => drawCurves([...runs, { name: "d", curves: perfect }], ["q", "r"], "r")).toThrow(
      "Drawing curves: 4 runs need 8 curves, but more than 6 in one plot cannot be told apart. Give at most 3 runs.",
    );
  });

  it("draws the mean at recall 0, 0.1, … 1 for up to six runs", () => {
    const both = curvesOf({ q: { precision, recall }, r: { precision: [1], recall: [1] } });
    const svg = drawCurves(
      [
        { name: "bm25", curves: both },
        { name: "dense", curves: perfect },
      ],
      ["q", "r"],
      null,
    );
    const [ofBoth = [], ofPerfect = []] = drawnPoints(svg);
    expect(ofBoth).toEqual(near(elevenRecalls.map((at, step) => [at, ((interpolated[step] ?? 0) + 1) / 2])));
    expect(ofPerfect).toEqual(near(elevenRecalls.map((at) => [at, 1])));
    expect(legendOf(svg)).toEqual(["bm25", "dense"]);
    expect(svg).toContain("Precision by recall, mean over 2 queries");
    const seven = Array.from({ length: 7 }, (_, place) => ({ name: `run ${place}`, curves: perfect }));
    expect(() => drawCurves(seven, ["q", "r"], null)).toThrow("Give at most 6 runs.");
  });

  it("shows the number of queries of each mean if these numbers differ", () => {
    const svg = drawCurves(
      [
        { name: "bm25", curves: worked },
        { name: "dense", curves: perfect },
      ],
      ["q", "r"],
      null,
    );
    expect(legendOf(svg)).toEqual(["bm25 (1 query)", "dense (2 queries)"]);
    expect(svg).toContain("mean over 1 to 2 queries");
  });

  it("returns a complete SVG file with a description, a background and its own colours", () => {
    const root = readSvg(drawCurves([{ name: "</text><script>", curves: worked }], ["q"], null).trimEnd());
    expect(root.attributes["xmlns"]).toBe("http://www.w3.org/2000/svg");
    const [left = 0, top = 0, width = 0, height = 0] = root.attributes["viewBox"]?.split(" ").map(Number) ?? [];
    expect([root.attributes["width"], root.attributes["height"]]).toEqual([String(width), String(height)]);
    expect(byClass(root, "plot-ground")[0]?.attributes).toMatchObject({
      ...{ x: String(left), y: String(top), width: String(width), height: String(height) },
    });
    const outside = placesOf(root).filter(([x, y]) => x < left || y < top || x > left + width || y > top + height);
    expect(outside).toEqual([]);
    expect(byName(root, "style")).toHaveLength(1);
    expect(byName(root, "script")).toEqual([]);
    expect(root.attributes["aria-labelledby"]).toBe("plot-title plot-desc");
    expect(byName(root, "desc")[0]?.text).toContain("0.571, 0.571, 0.000, 0.000.");
    expect(byClass(root, "plot-title").map(({ text }) => text)).toEqual(['Precision by recall, query "q"']);
    expect(byClass(root, "plot-axis-title").map(({ text }) => text)).toEqual(["↑ precision", "recall →"]);
  });

  it("shows in the legend that a run has no values for the query", () => {
    const empty = curvesOf({ q: { precision: [], recall: [] } });
    const svg = drawCurves(
      [
        { name: "a", curves: worked },
        { name: "b", curves: empty },
      ],
      ["q"],
      null,
    );
    expect(legendOf(svg)).toEqual(["a", "a, interpolated", "b (no values)", "b, interpolated"]);
  });

  it.each([
    { name: "that was not judged", query: "Q", message: 'the query "Q" has no judgments. Did you mean "q"?' },
    { name: "without a relevant document", query: "constructor", message: 'the query "constructor" has no recall.' },
  ])("refuses a query $name", ({ query, message }) => {
    expect(() => drawCurves([{ name: "a", curves: worked }], ["q", "constructor"], query)).toThrow(
      `Drawing curves: ${message}`,
    );
  });

  it("refuses judgments that have no relevant document", () => {
    expect(() => drawCurves([{ name: "a", curves: curvesOf({}) }], ["q", "r"], null)).toThrow(
      "no query has a relevant document",
    );
  });
});
