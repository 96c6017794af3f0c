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
    const quote = hasQuotedCells(first) ? '"' : null;
    await readDelimited(all, source, { delimiter: "\t", quote, names: null }, onRow);
  },
};

/**
 * True where the names or the first row have a cell in quotes, with quotes inside doubled; or where in any row such a
 * cell goes on in the next line, without a tab: after a cell that only begins with a quote there is no such line.
 */
function hasQuotedCells(head: string): boolean {
  if (/(?:^|\t)"(?:[^"\t\n]|"")*\n(?:[^"\t]|"")*"(?=\t|\r?\n|$)/m.test(head)) return true;
  const lines = head.split(/\r?\n/, 100).filter((line) => line.trim() !== "");
  return lines.slice(0, 2).some((line) => line.split("\t").some((cell) => /^"(?:[^"]|"")*"$/.test(cell)));
}
