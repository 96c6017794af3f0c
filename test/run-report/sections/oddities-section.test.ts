import { describe, expect, it } from "vitest";
import { odditiesSection } from "../../../src/run-report/sections/oddities-section.ts";
import { madeOrigin, makeReportInputs, textOfSection } from "../../support/make-report.ts";

describe("odditiesSection", () => {
  it("says each warning in words, those of the machine too", () => {
    const text = textOfSection(odditiesSection(makeReportInputs()));
    expect(text).toContain("1 of 14 queries have no reference results and cannot be measured");
    expect(text).toContain("Vectors are not kept between runs: the folder cannot be written.");
  });

  it("is not there where nothing was odd", () => {
    expect(odditiesSection(makeReportInputs({ summary: null, origin: { ...madeOrigin, machine: [] } }))).toBeNull();
  });
});
