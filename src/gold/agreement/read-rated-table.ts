/** Reads a table of ratings, with one row per label, or one row per item and one column per rater. */
import { at, atKey } from "../../core/at.ts";
import { plainSpelling } from "../../core/text/escape.ts";
import { isNumber } from "../../core/text/wording.ts";
import type { PooledPair, Rating, RatingSet } from "../../core/types.ts";
import { isUnrated, ratingCell, rowError } from "../../io/input-error.ts";
import { seemsRater, sortRaters } from "../../io/judgments/table-judgments.ts";
import { readTable } from "../../io/tables/read-table.ts";
import { findColumn, isRowNumbers } from "../../io/tables/recognise-columns.ts";
import type { Table } from "../../io/tables/table.ts";
import {
  cellsOfRoles,
  documentOfRow,
  missingRoles,
  queryOfRow,
  seemsLabel,
  type TableRoles,
  tableRoles,
} from "../../io/tables/table-roles.ts";
import { distinctNumbers } from "../../maths/numbers.ts";
import { unknownDetails } from "../rating/rating-store.ts";

const roleNames = ["query", "item", "label", "rater", "run"] as const;
/** Column names that the user gave as options. Without an option, a column is found by its usual names. */
export type RatedColumns = { readonly [role in `${(typeof roleNames)[number]}Column`]?: readonly string[] };

const itemNames = ["item", "item_id", "example", "example_id", "pair", "pair_id"];
const modelNames = ["model", "llm"];
const runNames = ["run", "run_id", "repeat", "repetition", "trial", "attempt"];

/** A label is a number or one of these words. */
const words: Readonly<Record<string, string>> = { true: "1", yes: "1", false: "0", no: "0" };

/** Rows with the same rater and item are repeats. If there are runs but no raters, each run is a rater. */
export async function readRatedTable(path: string, given: RatedColumns): Promise<RatingSet> {
  const table = await readTable(path, () => true, null);
  const { source, names } = table;
  const lacking = roleNames.find((role) => {
    const asked = given[`${role}Column`] ?? [];
    return asked.length > 0 && findColumn(names, asked) === null;
  });
  if (lacking !== undefined) throw missingRoles(table, "ratings", [lacking]);
  const { queryColumn = null, itemColumn = null, labelColumn = null, raterColumn = null } = given;
  const known = tableRoles(names, { query: queryColumn, id: itemColumn, label: labelColumn, rater: raterColumn });
  const roles = { ...known, id: known.id ?? (known.title === null ? findColumn(names, itemNames) : null) };
  if (roles.id === null && roles.title === null) throw missingRoles(table, "ratings", ["item"]);
  const { pairs, pairOfRow } = itemsOf(table, roles);
  const labels = labelsOf(table, roles, given);
  const occasions = new Map<string, number>();
  const ratings = labels.map(({ row, rater, grade }): Rating => {
    const pair = at(pairOfRow, row);
    const occasion = occasions.get(`${pair}\n${rater}`) ?? 0;
    occasions.set(`${pair}\n${rater}`, occasion + 1);
    return { pair, rater, occasion, grade, note: "", ratedAt: "", seconds: null };
  });
  const byName = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  ratings.sort((one, other) => one.pair - other.pair || byName(one.rater, other.rater));
  const grades = [...distinctNumbers(labels.map(({ grade }) => grade))];
  const scale = grades.map((grade) => ({ grade, label: String(grade) }));
  return { source, scale: { name: `${grades[0]}-${grades.at(-1)}`, grades: scale }, pairs, ratings };
}

function itemsOf(table: Table, roles: TableRoles) {
  const cells = cellsOfRoles(table, roles);
  const pairs = new Map<string, PooledPair>();
  const keys = Array.from(table.lines, (line, row) => {
    const { query } = queryOfRow(cells, row);
    const id = documentOfRow(cells, row);
    if (id === "") throw rowError(table.source, line, `the row has no ${roles.id ?? roles.title}. Fill in its cell.`);
    const key = `${plainSpelling(query)}\n${plainSpelling(id)}`;
    if (!pairs.has(key)) {
      pairs.set(key, { ...unknownDetails, query, queryId: null, id, title: cells.title?.[row] ?? "" });
    }
    return key;
  });
  const places = new Map([...pairs.keys()].map((key, place) => [key, place]));
  return { pairs: [...pairs.values()], pairOfRow: keys.map((key) => atKey(places, key)) };
}

function labelsOf(table: Table, roles: TableRoles, { raterColumn, runColumn }: RatedColumns) {
  const { columns, names } = table;
  const ofItems = [roles["query id"], roles.query, roles.id, roles.title, roles.label, roles.rank, roles.engine];
  const further = names.filter((name) => !ofItems.includes(name) && !isRowNumbers(name));
  const cellsOf = (name: string) => columns.get(name) ?? [];
  const hasGrades = (name: string) => cellsOf(name).every(isGrade) && !cellsOf(name).every(isUnrated);
  const rater = roles.rater ?? further.find(seemsRater) ?? findColumn(further, modelNames);
  const run = findColumn(runColumn === undefined ? further : names, runColumn ?? runNames);
  const [guessed = roles.score, ...others] = further.filter(seemsLabel);
  const hasRowPerLabel = run !== null || (rater !== null && !hasGrades(rater));
  const label = roles.label ?? (hasRowPerLabel && others.length === 0 ? guessed : null);
  if (label !== null) {
    const ofRun = (row: number) => (run === null ? "the rater" : `${run} ${cellsOf(run)[row]}`);
    return gradesOf(table, label, (row) => (rater === null ? ofRun(row) : cellsOf(rater)[row] || "the rater"));
  }
  const raters =
    raterColumn?.flatMap((name) => findColumn(names, [name]) ?? []) ??
    sortRaters(further.filter(hasGrades), cellsOf).raters;
  if (raters.length === 0) throw missingRoles(table, "ratings", ["label"]);
  return raters.flatMap((name) => gradesOf(table, name, () => name));
}

function gradesOf({ source, columns, lines }: Table, column: string, raterOf: (row: number) => string) {
  const cells = columns.get(column) ?? [];
  const rated = Array.from(lines, (line, row) => ({
    row,
    rater: raterOf(row),
    grade: ratingCell(asNumber(cells[row] ?? ""), "label", source, line),
  }));
  return rated.filter(({ grade }) => !Number.isNaN(grade));
}

function asNumber(cell: string): string {
  return words[cell.trim().toLowerCase()] ?? cell;
}

function isGrade(cell: string): boolean {
  return isUnrated(cell) || isNumber(asNumber(cell).trim());
}
