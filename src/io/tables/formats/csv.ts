/** Rows with commas (or, as some spreadsheets write them, semicolons), the names of the columns first. */
import { peek } from "../../open-input.ts";
import { readDelimited } from "../read-csv.ts";
import { firstLine } from "../split-lines.ts";
import type { TableFormat } from "../table.ts";

export const csv: TableFormat = {
  name: "csv",
  // The last to be asked: whatever is no other format is taken for CSV, whose errors say what is missing.
  detect: () => true,
  async read(pieces, source, _wants, onRow) {
    const { first, all } = await peek(pieces);
    await readDelimited(all, source, { delimiter: delimiterOf(firstLine(first)), quote: '"', names: null }, onRow);
  },
};

/** Whichever of the two there is more of outside of quotes. */
function delimiterOf(header: string): "," | ";" {
  const bare = header.replace(/"[^"]*"/g, "");
  return bare.split(";").length > bare.split(",").length ? ";" : ",";
}
