/**
 * Which queries are meant, and which titles do documents have?
 * Two small tables that users keep as `id TAB text` without names of columns, or as any format with them.
 */
import { SemqrelError } from "../errors.ts";
import type { QueryTable } from "../types.ts";
import { openInput } from "./open-input.ts";
import type { InputFile } from "./read-results.ts";
import { readTable } from "./read-table.ts";
import { usualNames } from "./recognise-columns.ts";
import { splitLines } from "./split-lines.ts";
import type { Table } from "./table.ts";

/** BEIR's names beside the usual ones. */
const idNames: readonly string[] = ["_id", "query-id", ...usualNames["query id"], ...usualNames.id];
const textNames: readonly string[] = [...usualNames.query, "text", ...usualNames.title];
const titleNames: readonly string[] = [...usualNames.title, "text"];

/**
 * Reads `id TAB text`, text alone (one a line), or a file with named columns.
 *
 * @throws SemqrelError as `readTable`; INVALID_ROW for a line without text, or an id given twice
 */
export async function readQueries(path: string): Promise<{ queries: QueryTable; file: InputFile }> {
  const table = await readPairs(path, idNames, textNames);
  const ids = table.columns.get("id") ?? null;
  const texts = table.columns.get("text") ?? null;
  requireDistinct(table, ids ?? texts ?? []);
  return { queries: { source: table.source, ids, texts, lines: table.lines }, file: describeFile(table) };
}

/**
 * Reads `id TAB title`, or a file with named columns, such as a BEIR corpus.
 *
 * @throws SemqrelError as `readTable`; MISSING_COLUMN without ids; INVALID_ROW where an id is given twice
 */
export async function readTitles(path: string): Promise<{ titles: ReadonlyMap<string, string>; file: InputFile }> {
  const table = await readPairs(path, idNames, titleNames);
  const ids = table.columns.get("id");
  const texts = table.columns.get("text");
  if (ids === undefined || texts === undefined) {
    throw new SemqrelError(
      "MISSING_COLUMN",
      `Reading ${table.source}: titles need an id and a title in each line. Give id TAB title, or columns named id and title.`,
      { details: { file: table.source, columns: table.names } },
    );
  }
  requireDistinct(table, ids);
  return { titles: new Map(ids.map((id, row) => [id, texts[row] ?? ""])), file: describeFile(table) };
}

/** A table with the columns `id` and `text`, as far as the file has them. */
async function readPairs(path: string, ids: readonly string[], texts: readonly string[]): Promise<Table> {
  if (await isWithoutNames(path, [...ids, ...texts])) return readBarePairs(path);
  const table = await readTable(path, (name) => ids.includes(key(name)) || texts.includes(key(name)), null);
  const first = (names: readonly string[]) =>
    names.flatMap((wanted) => [...table.columns].filter(([name]) => key(name) === wanted))[0]?.[1];
  const columns = new Map<string, readonly string[]>();
  const id = first(ids);
  const text = first(texts);
  if (id !== undefined) columns.set("id", id);
  if (text !== undefined) columns.set("text", text);
  if (columns.size > 0) return { ...table, columns };
  throw new SemqrelError(
    "MISSING_COLUMN",
    `Reading ${table.source}: no column of ids or texts (line 1 has: ${table.names.join(", ")}). Name them id and text.`,
    { details: { file: table.source, columns: table.names } },
  );
}

function key(name: string): string {
  return name.toLowerCase().trim();
}

async function isWithoutNames(path: string, names: readonly string[]): Promise<boolean> {
  const { pieces } = await openInput(path);
  for await (const { text } of splitLines(pieces)) {
    if (/^\s*[{[]/.test(text)) return false;
    const cells = text.split(text.includes("\t") ? "\t" : ",");
    return !cells.some((cell) => names.includes(key(cell.replace(/^"|"$/g, ""))));
  }
  return false;
}

async function readBarePairs(path: string): Promise<Table> {
  const input = await openInput(path);
  const ids: string[] = [];
  const texts: string[] = [];
  const lines: number[] = [];
  let hasIds: boolean | null = null;
  for await (const { text, line } of splitLines(input.pieces)) {
    if (text.trim() === "") continue;
    const tab = text.indexOf("\t");
    hasIds ??= tab >= 0;
    if (hasIds !== tab >= 0) {
      throw new SemqrelError(
        "INVALID_ROW",
        `Reading ${input.source}:${line}: the line has ${hasIds ? "no tab" : "a tab"}, unlike those before it. Write id TAB text in every line, or text alone in every line.`,
        { details: { file: input.source, line } },
      );
    }
    ids.push(text.slice(0, Math.max(0, tab)));
    texts.push(text.slice(tab + 1));
    lines.push(line);
  }
  if (lines.length === 0) {
    throw new SemqrelError("EMPTY_FILE", `Reading ${input.source}: no rows, only blank lines. Give id TAB text.`, {
      details: { file: input.source },
    });
  }
  const columns = new Map([["text", texts]]);
  if (hasIds === true) columns.set("id", ids);
  return {
    source: input.source,
    format: "pairs",
    columns,
    names: [...columns.keys()],
    lines: Int32Array.from(lines),
    sha256: input.sha256(),
    sizeBytes: input.sizeBytes(),
  };
}

function requireDistinct(table: Table, keys: readonly string[]): void {
  const lineOfKey = new Map<string, number>();
  keys.forEach((given, row) => {
    const line = table.lines[row] ?? 0;
    const first = lineOfKey.get(given);
    if (first !== undefined || given === "") {
      const what = given === "" ? "is empty" : `stands in line ${first} already`;
      throw new SemqrelError(
        "INVALID_ROW",
        `Reading ${table.source}:${line}: the entry "${given}" ${what}. Give each one once.`,
        {
          details: { file: table.source, line, entry: given },
        },
      );
    }
    lineOfKey.set(given, line);
  });
}

function describeFile(table: Table): InputFile {
  return {
    path: table.source,
    format: table.format,
    rows: table.lines.length,
    sizeBytes: table.sizeBytes,
    sha256: table.sha256,
  };
}
