/** Quepid's ratings: query, docid, rating; the names may be missing, and a query without ratings has empty cells. */
import { at } from "../../core/at.ts";
import { isNumber } from "../../core/text/numbers.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { withoutLastLineFeed } from "../tables/delimited-text.ts";
import { hasRanks } from "../tables/formats/msmarco-run.ts";
import { headColumns, tableFormatOf } from "../tables/head-columns.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import { isChosen } from "../tables/table-roles.ts";
import { csvText } from "../tables/write-csv.ts";
import { readFixedTable } from "./fixed-table.ts";
import { type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";

const columnNames = ["query", "docid", "rating"];

export const quepidCsv: JudgmentFormat = {
  name: "quepid-csv",
  detect(head, names) {
    const columns = headColumns(head) ?? [];
    return !isChosen(names) && (isHeader(columns) || isRow(columns, head));
  },
  read: (input, columns) =>
    readFixedTable(
      input,
      columns,
      columnNames.join(),
      ({ cell, rating }) => [
        {
          query: unguardQuepidCell(cell("query")),
          document: unguardQuepidCell(cell("docid")),
          label: rating(cell("rating"), "rating"),
        },
      ],
      { namesOf: (first) => (isHeader(first) ? null : columnNames), needs: isBeyondQuery },
    ),
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

/** Whether a row has more than the query, which Quepid writes alone where nobody has rated anything for it. */
export function isBeyondQuery(_name: string, cells: readonly string[]): boolean {
  return cells.length > 1;
}

function isHeader(cells: readonly string[]): boolean {
  return cells.length === 3 && columnNames.every((name) => cells.some((cell) => columnKey(cell) === name));
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
