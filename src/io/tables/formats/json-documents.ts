/** Which JSON values does a file of rows or of saved responses hold? */
import type { SemqrelError } from "../../../core/errors.ts";
import { parseJsonText } from "../../../core/text/json-value.ts";
import { requireBrackets, requireWithin } from "../../input-bounds.ts";
import { inputError } from "../../input-error.ts";
import { splitLines } from "../split-lines.ts";

export interface JsonDocument {
  readonly value: unknown;
  /** Where it begins, 1-based. */
  readonly line: number;
  readonly text: string;
}

/**
 * One value a line where the first line is one, else the whole text as one; with the 1-based line where it begins.
 *
 * @param unit what a line may hold, such as "row"
 * @throws SemqrelError INVALID_FORMAT where the whole text is no JSON, INVALID_ROW where a line is none
 *                      details: { file, line }
 */
export async function* jsonDocuments(
  pieces: AsyncIterable<string>,
  source: string,
  unit: string,
): AsyncIterable<JsonDocument> {
  const document: string[] = [];
  let length = 0;
  let begin = 0;
  let isByLine = false;
  for await (const { text, line } of splitLines(pieces)) {
    if (document.length > 0) {
      document.push(text);
      length += text.length;
      requireWithin("document", length, source, begin);
    } else if (text.trim() !== "") {
      const value = parse(text, source, line);
      if (value instanceof SyntaxError) {
        if (isByLine) throw noJson("INVALID_ROW", source, line, value, `Give one whole ${unit} a line.`);
        begin = line;
        document.push(text);
      } else {
        isByLine = true;
        yield { value, line, text };
      }
    }
  }
  if (document.length === 0) return;
  const text = document.join("\n");
  const value = parse(text, source, begin);
  if (value instanceof SyntaxError) {
    const remedy = `Save it whole: one JSON document, or one ${unit} a line.`;
    throw noJson("INVALID_FORMAT", source, begin, value, remedy);
  }
  yield { value, line: begin, text };
}

/** Of a document that is a list: where its lists and objects begin, 1-based. */
export function linesOfItems({ text, line: begin }: JsonDocument): number[] {
  const lines: number[] = [];
  let line = begin;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const one = text[at];
    if (one === "\n") line++;
    else if (one === '"') isText = !isText;
    else if (isText && one === "\\") at++;
    else if (!isText && (one === "{" || one === "[") && depth++ === 1) lines.push(line);
    else if (!isText && (one === "}" || one === "]")) depth--;
  }
  return lines;
}

function parse(text: string, source: string, line: number): unknown {
  requireBrackets(text, source, line);
  try {
    return parseJsonText(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return cause;
    throw cause;
  }
}

function noJson(
  code: "INVALID_FORMAT" | "INVALID_ROW",
  source: string,
  line: number,
  cause: SyntaxError,
  remedy: string,
): SemqrelError {
  return inputError(code, source, `this is no JSON, or cut short (${cause.message}). ${remedy}`, { line, cause });
}
