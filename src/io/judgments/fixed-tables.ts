/** Reads and writes judgments in tables with fixed column names: of Quepid, Chorus, BEIR and semqrel. */

import { at } from "../../core/at.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { isNumber } from "../../core/text/wording.ts";
import { nameOfTitle } from "../../core/titles/clean-title.ts";
import { columnKey, filledCell } from "../../core/titles/keys.ts";
import { lineHolds, textHolds } from "../fit.ts";
import {
  type JudgmentColumns,
  type JudgmentFormat,
  type JudgmentRow,
  type JudgmentWriter,
  judgmentLines,
} from "../format.ts";
import { inputError, isUnrated, ratingCell, rowError } from "../input-error.ts";
import { type InputText, peek } from "../open-input.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { hasRanks } from "../tables/formats/line-runs.ts";
import { type DelimitedText, HEAD_CHARACTERS, readDelimited } from "../tables/read-csv.ts";
import { type CellsOf, isRowNumbers } from "../tables/recognise-columns.ts";
import { type OnRow, perNames } from "../tables/table.ts";
import {
  documentOfRow,
  hasTableRole,
  headCells,
  headColumns,
  isChosen,
  queryOfRow,
  type TableColumns,
  type TableRole,
  tableFormatOf,
  tableRoles,
} from "../tables/table-roles.ts";
import { csvText, withoutLastLineFeed } from "../tables/write-csv.ts";
import { missingOfJudgments, sortRaters } from "./table-judgments.ts";

interface FixedRow {
  readonly names: readonly string[];
  readonly cells: readonly string[];
  cell(key: string): string;
  rating(cell: string, role: string): number;
  further(isRead: (name: string) => boolean): [name: string, cell: string][];
}

async function readFixedTable(
  { pieces, source }: InputText,
  columns: JudgmentColumns,
  expected: string,
  rowsOf: (row: FixedRow) => readonly JudgmentRow[],
  options: DelimitedText = {},
): Promise<void> {
  const keysOf = perNames((names) => names.map(columnKey));
  const onRow: OnRow = (names, cells, line) => {
    const row: FixedRow = {
      names,
      cells,
      cell: (key) => cells[keysOf(names).indexOf(key)] ?? "",
      rating: (cell, role) => ratingCell(cell, role, source, line),
      further: (isRead) =>
        columns.keepsFurther
          ? names.flatMap((name, index) => (isRead(name) ? [] : [[name, cells[index] ?? ""] as [string, string]]))
          : [],
    };
    for (const judgment of rowsOf(row)) {
      if (judgment.query === "") throw rowError(source, line, `the row has no query. Expected: ${expected}.`);
      if (judgment.document === "" && !Number.isNaN(judgment.label)) {
        throw rowError(source, line, `the row has a rating but no docid. Expected: ${expected}.`);
      }
      columns.addRow(judgment);
    }
  };
  columns.warnings.push(...(await readDelimited(pieces, source, options, onRow)));
}

/** Returns the names of the columns of CSV or TSV; [] for other texts, or if options name columns. */
function fixedColumns(head: string, names: TableColumns): readonly string[] {
  return isChosen(names) || !["csv", "tsv"].includes(tableFormatOf(head)) ? [] : (headColumns(head) ?? []);
}

const quepidNames = ["query", "docid", "rating"];

export const quepidCsv: JudgmentFormat & JudgmentWriter = {
  name: "quepid-csv",
  detect(head, names) {
    const columns = fixedColumns(head, names);
    if (isHeader(columns)) return true;
    const rating = columns[2]?.trim() ?? "-";
    if (columns.length !== 3 || (rating !== "" && !isNumber(rating))) return false;
    return tableFormatOf(head) === "csv" || !hasRanks(head);
  },
  async read(input, columns) {
    let isQuepid = false;
    const namesOf = (first: readonly string[]) => {
      isQuepid = isHeader(first);
      return isQuepid ? null : quepidNames;
    };
    const rowsOf = ({ cell, rating }: FixedRow) => {
      const [query, document] = [unguardQuepidCell(cell("query")), unguardQuepidCell(cell("docid"))];
      isQuepid ||= document !== "";
      return [{ query, document, label: rating(cell("rating"), "rating") }];
    };
    await readFixedTable(input, columns, quepidNames.join(), rowsOf, { namesOf, needs: isBeyondQuery });
    // Without a header, at least one docid is required, because any text could be a column of queries.
    if (!isQuepid)
      throw inputError("INVALID_FORMAT", input.source, `no row has a docid. Expected: ${quepidNames.join()}.`);
  },
  holds: { ...textHolds, unrated: true },
  *write(judgments) {
    const { names, queries, documents, labels } = judgments;
    function* rows(): Iterable<readonly string[]> {
      yield quepidNames;
      for (let row = 0; row < queries.length; row++) {
        const label = at(labels, row);
        const query = textOfQuery(judgments, at(queries, row));
        const document = names.documents.nameOf(at(documents, row));
        yield [guardQuepidCell(query), guardQuepidCell(document), Number.isNaN(label) ? "" : String(label)];
      }
    }
    yield* withoutLastLineFeed(csvText(rows()));
  },
};

