/** Runs in lines, read as result lists: TREC runs, whose scores decide, and MS MARCO runs, with ranks after a tab. */
import { counted, quoted } from "../../../core/text/wording.ts";
import { inputError, rowError } from "../../input-error.ts";
import { filledLines, firstFields, isComment, splitLines } from "../delimiter.ts";
import type { TableFormat } from "../table.ts";

const scoredNames = ["query_id", "id", "score"];
const rankedNames = ["query_id", "id", "rank"];

export const trecRun: TableFormat = {
  name: "trec-run",
  detect(head) {
    const fields = firstFields(head);
    if (fields.length !== 6 || fields.join("").includes(",")) return false;
    return fields[1]?.toUpperCase() === "Q0" || (/^\d+$/.test(fields[3] ?? "") && Number.isFinite(Number(fields[4])));
  },
  async read(pieces, source, _wants, onRow) {
    for await (const { text, line } of splitLines(pieces)) {
      if (text.trim() === "" || isComment(text)) continue;
      const fields = text.trim().split(/\s+/);
      if (fields.length !== 6) {
        if (text.startsWith("#")) continue;
        const what = `${counted(fields.length, "field")}, a run has six (query Q0 document rank score name): ${quoted(text)}.`;
        throw inputError("INVALID_ROW", source, what, { line, fields: fields.length });
      }
      const [query = "", , document = "", , score = ""] = fields;
      if (!Number.isFinite(Number(score))) {
        throw inputError("INVALID_ROW", source, `the score ${quoted(score)} is not a number.`, { line, score });
      }
      onRow(scoredNames, [query, document, score], line);
    }
    return [];
  },
};

const isRank = (text = "") => /^\d{1,9}$/.test(text.trim());

/** Whether each line has three fields and ends with a whole number. */
export function seemsMsmarco(head: string): boolean {
  const lines = filledLines(head).map((line) => line.split("\t"));
  // The end of the head may cut the last line.
  const whole = lines.length > 1 && !head.endsWith("\n") ? lines.slice(0, -1) : lines;
  return whole.length > 0 && whole.every((fields) => fields.length === 3 && isRank(fields[2]));
}

/** Whether the third cells may be ranks: whole numbers from 1, each at most once per query. */
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
      onRow(rankedNames, [query, document, rank], line);
    }
    return [];
  },
};
