import { describe, expect, it } from "vitest";
import { enginesByMean, measuresOf, plottedEngines, sayPlotted } from "../../../src/report/content/report-inputs.ts";
import { makeMeasuredInputs } from "../../support/make-report.ts";

const N = Number.NaN;

function withMeasures(measures: Readonly<Record<string, readonly number[]>>) {
  const values = new Map(Object.entries(measures).map(([name, ofQueries]) => [name, Float64Array.from(ofQueries)]));
  return { measures: [{ engine: "a", values, reasons: [] }] };
}

describe("measures of a report", () => {
  it("measuresOf lists the deciding measure first: the measure with the reference's ideal if it is known", () => {
    const all = { precision: [1], "ndcg_returned@10": [1], "ndcg_reference@10": [1] };
    expect(measuresOf(withMeasures(all))).toEqual(["ndcg_reference@10", "precision", "ndcg_returned@10"]);
    expect(measuresOf(withMeasures({ ...all, "ndcg_reference@10": [N] }))[0]).toBe("ndcg_returned@10");
    expect(measuresOf(withMeasures({ other: [1], another: [1] }))).toEqual(["other", "another"]);
  });

  it("enginesByMean sorts engines by mean, and puts engines without a mean last", () => {
    const { measures } = makeMeasuredInputs({ none: [N, N], low: [0.25, N], one: [0.5, 0.5], same: [0.25, 0.75] });
    expect(
      enginesByMean(measures, "ndcg_reference@10").map(({ engine, mean, queries }) => [engine, mean, queries]),
    ).toEqual([
      ["one", 0.5, 2],
      ["same", 0.5, 2],
      ["low", 0.25, 1],
      ["none", null, 0],
    ]);
  });

  it("plottedEngines returns up to six engines, the best ones, in the order of the report", () => {
    const heights = [0.1, 0.8, 0.2, 0.7, 0.3, 0.6, 0.4, 0.5];
    const inputs = makeMeasuredInputs(Object.fromEntries(heights.map((height, place) => [`e${place}`, [height]])));
    expect(plottedEngines(inputs)).toEqual(["e1", "e3", "e4", "e5", "e6", "e7"]);
    expect(sayPlotted(inputs)).toContain("6 of 8 engines");
    const few = makeMeasuredInputs({ b: [0.1], a: [0.2] });
    expect([plottedEngines(few), sayPlotted(few)]).toEqual([["b", "a"], ""]);
  });
});
