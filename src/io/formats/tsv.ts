/** Rows with tabs, the names of the columns first; quotes are ordinary characters. */
import { readDelimited } from "../read-csv.ts";
import type { TableFormat } from "../table.ts";
import { firstLine } from "./first-line.ts";

export const tsv: TableFormat = {
  name: "tsv",
  detect(head) {
    const line = firstLine(head);
    const tabs = line.split("\t").length - 1;
    return tabs > 0 && tabs >= line.split(",").length - 1;
  },
  read: (pieces, source, _wants, onRow) =>
    readDelimited(pieces, source, { delimiter: "\t", quote: null, names: null }, onRow),
};
