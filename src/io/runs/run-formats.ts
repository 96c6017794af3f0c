/**
 * Reads and writes runs. Rows are ordered by score, or by rank if any row has no score. In responses, scores count only
 * if they decrease from hit to hit. Otherwise ranks count, because scores may be equal or mean something else.
 */
import { at } from "../../core/at.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { firstSpelling } from "../../core/text/escape.ts";
import { isNumber } from "../../core/text/wording.ts";
import type { RawRun } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { pickFurther, type RunCapabilities } from "../fit.ts";
import { keptColumns, namedColumns, type RunFormat, type RunWriter, ranxText } from "../format.ts";
import { numberCell, rowError } from "../input-error.ts";
import { tellsApart } from "../judgments/table-judgments.ts";
import { firstFields } from "../tables/delimiter.ts";
import { runWords } from "../tables/formats/jsonl.ts";
import { isRanx } from "../tables/formats/ranx.ts";
import { partialColumn } from "../tables/formats/search-response.ts";
import { readOpenedTable, responseFormats } from "../tables/read-table.ts";
import { emptyQuery, findColumns, guessColumns, guessedRoles, mayHaveRole } from "../tables/recognise-columns.ts";
import type { Table } from "../tables/table.ts";
import {
  cellsOfRoles,
  documentOfRow,
  emptyIdRemedy,
  furtherColumns,
  hasTableRole,
  headColumns,
  idsBeside,
  missingRoles,
  queryOfRow,
  seemsJudged,
  type TableColumns,
  type TableRoles,
  tableFormatOf,
  tableRoles,
} from "../tables/table-roles.ts";
import { formattedTable, type TableRows, type WrittenColumn, type WrittenTable } from "../tables/write-csv.ts";
import { lineError, readTrecLines } from "../trec-lines.ts";

const fixedFormats: readonly string[] = [...responseFormats, "ris", "nbib", "ranx", "msmarco-run"];

export function tableRun(name: string): RunFormat {
  return {
    name,
    detect(head, names) {
      if (tableFormatOf(head) !== name) return false;
      // The columns of a Parquet file are only known after reading it. Responses always have the same columns.
      if (name === "parquet" || fixedFormats.includes(name)) return true;
      const columns = headColumns(head);
      // The columns of one long JSON document are not known here, either.
      return columns === null ? name === "jsonl" : missingOfRun(columns, guessedOfRun(columns, names)).length === 0;
    },
    async read(input, columns, names) {
      const isResponse = responseFormats.includes(name);
      const choice = isResponse ? {} : names;
      const keepsFurther = columns.keepsFurther && !isResponse;
      const wants = (column: string) =>
        keepsFurther ||
        hasTableRole(column, choice) ||
        mayHaveRole(column) ||
        runWords.test(column) ||
        (isResponse && column === partialColumn);
      const titles = { field: names.title?.[0] ?? null, isRequired: names.title != null, columns: names };
      const table = await readOpenedTable(input, wants, name, titles);
      const { roles, warnings } = columnsOfRun(table, choice);
      columns.warnings.push(...table.warnings, ...warnings);
      const missing = missingOfRun(table.names, roles);
      if (missing.length > 0) throw missingRoles(table, "a run", missing);
      const cells = cellsOfRoles(table, roles);
      const { rank: ranks, score: scores } = cells;
      const spelled = firstSpelling();
      const engines = cells.engine?.map((engine) => spelled(engine).trim()) ?? null;
      const isUnranked = ranks === null && scores === null;
      const partial = isResponse ? (table.columns.get(partialColumn) ?? null) : null;
      const queryOf = (row: number) => queryOfRow(cells, row).query;
      const isOrdered = isResponse && scores !== null ? scoresAsRanked(scores, queryOf) : () => false;
      const isRanked = ranks !== null && (isResponse || scores === null || scores.some(isEmpty));
      table.lines.forEach((line, row) => {
        const query = queryOfRow(cells, row);
        const found = documentOfRow(cells, row);
        const place = `${table.source}:${line}`;
        const isUntitled = columns.keepsUntitled && found === "" && cells.title !== null;
        if (isUntitled) columns.untitled.push(place);
        // Names a result that lacks title and id, to keep its position. No judged document or other file has this name.
        const document = isUntitled ? `untitled ${place} ${row}` : found;
        const byRank = isRanked && !isOrdered(query.query);
        const [role, values] = byRank ? (["rank", ranks] as const) : (["score", scores] as const);
        const value = isUnranked ? -row : numberCell(values?.[row] ?? "", role, table.source, line);
        const named = roles.id ?? roles.title;
        const empty = query.query === "" ? "query" : document === "" ? named : Number.isNaN(value) ? role : null;
        if (empty !== null) {
          const remedy = empty === named ? emptyIdRemedy : "Fill in its cell.";
          const what =
            empty === "query" ? emptyQuery(roles["query id"], roles.query) : `the row has no ${empty}. ${remedy}`;
          throw rowError(table.source, line, what);
        }
        const engine = engines?.[row];
        if (engine === "") throw rowError(table.source, line, "the row has no engine. Fill in its cell.");
        const run = engine === undefined ? columns : columns.ofEngine(engine);
        if (cells.id === null) run.isByTitle = true;
        const rankCell = ranks?.[row] ?? "";
        const rankBeside = /^\s*\d{1,9}\s*$/.test(rankCell) ? Number(rankCell) : -1;
        const rank = isRanked || ranks === null ? undefined : rankBeside;
        run.addRow({ ...query, document, score: byRank ? -value : value, title: cells.title?.[row], rank });
        if (isResponse && byRank && !isEmpty(scores?.[row] ?? "")) run.unusedScores++;
        if (partial?.[row]) run.markPartial(query.query);
      });
      if (!keepsFurther) return;
      const further = furtherColumns(table, { ...roles, label: null, rater: null, iteration: null });
      for (const [engine, run] of engines === null ? [[undefined, columns] as const] : columns.engines) {
        const rows = [...table.lines.keys()].filter((row) => engines?.[row] === engine);
        run.further = pickFurther(further, rows);
      }
    },
  };
}

