/** Quepid's ratings: query, docid, rating; the names may be missing, and a query without ratings has empty cells. */
import { at } from "../../core/at.ts";
import { isNumber } from "../../core/text/numbers.ts";
import { numberCell, rowError } from "../input-error.ts";
import { peek } from "../open-input.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { withoutLastLineFeed } from "../tables/delimited-text.ts";
import { cellsOf, headColumns } from "../tables/head-columns.ts";
import { readDelimited } from "../tables/read-csv.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import { firstLine } from "../tables/split-lines.ts";
import { isChosen } from "../tables/table-roles.ts";
import { csvText } from "../tables/write-csv.ts";
import { type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";

const columnNames = ["query", "docid", "rating"];

export const quepidCsv: JudgmentFormat = {
  name: "quepid-csv",
  detect(head, names) {
    const columns = headColumns(head) ?? [];
    return !isChosen(names) && (isHeader(columns) || isRow(columns, head));
  },
  async read(input, columns) {
    const { first, all } = await peek(input.pieces);
    const names = isHeader(cellsOf(firstLine(first), ",")) ? null : columnNames;
    await readDelimited(all, input.source, { delimiter: ",", quote: '"', names }, (header, cells, line) => {
      const cell = (name: string) => cells[header.findIndex((known) => columnKey(known) === name)] ?? "";
      const query = unguardQuepidCell(cell("query"));
      const document = unguardQuepidCell(cell("docid"));
      const label = numberCell(cell("rating"), "rating", input.source, line);
      if (query === "") throw rowError(input.source, line, "the row names no query. Expected: query,docid,rating.");
      if (document === "" && !Number.isNaN(label)) {
        throw rowError(input.source, line, "the row has a rating and no docid. Expected: query,docid,rating.");
      }
      columns.addRow({ query, document, label });
    });
  },
};

export const quepidCsvWriter: JudgmentWriter = {
  name: "quepid-csv",
  holds: { ...textHolds, unrated: true },
  *write(judgments) {
    const { names, queries, documents, labels } = judgments;
    function* rows(): Iterable<readonly string[]> {
      yield columnNames;
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

function isHeader(cells: readonly string[]): boolean {
  return cells.length === 3 && columnNames.every((name) => cells.some((cell) => columnKey(cell) === name));
}

function isRow(cells: readonly string[], head: string): boolean {
  const rating = cells[2]?.trim() ?? "-";
  return cells.length === 3 && firstLine(head).includes(",") && (rating === "" || isNumber(rating));
}

/** Quepid's guard: a space before what would be a formula. */
export function guardQuepidCell(cell: string): string {
  return /^[-=+@]/.test(cell) ? ` ${cell}` : cell;
}

export function unguardQuepidCell(cell: string): string {
  return /^ [-=+@]/.test(cell) ? cell.slice(1) : cell;
}
