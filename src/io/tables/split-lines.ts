/** Which lines does a text in pieces hold? */

/** Each line without its end (\n or \r\n), with its 1-based number; a last line without end counts. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncIterable<{ text: string; line: number }> {
  let rest = "";
  let line = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) yield { text: withoutReturn(text), line: ++line };
  }
  if (rest !== "") yield { text: withoutReturn(rest), line: ++line };
}

const withoutReturn = (text: string) => (text.endsWith("\r") ? text.slice(0, -1) : text);

/** Of TREC files: the fields of the first line that holds any. */
export function firstFields(head: string): string[] {
  const line = head.split("\n").find((text) => text.trim() !== "" && !text.startsWith("#")) ?? "";
  return line.trim().split(/\s+/);
}

/** The first of the first 100 lines that is not blank; "" where there is none. */
export function firstLine(text: string): string {
  return text.split(/\r?\n/, 100).find((line) => line.trim() !== "") ?? "";
}