/** Returns a function that says whether a query's scores, rounded to 32 bits, decrease from row to row. */
function scoresAsRanked(scores: readonly string[], queryOf: (row: number) => string): (query: string) => boolean {
  const last = new Map<string, number>();
  for (const [row, cell] of scores.entries()) {
    const query = queryOf(row);
    const score = isEmpty(cell) ? Number.NaN : Math.fround(Number(cell));
    // Once a query has NaN, it keeps NaN, because `score < NaN` is false.
    last.set(query, score < (last.get(query) ?? Number.POSITIVE_INFINITY) ? score : Number.NaN);
  }
  return (query) => !Number.isNaN(last.get(query) ?? Number.NaN);
}

function isEmpty(cell: string): boolean {
  return cell.trim() === "";
}

/** Finds columns by their usual names. Unless a column seems to have labels, also guesses from words in names. */
function columnsOfRun(table: Table, choice: TableColumns) {
  const { names, source, columns } = table;
  const cellsOf = (name: string) => columns.get(name) ?? [];
  const usual = tableRoles(names, choice);
  const isRun = !choice.label && !seemsJudged(names);
  const wanted = isRun ? guessedRoles.filter((role) => role !== "rank" || usual.score === null) : [];
  const ofRuns = isRun && usual.engine === null ? columnOfRuns(table, usual) : null;
  const others = ofRuns === null ? choice : { ...choice, engine: [ofRuns] };
  const { columns: fitting, guessed } = findColumns(names, others, source, wanted, "to semqrel convert", cellsOf);
  if (ofRuns !== null) guessed.push({ role: "engine", column: ofRuns });
  const found = Object.fromEntries(guessed.map(({ role, column }) => [role, column]));
  const warnings: Warning[] = fixedFormats.includes(table.format) ? [] : idsBeside(table, choice);
  if (guessed.length > 0) warnings.push({ kind: "columns-guessed", source, columns: guessed });
  const engine = fitting.engine === null ? null : usual.engine;
  return { roles: { ...usual, engine, ...found }, warnings };
}

/** Finds a column such as `run`, whose cells differ in most groups of rows with equal query and rank (or id). */
function columnOfRuns({ names, columns }: Table, roles: TableRoles): string | null {
  const cellsOf = (name: string | null) => (name === null ? undefined : columns.get(name));
  const [queries, places] = [cellsOf(roles["query id"] ?? roles.query), cellsOf(roles.rank ?? roles.id)];
  const possible = names.filter((name) => runWords.test(name));
  if (queries === undefined || places === undefined || possible.length === 0) return null;
  const keys = queries.map((query, row) => `${query}\n${places[row]}`);
  const repeated = [...rowsByKey(keys).values()].filter((rows) => rows.length > 1);
  if (repeated.length === 0) return null;
  return possible.find((name) => tellsApart(cellsOf(name) ?? [], repeated, true)) ?? null;
}

/** Like `columnsOfRun`, but from names alone. If several columns fit a role, returns the first. */
export function guessedOfRun(names: readonly string[], choice: TableColumns): TableRoles {
  const roles = tableRoles(names, choice);
  const guesses = choice.label || seemsJudged(names) ? {} : guessColumns(names);
  const found = guessedRoles.map((role) => [role, roles[role] ?? (choice[role] ? null : (guesses[role]?.[0] ?? null))]);
  return { ...roles, ...Object.fromEntries(found) };
}

