import { describe, expect, it } from "vitest";
import { renderBlock } from "../../../src/report/page/render-block.ts";
import { makeRunReport } from "../../support/make-report.ts";
import { readPage } from "./read-page.ts";

const plain = (text: string) =>
  /^<p dir="auto">(.*)<\/p>$/.exec(renderBlock({ kind: "text", tone: "plain", text }))?.[1];

describe("renderBlock", () => {
  it("marks a caution with a word, not only with a colour", () => {
    const html = renderBlock({ kind: "text", tone: "caution", text: "few queries" });
    expect(html).toBe('<p class="caution" dir="auto"><strong>Caution:</strong> few queries</p>');
  });

  it("marks a verdict, and does not mark other sentences", () => {
    expect(renderBlock({ kind: "text", tone: "verdict", text: "A is better" })).toContain('class="verdict"');
    expect(renderBlock({ kind: "text", tone: "plain", text: "So it is" })).toBe('<p dir="auto">So it is</p>');
  });

  it("keeps an option and its value on one line, and does not change the text of the command", () => {
    const html = renderBlock({
      kind: "text",
      tone: "plain",
      text: "Next",
      command: "semqrel pool a --by spread -o 'b c'",
    });
    const code = /<code>(.*)<\/code>/.exec(html)?.[1] ?? "";
    expect(code.split("</span> <span>")).toHaveLength(3);
    expect(code.replace(/<[^>]*>/g, "").replaceAll("&#39;", "'")).toBe("semqrel pool a --by spread -o 'b c'");
  });

  it("writes negative numbers with a minus sign, as tables do", () => {
    expect(plain("-0.1 to 0.3")).toBe("−0.1 to 0.3");
    expect(plain("0.124 [-0.123 to 0.371] (-.5 to -0.250), -1.5")).toBe(
      "0.124 [−0.123 to 0.371] (−.5 to −0.250), −1.5",
    );
  });

  it("does not change names, options, dates and ranges", () => {
    const text = "bm25-0.5 and run -2 of 2024-01-02: deviation (n - 1), --lists 3, 0.1-0.2";
    expect(plain(text)).toBe(text);
  });

  it("escapes markup", () => {
    expect(plain("<b>")).toBe("&#60;b&#62;");
  });

  it("renders each plot with a folded table of its numbers", () => {
    const plots = makeRunReport()
      .sections.flatMap(({ blocks }) => blocks)
      .filter((block) => block.kind === "plot");
    expect(plots.length).toBeGreaterThanOrEqual(6);
    for (const plot of plots) {
      const { elements } = readPage(renderBlock(plot));
      const tags = elements.map(({ tag }) => tag);
      expect(tags.indexOf("figcaption")).toBeLessThan(tags.indexOf("svg"));
      expect(tags.indexOf("details")).toBeGreaterThan(tags.indexOf("svg"));
      expect(elements.some(({ attributes }) => attributes.get("id") === plot.table.id)).toBe(true);
    }
  });
});
