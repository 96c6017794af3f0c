import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { foldLines, sparingTerminals } from "../../../src/cli/terminal/print.ts";
import { displayWidth } from "../../../src/core/text/display-width.ts";
import { runs } from "../../support/property.ts";

describe("foldLines", () => {
  test.each([
    { name: "a sentence", line: "one two three four", folded: "one two\nthree four" },
    { name: "an indentation", line: "  one two three", folded: "  one two\n  three" },
    { name: "an item", line: "- one two three", folded: "- one two\n  three" },
    { name: "text in a second column", line: "ok  two three four", folded: "ok  two\n    three\n    four" },
    { name: "a word that is too long", line: "in /a/long/path/x you", folded: "in\n/a/long/path/x\nyou" },
    { name: "a line that fits", line: "0123456789", folded: "0123456789" },
    { name: "characters of two columns", line: "深圳大 学深圳", folded: "深圳大\n学深圳" },
    { name: "a command", line: "  semqrel label --out labels", folded: "  semqrel label --out labels" },
    { name: "an empty line", line: "", folded: "" },
  ])("returns the folded lines of $name", ({ line, folded }) => {
    expect(foldLines(line, 10)).toBe(folded);
  });

  it("does not count the bytes of colours", () => {
    expect(foldLines("\u001b[1mbold text\u001b[22m", 9)).toBe("\u001b[1mbold text\u001b[22m");
  });

  it("does not fold if the width is unlimited", () => {
    const long = "word ".repeat(1000);
    expect(foldLines(long, Number.POSITIVE_INFINITY)).toBe(long);
  });

  it("makes no line longer than the width, and loses no words", () => {
    const line = fc.array(fc.constantFrom("a", "words", "深圳", "\u001b[1mbold\u001b[22m"), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 5, max: 40 }), (lines, width) => {
        const text = lines.map((words) => words.join(" ")).join("\n");
        const folded = foldLines(text, width);
        expect(folded.split(/\s+/)).toEqual(text.split(/\s+/));
        const widths = folded.split("\n").map((one) => displayWidth(stripVTControlCharacters(one)));
        expect(Math.max(...widths)).toBeLessThanOrEqual(width);
      }),
      runs,
    );
  });
});

describe("sparingTerminals", () => {
  const written = (text: string, isTTY: boolean) => {
    let all = "";
    sparingTerminals({ isTTY, write: (piece) => (all += piece) }).write(text);
    return all;
  };
  it.each([
    ["ESC", "\u001b[2J"],
    ["an operating system command", "\u001b]0;title\u0007"],
    ["C1's CSI", "\u009b2J"],
    ["a carriage return", "a\rb"],
    ["a backspace", "a\b"],
    ["DEL", "\u007f"],
    ["NUL", "\0"],
    ["a mark that turns the writing direction", "\u202e\u2066\u200f"],
  ])("escapes %s for a terminal only", (_, text) => {
    expect(written(text, true)).not.toMatch(/[\p{Cc}\u200f\u202e\u2066]/u);
    expect(written(text, false)).toBe(text);
    expect(JSON.parse(written(JSON.stringify([text]), true))).toEqual([text]);
  });

  it("keeps lines, columns and letters unchanged", () => {
    const text = "a\tb\r\n深圳 é\n";
    expect(written(text, true)).toBe(text);
  });
});
