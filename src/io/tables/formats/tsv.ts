/** Rows with tabs, the names of the columns first; quotes are ordinary characters, except in a spreadsheet's export. */
import { delimiterOf } from "../delimiter.ts";
import { readDelimited } from "../read-csv.ts";
import type { TableFormat } from "../table.ts";

export const tsv: TableFormat = {
  name: "tsv",
  detect: (head) => delimiterOf(head) === "\t",
  read: (pieces, source, needs, onRow) => readDelimited(pieces, source, { delimiters: ["\t"], needs }, onRow),
};
