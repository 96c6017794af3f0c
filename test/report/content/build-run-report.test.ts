import { describe, expect, it } from "vitest";
import type { ReportBlock, ReportTable } from "../../../src/core/document/blocks.ts";
import { buildRunReport } from "../../../src/report/content/build-run-report.ts";
import type { RunReport } from "../../../src/report/content/run-report.ts";
import { madeOrigin, makeMeasuredInputs, makeReportInputs, noDocuments } from "../../support/make-report.ts";

const report = buildRunReport(makeReportInputs());

function tablesOf({ sections }: RunReport): ReportTable[] {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "table" ? [block] : block.kind === "plot" ? [block.table] : [])),
  );
}

function idsOf({ sections, queries }: RunReport): string[] {
  const ofBlock = (block: ReportBlock) =>
    block.kind === "text" ? [] : block.kind === "plot" ? [block.id, block.table.id] : [block.id];
  return [
    ...sections.flatMap(({ id, blocks }) => [id, ...blocks.flatMap(ofBlock)]),
    ...queries.map(({ anchor }) => anchor),
  ];
}

const level = (height: number) => Array.from({ length: 40 }, (_, query) => height + query / 100);

describe("buildRunReport", () => {
  it("returns a section for all available data, with the decisive sections first", () => {
    expect(report.sections.map(({ id }) => id)).toEqual([
      ...["doubts", "oddities", "trust", "engines", "tests", "ideals", "pairs", "changes", "describe", "distributions"],
      ...["recall", "similarity", "matches", "holes", "segments", "reference", "policies", "agreement", "fidelity"],
      ...["rerank", "provenance"],
    ]);
    expect(report.sections.findIndex(({ inAppendix }) => inAppendix)).toBe(2);
    expect(report.sections.slice(2).every(({ inAppendix }) => inAppendix)).toBe(true);
    expect(report).toMatchObject({
      ...{
        schema: "semqrel.report/1",
        title: "labels",
        reference: "library",
        labelRule:
          "the label of the reference title that it matched, or 0 without a match; reference titles get their labels from their ranks by inverse(top=5)",
      },
      engines: ["explorer", "quickfind <b>beta</b>", "plain"],
    });
    expect(report.measures[0]).toBe("ndcg_reference@10");
    expect(report.measures).toHaveLength(12);
  });

  it("uses unique identifiers of lower-case letters, digits and hyphens", () => {
    const ids = idsOf(report);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("returns tables with a cell for every column, and with links to existing queries", () => {
    const anchors = new Set(report.queries.map(({ anchor }) => anchor));
    for (const { id, columns, rows, links } of tablesOf(report)) {
      for (const row of rows) expect(row.length, id).toBe(columns.length);
      if (links === undefined) continue;
      expect(links.length, id).toBe(rows.length);
      for (const link of links) expect(link === null || anchors.has(link), id).toBe(true);
    }
  });

  it("returns a report that does not change if it is written to JSON and read again", () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("returns the same report for the same inputs, and does not change the inputs", () => {
    const inputs = makeReportInputs();
    const before = structuredClone(inputs);
    expect(buildRunReport(inputs)).toEqual(report);
    expect(inputs).toEqual(before);
  });

  it("draws every plot with finite numbers only", () => {
    const plots = report.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "plot" ? [block.plot] : [])),
    );
    expect(new Set(plots.map(({ shape }) => shape))).toEqual(
      new Set(["histogram", "distribution", "intervals", "curves", "scatter"]),
    );
    const numbers: number[] = [];
    JSON.stringify(plots, (_, value) => {
      if (typeof value === "number") numbers.push(value);
      return value;
    });
    expect(numbers.length).toBeGreaterThan(500);
    expect(numbers.every(Number.isFinite)).toBe(true);
  });

  it("omits sections without data, and names the commands that add missing evidence", () => {
    const bare = buildRunReport(makeMeasuredInputs({ a: [0.5, 0.25], b: [0.75, 0.5] }));
    expect(bare.sections.map(({ id }) => id)).toEqual([
      ...["engines", "trust", "tests", "pairs", "describe", "distributions", "provenance"],
    ]);
    const said = JSON.stringify(bare.sections.find(({ id }) => id === "trust"));
    for (const command of ["validate", "estimate", "gold --agreement", "validate --policies", "compare --fidelity"]) {
      expect(said).toContain(`semqrel ${command}`);
    }
    // Without a summary, the number of references is unknown.
    expect(said).not.toContain("semqrel label --reference REF1 REF2");
    const { summary } = makeReportInputs();
    const one = buildRunReport(
      makeReportInputs({ summary: summary && { ...summary, references: undefined as never } }),
    );
    expect(JSON.stringify(one.sections.find(({ id }) => id === "trust"))).toContain(
      "semqrel label --reference REF1 REF2",
    );
  });

  it("accepts inputs without engines, queries and measures", () => {
    const empty = buildRunReport(makeMeasuredInputs({}));
    expect(empty).toMatchObject({ engines: [], measures: [], queries: [] });
    expect(empty.sections.map(({ id }) => id)).toEqual(["trust", "provenance"]);
  });

  it("shows calibrated labels, but says that their mean only orders engines", () => {
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    const { stored, measures, documents } = makeReportInputs();
    const calibrated = buildRunReport(
      makeReportInputs({
        ...{ summary: null, origin, documents: { ...noDocuments, estimate: documents.estimate } },
        measures: measures.map(({ engine, values }) => ({
          engine,
          values: new Map([
            ["nDCG@10", new Float64Array(stored.queries.length).fill(Number.NaN)],
            ["calibrated_score", values.get("ndcg_reference@10") ?? new Float64Array(0)],
          ]),
          reasons: stored.queries.map(() => "not-rated"),
        })),
      }),
    );
    expect(calibrated.labelRule).toContain("ridge");
    expect(calibrated.sections.map(({ id }) => id)).toEqual([
      ...["doubts", "trust", "describe", "distributions", "similarity", "matches", "provenance"],
    ]);
    expect(calibrated.measures).toEqual(["calibrated_score", "nDCG@10"]);
    expect(JSON.stringify(calibrated)).toContain("only orders engines");
    expect(calibrated.queries[0]?.engines[0]).toMatchObject({ reason: "not-rated" });
    for (const { engines } of calibrated.queries) {
      for (const { results } of engines)
        for (const { origin: who, doubt } of results) expect([who, doubt]).toEqual(["", null]);
    }
  });

  it("draws few plots for many engines, but returns complete tables", () => {
    const values = Object.fromEntries(Array.from({ length: 28 }, (_, engine) => [`e${engine}`, level(engine / 28)]));
    const many = buildRunReport(makeMeasuredInputs(values));
    const scatters = many.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "plot" && block.plot.shape === "scatter" ? [block] : [])),
    );
    expect(scatters).toHaveLength(6);
    const wins = tablesOf(many).find(({ id }) => id === "pairs-wins");
    expect([wins?.rows.length, wins?.folded]).toEqual([(28 * 27) / 2, true]);
    expect(tablesOf(many).find(({ id }) => id === "engines-means-numbers")?.rows).toHaveLength(28);
  });
});
