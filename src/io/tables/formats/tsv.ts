/** Rows with tabs, the names of the columns first; quotes are ordinary characters, except in a spreadsheet's export. */
import { peek } from "../../open-input.ts";
import { readDelimited } from "../read-csv.ts";
import { firstLine } from "../split-lines.ts";
import type { TableFormat } from "../table.ts";

export const tsv: TableFormat = {
  name: "tsv",
  detect(head) {
    const line = firstLine(head);
    const tabs = line.split("\t").length - 1;
    return tabs > 0 && tabs >= line.split(",").length - 1;
  },
  async read(pieces, source, _wants, onRow) {
    const { first, all } = await peek(pieces);
    await readDelimited(
      all,
      source,
      { delimiter: "\t", quote: hasQuotedCells(first) ? '"' : null, names: null },
      onRow,
    );
  },
};

/**
 * True where the names or the first row hold a cell that is wholly in quotes, with those inside doubled; or where one
 * goes on in the next line, in any row: a cell that only begins with a quote is not followed by a line without tabs.
 */
function hasQuotedCells(head: string): boolean {
  if (/(?:^|\t)"(?:[^"\t\n]|"")*\n(?:[^"\t]|"")*"(?=\t|\r?\n|$)/m.test(head)) return true;
  const lines = head.split(/\r?\n/, 100).filter((line) => line.trim() !== "");
  return lines.slice(0, 2).some((line) => line.split("\t").some((cell) => /^"(?:[^"]|"")*"$/.test(cell)));
}
