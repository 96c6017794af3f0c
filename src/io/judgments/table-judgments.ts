/** Reads and writes tables of judgments. Without labels, scores count as labels unless the table is a run. */
import { at } from "../../core/at.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { quoted, someOf } from "../../core/text/wording.ts";
import { hasValues, type JudgmentCapabilities, textHolds } from "../fit.ts";
import { type JudgmentFormat, type JudgmentWriter, keptColumns, namedColumns } from "../format.ts";
import { inputError, isUnrated, ratingCell, rowError } from "../input-error.ts";
import { readOpenedTable } from "../tables/read-table.ts";
import { type CellsOf, rowNumbers } from "../tables/recognise-columns.ts";
import type { Table } from "../tables/table.ts";
import {
  cellsOfRoles,
  documentOfRow,
  emptyIdRemedy,
  furtherColumns,
  hasTableRole,
  headColumns,
  idsBeside,
  isChosen,
  missingRoles,
  queryOfRow,
  type TableRoles,
  tableFormatOf,
  tableRoles,
} from "../tables/table-roles.ts";
import { formattedTable, type WrittenColumn, type WrittenTable } from "../tables/write-csv.ts";

/** Words in names of rater columns, such as `worker_id`, `user_email`, `completed_by`. */
const raterWords =
  /^(?:raters?|judges?|annotators?|assessors?|workers?|reviewers?|evaluators?|labell?ers?|coders?|experts?|users?|participants?|emails?|who|by)$/;

/** Words in names of columns that combine the ratings of several people. */
const combinedWords = /^(?:mean|average|avg|agreed|final|consensus|majority|median|sum|total)$/;

const HIGHEST_GRADE = 100;
/** If at least this many numbers in a column rise by 1 per row, they are not grades. Fewer may do so by chance. */
const ROWS_TO_COUNT = 5;

export function seemsRater(name: string): boolean {
  return wordsOf(name).some((word) => raterWords.test(word));
}

/**
 * Separates rater columns from columns with combined ratings, row numbers, or numbers too large for the raters' shared
 * scale, such as years. If no rater columns remain, all columns without such large numbers are rater columns.
 */
export function sortRaters(names: readonly string[], cellsOf: CellsOf) {
  const columns = names.map((name) => {
    const numbers = cellsOf(name)
      .filter((cell) => !isUnrated(cell))
      .map(Number);
    const isCount = numbers.every((one, row) => one === at(numbers, 0) + row);
    const isNumbering = numbers.length >= (rowNumbers.test(name) ? 1 : ROWS_TO_COUNT) && isCount;
    const isCombined = wordsOf(name).some((word) => combinedWords.test(word));
    return { name, isOther: isNumbering || isCombined, largest: Math.max(...numbers.map(Math.abs)) };
  });
  // Each column has a largest number; `shared` is the second smallest. Grades may be up to 4 * `shared` (10..100).
  const [, shared = HIGHEST_GRADE] = columns
    .flatMap(({ largest }) => (largest >= 0 ? largest : []))
    .sort((a, b) => a - b);
  const most = Math.min(HIGHEST_GRADE, Math.max(10, 4 * shared));
  const grades = columns.filter(({ largest }) => !(largest > most));
  const own = grades.filter(({ isOther }) => !isOther);
  const raters = (own.length > 0 ? own : grades).map(({ name }) => name);
  return { raters, others: names.filter((name) => !raters.includes(name)) };
}

function wordsOf(name: string): string[] {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return words.split(/\P{L}+/u);
}

/** Finds the column of raters: in most pairs, each row has another value. @param pairOf - returns the pair of a row */
export function raterColumn(
  { source }: Pick<Table, "source">,
  further: ReadonlyMap<string, readonly string[]>,
  pairOf: (row: number) => string,
  labels: readonly number[],
): string | null {
  const possible = [...further].filter(([, cells]) => cells.some((cell) => cell !== cells[0]));
  if (possible.length === 0) return null;
  const repeated = [...rowsByKey(labels.map((_, row) => pairOf(row))).values()].filter((rows) => rows.length > 1);
  if (repeated.length === 0) return null;
  // A column with a name such as `worker_id` may have the same value twice in some pairs.
  const found = possible.filter(([name, cells]) => tellsApart(cells, repeated, seemsRater(name))).map(([name]) => name);
  const named = found.find(seemsRater);
  if (named !== undefined) return named;
  const conflict = repeated.find((rows) => new Set(rows.map((row) => at(labels, row))).size > 1);
  if (found.length === 0 || conflict === undefined) return null;
  const [query = "", document = ""] = pairOf(at(conflict, 0)).split("\n");
  const what =
    `query ${quoted(query)}, document ${quoted(document)} has ${conflict.length} rows with different ratings, and ` +
    `they differ in ${someOf(found.map(quoted))}. If that column names the raters, call it "rater". Otherwise remove it.`;
  throw inputError("INVALID_FORMAT", source, what, { columns: found });
}

