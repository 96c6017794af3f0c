import { describe, expect, it } from "vitest";
import { agreementSection } from "../../../../src/report/content/sections/agreement-section.ts";
import { makeReportInputs, noDocuments, plotOfSection, tableOfSection } from "../../../support/make-report.ts";

describe("agreementSection", () => {
  it("has the agreement of all, of pairs, and each rater's habits", () => {
    const inputs = makeReportInputs();
    const { agreement } = inputs.documents;
    const section = agreementSection(inputs);
    const rows = tableOfSection(section, "agreement-overall-numbers").rows;
    // Anna and Bo give the same grade to 7 of 12 items.
    expect(rows[0]?.slice(0, 2)).toEqual(["equal grades", expect.closeTo(7 / 12, 12)]);
    expect(rows.map(([, value]) => value).slice(1)).toEqual([
      ...[agreement?.fleiss, agreement?.krippendorff.nominal, agreement?.krippendorff.ordinal],
      agreement?.krippendorff.interval,
    ]);
    expect(plotOfSection(section, "agreement-overall")).toMatchObject({ marks: [{ value: 0 }] });
    expect(tableOfSection(section, "agreement-pairs").rows[0]?.slice(0, 3)).toEqual(["anna", "bo <i>", 12]);
    expect(tableOfSection(section, "agreement-raters").rows.map(([rater, rated]) => [rater, rated])).toEqual([
      ["anna", 12],
      ["bo <i>", 12],
    ]);
    for (const row of tableOfSection(section, "agreement-raters").rows)
      expect(String(row[5])).toMatch(/^(\d+(\.\d)?|null)$/);
    expect(tableOfSection(section, "agreement-items").rows).toHaveLength(5);
  });

  it("is not there without its document", () => {
    expect(agreementSection(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});
