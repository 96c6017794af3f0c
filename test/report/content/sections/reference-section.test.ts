import { describe, expect, it } from "vitest";
import { referenceSection } from "../../../../src/report/content/sections/label-sections.ts";
import { makeReportInputs, tableOfSection, textOfSection } from "../../../support/make-report.ts";

const { summary } = makeReportInputs();
const references = summary?.references;

describe("referenceSection", () => {
  it("shows each engine's mean and place by each reference, and the τ-b between orders", () => {
    const table = tableOfSection(referenceSection(makeReportInputs()), "reference-1");
    const { fused, alone } = references?.measures["ndcg_reference@10"] ?? {};
    expect(table.columns.map(({ name }) => name)).toEqual([
      ...["engine", "fused", "place", "library alone", "place", "museum alone", "place"],
    ]);
    const orders = [fused, alone?.["library"], alone?.["museum"]];
    expect(table.rows[0]).toEqual([
      "explorer",
      ...orders.flatMap((order) => [order?.engines["explorer"]?.mean, order?.engines["explorer"]?.place]),
    ]);
    expect(table.rows.at(-1)).toEqual(["τ-b with fused", ...orders.flatMap((order) => [order?.tau_b, null])]);
  });

  it("names candidates that are also references, and changes of the first place", () => {
    if (summary == null || references === undefined) throw new Error("no references");
    const measure = references.measures["ndcg_reference@10"];
    const museum = measure.alone["museum"];
    if (museum === undefined) throw new Error("no museum");
    const places = Object.entries(museum.engines).map(
      ([engine, found]) => [engine, { ...found, place: engine === "plain" ? 1 : 2 }] as const,
    );
    const changed = { ...museum, engines: Object.fromEntries(places), winner_changes: true };
    const measures = {
      ...references.measures,
      "ndcg_reference@10": { ...measure, alone: { ...measure.alone, museum: changed } },
    };
    const inputs = makeReportInputs({
      summary: { ...summary, references: { ...references, measures, also_candidates: ["plain"] } },
    });
    const text = textOfSection(referenceSection(inputs));
    expect(text).toContain("plain: also a reference, so it is compared with itself.");
    expect(text).toMatch(/By ndcg_reference@10, the first place changes\. fused: .*; museum alone: plain/);
  });

  it("is omitted if there is only one reference", () => {
    expect(referenceSection(makeReportInputs({ summary: null }))).toBeNull();
  });
});
