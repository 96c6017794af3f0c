import { describe, expect, it } from "vitest";
import { policiesSection } from "../../../../src/report/content/sections/policies-section.ts";
import {
  makeReportInputs,
  noDocuments,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

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
