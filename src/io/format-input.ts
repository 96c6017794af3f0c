/**
 * What does a format get to read, and how is it recognised?
 */
import { decodeText, type InputText, openInput, peek } from "./open-input.ts";
import { requireLines } from "./read-table.ts";

/** One file, as bytes or as text in pieces of whole lines: readable once. */
export type FormatInput = InputText;

export interface PeekedInput {
  readonly input: FormatInput;
  /** The beginning of the text, by which formats recognise themselves; "" for Parquet, which is no text. */
  readonly head: string;
}

/** Bytes to recognise a format by: a JSON document may have many short lines before what tells. */
const headBytes = 1 << 16;

/** @throws SemqrelError as `openInput` and `requireLines` */
export async function peekInput(path: string): Promise<PeekedInput> {
  const opened = await openInput(path);
  if (opened.parquet !== null) return { input: opened, head: "" };
  const { source } = opened;
  const { first, all } = await peek(withHead(opened.bytes));
  const head = new TextDecoder().decode(typeof first === "string" ? undefined : first);
  requireLines(head, source);
  return { input: { ...opened, bytes: all, pieces: decodeText(all, source) }, head };
}

/** The same bytes; the first piece holds at least `headBytes` where there are so many. */
async function* withHead(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let waiting: Buffer[] | null = [];
  let size = 0;
  for await (const piece of pieces) {
    if (waiting === null) yield piece;
    else {
      waiting.push(piece);
      size += piece.length;
      if (size < headBytes) continue;
      yield waiting.length === 1 ? piece : Buffer.concat(waiting);
      waiting = null;
    }
  }
  if (waiting !== null && size > 0) yield Buffer.concat(waiting);
}

/** The whole text, for formats that are one JSON document. */
export async function wholeText(input: FormatInput): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of input.pieces) pieces.push(piece);
  return pieces.join("");
}