/** Whether cells differ within pairs but recur across pairs, as raters do. @param most - whether most pairs suffice */
export function tellsApart(cells: readonly string[], repeated: readonly (readonly number[])[], most: boolean): boolean {
  const seen = new Set<string>();
  let [rows, alike] = [0, 0];
  for (const ofPair of repeated) {
    const values = new Set(ofPair.map((row) => at(cells, row)));
    const isAlike = values.size < ofPair.length || values.has("");
    if (isAlike && !most) return false;
    if (isAlike) alike++;
    for (const value of values) seen.add(value);
    rows += ofPair.length;
  }
  return 2 * alike < repeated.length && (repeated.length === 1 || seen.size < rows);
}

export function tableJudgments(name: string): JudgmentFormat {
  return {
    name,
    detect(head, names) {
      if (tableFormatOf(head) !== name) return false;
      // The columns of a Parquet file are only known after reading it.
      return name === "parquet" || missingOfJudgments(tableRoles(headColumns(head) ?? [], names)).length === 0;
    },
    async read(input, columns, names) {
      // Reads only the needed columns of a Parquet file.
      const mayNameRaters = (column: string) => name !== "parquet" || seemsRater(column);
      const wants = (column: string) => columns.keepsFurther || hasTableRole(column, names) || mayNameRaters(column);
      const table = await readOpenedTable(input, wants, name, { hasLoneQueries: true });
      columns.warnings.push(...table.warnings, ...idsBeside(table, names));
      const known = tableRoles(table.names, names);
      if (missingOfJudgments(known).length > 0) throw missingRoles(table, "judgments", missingOfJudgments(known));
      const label = labelColumn(known);
      const cells = cellsOfRoles(table, known);
      const ratings = table.columns.get(label ?? "");
      const labelAt = (line: number, row: number) => ratingCell(ratings?.[row] ?? "", "label", table.source, line);
      const labels = Array.from(table.lines, labelAt);
      const used = { ...known, label, score: null, rank: null, engine: null };
      const pairOf = (row: number) => `${queryOfRow(cells, row).query}\n${(cells.id ?? cells.title)?.[row]}`;
      const isNamed = known.rater !== null || isChosen(names);
      const guessed = isNamed ? null : raterColumn(table, furtherColumns(table, known), pairOf, labels);
      if (guessed !== null) {
        const found = [{ role: "rater", column: guessed }];
        columns.warnings.push({ kind: "columns-guessed", source: table.source, columns: found });
      }
      const rater = guessed ?? known.rater;
      if (columns.keepsFurther) columns.further = furtherColumns(table, { ...used, rater });
      const raters = rater === null ? undefined : table.columns.get(rater);
      table.lines.forEach((line, row) => {
        const query = queryOfRow(cells, row);
        const document = cells.id === null ? documentOfRow(cells, row) : (cells.id[row] ?? "");
        if (query.query === "") throw rowError(table.source, line, "the row has no query. Fill in its cell.");
        if (document === "" && !Number.isNaN(labels[row])) {
          throw rowError(table.source, line, `the row has a label but no ${known.id ?? known.title}. ${emptyIdRemedy}`);
        }
        const [title, iteration] = [cells.title?.[row], cells.iteration?.[row]];
        if (cells.id === null) columns.isByTitle = true;
        columns.addRow({ ...query, document, label: at(labels, row), title, rater: raters?.[row], iteration });
      });
    },
  };
}

function labelColumn({ label, score, rank, engine }: TableRoles): string | null {
  return label ?? (rank === null && engine === null ? score : null);
}

export function missingOfJudgments(roles: TableRoles): string[] {
  return [
    ...(roles.query === null && roles["query id"] === null ? ["query or its id"] : []),
    ...(roles.id === null && roles.title === null ? ["id or the title"] : []),
    ...(labelColumn(roles) === null ? ["label"] : []),
  ];
}

const holds: JudgmentCapabilities = {
  ...textHolds,
  queryIds: "any",
  titles: true,
  repeats: true,
  unrated: true,
  raters: true,
  iterations: true,
  ownColumns: ["queryid", "query", "id", "title", "label", "rater", "iteration"],
};

export function tableJudgmentsWriter(name: WrittenTable): JudgmentWriter {
  return {
    name,
    holds,
    write(judgments, form) {
      const { queries, labels, queryTexts, titles, raters, iterations, further } = judgments;
      const label = (row: number) => (Number.isNaN(labels[row]) ? "" : String(labels[row]));
      const named = namedColumns(judgments, queryTexts.size > 0, titles !== null);
      const columns: WrittenColumn[] = [...named, ["label", label]];
      if (hasValues(raters)) columns.push(["rater", (row) => raters?.[row] ?? ""]);
      if (hasValues(iterations)) columns.push(["iteration", (row) => iterations?.[row] ?? ""]);
      const table = { rows: queries.length, columns: [...columns, ...keptColumns(further)] };
      return formattedTable(name, [table], "label", form);
    },
  };
}
