/** Rows with commas (or, as some spreadsheets write them, semicolons), the names of the columns first. */
import { peek } from "../../open-input.ts";
import { readDelimited } from "../read-csv.ts";
import { firstLine } from "../split-lines.ts";
import type { TableFormat } from "../table.ts";

export const csv: TableFormat = {
  name: "csv",
  // Asked last: any other text is taken for CSV, whose errors say what is missing.
  detect: () => true,
  async read(pieces, source, _wants, onRow) {
    const { first, all } = await peek(pieces);
    await readDelimited(all, source, { delimiter: delimiterOf(firstLine(first)), quote: '"', names: null }, onRow);
  },
};

/** The more frequent of the two outside of quotes. */
export function delimiterOf(header: string): "," | ";" {
  const bare = header.replace(/"[^"]*"/g, "");
  return bare.split(";").length > bare.split(",").length ? ";" : ",";
}
