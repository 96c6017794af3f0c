/** What does a format get to read, and how is it recognised? */
import { inputError } from "./input-error.ts";
import { decodeText, type InputText, openInput, peek, withoutMark } from "./open-input.ts";
import { requireLines } from "./tables/read-table.ts";

export interface PeekedInput {
  readonly input: InputText;
  /** The beginning of the text, by which formats recognise themselves; "" for Parquet. */
  readonly head: string;
}

/** Bytes to recognise a format by: a JSON document may have many short lines before what tells. */
const headBytes = 1 << 16;
/** A first line that is longer is recognised by its beginning alone. */
const lineBytes = 1 << 22;

export async function peekInput(path: string): Promise<PeekedInput> {
  const opened = await openInput(path);
  if (opened.parquet !== null) return { input: opened, head: "" };
  const { source } = opened;
  try {
    const { first, all } = await peek(opened.bytes, headBytes, lineBytes);
    const bytes = typeof first === "string" ? Buffer.alloc(0) : first;
    const head = withoutMark(new TextDecoder().decode(bytes));
    requireText(bytes, source);
    requireLines(head, source);
    return { input: { ...opened, bytes: all, pieces: decodeText(all, source) }, head };
  } catch (cause) {
    opened.close();
    throw cause;
  }
}

const sqliteBegin = "SQLite format 3\0";

function requireText(bytes: Buffer, source: string): void {
  if (!bytes.includes(0)) return;
  const isDatabase = bytes.toString("latin1", 0, sqliteBegin.length) === sqliteBegin;
  const what = isDatabase
    ? "it is an SQLite database. Where semqrel rate wrote it, make judgments of its ratings with semqrel gold, and give those."
    : "it is binary (it has NUL bytes), and no known format. Give a text file, or Parquet.";
  throw inputError("INVALID_FORMAT", source, what);
}

/** Whether the beginning of a file is not text in UTF-8. */
export function isBinary(head: string): boolean {
  // The end of the head may cut a character.
  return head.replace(/\ufffd+$/, "").includes("\ufffd");
}
