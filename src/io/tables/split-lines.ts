/** Which lines does a text in pieces hold? */

/** The line in which Excel names the delimiter of a table. It is given as a blank line, so that line numbers stay. */
export const separatorLine = /^sep=(.)(?=\r*(?:\n|$))/i;

/** Each line without its end (\n, \r\n or \r\r\n), with its 1-based number; a last line without end counts. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncIterable<{ text: string; line: number }> {
  let rest = "";
  let line = 0;
  const lineOf = (text: string) => {
    const bare = withoutReturns(text);
    return { text: line++ === 0 ? bare.replace(separatorLine, "") : bare, line };
  };
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) yield lineOf(text);
  }
  if (rest !== "") yield lineOf(rest);
}

/** In a loop: a pattern for the end of a text looks at every return again and again. */
function withoutReturns(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\r") end--;
  return end === text.length ? text : text.slice(0, end);
}

/** The first lines of a text, each without its end. */
export function firstLines(head: string, most: number): string[] {
  return head.replace(separatorLine, "").split("\n", most).map(withoutReturns);
}

/** The first lines of a text that hold anything but blanks and delimiters. */
export function filledLines(head: string, most = 100): string[] {
  return firstLines(head, most).filter((line) => !/^[\s,;|]*$/.test(line));
}

/** The first of them; "" where there is none. */
export function firstLine(head: string): string {
  return filledLines(head)[0] ?? "";
}

/** Whether a line of a TREC file is a comment for certain. A name may begin with `#`. */
export function isComment(line: string): boolean {
  return /^#+(?:\s|$)/.test(line);
}

/** Of TREC files: the fields of the first line that holds any. A line that begins with `#` counts where no other does. */
export function firstFields(head: string): string[] {
  const lines = head.split("\n").filter((text) => text.trim() !== "" && !isComment(text));
  const line = lines.find((text) => !text.startsWith("#")) ?? lines[0] ?? "";
  return line.trim().split(/\s+/);
}
