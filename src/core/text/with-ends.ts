/**
 * How do lines become the text of a file?
 */

/** Each line with a line feed behind it. */
export function* withEnds(lines: Iterable<string>): Iterable<string> {
  for (const line of lines) yield `${line}\n`;
}
