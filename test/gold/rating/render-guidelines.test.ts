import { describe, expect, it } from "vitest";
import { renderGuidelines } from "../../../src/gold/rating/rating-page.ts";

describe("renderGuidelines", () => {
  it("renders Markdown, with headings below those of the page", () => {
    // CommonMark 0.31, examples 62, 107 and 303, two heading levels down.
    expect(renderGuidelines("# foo\n")).toBe("<h3>foo</h3>\n");
    expect(renderGuidelines("- foo\n- bar\n")).toBe("<ul>\n<li>foo</li>\n<li>bar</li>\n</ul>\n");
    expect(renderGuidelines("*foo* **bar**")).toBe("<p><em>foo</em> <strong>bar</strong></p>\n");
    expect(renderGuidelines("##### foo\n\n###### bar")).toBe("<h6>foo</h6>\n<h6>bar</h6>\n");
  });

  it("returns no text for an empty text", () => {
    expect(renderGuidelines("")).toBe("");
  });

  it("opens links in a new tab without access to this page", () => {
    expect(renderGuidelines("[a](https://example.org/x?y=1&z)")).toBe(
      '<p><a href="https://example.org/x?y=1&amp;z" rel="noopener noreferrer" target="_blank">a</a></p>\n',
    );
    expect(renderGuidelines("<mailto:a@example.org>")).toContain('href="mailto:a@example.org"');
  });

  it.each([
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](data:text/html,x)",
    "[a](file:///etc/passwd)",
    "[a](//example.org)",
    "[a](page.html)",
    "[a][1]\n\n[1]: javascript:alert(1)",
    "[a](&#106;avascript:alert(1))",
  ])("keeps only the text of %j", (markdown) => {
    expect(renderGuidelines(markdown)).toBe("<p>a</p>\n");
  });

  it("shows HTML as text", () => {
    expect(renderGuidelines('<script>alert(1)</script> <b onclick="x">b</b>')).toBe(
      "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;b&lt;/b&gt;</p>\n",
    );
    expect(renderGuidelines("<style>\n* {}\n</style>")).not.toContain("<style");
  });

  it("shows images as text, also in links", () => {
    expect(renderGuidelines('![a *b* "c"](http://example.org/x.png)')).toBe("<p>a b &quot;c&quot;</p>\n");
    expect(renderGuidelines("[![<i>](x.png)](https://example.org)")).toContain(">&lt;i&gt;</a>");
  });

  it("does not align columns by style attributes, because the page's policy forbids them", () => {
    const table = renderGuidelines("| a | b |\n|--:|:-:|\n| 1 | 2 |\n");
    expect(table).toContain("<td>1</td>");
    expect(table).not.toContain("style");
  });
});
