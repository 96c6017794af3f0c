import { describe, expect, it } from "vitest";
import { documentSections } from "../../../../src/report/content/sections/folder-sections.ts";
import {
  awkwardTexts,
  makeReportInputs,
  noDocuments,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

describe("documentSections.fidelity", () => {
  it("shows the verdict, the means before and after, and the largest changes", () => {
    const inputs = makeReportInputs();
    const section = documentSections.fidelity(inputs);
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

  it("is omitted if its document is missing", () => {
    expect(documentSections.fidelity(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});

describe("documentSections.policies", () => {
  it("shows the places of every engine, the most important factor, and the chosen policy", () => {
    const section = documentSections.policies(makeReportInputs());
    expect(tableOfSection(section, "policies-places-numbers").rows).toEqual([
      ["explorer", 1, 1.5, 0.75],
      ["quickfind <b>beta</b>", 1.5, 2, 0.25],
      ["plain", 3, 3, 0],
    ]);
    expect(plotOfSection(section, "policies-places")).toMatchObject({
      groups: [{ points: [{ value: 1.25, interval: [1, 1.5] }] }, {}, {}],
    });
    expect(tableOfSection(section, "policies-factors").rows).toEqual([["the ideal", 0.5, 1]]);
    expect(textOfSection(section)).toContain("is 0.500 (median; lowest 0.500)");
    expect(textOfSection(section)).toMatch(/Chosen by nDCG@10 on gold\.qrels: /);
  });

  it("is omitted if its document is missing", () => {
    expect(documentSections.policies(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});

describe("documentSections.agreement", () => {
  it("shows the agreement of all raters and of each pair of raters, and each rater's habits", () => {
    const inputs = makeReportInputs();
    const { agreement } = inputs.documents;
    const section = documentSections.agreement(inputs);
    const rows = tableOfSection(section, "agreement-overall-numbers").rows;
    // Anna and Bo gave the same grade to 7 of 12 items.
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

  it("is omitted if its document is missing", () => {
    expect(documentSections.agreement(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});

describe("documentSections.rerank", () => {
  const inputs = makeReportInputs();
  const { rerank } = inputs.documents;
  const section = documentSections.rerank(inputs);

  it("shows the gain of each order with its interval, and the errors of each model", () => {
    if (rerank === null) throw new Error("no experiment");
    // Without a reference, the measure with the list's own ideal is used.
    const own = rerank.tests.filter(({ measure }) => measure === "ndcg_returned@10");
    expect(tableOfSection(section, "rerank-differences-numbers").rows).toEqual(
      own.map(({ order, difference, interval, holm, queries, verdict }) => [
        ...[order, difference, interval?.[0], interval?.[1], holm, queries, verdict],
      ]),
    );
    expect(tableOfSection(section, "rerank-errors").rows.map(([name]) => name)).toEqual([
      ...["mean label (baseline)", "ridge", "forest"],
    ]);
    expect(plotOfSection(section, "rerank-coefficients")).toMatchObject({
      groups: rerank.coefficients.map(({ feature, value }) => ({ name: feature, points: [{ value }] })),
    });
    expect(textOfSection(section)).not.toContain("Split by rows");
  });

  it("warns if training and test have queries in common", () => {
    if (rerank === null) throw new Error("no experiment");
    const leaking = { ...rerank, split: { by: "rows", folds: null, leaks: true } as const };
    expect(
      textOfSection(documentSections.rerank({ ...inputs, documents: { ...noDocuments, rerank: leaking } })),
    ).toContain("Split by rows");
  });

  it("is omitted if its document is missing", () => {
    expect(documentSections.rerank(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});
