/** BEIR's judgments: tabs, the header query-id, corpus-id, score, and whole numbers. */
import { headColumns, tableFormatOf } from "../tables/head-columns.ts";
import { isChosen } from "../tables/table-roles.ts";
import { readFixedTable } from "./fixed-table.ts";
import { type JudgmentFormat, type JudgmentWriter, judgmentLines, lineHolds } from "./judgment-format.ts";

const columnNames = ["query-id", "corpus-id", "score"];

export const beir: JudgmentFormat = {
  name: "beir",
  detect: (head, names) =>
    !isChosen(names) && tableFormatOf(head) === "tsv" && headColumns(head)?.join() === columnNames.join(),
  read: (input, columns) =>
    readFixedTable(
      input,
      columns,
      columnNames.join(", "),
      ({ cells: [query = "", document = "", score = ""], rating }) => [
        { query, document, label: rating(score, "score") },
      ],
      { delimiters: ["\t"], quote: null },
    ),
};

export const beirWriter: JudgmentWriter = {
  name: "beir",
  holds: { ...lineHolds, fractions: false },
  *write(judgments) {
    yield `${columnNames.join("\t")}\n`;
    yield* judgmentLines(judgments, (query, document, label) => `${query}\t${document}\t${label}`);
  },
};
