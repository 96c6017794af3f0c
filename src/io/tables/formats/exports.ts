/** Reads tables with column names that only ragas, deepeval, Phoenix or Web of Science use. */
import { attempt } from "../../../core/attempt.ts";
import { parseJsonText } from "../../../core/text/json-value.ts";
import { isAmong, usualNames } from "../recognise-columns.ts";
import { type OnRow, perNames } from "../table.ts";

export const questionNames: readonly string[] = ["user_input", "question", "input"];
export const contextNames: readonly string[] = ["retrieved_contexts", "contexts", "retrieval_context"];

const knownExports = [
  // Phoenix: traced documents.
  {
    has: ["input", "document_position", "reference"],
    columns: new Map([
      ["input", "query"],
      ["document_position", "rank"],
      ["reference", "title"],
      ["document_score", "score"],
    ]),
  },
  // Web of Science: "Tab delimited file".
  {
    has: ["PT", "AU", "TI"],
    columns: new Map([
      ["TI", "title"],
      ["DI", "doi"],
      ["ID", "Keywords Plus"],
    ]),
  },
];

export function isExportColumn(name: string): boolean {
  const isKnown = knownExports.some(({ columns }) => columns.has(name));
  return isKnown || questionNames.includes(name) || contextNames.includes(name);
}

export function namesOfExport(names: readonly string[]): readonly string[] {
  const known = exportOf(names);
  if (known !== undefined) return names.map((name) => known.columns.get(name) ?? name);
  return indexesOfContexts(names) === null ? names : ["query", "rank", "title"];
}

/** Renames the columns of an export. If a cell is a list of texts, passes on one row for each text. */
export function rowsOfExport(onRow: OnRow): OnRow {
  const exported = perNames((names) => ({
    shown: namesOfExport(names),
    indexes: exportOf(names) === undefined ? indexesOfContexts(names) : null,
  }));
  return (names, cells, line) => {
    const { shown, indexes } = exported(names);
    const texts = indexes === null ? null : textsIn(cells[indexes.contexts] ?? "");
    if (texts === null || indexes === null) return onRow(indexes === null ? shown : names, cells, line);
    for (const [rank, text] of texts.entries()) onRow(shown, [cells[indexes.question] ?? "", String(rank), text], line);
  };
}

const isTitles = isAmong([...usualNames.title, "titles"]);
const isRank = isAmong(usualNames.rank);
const ROWS_TO_CHECK = 100;

/** Splits rows whose title is a list, as pandas writes it, into one row per title. Call `end` after the last row. */
export function rowsOfTitleLists(onRow: OnRow): { readonly onRow: OnRow; readonly end: () => void } {
  const waiting: Parameters<OnRow>[] = [];
  let decided: OnRow | null = null;
  const end = () => {
    const lists = waiting.map(([names, cells]) => titleListOf(names, cells));
    const areLists = lists.every((list) => list !== null) && lists.some((list) => list.length > 1);
    decided ??= areLists ? splitLists(onRow) : onRow;
    for (const row of waiting.splice(0)) decided(...row);
  };
  return {
    onRow(names, cells, line) {
      if (decided !== null) return decided(names, cells, line);
      waiting.push([names, [...cells], line]);
      if (waiting.length === ROWS_TO_CHECK || titleListOf(names, cells) === null) end();
    },
    end,
  };
}

/** Returns the titles of a row; null if they are not a list, or if the row has a rank. */
function titleListOf(names: readonly string[], cells: readonly string[]): readonly string[] | null {
  const cell = cells[names.findIndex(isTitles)];
  if (cell === undefined || names.some(isRank)) return null;
  if (cell.trim() === "") return [];
  const shape = cell.replace(pythonText, "x").replace(/\s/g, "");
  return /^\[(?:x,?)*\]$/.test(shape) ? textsIn(cell) : null;
}

function splitLists(onRow: OnRow): OnRow {
  const withRank = perNames((names) => [...names, "rank"]);
  return (names, cells, line) => {
    const titleColumn = names.findIndex(isTitles);
    const titles = titleListOf(names, cells) ?? [cells[titleColumn] ?? ""];
    const lists = cells.map((cell, column) => (column === titleColumn ? titles : textsIn(cell)));
    for (const rank of titles.keys()) {
      const ofTitle = cells.map((cell, column) => {
        const list = lists[column];
        return list?.length === titles.length ? (list[rank] ?? "") : cell;
      });
      onRow(withRank(names), [...ofTitle, String(rank)], line);
    }
  };
}

function exportOf(names: readonly string[]) {
  return knownExports.find(({ has }) => has.every((name) => names.includes(name)));
}

function indexesOfContexts(names: readonly string[]) {
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const [question, contexts] = [find(questionNames), find(contextNames)];
  return question < 0 || contexts < 0 ? null : { question, contexts };
}

const pythonText = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs;

/** Returns the texts of a list in JSON or Python syntax; null for anything else. */
function textsIn(cell: string): readonly string[] | null {
  if (!/^\s*\[[\s\S]*\]\s*$/.test(cell)) return null;
  const found = attempt(() => parseJsonText(cell));
  if (Array.isArray(found)) return found.map(String);
  return [...cell.matchAll(pythonText)].map(([, single, double]) =>
    (single ?? double ?? "").replace(/\\(.)/gs, (_, escaped) => (escaped === "n" ? "\n" : escaped)),
  );
}
