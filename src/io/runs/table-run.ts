/**
 * Runs in tables with names of columns (CSV, TSV, JSONL, Parquet) and in saved search responses.
 * Scores decide; where a row has none, the ranks of all rows do, as they always do in saved responses: their order is
 * the engine's, and scores may tie or be those of something else.
 */

import type { RawRun } from "../../types.ts";
import { delimitedText } from "../delimited-text.ts";
import { headColumns, tableFormatOf } from "../head-columns.ts";
import type { RunHolds } from "../holds.ts";
import { readOpenedTable } from "../read-table.ts";
import { numberCell, rowError } from "../row-error.ts";
import { cellsOfRole, missingRoles, queryOfRow } from "../table-cells.ts";
import { hasTableRole, type TableRoles, tableRoles } from "../table-roles.ts";
import type { RunFormat, RunWriter } from "./run-format.ts";

const responses = ["elasticsearch", "solr"];

/** @param name of a format of `readOpenedTable` */
export function tableRun(name: string): RunFormat {
  return {
    name,
    detect(head, names) {
      if (tableFormatOf(head) !== name) return false;
      // Only reading shows the columns of Parquet; responses have always the same.
      if (name === "parquet" || responses.includes(name)) return true;
      return missing(tableRoles(headColumns(head) ?? [], names)).length === 0;
    },
    async read(input, columns, names) {
      const choice = responses.includes(name) ? {} : names;
      const table = await readOpenedTable(input, (column) => hasTableRole(column, choice), name);
      const roles = tableRoles(table.names, choice);
      if (missing(roles).length > 0) throw missingRoles(table, "a run", missing(roles));
      const cells = (role: keyof TableRoles) => cellsOfRole(table, roles, role);
      const [ids, texts, documents] = [cells("query id"), cells("query"), cells("id")];
      const [titles, engines, ranks] = [cells("title"), cells("engine"), cells("rank")];
      const scores = cells("score");
      const byRank = ranks !== null && (scores === null || responses.includes(name) || scores.some(isEmpty));
      const [role, values] = byRank ? (["rank", ranks] as const) : (["score", scores] as const);
      table.lines.forEach((line, row) => {
        const query = queryOfRow(ids, texts, row);
        const document = documents?.[row] ?? "";
        const value = numberCell(values?.[row] ?? "", role, table.source, line);
        const empty = query.query === "" ? "query" : document === "" ? roles.id : Number.isNaN(value) ? role : null;
        if (empty !== null) throw rowError(table.source, line, `the row has no ${empty}. Fill in its cell.`);
        const engine = engines?.[row];
        if (engine === "") throw rowError(table.source, line, "the row names no engine. Fill in its cell.");
        const run = engine === undefined ? columns : columns.ofEngine(engine);
        run.addRow({ ...query, document, score: byRank ? -value : value, title: titles?.[row] });
      });
    },
  };
}

function isEmpty(cell: string): boolean {
  return cell.trim() === "";
}

function missing(roles: TableRoles): string[] {
  return [
    ...(roles.query === null && roles["query id"] === null ? ["query or its id"] : []),
    ...(roles.id === null ? ["id"] : []),
    ...(roles.score === null && roles.rank === null ? ["score or the rank"] : []),
  ];
}

const holds: RunHolds = {
  queryIds: "any",
  queryTexts: true,
  titles: true,
  whiteSpace: true,
  repeats: true,
  engines: true,
};

export const csvRunsWriter: RunWriter = {
  name: "csv",
  holds,
  write: (runs, options) => delimitedText(columnsOf(runs), () => rowsOf(runs), ",", options.spreadsheetSafe),
};

export const tsvRunsWriter: RunWriter = {
  name: "tsv",
  holds,
  write: (runs, options) => delimitedText(columnsOf(runs), () => rowsOf(runs), "\t", options.spreadsheetSafe),
};

export const jsonlRunsWriter: RunWriter = {
  name: "jsonl",
  holds,
  *write(runs) {
    const names = columnsOf(runs);
    for (const cells of rowsOf(runs)) {
      const entries = cells.map((cell, place) => [names[place], names[place] === "score" ? Number(cell) : cell]);
      yield `${JSON.stringify(Object.fromEntries(entries))}\n`;
    }
  },
};

function columnsOf(runs: readonly RawRun[]): string[] {
  return [
    "engine",
    ...(runs.some(({ queryTexts }) => queryTexts.size > 0) ? ["query_id"] : []),
    "query",
    "id",
    ...(runs.some(({ titles }) => titles !== null) ? ["title"] : []),
    "score",
  ];
}

function* rowsOf(runs: readonly RawRun[]): Iterable<readonly string[]> {
  const columns = columnsOf(runs);
  for (const { name, names, queries, documents, scores, titles, queryTexts } of runs) {
    for (let row = 0; row < queries.length; row++) {
      const query = names.queries.nameOf(queries[row] ?? 0);
      yield [
        name,
        ...(columns.includes("query_id") ? [query, queryTexts.get(queries[row] ?? 0) ?? ""] : [query]),
        names.documents.nameOf(documents[row] ?? 0),
        ...(columns.includes("title") ? [titles?.[row] ?? ""] : []),
        String(scores[row]),
      ];
    }
  }
}
