import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  escapeFormula,
  escapeHtml,
  replaceControlCharacters,
  shellWord,
  unescapeFormula,
} from "../../../src/core/text/escape.ts";

describe("replaceControlCharacters", () => {
  it.each(["\u001b[31m", "line\nbreak", "tab\t", "\u009b", "\u202eturned", "\u2028", "\u200e", "\u200f", "\u2066"])(
    "replaces the control characters in %j",
    (text) => {
      expect(replaceControlCharacters(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202e\u2028\u2066]/);
      expect(replaceControlCharacters(text)).toHaveLength(text.length);
    },
  );

  it("leaves letters of any script unchanged", () => {
    expect(replaceControlCharacters("Zürich – 情報 עברית 🧪")).toBe("Zürich – 情報 עברית 🧪");
  });
});

describe("escapeHtml", () => {
  // Character references of HTML: https://html.spec.whatwg.org/#decimal-character-reference-start-state
  it("replaces special characters by numeric references", () => {
    expect(escapeHtml(`<a href="x" title='y'>A & B</a>`)).toBe(
      "&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;A &#38; B&#60;/a&#62;",
    );
  });

  it("leaves no tag, attribute or reference from the text, and loses no character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped.replace(/&#\d+;/g, "")).not.toMatch(/[<>&"']/);
        expect(escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toBe(text);
      }),
    );
  });
});

describe("escapeFormula", () => {
  it.each(["=1+1", "-engine", "@home", "+49", "'=1+1", "''@home"])(
    "puts a quote before %s, which unescapeFormula removes",
    (cell) => {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
    },
  );

  it.each(["plain", "", "a=b"])("leaves %j unchanged", (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  });
});

describe("unescapeFormula", () => {
  it.each([
    ["'=1+1", "=1+1"],
    ["'-engine", "-engine"],
    ["'@home", "@home"],
  ])("removes the quote from %s", (guarded, cell) => {
    expect(unescapeFormula(guarded)).toBe(cell);
  });

  it.each(["'twas the night", "plain", "", "'", "=1+1"])("leaves %j unchanged", (cell) => {
    expect(unescapeFormula(cell)).toBe(cell);
  });
});

describe("shellWord", () => {
  // POSIX shell, 2.2.2: single quotes preserve every character, and none can be a single quote.
  it.each([
    ["labels/gold.qrels", "labels/gold.qrels"],
    ["my labels", "'my labels'"],
    ["it's", "'it'\\''s'"],
    ["$(rm)", "'$(rm)'"],
    ["", "''"],
    // POSIX utility conventions, guideline 13: `-` alone is standard input.
    ["-q.jsonl", "./-q.jsonl"],
    ["-my labels", "'./-my labels'"],
    ["-", "-"],
  ])("quotes %j for a shell", (text, written) => {
    expect(shellWord(text)).toBe(written);
  });
});
