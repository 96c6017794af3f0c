/** BEIR's judgments: tabs, the header query-id, corpus-id, score, and whole numbers. */
import { quoted } from "../../core/text/wording.ts";
import { numberCell, rowError } from "../input-error.ts";
import { headColumns, tableFormatOf } from "../tables/head-columns.ts";
import { readDelimited } from "../tables/read-csv.ts";
import { isChosen } from "../tables/table-roles.ts";
import { type JudgmentFormat, type JudgmentWriter, judgmentLines, lineHolds } from "./judgment-format.ts";

const columnNames = ["query-id", "corpus-id", "score"];

export const beir: JudgmentFormat = {
  name: "beir",
  detect: (head, names) =>
    !isChosen(names) && tableFormatOf(head) === "tsv" && headColumns(head)?.join() === columnNames.join(),
  async read(input, columns) {
    const { source } = input;
    await readDelimited(input.pieces, source, { delimiter: "\t", quote: null, names: null }, (_, cells, line) => {
      const [query = "", document = "", score = ""] = cells;
      const label = numberCell(score, "score", source, line);
      if (query === "" || document === "" || Number.isNaN(label)) {
        const what = `a cell is empty: ${quoted(cells.join("\t"))}. Expected: ${columnNames.join(", ")}.`;
        throw rowError(source, line, what);
      }
      columns.addRow({ query, document, label });
    });
  },
};

export const beirWriter: JudgmentWriter = {
  name: "beir",
  holds: { ...lineHolds, fractions: false },
  *write(judgments) {
    yield `${columnNames.join("\t")}\n`;
    yield* judgmentLines(judgments, (query, document, label) => `${query}\t${document}\t${label}`);
  },
};
