/** Reads TREC and MS MARCO runs as result lists. TREC runs are ordered by score, MS MARCO runs by rank. */
import { rowsByKey } from "../../../core/rows-by-key.ts";
import { counted, isNumber, quoted } from "../../../core/text/wording.ts";
import { inputError, rowError } from "../../input-error.ts";
import { hasFields, MOST_TAGS } from "../../trec-lines.ts";
import { filledLines, firstFields, firstLine, isComment, splitLines } from "../delimiter.ts";
import { countFromFirst } from "../recognise-columns.ts";
import type { TableFormat } from "../table.ts";

const scoredNames = ["query_id", "id", "score"];
const rankedNames = ["query_id", "id", "rank"];

/** Indexes of the fields in `query Q0 document rank score name`. */
const layout = { rank: 3, last: 5 };

export const trecRun: TableFormat = {
  name: "trec-run",
  detect(head) {
    const fields = firstFields(head);
    if (!hasFields(fields, layout) || fields.join("").includes(",")) return false;
    const [, second = "", , rank = "", score = ""] = fields;
    // A line with tabs and without numbers has column names.
    if (second.toUpperCase() === "Q0") return [rank, score].some(isNumber) || !firstLine(head).includes("\t");
    return /^\d+$/.test(rank) && Number.isFinite(Number(score));
  },
  async read(pieces, source, _wants, onRow) {
    const tags = new Set<string>();
    for await (const { text, line } of splitLines(pieces)) {
      if (text.trim() === "" || isComment(text)) continue;
      const fields = text.trim().split(/\s+/);
      if (!hasFields(fields, layout)) {
        if (text.startsWith("#")) continue;
        const what = `it has ${counted(fields.length, "field")}, but a run has six (query Q0 document rank score name): ${quoted(text)}.`;
        throw inputError("INVALID_ROW", source, what, { line, fields: fields.length });
      }
      const [query = "", , document = "", , score = "", tag = ""] = fields;
      if (!Number.isFinite(Number(score))) {
        throw inputError("INVALID_ROW", source, `the score ${quoted(score)} is not a number.`, { line, score });
      }
      if (tags.size < MOST_TAGS) tags.add(tag);
      onRow(scoredNames, [query, document, score], line);
    }
    return tags.size > 1 ? [{ kind: "several-tags", source, tags: [...tags] }] : [];
  },
};

const isRank = (text = "") => /^\d{1,9}$/.test(text.trim());

/**
 * Returns whether each line seems to have a rank in its third field. A fourth field may be a score, as in ColBERT's
 * runs. To exclude files with scores in the third field, requires that most lists count from 0 or 1, and do not fall.
 */
export function seemsMsmarco(head: string): boolean {
  const lines = filledLines(head).map((line) => line.split("\t"));
  // The end of the head may cut the last line.
  const whole = lines.length > 1 && !head.endsWith("\n") ? lines.slice(0, -1) : lines;
  // In judgments, the second of four fields is an iteration, which is the same in all lines.
  const documents = new Set(whole.map(([, document]) => document));
  const mayBeRanking =
    (whole.length === 1 || documents.size > 1) && hasRanks(whole.map((one) => one.join("\t")).join("\n"));
  const isScored = ([, document, , score = ""]: readonly string[]) =>
    mayBeRanking && document !== "0" && isNumber(score.trim());
  const isRow = (fields: readonly string[]) => fields.length === 3 || (fields.length === 4 && isScored(fields));
  if (whole.length === 0 || !whole.every((fields) => isRow(fields) && isRank(fields[2]))) return false;
  const rankOf = (row: number) => Number(whole[row]?.[2]);
  const lists = [...rowsByKey(whole.map(([query]) => query)).values()].map((rows) => rows.map(rankOf));
  const fall = (ranks: readonly number[]) =>
    Number(ranks[0]) > Number(ranks.at(-1)) && ranks.every((rank, row) => row === 0 || rank <= Number(ranks[row - 1]));
  return countFromFirst(lists.map((ranks) => (fall(ranks) ? [] : ranks)));
}

/** Returns whether the third cells are whole numbers from 1, and differ within each query, as ranks do. */
export function hasRanks(head: string): boolean {
  const seen = new Set<string>();
  return filledLines(head, 100).every((line) => {
    const [query, , last = ""] = line.split("\t").map((cell) => cell.trim());
    return /^[1-9]\d*$/.test(last) && seen.size < seen.add(`${query}\t${last}`).size;
  });
}

export const msmarco: TableFormat = {
  name: "msmarco-run",
  // Judgments may also have three fields.
  detect: (head) => seemsMsmarco(head) && hasRanks(head),
  async read(pieces, source, _wants, onRow) {
    for await (const { text, line } of splitLines(pieces)) {
      if (text.trim() === "") continue;
      const fields = text.split("\t").map((field) => field.trim());
      const [query = "", document = "", rank = ""] = fields;
      if ((fields.length !== 3 && fields.length !== 4) || query === "" || document === "" || !isRank(rank)) {
        const found = `${counted(fields.length, "field")}: "${text.slice(0, 200)}"`;
        throw rowError(source, line, `expected query TAB document TAB rank, found ${found}. Correct the line.`);
      }
      onRow(rankedNames, [query, document, rank], line);
    }
    return [];
  },
};
