/** TREC judgments: query, iteration, document, label between white space; labels may be negative or fractional. */
import type { SemqrelError } from "../../core/errors.ts";
import { isNumber } from "../../core/text/wording.ts";
import { firstFields, isComment } from "../tables/split-lines.ts";
import { type FieldLine, lineError, readTrecLines } from "../trec-lines.ts";
import { type JudgmentFormat, type JudgmentWriter, judgmentLines, lineHolds } from "./judgment-format.ts";

export const trecQrels: JudgmentFormat = {
  name: "trec-qrels",
  detect(head) {
    const lines = linesOf(head);
    const rows = lines.some((text) => !text.startsWith("#")) ? lines.filter((text) => !text.startsWith("#")) : lines;
    if (isTableOfThree(rows)) return false;
    const [first = "", second = first] = rows;
    // The names of a table's columns may look so: "Query;Title;Grade 0 to 3".
    return isLine(first) && (!/[,;]/.test(first) || isLine(second));
  },
  async read(input, columns) {
    const layout = { number: 3, role: "label", kept: 1, last: 3, rank: null };
    await readTrecLines(input, columns, layout, (line) => {
      throw wrongFields(input.source, line);
    });
  },
};

/** Whether tabs make three cells of each line, the first of which is no query with its iteration: it has a space. */
function isTableOfThree(lines: readonly string[]): boolean {
  const rows = lines.map((line) => line.split("\t"));
  const hasIteration = ([query = ""]: readonly string[]) => /^\s*\S+ +(?:\d+|Q0)\s*$/i.test(query);
  return rows.every((cells) => cells.length === 3) && !rows.every(hasIteration);
}

function linesOf(head: string): string[] {
  return head.split("\n", 100).filter((text) => text.trim() !== "" && !isComment(text));
}

function isLine(line: string): boolean {
  const fields = firstFields(line);
  return fields.length === 4 && isNumber(fields[3] ?? "");
}

const nameHint = " Names hold no spaces in TREC files: does a name have one? Then give the judgments as CSV.";

function wrongFields(source: string, line: FieldLine): SemqrelError {
  const count = line.fields.length;
  const hint =
    count === 5 ? nameHint : count === 6 ? " It looks like a run: judgments come first, runs after them." : "";
  return lineError(source, line, `${count} fields, judgments have four (query iteration document label).${hint}`);
}

export const trecQrelsWriter: JudgmentWriter = {
  name: "trec-qrels",
  holds: { ...lineHolds, iterations: true },
  write: (judgments) =>
    judgmentLines(judgments, (query, document, label, row) => {
      return `${query} ${judgments.iterations?.[row] || "0"} ${document} ${label}`;
    }),
};
