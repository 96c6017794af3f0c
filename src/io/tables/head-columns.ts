/** Which columns does a table have, according to its first line? */
import { delimiterOf } from "./formats/csv.ts";
import { columnsOf, rowsOf } from "./formats/jsonl.ts";
import { isObject } from "./formats/response-fields.ts";
import { tableFormats } from "./read-table.ts";
import { firstLine } from "./split-lines.ts";

/** The cells of the first line, or the keys of the first JSON row; null for a text that is no table. */
export function headColumns(head: string): readonly string[] | null {
  const line = firstLine(head);
  const format = tableFormatOf(head);
  if (format === "jsonl") return keysOf(head);
  if (format === "tsv") return cellsOf(line, "\t");
  return format === "csv" ? cellsOf(line, delimiterOf(line)) : null;
}

/** Name of the format that `readOpenedTable` would recognise. @param head "" for Parquet */
export function tableFormatOf(head: string): string {
  if (head === "") return "parquet";
  return tableFormats.find((format) => format.detect(head))?.name ?? "csv";
}

/** The cells of one line, quotes taken off. */
export function cellsOf(line: string, delimiter: string): string[] {
  const cell = new RegExp(`${delimiter}(?:"((?:[^"]|"")*)"(?=${delimiter}|$)|([^${delimiter}]*))`, "g");
  return [...`${delimiter}${line}`.matchAll(cell)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? "",
  );
}

/** Of the first of the first 100 lines that has a row: a query without results has none. */
function keysOf(head: string): string[] | null {
  try {
    for (const line of head.split("\n", 100)) {
      if (line.trim() === "") continue;
      const value: unknown = JSON.parse(line);
      if (!isObject(value)) return null;
      const [row] = rowsOf(value, "", 0);
      if (row !== undefined) return columnsOf(row);
    }
  } catch {
    // No line of a table.
  }
  return null;
}