/** Returns the roles that a run lacks. Rows with titles need no ranks or scores: they are in the engine's order. */
export function missingOfRun(names: readonly string[], roles: TableRoles): string[] {
  const isList = roles.title !== null && roles.query !== null && !seemsJudged(names);
  return [
    ...(roles.query === null && roles["query id"] === null ? ["query or its id"] : []),
    ...(roles.id === null && roles.title === null ? ["id or the title"] : []),
    ...(roles.score === null && roles.rank === null && !isList ? ["score or the rank"] : []),
  ];
}

const holds: RunCapabilities = {
  queryIds: "any",
  queryTexts: true,
  titles: true,
  whiteSpace: true,
  repeats: true,
  engines: true,
  ownColumns: ["engine", "queryid", "query", "id", "title", "score"],
};

export function tableRunsWriter(name: WrittenTable): RunWriter {
  return {
    name,
    holds,
    write(runs, form) {
      const hasTexts = runs.some(({ queryTexts }) => queryTexts.size > 0);
      const hasTitles = runs.some(({ titles }) => titles !== null);
      const tables = runs.map((run): TableRows => {
        const named = namedColumns(run, hasTexts, hasTitles);
        const score = (row: number) => String(run.scores[row]);
        const columns: WrittenColumn[] = [["engine", () => run.name], ...named, ["score", score]];
        const order = rowsByScore(run);
        const ordered = [...columns, ...keptColumns(run.further)].map(
          ([column, cellOf]): WrittenColumn => [column, (row) => cellOf(at(order, row))],
        );
        return { rows: run.queries.length, columns: ordered };
      });
      return formattedTable(name, tables, "score", form);
    },
  };
}

/** Returns the order of rows to write: by score within each query, because `readResults` ignores scores in tables. */
function rowsByScore({ queries, scores }: RawRun): Int32Array {
  const order = new Int32Array(queries.length);
  for (const rows of rowsByKey(queries).values()) {
    const sorted = rows.toSorted((one, other) => at(scores, other) - at(scores, one));
    for (const [index, row] of rows.entries()) order[row] = at(sorted, index);
  }
  return order;
}

export const ranxRun: RunFormat & RunWriter = {
  ...tableRun("ranx"),
  detect: isRanx,
  holds: { queryIds: "any", queryTexts: false, titles: false, whiteSpace: true, repeats: false, engines: false },
  *write(runs) {
    // ranx infers one type for all scores, so whole numbers get a decimal point.
    const withPoint = (score: number) => JSON.stringify(score).replace(/^-?\d+$/, "$&.0");
    for (const run of runs) yield* ranxText(run, (row) => withPoint(at(run.scores, row)));
  },
};

export const trecRun: RunFormat & RunWriter = {
  name: "trec-run",
  endings: ["run", "res"],
  detect(head) {
    const fields = firstFields(head);
    if (fields.length >= 7 && fields[1]?.toUpperCase() === "Q0") return true;
    return fields.length >= 6 && isNumber(fields[4] ?? "") && !fields.join("").includes(",");
  },
  async read(input, columns) {
    // Like trec_eval, ignores fields after the run's name.
    const layout = { number: 4, role: "score", kept: 5, last: 5, rank: 3 };
    await readTrecLines(input, columns, layout, (line) => {
      const count = line.fields.length;
      if (count >= 6) {
        const why = `the line has ${count} fields, but a TREC run has six: query Q0 document rank score name. "${line.fields[3]}" is where the rank should be.`;
        const remedy = "Names in TREC files have no spaces. Remove them, or give the run as CSV.";
        throw lineError(input.source, line, `${why} ${remedy}`);
      }
      const hint = count === 4 ? " It looks like judgments. Give judgments first, then runs." : "";
      const what = `it has ${count} fields, but a run has six (query Q0 document rank score name).${hint}`;
      throw lineError(input.source, line, what);
    });
    const tags = [...columns.tags];
    if (tags.length > 1) columns.warnings.push({ kind: "several-tags", source: input.source, tags });
  },
  holds: { queryIds: "any", queryTexts: false, titles: false, whiteSpace: false, repeats: true, engines: false },
  *write(runs) {
    for (const { name, tag, names, queries, documents, scores } of runs) {
      const shown = (tag ?? name).replace(/[\s\0]+/g, "-") || "run";
      for (const [query, rows] of rowsByKey(queries)) {
        rows.sort((one, other) => at(scores, other) - at(scores, one));
        for (const [index, row] of rows.entries()) {
          const document = names.documents.nameOf(at(documents, row));
          yield `${names.queries.nameOf(query)} Q0 ${document} ${index + 1} ${scores[row]} ${shown}\n`;
        }
      }
    }
  },
};
