/** TREC judgments: query, iteration, document, label between white space; labels may be negative or fractional. */
import type { SemqrelError } from "../../core/errors.ts";
import { isNumber } from "../../core/text/numbers.ts";
import { noNumber } from "../input-error.ts";
import { parseNumber } from "../parse-number.ts";
import { repeatedName } from "../tables/name-column.ts";
import { lineError, type ScannedLine, scanFields, textOf } from "../tables/scan-fields.ts";
import type { JudgmentFormat, JudgmentWriter } from "./judgment-format.ts";
import { judgmentLines, lineHolds } from "./judgment-lines.ts";

export const trecQrels: JudgmentFormat = {
  name: "trec-qrels",
  detect(head) {
    const [first = "", second = first] = linesOf(head);
    // The names of a table's columns may look so: "Query;Title;Grade 0 to 3".
    return isLine(first) && (!/[,;]/.test(first) || isLine(second));
  },
  async read(input, columns) {
    const numberOfQuery = repeatedName(columns.names.queries);
    const onLine = (scanned: ScannedLine): void => {
      const { bytes, begins, ends, count } = scanned;
      if (count !== 4) throw wrongFields(input.source, scanned);
      const label = parseNumber(bytes, begins[3] as number, ends[3] as number);
      if (Number.isNaN(label)) {
        throw lineError(input.source, scanned, noNumber("label", textOf(scanned, 3)));
      }
      const query = numberOfQuery(bytes, begins[0] as number, ends[0] as number);
      columns.addBytes(query, bytes, begins[2] as number, ends[2] as number, label);
      if (columns.keepsIterations) columns.addIteration(textOf(scanned, 1));
    };
    await scanFields(input.bytes, input.source, onLine, (piece) => {
      columns.settle();
      input.reuse(piece);
    });
  },
};

function linesOf(head: string): string[] {
  return head.split("\n", 100).filter((text) => text.trim() !== "" && !text.startsWith("#"));
}

function isLine(line: string): boolean {
  const fields = firstFields(line);
  return fields.length === 4 && isNumber(fields[3] ?? "");
}

/** Fields of the first line that holds any. */
export function firstFields(head: string): string[] {
  const line = head.split("\n").find((text) => text.trim() !== "" && !text.startsWith("#")) ?? "";
  return line.trim().split(/\s+/);
}

function wrongFields(source: string, scanned: ScannedLine): SemqrelError {
  const hint = scanned.count === 6 ? " It looks like a run: judgments come first, runs after them." : "";
  const fields = `${scanned.count} fields, judgments have four (query iteration document label).`;
  return lineError(source, scanned, `${fields}${hint}`);
}

export const trecQrelsWriter: JudgmentWriter = {
  name: "trec-qrels",
  holds: { ...lineHolds, iterations: true },
  write: (judgments) =>
    judgmentLines(judgments, (query, document, label, row) => {
      return `${query} ${judgments.iterations?.[row] || "0"} ${document} ${label}`;
    }),
};
