/** What does a report look like as one long table? */
import type { Cell, ReportTable } from "../../core/document/blocks.ts";
import type { RunReport } from "../content/run-report.ts";

/**
 * Rows of cells with their names first: section, table, row of the table from 0, column, value. Numbers have all their
 * digits; what is not known is empty. The tables behind plots are among them, and one of the queries' values.
 */
export function* renderReportCsv(report: RunReport): Iterable<readonly string[]> {
  yield ["section", "table", "row", "column", "value"];
  for (const { id, blocks } of report.sections) {
    for (const block of blocks) {
      if (block.kind === "table") yield* rowsOf(id, block);
      if (block.kind === "plot") yield* rowsOf(id, block.table);
    }
  }
  for (const [row, { name, engines }] of report.queries.entries()) {
    const cellOf = (column: string, value: Cell) => ["queries", "queries", String(row), column, text(value)];
    yield cellOf("query", name);
    for (const { engine, reason, values } of engines) {
      yield cellOf(`${engine}: reason`, reason);
      for (const [place, measure] of report.measures.entries()) {
        yield cellOf(`${engine}: ${measure}`, values[place] ?? null);
      }
    }
  }
}

function* rowsOf(section: string, { id, columns, rows }: ReportTable): Iterable<readonly string[]> {
  for (const [row, cells] of rows.entries()) {
    for (const [place, { name }] of columns.entries()) {
      yield [section, id, String(row), name, text(cells[place] ?? null)];
    }
  }
}

function text(cell: Cell): string {
  return cell === null || Number.isNaN(cell) ? "" : String(cell);
}
