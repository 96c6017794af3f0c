/** Judgments in tables whose columns have fixed names: Quepid's, Chorus', BEIR's, and labels that semqrel made. */
import { at } from "../../core/at.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { isNumber } from "../../core/text/wording.ts";
import { lineHolds, textHolds } from "../fit.ts";
import {
  type JudgmentColumns,
  type JudgmentFormat,
  type JudgmentRow,
  type JudgmentWriter,
  judgmentLines,
} from "../format.ts";
import { ratingCell, rowError } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { hasRanks } from "../tables/formats/line-runs.ts";
import { type DelimitedText, readDelimited } from "../tables/read-csv.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import { hasTableRole, headColumns, isChosen, tableFormatOf } from "../tables/table-roles.ts";
import { csvText, withoutLastLineFeed } from "../tables/write-csv.ts";

interface FixedRow {
  readonly names: readonly string[];
  readonly cells: readonly string[];
  cell(key: string): string;
  rating(cell: string, role: string): number;
  refuse(what: string): never;
}

async function readFixedTable(
  { pieces, source }: InputText,
  columns: JudgmentColumns,
  expected: string,
  rowsOf: (row: FixedRow) => readonly JudgmentRow[],
  options: DelimitedText = {},
): Promise<void> {
  let keys: readonly string[] = [];
  const row = {
    names: [] as readonly string[],
    cells: [] as readonly string[],
    line: 0,
    cell: (key: string) => row.cells[keys.indexOf(key)] ?? "",
    rating: (cell: string, role: string) => ratingCell(cell, role, source, row.line),
    refuse(what: string): never {
      throw rowError(source, row.line, what);
    },
  };
  const onRow = (names: readonly string[], cells: readonly string[], line: number) => {
    if (names !== row.names) keys = names.map(columnKey);
    Object.assign(row, { names, cells, line });
    for (const judgment of rowsOf(row)) {
      if (judgment.query === "") row.refuse(`the row names no query. Expected: ${expected}.`);
      if (judgment.document === "" && !Number.isNaN(judgment.label)) {
        row.refuse(`the row has a rating and no docid. Expected: ${expected}.`);
      }
      columns.addRow(judgment);
    }
  };
  columns.warnings.push(...(await readDelimited(pieces, source, options, onRow)));
}

function furtherCells(
  { names, cells }: FixedRow,
  { keepsFurther }: JudgmentColumns,
  isRead: (name: string) => boolean,
): [name: string, cell: string][] {
  if (!keepsFurther) return [];
  return names.flatMap((name, place) => (isRead(name) ? [] : [[name, cells[place] ?? ""] as [string, string]]));
}

const quepidNames = ["query", "docid", "rating"];

export const quepidCsv: JudgmentFormat & JudgmentWriter = {
  name: "quepid-csv",
  detect(head, names) {
    const columns = headColumns(head) ?? [];
    return !isChosen(names) && (isHeader(columns) || isRow(columns, head));
  },
  read: (input, columns) =>
    readFixedTable(
      input,
      columns,
      quepidNames.join(),
      ({ cell, rating }) => [
        {
          query: unguardQuepidCell(cell("query")),
          document: unguardQuepidCell(cell("docid")),
          label: rating(cell("rating"), "rating"),
        },
      ],
      { namesOf: (first) => (isHeader(first) ? null : quepidNames), needs: isBeyondQuery },
    ),
  holds: { ...textHolds, unrated: true },
  *write(judgments) {
    const { names, queries, documents, labels } = judgments;
    function* rows(): Iterable<readonly string[]> {
      yield quepidNames;
      for (let row = 0; row < queries.length; row++) {
        const label = at(labels, row);
        yield [
          guardQuepidCell(textOfQuery(judgments, at(queries, row))),
          guardQuepidCell(names.documents.nameOf(at(documents, row))),
          Number.isNaN(label) ? "" : String(label),
        ];
      }
    }
    yield* withoutLastLineFeed(csvText(rows()));
  },
};

/** Whether a row has more than the query, which Quepid writes alone where nobody has rated anything for it. */
function isBeyondQuery(_name: string, cells: readonly string[]): boolean {
  return cells.length > 1;
}

function isHeader(cells: readonly string[]): boolean {
  return cells.length === 3 && quepidNames.every((name) => cells.some((cell) => columnKey(cell) === name));
}

function isRow(cells: readonly string[], head: string): boolean {
  const rating = cells[2]?.trim() ?? "-";
  if (cells.length !== 3 || (rating !== "" && !isNumber(rating))) return false;
  const format = tableFormatOf(head);
  return format === "csv" || (format === "tsv" && !hasRanks(head));
}

/** Quepid's guard: a space before what would be a formula. */
export function guardQuepidCell(cell: string): string {
  return /^[-=+@]/.test(cell) ? ` ${cell}` : cell;
}

export function unguardQuepidCell(cell: string): string {
  return /^ [-=+@]/.test(cell) ? cell.slice(1) : cell;
}

const anonymous = "Anonymous";
const unrated = { label: Number.NaN, rater: "" };

