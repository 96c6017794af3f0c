import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml } from "../../../src/core/text/escape-html.ts";

describe("escapeHtml", () => {
  // Character references of HTML: https://html.spec.whatwg.org/#decimal-character-reference-start-state
  it("writes what has a meaning in a page by its number", () => {
    expect(escapeHtml(`<a href="x" title='y'>A & B</a>`)).toBe(
      "&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;A &#38; B&#60;/a&#62;",
    );
  });

  it("leaves nothing that opens a tag, an attribute or a reference of its own, and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped.replace(/&#\d+;/g, "")).not.toMatch(/[<>&"']/);
        expect(escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toBe(text);
      }),
    );
  });
});
