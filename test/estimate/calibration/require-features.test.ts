/** Is an unsuitable calibration refused, and does a doubtful calibration lead to warnings? */
import { describe, expect, it } from "vitest";
import { fitCalibration } from "../../../src/estimate/calibration/calibration-model.ts";
import { requireColumns, requireFeatures } from "../../../src/estimate/calibration/match-features.ts";

const rows = Int32Array.from({ length: 12 }, (_, row) => row);
const numbers = (of: (row: number) => number) => Float64Array.from(rows, of);
const taught = {
  "query cosine": numbers((row) => row / 12),
  exact: numbers((row) => row % 2),
  popularity: numbers((row) => row % 3),
  "proxy llm": numbers((row) => row % 4),
  "proxy clicks": numbers(() => Number.NaN),
};
const columnsOf = (columns: Readonly<Record<string, Float64Array>>) => ({
  names: Object.keys(columns),
  columns: Object.values(columns),
});
const calibration = fitCalibration(
  {
    features: columnsOf(taught),
    targets: numbers((row) => row % 4),
    queryOfRow: rows.map((row) => row % 4),
    rows,
  },
  { embedding: null, seed: 1, method: "ridge" },
);
const fitted = (columns: Readonly<Record<string, Float64Array>>) =>
  requireFeatures(calibration, columnsOf(columns), rows, "calibration.json");
const { "proxy clicks": _, ...known } = taught;

describe("requireFeatures", () => {
  it("accepts the lists that the calibration was trained on", () => {
    const { features, gaps, shifts } = fitted(taught);
    expect({ gaps, shifts }).toEqual({ gaps: {}, shifts: {} });
    expect(features).toEqual(columnsOf(taught));
  });

  it("accepts lists without a feature that no title of the training lists had", () => {
    const { features } = fitted(known);
    expect(features.names).toContain("proxy clicks");
    expect(features.columns.at(-1)).toEqual(numbers(() => Number.NaN));
  });

  it("returns the share of titles that lack a feature that every training title had", () => {
    const some = numbers((row) => (row < 3 ? Number.NaN : row / 12));
    expect(fitted({ ...known, "query cosine": some }).gaps).toEqual({ "query cosine": 0.25 });
  });

  it("returns the distance of a feature's mean from the training mean, in standard deviations", () => {
    // 0 1 2 0 1 2 … has mean 1 and deviation sqrt(2/3); 3 is 2 above the mean.
    const { shifts } = fitted({ ...known, popularity: numbers(() => 3) });
    expect(shifts).toEqual({ popularity: expect.closeTo(2 / Math.sqrt(2 / 3), 12) });
  });

  it.each([
    ["query cosine", /texts of queries, but these queries have only ids.*--queries FILE/],
    ["proxy llm", /labels named llm have none of these results.*--proxy llm=FILE/],
    ["exact", /no title here has/],
  ])("refuses lists in which no title has the feature %s", (name, message) => {
    expect(() => fitted({ ...known, [name]: numbers(() => Number.NaN) })).toThrow(
      expect.objectContaining({ code: "DIFFERENT_CONDITIONS", message: expect.stringMatching(message) }),
    );
  });
});

describe("requireColumns", () => {
  it.each([
    ["proxy llm", /named llm, which are missing \(1 feature: proxy llm\).*--proxy llm=FILE/],
    ["popularity", /needs three engines.*Label three engines/],
    ["exact", /which these labels lack.*not labels\.csv alone/],
  ])("refuses lists without the feature %s, and explains what to do", (name, message) => {
    const names = Object.keys(known).filter((each) => each !== name);
    expect(() => requireColumns(calibration, names, "calibration.json")).toThrow(
      expect.objectContaining({
        code: "DIFFERENT_CONDITIONS",
        message: expect.stringMatching(message),
        details: { file: "calibration.json", missing: [name] },
      }),
    );
    expect(() => requireColumns(calibration, Object.keys(known), "calibration.json")).not.toThrow();
  });
});
