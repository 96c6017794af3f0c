import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../src/report/content/run-report.ts";
import { renderReportCsv } from "../../../src/report/page/render-report-text.ts";
import { emptyReport, tableBlock } from "./empty-report.ts";

const rowsOf = (report: RunReport) => [...renderReportCsv(report)];

describe("renderReportCsv", () => {
  it("returns one row per cell, with section, table, row, column and value", () => {
    const table = tableBlock({
      id: "means",
      columns: ["engine", "mean"],
      rows: [
        ["a", 1 / 3],
        ["b", null],
      ],
    });
    const rows = rowsOf({ ...emptyReport, sections: [{ id: "engines", title: "Engines", blocks: [table] }] });
    expect(rows).toEqual([
      ["section", "table", "row", "column", "value"],
      ["engines", "means", "0", "engine", "a"],
      ["engines", "means", "0", "mean", "0.3333333333333333"],
      ["engines", "means", "1", "engine", "b"],
      ["engines", "means", "1", "mean", ""],
    ]);
  });

  it("includes the tables of plots, but no sentences", () => {
    const table = tableBlock({ id: "behind", columns: ["x"], rows: [[true]] });
    const axis = { title: "x", from: null, to: null };
    const plot = { shape: "distribution", title: "", description: "", axis, groups: [], marks: [] } as const;
    const rows = rowsOf({
      ...emptyReport,
      sections: [
        {
          ...{ id: "s", title: "S" },
          blocks: [
            { kind: "text", tone: "plain", text: "Words." },
            { kind: "plot", id: "p", plot, table },
          ],
        },
      ],
    });
    expect(rows.slice(1)).toEqual([["s", "behind", "0", "x", "true"]]);
  });

  it("ends with the values of the queries, and the reasons for missing values", () => {
    const query = {
      ...{ anchor: "query-1", name: "red apples", id: null, listed: true, reference: [], hiddenReference: 0 },
      engines: [
        { engine: "a", reason: null, values: [0.5], results: [], hidden: 0 },
        { engine: "b", reason: "no-candidate-results", values: [Number.NaN], results: [], hidden: 0 },
      ],
    } as const;
    const rows = rowsOf({ ...emptyReport, measures: ["ndcg"], engines: ["a", "b"], queries: [query] });
    expect(rows.slice(1)).toEqual([
      ["queries", "queries", "0", "query", "red apples"],
      ["queries", "queries", "0", "a: reason", ""],
      ["queries", "queries", "0", "a: ndcg", "0.5"],
      ["queries", "queries", "0", "b: reason", "no-candidate-results"],
      ["queries", "queries", "0", "b: ndcg", ""],
    ]);
  });
});
