/** Which columns does a table have, according to its first line? */
import { attempt } from "../../core/attempt.ts";
import { parseJsonText } from "../../core/text/json-value.ts";
import { cellsOf, delimiterOf, filledLines, firstLine } from "./delimiter.ts";
import { namesOfExport } from "./formats/exports.ts";
import { columnsOf, rowsOf, withQuery } from "./formats/jsonl.ts";
import { isObject, type JsonObject } from "./formats/response-fields.ts";
import { tableFormats } from "./read-table.ts";

/** The cells of the first line, or the keys of the first JSON row; null for a text that is not a table. */
export function headColumns(head: string): readonly string[] | null {
  const format = tableFormatOf(head);
  if (format === "jsonl") {
    const [row] = rowsOfHead(head);
    return row === undefined ? null : namesOfExport(columnsOf(row));
  }
  return format === "tsv" || format === "csv" ? namesOfExport(cellsOf(firstLine(head), delimiterOf(head))) : null;
}

/** The cells of a column in the first lines, from lines that are complete rows; the end of the head may cut one. */
export function headCells(head: string, column: string): string[] {
  const format = tableFormatOf(head);
  if (format === "jsonl") return rowsOfHead(head).map((row) => String(row[column] ?? ""));
  const [header = "", ...lines] = filledLines(head, LOOKED_AT);
  const delimiter = delimiterOf(head);
  const names = cellsOf(header, delimiter);
  const rows = lines.map((line) => cellsOf(line, delimiter)).filter((cells) => cells.length === names.length);
  return rows.map((cells) => cells[names.indexOf(column)] ?? "");
}

/** Name of the format that `readOpenedTable` would recognise. @param head "" for Parquet */
export function tableFormatOf(head: string): string {
  if (head === "") return "parquet";
  return tableFormats.find((format) => format.detect(head))?.name ?? "csv";
}

const LOOKED_AT = 100;

/** The first row of each object; a query without results has none. */
function rowsOfHead(head: string): readonly JsonObject[] {
  const values = valuesOfHead(head).filter(isObject);
  // What is wrong is said where the file is read.
  const rows = attempt(() => values.flatMap((value) => rowsOf(value, "", 0).slice(0, 1))) ?? [];
  const [answer] = values;
  // The name of the file may be the query.
  return answer !== undefined && values.length === 1 ? withQuery(answer, rows, "") : rows;
}

/** Of the first lines, or of a list; the end of the head may cut the last. */
function valuesOfHead(head: string): unknown[] {
  const whole = parsed(head);
  if (whole !== null) return [whole].flat();
  if (!head.trimStart().startsWith("[")) return head.split("\n", LOOKED_AT).map((line) => parsed(line));
  let end = head.length;
  for (let tries = 0; tries < LOOKED_AT && end > 0; tries++) {
    end = head.lastIndexOf("}", end - 1);
    const values = parsed(`${head.slice(0, end + 1)}]`);
    if (Array.isArray(values)) return values;
  }
  return [];
}

function parsed(text: string): unknown {
  return attempt(() => parseJsonText(text));
}
