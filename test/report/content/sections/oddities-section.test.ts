import { describe, expect, it } from "vitest";
import { odditiesSection } from "../../../../src/report/content/sections/oddities-section.ts";
import { madeOrigin, makeReportInputs, textOfSection } from "../../../support/make-report.ts";

describe("odditiesSection", () => {
  it("says each warning in words, those of the machine too", () => {
    const inputs = makeReportInputs();
    const above = { kind: "above-one", engine: "plain", count: 2, queries: 14 } as const;
    const summary = inputs.summary && { ...inputs.summary, warnings: [...inputs.summary.warnings, above] };
    const text = textOfSection(odditiesSection({ ...inputs, summary }));
    expect(text).toContain("1 of 14 queries have no reference results and cannot be measured");
    // The section of the ideals says it.
    expect(text).not.toContain("exceeds 1");
    expect(text).toContain("Vectors are not kept between runs: the folder cannot be written.");
  });

  it("is not there where nothing was odd", () => {
    expect(odditiesSection(makeReportInputs({ summary: null, origin: { ...madeOrigin, machine: [] } }))).toBeNull();
  });
});
