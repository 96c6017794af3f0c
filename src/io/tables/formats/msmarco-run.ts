/** Runs as MS MARCO asks for them: query, document and rank between tabs, without names of columns. */
import { counted } from "../../../core/text/wording.ts";
import { rowError } from "../../input-error.ts";
import { filledLines, splitLines } from "../delimiter.ts";
import type { TableFormat } from "../table.ts";

const names = ["query_id", "id", "rank"];
const isRank = (text = "") => /^\d{1,9}$/.test(text.trim());

/** Whether each line has three fields and ends with a whole number. */
export function seemsMsmarco(head: string): boolean {
  const lines = filledLines(head).map((line) => line.split("\t"));
  // The end of the head may cut the last line.
  const whole = lines.length > 1 && !head.endsWith("\n") ? lines.slice(0, -1) : lines;
  return whole.length > 0 && whole.every((fields) => fields.length === 3 && isRank(fields[2]));
}

/** Whether the last of three cells may be ranks: whole numbers from 1, of which none comes twice in a query. */
export function hasRanks(head: string): boolean {
  const seen = new Set<string>();
  return filledLines(head, 100).every((line) => {
    const [query, , last = ""] = line.split("\t").map((cell) => cell.trim());
    return /^[1-9]\d*$/.test(last) && seen.size < seen.add(`${query}\t${last}`).size;
  });
}

export const msmarco: TableFormat = {
  name: "msmarco-run",
  // Judgments may have the same form.
  detect: (head) => seemsMsmarco(head) && hasRanks(head),
  async read(pieces, source, _wants, onRow) {
    for await (const { text, line } of splitLines(pieces)) {
      if (text.trim() === "") continue;
      const fields = text.split("\t").map((field) => field.trim());
      const [query = "", document = "", rank = ""] = fields;
      if (fields.length !== 3 || query === "" || document === "" || !isRank(rank)) {
        const found = `${counted(fields.length, "field")}: "${text.slice(0, 200)}"`;
        throw rowError(source, line, `expected query TAB document TAB rank, found ${found}. Correct the line.`);
      }
      onRow(names, [query, document, rank], line);
    }
    return [];
  },
};
