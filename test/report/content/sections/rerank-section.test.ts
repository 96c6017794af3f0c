import { describe, expect, it } from "vitest";
import { rerankSection } from "../../../../src/report/content/sections/rerank-section.ts";
import {
  makeReportInputs,
  noDocuments,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

describe("rerankSection", () => {
  const inputs = makeReportInputs();
  const { rerank } = inputs.documents;
  const section = rerankSection(inputs);

  it("has each order's gain with its interval, and the errors of each model", () => {
    if (rerank === null) throw new Error("no experiment");
    // Without a reference's ideal the list's own decides.
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

  it("warns where rows of one query teach and test", () => {
    if (rerank === null) throw new Error("no experiment");
    const leaking = { ...rerank, split: { ...rerank.split, leaks: true } };
    expect(textOfSection(rerankSection({ ...inputs, documents: { ...noDocuments, rerank: leaking } }))).toContain(
      "Split by rows",
    );
  });

  it("is not there without its document", () => {
    expect(rerankSection(makeReportInputs({ documents: noDocuments }))).toBeNull();
  });
});
