/** Which JSON values does a file of saved responses hold? */
import type { SemqrelError } from "../../../core/errors.ts";
import { requireBrackets } from "../../input-bounds.ts";
import { inputError } from "../../input-error.ts";
import { splitLines } from "../split-lines.ts";

/**
 * One value a line where the first line is one, else the whole text as one; with the 1-based line where it begins.
 *
 * @throws SemqrelError INVALID_FORMAT where the whole text is no JSON, INVALID_ROW where a line is none
 *                      details: { file, line }
 */
export async function* responseDocuments(
  pieces: AsyncIterable<string>,
  source: string,
): AsyncIterable<{ readonly value: unknown; readonly line: number }> {
  const document: string[] = [];
  let begin = 0;
  let isByLine = false;
  for await (const { text, line } of splitLines(pieces)) {
    if (document.length > 0) document.push(text);
    else if (text.trim() !== "") {
      const value = parse(text, source, line);
      if (value instanceof SyntaxError) {
        if (isByLine) throw noJson("INVALID_ROW", source, line, value, "Give one whole response a line.");
        begin = line;
        document.push(text);
      } else {
        isByLine = true;
        yield { value, line };
      }
    }
  }
  if (document.length === 0) return;
  const value = parse(document.join("\n"), source, begin);
  if (!(value instanceof SyntaxError)) yield { value, line: begin };
  else
    throw noJson("INVALID_FORMAT", source, begin, value, "Save it whole: one JSON document, or one response a line.");
}

function parse(text: string, source: string, line: number): unknown {
  requireBrackets(text, source, line);
  try {
    return JSON.parse(text);
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
  return inputError(code, source, `the response is no JSON, or cut short (${cause.message}). ${remedy}`, {
    line,
    cause,
  });
}
