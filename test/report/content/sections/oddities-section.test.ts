import { describe, expect, it } from "vitest";
import { odditiesSection } from "../../../../src/report/content/sections/folder-sections.ts";
import { makeReportInputs, textOfSection } from "../../../support/make-report.ts";

describe("odditiesSection", () => {
  it("shows warnings as text, except warnings that another section shows", () => {
    const inputs = makeReportInputs();
    const above = { kind: "above-one", engine: "plain", count: 2, queries: 14 } as const;
    const shared = { kind: "shared-ranks", engine: "plain", count: 9, results: 9, examples: [] } as const;
    const summary = inputs.summary && { ...inputs.summary, warnings: [...inputs.summary.warnings, above, shared] };
    const text = textOfSection(odditiesSection({ ...inputs, summary }));
    expect(text).toContain("1 of 14 queries has no reference results, so labels cannot measure it");
    expect(text.indexOf("9 of 9 results share a rank")).toBeLessThan(text.indexOf("1 of 14 queries"));
    // The section of the ideals shows this warning.
    expect(text).not.toContain("exceeds 1");
  });

  it("is omitted if there are no warnings", () => {
    expect(odditiesSection(makeReportInputs({ summary: null }))).toBeNull();
  });
});