/** Returns false for a row with only a query, which Quepid writes if none of its results is rated. */
function isBeyondQuery(_name: string, cells: readonly string[]): boolean {
  return cells.length > 1;
}

function isHeader(cells: readonly string[]): boolean {
  return cells.length === 3 && quepidNames.every((name) => cells.some((cell) => columnKey(cell) === name));
}

/** Like Quepid, puts a space before a cell that would be a formula. */
export function guardQuepidCell(cell: string): string {
  return /^[-=+@]/.test(cell) ? ` ${cell}` : cell;
}

export function unguardQuepidCell(cell: string): string {
  return /^ [-=+@]/.test(cell) ? cell.slice(1) : cell;
}

function isBook([query = "", document = "", ...judges]: readonly string[]): boolean {
  return columnKey(query) === "query" && columnKey(document) === "docid" && judges.length > 0;
}

const anonymous = "Anonymous";
const unrated = { label: Number.NaN, rater: "" };

export const quepidBook: JudgmentFormat & JudgmentWriter = {
  name: "quepid-book",
  detect(head, names) {
    const columns = fixedColumns(head, names);
    return isBook(columns) && !columns.slice(2).some((judge) => hasTableRole(judge, {}));
  },
  async read(input, columns) {
    const { first: head, all } = await peek(input.pieces, HEAD_CHARACTERS);
    let sheet: ReturnType<typeof raterSheet> | null = null;
    let isGuessed = false;
    const rated = new Set<string>();
    /** For each column whose first rating is not a number, a function that throws an error about this rating. */
    const texts = new Map<string, () => unknown>();
    const leftOut: string[] = [];
    const rowsOf = ({ names, cells, rating }: FixedRow) => {
      if (sheet === null) {
        const guessed = raterSheet(names, headCells(head));
        // In Quepid's books, raters' columns may have any numbers. Those that do not look like ratings cause a warning.
        sheet = isBook(names) ? raterSheet(names, () => []) : guessed;
        isGuessed = !isBook(names) || guessed.others.length > sheet.others.length;
        leftOut.push(...sheet.others);
      }
      const { roles, raters } = sheet;
      const cellOf = (role: TableRole) => {
        const name = roles[role];
        return name === null ? null : [unguardQuepidCell(cells[names.indexOf(name)] ?? "")];
      };
      const [id, title] = [cellOf("id"), cellOf("title")];
      if (id === null) columns.isByTitle = true;
      const query = queryOfRow({ "query id": cellOf("query id"), query: cellOf("query") }, 0);
      const document = id === null ? documentOfRow({ id, title }, 0) : at(id, 0);
      const given = names.flatMap((name, index) => {
        const cell = unguardQuepidCell(cells[index] ?? "");
        if (!raters.has(name) || isUnrated(cell)) return [];
        const read = () => rating(cell, `rating of ${name}`);
        if (!isNumber(cell.trim()) && !rated.has(name)) {
          if (!texts.has(name)) texts.set(name, read);
          return [];
        }
        rated.add(name);
        texts.get(name)?.();
        return [{ label: read(), rater: unguardQuepidCell(name) }];
      });
      const rows = given.length === 0 ? [unrated] : given;
      return rows.map((one) => ({ ...query, document, title: title?.[0], ...one }));
    };
    // A row may end before the cells of the last judges if these judges did not rate it.
    const needs = (name: string, cells: readonly string[]) => isBeyondQuery(name, cells) && hasTableRole(name, {});
    await readFixedTable({ ...input, pieces: all }, columns, "query,docid and a column for each judge", rowsOf, {
      needs,
    });
    if (rated.size === 0) for (const refuse of texts.values()) refuse();
    leftOut.push(...texts.keys());
    if (leftOut.length > 0)
      columns.warnings.push({ kind: "columns-not-of-raters", source: input.source, names: leftOut });
    // The warning names all columns that were read as raters', because some may have numbers that are not ratings.
    if (isGuessed || leftOut.length > 0) {
      const found = Array.from(rated, (column) => ({ role: "rater", column }));
      columns.warnings.push({ kind: "columns-guessed", source: input.source, columns: found });
    }
  },
  holds: { ...textHolds, unrated: true, raters: true },
  *write(judgments) {
    const { names, queries, documents, labels, raters } = judgments;
    const judgeOf = (row: number) => raters?.[row] || anonymous;
    const rated = [...queries.keys()].filter((row) => !Number.isNaN(labels[row]));
    const judges = rated.length === 0 ? [anonymous] : [...new Set(rated.map(judgeOf))];
    function* rows(): Iterable<readonly string[]> {
      yield ["query", "docid", ...judges.map(guardQuepidCell)];
      for (const [query, rowsOfQuery] of rowsByKey(queries)) {
        for (const [document, ofDocument] of rowsByKey(rowsOfQuery.map((row) => at(documents, row)))) {
          const given = ofDocument.map((index) => at(rowsOfQuery, index)).filter((row) => !Number.isNaN(labels[row]));
          const labelOf = new Map(given.map((row) => [judgeOf(row), at(labels, row)]));
          const named = [textOfQuery(judgments, query), names.documents.nameOf(document)].map(guardQuepidCell);
          yield [...named, ...judges.map((judge) => String(labelOf.get(judge) ?? ""))];
        }
      }
    }
    yield* withoutLastLineFeed(csvText(rows()));
  },
};

