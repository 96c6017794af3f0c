/** Rows with commas (or semicolons or bars, as some programs write them), the names of the columns first. */
import { readDelimited } from "../read-csv.ts";
import type { TableFormat } from "../table.ts";

export const csv: TableFormat = {
  name: "csv",
  // Asked last: any other text is taken for CSV, whose errors say what is missing.
  detect: () => true,
  read: (pieces, source, needs, onRow) => readDelimited(pieces, source, { delimiters: [",", ";", "|"], needs }, onRow),
};
