/** Which columns does a table have, according to its first line? */
import { delimiterOf } from "./formats/csv.ts";
import { columnsOf, rowsOf } from "./formats/jsonl.ts";
import { isObject, type JsonObject } from "./formats/response-fields.ts";
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

/** The cells of a column in the first lines, of those that are rows by themselves; the end of the head may cut one. */
export function headCells(head: string, column: string): string[] {
  const [header = "", ...lines] = head.split(/\r?\n/, LOOKED_AT).filter((line) => line.trim() !== "");
  const format = tableFormatOf(head);
  if (format === "jsonl") return [header, ...lines].flatMap((line) => String(rowOf(line)?.[column] ?? ""));
  const delimiter = format === "tsv" ? "\t" : delimiterOf(header);
  const names = cellsOf(header, delimiter);
  const rows = lines.map((line) => cellsOf(line, delimiter)).filter((cells) => cells.length === names.length);
  return rows.map((cells) => cells[names.indexOf(column)] ?? "");
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

const LOOKED_AT = 100;

/** Of the first of the first lines that has a row: a query without results has none. */
function keysOf(head: string): string[] | null {
  for (const line of head.split("\n", LOOKED_AT)) {
    if (line.trim() === "") continue;
    const row = rowOf(line);
    if (row === null) return null;
    if (row !== undefined) return columnsOf(row);
  }
  return null;
}

/** The first row of a line; undefined where it has none, null where it is no line of a table. */
function rowOf(line: string): JsonObject | undefined | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? rowsOf(value, "", 0)[0] : null;
  } catch {
    return null;
  }
}
