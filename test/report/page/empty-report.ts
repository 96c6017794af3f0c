/** A report without sections and queries, for tests of its formats. */
import type { Cell, ReportTable } from "../../../src/core/document/blocks.ts";
import type { RunReport } from "../../../src/report/content/run-report.ts";

export const emptyReport: RunReport = {
  ...{ schema: "semqrel.report/1", title: "labels", headline: [], sections: [], measures: [], engines: [] },
  ...{ reference: null, labelRule: "", queries: [] },
};

export function tableBlock(table: {
  readonly id: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}): ReportTable {
  const columns = table.columns.map((name, place) => ({ name, as: place === 0 ? "text" : "number" }) as const);
  return { kind: "table", caption: `Table of ${table.id}`, folded: false, ...table, columns };
}
