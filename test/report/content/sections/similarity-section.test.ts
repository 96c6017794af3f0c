import { describe, expect, it } from "vitest";
import { similaritySection } from "../../../../src/report/content/sections/label-sections.ts";
import {
  madeOrigin,
  makeLabelledInputs,
  makeMeasuredInputs,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

const inputs = makeLabelledInputs([["A", "B"], []], {
  a: [
    [
      ["A", 0, 1, 0.5, "exact"],
      ["b", 1, 0.75, 0.25],
      ["c", 0, 0.5, 0.125],
      ["x", null, 0.25, 0.375],
    ],
    [["y", null]],
  ],
});

describe("similaritySection", () => {
  it("counts results without an exact match, and draws the threshold", () => {
    const section = similaritySection(inputs);
    const plot = plotOfSection(section, "similarity-similarities");
    if (plot.shape !== "histogram") throw new Error(plot.shape);
    expect(plot.marks).toEqual([{ value: 0.4, label: "threshold 0.4" }]);
    expect(plot.series.map(({ name, counts }) => [name, counts.reduce((sum, count) => sum + count, 0)])).toEqual([
      ["a", 3],
    ]);
    expect(tableOfSection(section, "similarity-quartiles").rows).toEqual([
      ["a", "similarity", 3, 0.25, 0.375, 0.5, 0.625, 0.75],
      ["a", "margin", 3, 0.125, 0.1875, 0.25, 0.3125, 0.375],
    ]);
    expect(tableOfSection(section, "similarity-kinds").rows).toEqual([["a", 5, 1, 2, 1, 1]]);
  });

  it("reports that no threshold was set", () => {
    const section = similaritySection({ ...inputs, origin: { ...madeOrigin, options: { threshold: null } } });
    expect(plotOfSection(section, "similarity-similarities")).toMatchObject({ marks: [] });
    expect(textOfSection(section)).toContain("No threshold was set");
  });

  it("is omitted if no similarity is known", () => {
    expect(similaritySection(makeMeasuredInputs({ a: [1] }))).toBeNull();
  });
});
