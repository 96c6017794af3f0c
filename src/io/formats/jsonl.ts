/** One JSON object a line; its keys are the columns. */
import { SemqrelError } from "../../errors.ts";
import { splitLines } from "../split-lines.ts";
import type { TableFormat } from "../table.ts";
import { firstLine } from "./first-line.ts";

export const jsonl: TableFormat = {
  name: "jsonl",
  detect: (head) => /^\s*[{[]/.test(firstLine(head)),
  async read(pieces, source, wants, onRow) {
    let names: readonly string[] = [];
    for await (const { text, line } of splitLines(pieces)) {
      if (text.trim() === "") continue;
      const row = parseObject(text, source, line);
      const keys = Object.keys(row);
      // The same array as long as the keys are the same: the table looks its columns up once.
      if (keys.length !== names.length || keys.some((key, place) => key !== names[place])) names = keys;
      onRow(
        names,
        names.map((name) => (wants(name) ? cellOf(row[name], name, source, line) : "")),
        line,
      );
    }
  },
};

function parseObject(text: string, source: string, line: number): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SemqrelError(
      "INVALID_ROW",
      `Reading ${source}:${line}: the line is no JSON (${why}). Give one whole object a line.`,
      { details: { file: source, line }, cause },
    );
  }
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Readonly<Record<string, unknown>>;
  }
  throw new SemqrelError(
    "INVALID_ROW",
    `Reading ${source}:${line}: the line holds no JSON object. Give one object a line, such as {"query":…,"rank":0,"title":…}.`,
    { details: { file: source, line } },
  );
}

function cellOf(value: unknown, name: string, source: string, line: number): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  throw new SemqrelError(
    "INVALID_ROW",
    `Reading ${source}:${line}: "${name}" holds ${Array.isArray(value) ? "a list" : "an object"}. Give text or a number.`,
    { details: { file: source, line, column: name } },
  );
}
