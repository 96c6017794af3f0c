/** Are lines and their numbers the same, however the text is split into pieces? */
import { describe, expect, it } from "vitest";
import { firstLine, splitLines } from "../../../src/io/tables/delimiter.ts";
import { inPieces } from "../pieces.ts";

async function linesOf(text: string, size?: number): Promise<[string, number][]> {
  const lines: [string, number][] = [];
  for await (const { text: line, line: number } of splitLines(inPieces(text, size))) lines.push([line, number]);
  return lines;
}

describe("splitLines", () => {
  it.each([
    ["a\nb\n", ["a", "b"]],
    ["a\nb", ["a", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\n\n\nb", ["a", "", "", "b"]],
    ["\n", [""]],
    ["", []],
    ["a\rb\n", ["a\rb"]],
    ["a\r\r\nb\r\r\n", ["a", "b"]],
    ["sep=;\r\na;b\n", ["", "a;b"]],
    ["a\nsep=;\n", ["a", "sep=;"]],
    ["a\u2028b\u0085c\n", ["a\u2028b\u0085c"]],
    ["a\r\n\r\nпошук 🍐\r\n", ["a", "", "пошук 🍐"]],
  ])("splits %j into lines", async (text, lines) => {
    const expected = lines.map((line, at) => [line, at + 1]);
    for (const size of [1, 2, 3, 100]) expect(await linesOf(text, size)).toEqual(expected);
  });
});

it.each([
  ["a,b\nc", "a,b"],
  ["\n \r\n\t\r\na\r\nb", "a"],
  ["a", "a"],
  ["", ""],
  ["\n\n", ""],
])("firstLine returns for %j: %j", (text, line) => {
  expect(firstLine(text)).toBe(line);
});

it("splitLines reads a line with a million carriage returns in linear time", async () => {
  const text = `a${"\r".repeat(1_000_000)}b`;
  expect(await linesOf(`${text}\n`, 1 << 17)).toEqual([[text, 1]]);
});