export const quepidBook: JudgmentFormat & JudgmentWriter = {
  name: "quepid-book",
  detect(head, names) {
    const [query = "", document = "", ...judges] = headColumns(head) ?? [];
    const isBook = columnKey(query) === "query" && columnKey(document) === "docid" && judges.length > 0;
    return isBook && !isChosen(names) && !judges.some((judge) => hasTableRole(judge, {}));
  },
  read: (input, columns) =>
    readFixedTable(
      input,
      columns,
      "query,docid and a column for each judge",
      ({ names, cells, rating }) => {
        const [query = "", document = "", ...ratings] = cells.map(unguardQuepidCell);
        const rated = names.slice(2).flatMap((judge, place) => {
          const label = rating(ratings[place] ?? "", `rating of ${judge}`);
          return Number.isNaN(label) ? [] : [{ label, rater: unguardQuepidCell(judge) }];
        });
        return (rated.length === 0 ? [unrated] : rated).map((one) => ({ query, document, ...one }));
      },
      // A judge who has rated nothing behind this row may lack a cell.
      { needs: (name, cells) => isBeyondQuery(name, cells) && columnKey(name) === "docid" },
    ),
  holds: { ...textHolds, repeats: false, unrated: true, raters: true },
  *write(judgments) {
    const { names, queries, documents, labels, raters } = judgments;
    const judgeOf = (row: number) => raters?.[row] || anonymous;
    const rated = [...queries.keys()].filter((row) => !Number.isNaN(labels[row]));
    const judges = rated.length === 0 ? [anonymous] : [...new Set(rated.map(judgeOf))];
    function* rows(): Iterable<readonly string[]> {
      yield ["query", "docid", ...judges.map(guardQuepidCell)];
      for (const [query, rowsOfQuery] of rowsByKey(queries)) {
        for (const [document, ofDocument] of rowsByKey(rowsOfQuery.map((row) => at(documents, row)))) {
          const given = ofDocument.map((place) => at(rowsOfQuery, place)).filter((row) => !Number.isNaN(labels[row]));
          const labelOf = new Map(given.map((row) => [judgeOf(row), at(labels, row)]));
          yield [
            guardQuepidCell(textOfQuery(judgments, query)),
            guardQuepidCell(names.documents.nameOf(document)),
            ...judges.map((judge) => String(labelOf.get(judge) ?? "")),
          ];
        }
      }
    }
    yield* withoutLastLineFeed(csvText(rows()));
  },
};

const finalKey = "finalrating";

export const chorus: JudgmentFormat = {
  name: "chorus",
  detect: (head, names) => !isChosen(names) && isChorus(head) && keysOf(head).includes(finalKey),
  read: (input, columns) => readChorus(input, columns, (key) => key === finalKey),
};

export const chorusRaters: JudgmentFormat = {
  name: "chorus-raters",
  detect: (head, names) => !isChosen(names) && isChorus(head),
  read: (input, columns) => readChorus(input, columns, (key) => agentOf(key) !== null),
};

function readChorus(input: InputText, columns: JudgmentColumns, isRating: (key: string) => boolean): Promise<void> {
  const isRead = (name: string) => ["query", "docid", "name"].includes(columnKey(name)) || isRating(columnKey(name));
  return readFixedTable(input, columns, "query,docid,…,final_rating", (row) => {
    const { names, cells, cell, rating } = row;
    const ratings = names.flatMap((name, place) => {
      const key = columnKey(name);
      return isRating(key) ? [{ label: rating(cells[place] ?? "", name), rater: agentOf(key) ?? "" }] : [];
    });
    const title = names.some((name) => columnKey(name) === "name") ? cell("name") : undefined;
    const judged = {
      query: cell("query"),
      document: cell("docid"),
      title,
      further: furtherCells(row, columns, isRead),
    };
    if (isRating(finalKey)) return [{ ...judged, label: ratings[0]?.label ?? Number.NaN }];
    const rated = ratings.filter(({ label }) => !Number.isNaN(label));
    return (rated.length === 0 ? [unrated] : rated).map((one) => ({ ...judged, ...one }));
  });
}

function keysOf(head: string): string[] {
  return (headColumns(head) ?? []).map(columnKey);
}

function isChorus(head: string): boolean {
  const keys = keysOf(head);
  return keys.includes("query") && keys.includes("docid") && keys.some((key) => agentOf(key) !== null);
}

function agentOf(key: string): string | null {
  const [, number] = /^agent(\d+)rating$/.exec(key) ?? [];
  return number === undefined ? null : `agent_${number}`;
}

const labelNames = ["engine", "query", "id", "title", "label", "match"];

export const semqrelLabels: JudgmentFormat = {
  name: "semqrel-labels",
  detect(head, names) {
    const columns = headColumns(head) ?? [];
    return !isChosen(names) && [...labelNames, "reference_rank"].every((name) => columns.includes(name));
  },
  read: (input, columns) =>
    readFixedTable(input, columns, labelNames.join(), (row) => {
      const { cell, rating, refuse } = row;
      const document = cell("id");
      const isMatched = cell("match") !== "none";
      if (document === "" && !isMatched) return [];
      if (document === "") {
        const remedy = "Give labels.qrels of the same folder, or the folder itself.";
        refuse(`the row has no id, so nothing names its document. ${remedy}`);
      }
      const label = isMatched ? rating(cell("label"), "label") : Number.NaN;
      const further = furtherCells(row, columns, (name) => ["query", "id", "title", "label"].includes(name));
      return [{ query: cell("query"), document, title: cell("title"), label, further }];
    }),
};

const beirNames = ["query-id", "corpus-id", "score"];

export const beir: JudgmentFormat & JudgmentWriter = {
  name: "beir",
  detect: (head, names) =>
    !isChosen(names) && tableFormatOf(head) === "tsv" && headColumns(head)?.join() === beirNames.join(),
  read: (input, columns) =>
    readFixedTable(
      input,
      columns,
      beirNames.join(", "),
      ({ cells: [query = "", document = "", score = ""], rating }) => [
        { query, document, label: rating(score, "score") },
      ],
      { delimiters: ["\t"], quote: null },
    ),
  holds: { ...lineHolds, fractions: false },
  *write(judgments) {
    yield `${beirNames.join("\t")}\n`;
    yield* judgmentLines(judgments, (query, document, label) => `${query}\t${document}\t${label}`);
  },
};
