/**
 * What does a format get to read, and how is it recognised?
 */
import { decodeText, type InputText, openInput, peek } from "./open-input.ts";
import { requireLines } from "./read-table.ts";

/** One file, as bytes or as text: readable once. */
export interface FormatInput {
  /** The path as given; for messages. */
  readonly source: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** Decoded text in pieces of whole lines. */
  readonly text: AsyncIterable<string>;
}

export interface PeekedInput {
  readonly input: FormatInput;
  /** The first piece of the text, by which formats recognise themselves. */
  readonly head: string;
  readonly opened: InputText;
}

/** @throws SemqrelError as `openInput` and `requireLines` */
export async function peekInput(path: string): Promise<PeekedInput> {
  const opened = await openInput(path);
  const { source } = opened;
  const { first, all } = await peek(opened.bytes);
  const head = new TextDecoder().decode(typeof first === "string" ? undefined : first);
  requireLines(head, source);
  return { input: { source, bytes: all, text: decodeText(all, source) }, head, opened };
}

/** The whole text, for formats that are one JSON document. */
export async function wholeText(input: FormatInput): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of input.text) pieces.push(piece);
  return pieces.join("");
}
