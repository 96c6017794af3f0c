/** Helpers that pass on a text in pieces and collect the rows of a reader. */
import type { OnRow } from "../../src/io/tables/table.ts";

/** The text in pieces of `size` characters. */
export async function* inPieces(text: string, size = text.length || 1): AsyncIterable<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join("");
}

/** The text line by line, the smallest pieces of an input. */
export async function* inLines(text: string): AsyncIterable<string> {
  yield* text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export async function gather(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

export interface GatheredRow {
  readonly names: readonly string[];
  readonly cells: readonly string[];
  readonly line: number;
}

/** Collects rows. Keeps `names` as the same array, so that tests can compare it. */
export function rowGatherer(): { readonly rows: GatheredRow[]; readonly onRow: OnRow } {
  const rows: GatheredRow[] = [];
  return { rows, onRow: (names, cells, line) => rows.push({ names, cells: [...cells], line }) };
}
