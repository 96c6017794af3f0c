import { describe, expect, it } from "vitest";
import type { ReportInputs } from "../../../../src/report/content/report-inputs.ts";
import { doubtsSection } from "../../../../src/report/content/sections/label-sections.ts";
import { sharedFindings } from "../../../../src/report/content/shared-findings.ts";
import {
  type LabelledTitle,
  madeOrigin,
  makeLabelledInputs,
  makeMeasuredInputs,
  tableOfSection,
  textOfSection,
  withOrigins,
} from "../../../support/make-report.ts";

const clear: LabelledTitle[] = Array.from({ length: 30 }, (_, place) => [`clear ${place}`, 1, 0.9, 0.3]);

const sectionOf = (inputs: ReportInputs) => doubtsSection(inputs, sharedFindings(inputs));

describe("doubtsSection", () => {
  it("lists each doubtful match once, with both titles and a link to its query", () => {
    const inputs = makeLabelledInputs([["Alpha", "Beta"], ["Gamma"]], {
      a: [[["far", 0, 0.25, 0.125], ...clear], [["farther", 0, 0.125]]],
      b: [[["far", 0, 0.25, 0.125]], []],
    });
    const table = tableOfSection(sectionOf(inputs), "doubts-matches");
    expect(table.rows.map((row) => row.slice(0, -1))).toEqual([
      ["query 1", "farther", "Gamma", 0, 0.125, 0.5, 4, "a"],
      ["query 0", "far", "Alpha", 0, 0.25, 0.125, 4, "a and b"],
    ]);
    expect(table.links).toEqual(["query-2", "query-1"]);
  });

  it("shows up to two titles per query, and counts all titles", () => {
    const weak: LabelledTitle[] = [0.1, 0.2, 0.3].map((similarity) => [`far ${similarity}`, 0, similarity]);
    const section = sectionOf(makeLabelledInputs([["Alpha", "Beta"]], { a: [[...weak, ...clear]] }));
    expect(tableOfSection(section, "doubts-matches").rows.map(([, title]) => title)).toEqual(["far 0.1", "far 0.2"]);
    expect(textOfSection(section)).toContain("3 titles are doubtful");
  });

  it("lists reference titles of the first three ranks that have no match", () => {
    const section = sectionOf(
      makeLabelledInputs([["A", "B", "C", "D"], ["E"]], { a: [[["a", 0]], []], b: [[["c", 2]], []] }),
    );
    // The fourth title is below the first three ranks.
    expect(tableOfSection(section, "doubts-missed").rows).toEqual([
      ["query 1", 0, "E", 4],
      ["query 0", 1, "B", 2],
    ]);
    expect(textOfSection(section)).toContain("2 of the 4 reference titles at the first 3 ranks");
    expect(textOfSection(section)).toContain("No label comes from a weak match");
  });

  it("rounds labels to four decimals", () => {
    const { stored, ...inputs } = makeLabelledInputs([["A", "B"]], { a: [[["a", 0]]] });
    const reference = stored.reference && {
      ...stored.reference,
      labels: stored.reference.labels.map((label) => label / 3),
    };
    const section = sectionOf({ ...inputs, stored: { ...stored, reference } });
    expect(tableOfSection(section, "doubts-missed").rows).toEqual([["query 0", 1, "B", 0.6667]]);
  });

  it("is omitted for calibrated labels, because they do not depend on matches alone", () => {
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    const weak = makeLabelledInputs([["A", "B"]], { a: [[["far", 0, 0.1], ...clear]] }, { origin });
    expect(sectionOf(withOrigins(weak, ["", ...clear.map(() => "calibrated")]))).toBeNull();
    expect(sectionOf({ ...weak, origin: madeOrigin })).not.toBeNull();
  });

  it("is omitted without a reference", () => {
    expect(sectionOf(makeMeasuredInputs({ a: [1] }))).toBeNull();
  });
});