function raterSheet(names: readonly string[], cellsOf: CellsOf) {
  const possible = names.filter((name) => !isRowNumbers(name) && !hasTableRole(name, {}));
  const { raters, others } = sortRaters(possible, cellsOf);
  return { roles: tableRoles(names, {}), raters: new Set(raters), others };
}

/** Returns whether a table has several raters but no labels, scores or engines. Only `mayHaveRanks` allows ranks. */
export function isRaterSheet(head: string, mayHaveRanks: boolean): boolean {
  const names = fixedColumns(head, {});
  if (names.length === 0) return false;
  const cellsOf = headCells(head);
  const { roles, raters } = raterSheet(names, cellsOf);
  const rated = [...raters].filter((name) => {
    const cells = cellsOf(name).filter((cell) => !isUnrated(cell));
    return cells.length > 0 && cells.every((cell) => isNumber(cell.trim()));
  });
  const lacksLabels = missingOfJudgments(roles).join() === "label" && roles.score === null && roles.engine === null;
  return lacksLabels && (mayHaveRanks || roles.rank === null) && rated.length > 1;
}

const finalKey = "finalrating";

function chorusFormat(name: string, isRating: (key: string) => boolean): JudgmentFormat {
  const isRead = (column: string) =>
    ["query", "docid", "name"].includes(columnKey(column)) || isRating(columnKey(column));
  return {
    name,
    detect(head, names) {
      const keys = fixedColumns(head, names).map(columnKey);
      const isChorus = keys.includes("query") && keys.includes("docid") && keys.some((key) => agentOf(key) !== null);
      return isChorus && keys.some(isRating);
    },
    read: (input, columns) =>
      readFixedTable(input, columns, "query,docid,…,final_rating", ({ names, cells, cell, rating, further }) => {
        const ratings = names.flatMap((column, index) => {
          const key = columnKey(column);
          return isRating(key) ? [{ label: rating(cells[index] ?? "", column), rater: agentOf(key) ?? "" }] : [];
        });
        const title = names.some((column) => columnKey(column) === "name") ? cell("name") : undefined;
        const judged = { query: cell("query"), document: cell("docid"), title, further: further(isRead) };
        if (isRating(finalKey)) return [{ ...judged, label: ratings[0]?.label ?? Number.NaN }];
        const rated = ratings.filter(({ label }) => !Number.isNaN(label));
        return (rated.length === 0 ? [unrated] : rated).map((one) => ({ ...judged, ...one }));
      }),
  };
}

function agentOf(key: string): string | null {
  const [, number] = /^agent(\d+)rating$/.exec(key) ?? [];
  return number === undefined ? null : `agent_${number}`;
}

export const chorus = chorusFormat("chorus", (key) => key === finalKey);
export const chorusRaters = chorusFormat("chorus-raters", (key) => agentOf(key) !== null);

const labelNames = ["engine", "query", "id", "title", "label", "match"];

export const semqrelLabels: JudgmentFormat = {
  name: "semqrel-labels",
  detect(head, names) {
    const columns = fixedColumns(head, names);
    return [...labelNames, "reference_rank"].every((name) => columns.includes(name));
  },
  read: (input, columns) =>
    readFixedTable(input, columns, labelNames.join(), ({ cell, rating, further }) => {
      const [id, title] = [filledCell(cell("id")), cell("title")];
      const document = id === "" && title !== "" ? nameOfTitle(title, sha256) : id;
      const isMatched = cell("match") !== "none";
      if (document === "" && !isMatched) return [];
      const label = isMatched ? rating(cell("label"), "label") : Number.NaN;
      const isRead = (name: string) => ["query", "id", "title", "label"].includes(name);
      return [{ query: cell("query"), document, title, label, further: further(isRead) }];
    }),
};

const beirNames = ["query-id", "corpus-id", "score"];

export const beir: JudgmentFormat & JudgmentWriter = {
  name: "beir",
  detect: (head, names) => tableFormatOf(head) === "tsv" && fixedColumns(head, names).join() === beirNames.join(),
  read(input, columns) {
    const rowsOf = ({ cells: [query = "", document = "", score = ""], rating }: FixedRow) => [
      { query, document, label: rating(score, "score") },
    ];
    // If the third cell is a number, the first row is a judgment.
    const namesOf = ([, , score = ""]: readonly string[]) => (isNumber(score.trim()) ? beirNames : null);
    return readFixedTable(input, columns, beirNames.join(", "), rowsOf, { delimiters: ["\t"], quote: null, namesOf });
  },
  holds: { ...lineHolds, fractions: false },
  *write(judgments) {
    yield `${beirNames.join("\t")}\n`;
    yield* judgmentLines(judgments, (query, document, label) => `${query}\t${document}\t${label}`);
  },
};

export const fixedTables = [semqrelLabels, quepidCsv, chorus, chorusRaters, quepidBook, beir];
