/** Which columns does a table have, as far as its first line tells? */
import { columnsOf } from "./formats/jsonl.ts";
import { isObject } from "./formats/response-fields.ts";
import { tableFormats } from "./read-table.ts";
import { firstLine } from "./split-lines.ts";

/** The cells of the first line, or the keys of the first JSON object; null for a text that is no table. */
export function headColumns(head: string): readonly string[] | null {
  const line = firstLine(head);
  switch (tableFormatOf(head)) {
    case "jsonl":
      return keysOf(line);
    case "tsv":
      return cellsOf(line, "\t");
    case "csv":
      return cellsOf(line, semicolons(line) > commas(line) ? ";" : ",");
    default:
      return null;
  }
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

function keysOf(line: string): string[] | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? columnsOf(value) : null;
  } catch {
    return null;
  }
}

function commas(line: string): number {
  return withoutQuoted(line).split(",").length;
}

function semicolons(line: string): number {
  return withoutQuoted(line).split(";").length;
}

function withoutQuoted(line: string): string {
  return line.replace(/"[^"]*"/g, "");
}
