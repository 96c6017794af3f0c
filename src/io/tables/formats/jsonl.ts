/**
 * One JSON object a line; its keys are the columns, and those of an object inside it as `_source.title`. A line of a whole
 * list, such as {"query":…,"results":[{"title":…},…]}, is a row for each result.
 */
import { messageOf } from "../../../core/errors.ts";
import { requireBrackets, requireWithin } from "../../input-bounds.ts";
import { inputError, rowError } from "../../input-error.ts";
import { usualNames } from "../recognise-columns.ts";
import { firstLine, splitLines } from "../split-lines.ts";
import type { TableFormat } from "../table.ts";
import { isObject, type JsonObject } from "./response-fields.ts";

export const jsonl: TableFormat = {
  name: "jsonl",
  detect: (head) => /^\s*[{[]/.test(firstLine(head)),
  async read(pieces, source, wants, onRow) {
    let names: readonly string[] = [];
    for await (const { text, line } of splitLines(pieces)) {
      if (text.trim() === "") continue;
      for (const row of rowsOf(parseObject(text, source, line), source, line)) {
        const keys = columnsOf(row);
        requireWithin("columns", keys.length, source, line);
        // The same array as long as the keys are the same, so that a table looks its columns up once.
        if (keys.length !== names.length || keys.some((key, place) => key !== names[place])) names = keys;
        onRow(
          names,
          names.map((name) => (wants(name) ? cellOf(valueAt(row, name), name, source, line) : "")),
          line,
        );
      }
    }
  },
};

const listNames = ["results", "hits", "documents", "docs", "items"];

/** Of a whole list, its results in their order, each with what the line says beside them. */
export function rowsOf(line: JsonObject, source: string, number: number): JsonObject[] {
  const lists = listNames.filter((name) => Array.isArray(line[name]) && line[name].every(isObject));
  const [name, other] = lists;
  if (name === undefined) return [line];
  if (other !== undefined) {
    throw rowError(source, number, `the line has two lists of results, "${name}" and "${other}". Leave one out.`);
  }
  const { [name]: results, ...beside } = line;
  return (results as readonly JsonObject[]).map((result, rank) => {
    const isRanked = usualNames.rank.some((usual) => Object.hasOwn(result, usual));
    return { ...beside, ...(isRanked ? {} : { rank }), ...result };
  });
}

/** Keys, and keys one level below, where hits of a search engine have their fields. */
export function columnsOf(row: JsonObject): string[] {
  const columns: string[] = [];
  for (const key of Object.keys(row)) {
    columns.push(key);
    const inner = row[key];
    if (!isObject(inner)) continue;
    for (const name of Object.keys(inner)) {
      const path = `${key}.${name}`;
      if (!Object.hasOwn(row, path)) columns.push(path);
    }
  }
  return columns;
}

/** Of a key, which may have dots, else of a path. */
function valueAt(row: JsonObject, column: string): unknown {
  const dot = column.indexOf(".");
  if (dot < 0 || Object.hasOwn(row, column)) return row[column];
  for (let at = dot; at >= 0; at = column.indexOf(".", at + 1)) {
    const inner = row[column.slice(0, at)];
    if (isObject(inner) && Object.hasOwn(inner, column.slice(at + 1))) return inner[column.slice(at + 1)];
  }
  return undefined;
}

function parseObject(text: string, source: string, line: number): JsonObject {
  requireBrackets(text, source, line);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const what = `the line is no JSON (${messageOf(cause)}). Give one whole object a line.`;
    throw inputError("INVALID_ROW", source, what, { line, cause });
  }
  if (isObject(parsed)) return parsed;
  const what = `the line holds no JSON object. Give one object a line, such as {"query":…,"rank":0,"title":…}.`;
  throw rowError(source, line, what);
}

function cellOf(value: unknown, name: string, source: string, line: number): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  const what = `"${name}" holds ${Array.isArray(value) ? "a list" : "an object"}. Give text or a number.`;
  throw inputError("INVALID_ROW", source, what, { line, column: name });
}
