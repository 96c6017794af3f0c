/** Is the first line that says something found? */
import { expect, it } from "vitest";
import { firstLine } from "../../../../src/io/tables/formats/first-line.ts";

it.each([
  ["a,b\nc", "a,b"],
  ["\n \r\n\t\r\na\r\nb", "a"],
  ["a", "a"],
  ["", ""],
  ["\n\n", ""],
])("%j", (text, line) => {
  expect(firstLine(text)).toBe(line);
});
