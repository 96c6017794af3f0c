import { describe, expect, it } from "vitest";
import { fidelitySection, policiesSection } from "../../../../src/report/content/sections/document-sections.ts";
import {
  awkwardTexts,
  makeReportInputs,
  noDocuments,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

describe("fidelitySection", () => {
  it("has the verdict, the means before and after, and the largest changes", () => {
    const inputs = makeReportInputs();
    const section = fidelitySection(inputs);
    expect(textOfSection(section)).toContain(inputs.documents.fidelity?.verdict);
    // Values 1, .5 before and .5, .5 after; two of three labels change.
    expect(tableOfSection(section, "fidelity-engines").rows).toEqual([["explorer", 0.75, 0.5, -0.25, 3, 2 / 3]]);
    expect(tableOfSection(section, "fidelity-examples").rows).toContainEqual([
      ...[
        awkwardTexts.html,
        "title 0",
        "explorer",
        '5, rank 0 "reference 0 of 0", similarity 0.500',
        '2.5, rank 1 "reference 1 of 0", similarity 0.500',
      ],
    ]);
  });

  it("is not there without its document", () => {
    expect(fidelitySection(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});

describe("policiesSection", () => {
  it("has the places of every engine, what matters most, and the choice", () => {
    const section = policiesSection(makeReportInputs());
    expect(tableOfSection(section, "policies-places-numbers").rows).toEqual([
      ["explorer", 1, 1.5, 0.75],
      ["quickfind <b>beta</b>", 1.5, 2, 0.25],
      ["plain", 3, 3, 0],
    ]);
    expect(plotOfSection(section, "policies-places")).toMatchObject({
      groups: [{ points: [{ value: 1.25, interval: [1, 1.5] }] }, {}, {}],
    });
    expect(tableOfSection(section, "policies-factors").rows).toEqual([["the ideal", 0.5, 1]]);
    expect(textOfSection(section)).toContain("τ-b of 0.500 (median; lowest 0.500)");
    expect(textOfSection(section)).toMatch(/Chosen against nDCG@10 by gold\.qrels: /);
  });

  it("is not there without its document", () => {
    expect(policiesSection(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});
