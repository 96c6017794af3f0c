import { describe, expect, it } from "vitest";
import { fidelitySection } from "../../../../src/report/content/sections/fidelity-section.ts";
import {
  awkwardTexts,
  makeReportInputs,
  noDocuments,
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
      ...[awkwardTexts.html, "title 0", "explorer", "5, rank 0: reference 0 of 0", "2.5, rank 1: reference 1 of 0"],
    ]);
  });

  it("is not there without its document", () => {
    expect(fidelitySection(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});
