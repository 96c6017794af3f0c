import { invalidOption } from "../../core/errors.ts";
import { quoted, someOf } from "../../core/text/wording.ts";
import { identifierColumns, identifierKind } from "../../core/titles/identifiers.ts";
import type { Warning } from "../../core/warnings.ts";
import { inputError } from "../input-error.ts";
import { partialColumn } from "../tables/formats/search-response.ts";
import { responseFormats } from "../tables/read-table.ts";
import {
  type CellsOf,
  columnFlag,
  findColumn,
  findColumns,
  guessColumns,
  guessedRoles,
  isRowNumbers,
  isWantedColumn,
  joinedRank,
  mayHaveRole,
  missingColumn,
} from "../tables/recognise-columns.ts";
import { seemsJudged } from "../tables/table-roles.ts";
import { isPoolTable, poolFound } from "../unknown-format.ts";
import type { InputFile, ReadResultsOptions } from "./results-file.ts";

/** Column names; null if the table has no such column. */
export type ResultColumns = ReturnType<typeof resultColumns>;

const scoreColumn = "score";
const scoredRuns: readonly string[] = ["trec-run", "ranx"];
const rankedRun = "msmarco-run";
/** Formats with fixed columns, which options cannot rename. Ranks count from 0, except in `rankedRun`. */
const formatsWithFixedColumns: readonly string[] = [...scoredRuns, rankedRun, ...responseFormats, "ris", "nbib"];

export function isResultColumn(name: string, { columns, further, keepsAll }: ReadResultsOptions): boolean {
  const isKnown = keepsAll || name === scoreColumn || name === partialColumn || mayHaveRole(name);
  return isKnown || identifierKind(name) !== null || isWantedColumn(name, columns, keptColumns(further));
}

/** Adds the columns of identifiers, which show which rows are the same document. */
function keptColumns(further: readonly string[]): readonly string[] {
  return [...new Set([...further, ...identifierColumns])];
}

export function resultColumns(
  names: readonly string[],
  format: string,
  source: string,
  options: ReadResultsOptions,
  cellsOf: CellsOf = () => [],
) {
  if (isPoolTable(names)) throw inputError("INVALID_FORMAT", source, `${poolFound(source, "a result list")}.`);
  const isFixed = formatsWithFixedColumns.includes(format);
  const choice = isFixed ? {} : options.columns;
  const isJudged = !choice.rank && seemsJudged(names);
  const unread = isFixed || choice.rank ? null : noRanks(names, cellsOf);
  const guessed = isFixed || isJudged ? [] : guessedRoles;
  const { columns: roles, warnings } = findColumns(names, choice, source, guessed, undefined, cellsOf);
  const said: Warning[] = warnings.filter(({ kind }) => !isFixed || kind !== "two-columns-for-role");
  const known = (name: string) => (names.includes(name) ? name : null);
  if (roles.query === null && roles["query id"] === null) {
    throw missingColumn("query", choice.query ?? [], names, source);
  }
  const id = roles.id ?? roles.url;
  if (roles.title === null && (options.titles === null || id === null)) {
    const isRun = scoredRuns.includes(format) || format === rankedRun;
    const titled = guessColumns(names).title?.[0];
    const hasIds = titled !== undefined && titled === id;
    if (!isRun && !hasIds) throw missingColumn("title", choice.title ?? [], names, source);
    const what = hasIds
      ? `column "${titled}" has ids such as ${quoted(cellsOf(titled)[0] ?? "")}, and no column has titles. If these are titles, pass ${columnFlag("title", [titled])}. Otherwise give titles`
      : "a run in this format has no titles. Give them";
    const how = "with --titles FILE (id TAB title, CSV, JSONL or a BEIR corpus).";
    const [text = ""] = format === "ranx" && roles.rank !== null && id !== null ? cellsOf(id) : [];
    const written = text === "" ? "" : ` If ${quoted(text)} is a title, write it as {"title":${JSON.stringify(text)}}.`;
    throw inputError("MISSING_TITLE", source, `${what} ${how}${written}`);
  }
  const further = keptColumns(options.further).flatMap((name) => {
    const column = findColumn(names, [name]);
    return column === null ? [] : [{ name, column }];
  });
  for (const name of names) {
    const kind = identifierKind(name);
    const isRead = kind === null || kind === "url" || further.some(({ column }) => column === name);
    if (!isRead) further.push({ name, column: name });
  }
  const shown = [roles.query ?? roles["query id"], roles.title, id, roles.rank, roles.engine, partialColumn];
  const used = [...shown, ...further.map(({ column }) => column)];
  const others = names.filter((name) => !used.includes(name) && !isRowNumbers(name));
  const kept = options.keepsAll ? [...further, ...others.map((name) => ({ name, column: name }))] : further;
  const { url } = roles;
  // `--url-column` may name a column whose own name does not say that it has addresses.
  const lacksUrl = url !== null && url !== id && !kept.some(({ name }) => identifierKind(name) === "url");
  const rankBase: 0 | 1 | null = isFixed && format !== rankedRun ? 0 : options.rankBase;
  if (unread !== null && roles.rank === null) said.push({ kind: "ranks-not-read", source, column: unread });
  return {
    queryId: roles["query id"],
    query: roles.query,
    title: roles.title,
    id,
    url: roles.url,
    engine: roles.engine,
    /** Null for TREC runs, because their scores determine the order. */
    rank: format === "trec-run" ? null : roles.rank,
    score: scoredRuns.includes(format) && roles.rank === null ? known(scoreColumn) : null,
    /** The score of a table without ranks, to check that rows are in the order of their scores. */
    unusedScore: isFixed || roles.rank !== null || choice.rank?.length === 0 ? null : known(scoreColumn),
    partial: isFixed ? known(partialColumn) : null,
    names,
    /** The columns to keep. `column` is the name in the table, `name` the name under which the column is kept. */
    further: lacksUrl ? [...kept, { name: "url", column: url }] : kept,
    rankBase,
    warnings: said,
  };
}

/** Returns the column that is named like ranks but whose cells are not ranks; null if there is none. */
function noRanks(names: readonly string[], cellsOf: CellsOf): string | null {
  if (guessColumns(names, cellsOf).rank !== undefined) return null;
  return guessColumns(names).rank?.[0] ?? names.find((name) => joinedRank.test(name)) ?? null;
}

export function requireResponse(files: readonly InputFile[], titleField: string | null): void {
  if (titleField === null || files.some(({ format }) => responseFormats.includes(format))) return;
  const paths = files.map(({ path }) => path);
  const message =
    `Reading ${someOf(paths)}: --title-field names a field of saved search responses, but there are none. ` +
    `In other files, titles have a column. If that is its name, pass --title-column ${titleField}.`;
  throw invalidOption(message, { files: paths, titleField });
}
