import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import type { ReportQuery, ReportSection, RunReport } from "../../../src/report/content/run-report.ts";
import { renderReportMarkdown } from "../../../src/report/page/render-report-text.ts";
import { runs } from "../../support/property.ts";
import { emptyReport, tableBlock } from "./empty-report.ts";

const section = (id: string, rows: readonly (readonly (string | number | null)[])[] = [["a", 1]]): ReportSection => ({
  ...{ id, title: `Section ${id}` },
  blocks: [tableBlock({ id, columns: ["name", "number"], rows })],
});

const query = (name: string, value: number | null, titles: readonly string[] = ["A title"]): ReportQuery => ({
  ...{ anchor: "query-1", name, id: null, listed: true, hiddenReference: 0 },
  reference: titles.map((title, rank) => ({ rank, title, id: null, label: 5, engine: "library", pointRank: rank })),
  engines: [
    {
      ...{ engine: "explorer", reason: value === null ? "no-reference" : null, values: [value], hidden: 0 },
      results: titles.map((title, rank) => ({
        ...{ rank, title, id: null, label: 2.5, match: "exact", referenceRank: 0, similarity: 1, margin: 0.2 },
        ...{ origin: "proxy", doubt: null },
      })),
    },
  ],
});

const withQueries = (queries: readonly ReportQuery[]): RunReport => ({
  ...{ ...emptyReport, queries, measures: ["ndcg@10"], engines: ["explorer"], reference: "library" },
});

/** Reads text as CommonMark with tables. Raw HTML is separate from text. */
const read = (markdown: string) => new MarkdownIt({ html: true }).parse(markdown, {});
const inlineTokens = (markdown: string) => read(markdown).flatMap(({ children }) => children ?? []);

describe("renderReportMarkdown", () => {
  it("starts with the title and the headline, with the verdict in bold", () => {
    const markdown = renderReportMarkdown({
      ...emptyReport,
      headline: [
        { kind: "text", tone: "verdict", text: "explorer is better." },
        { kind: "text", tone: "caution", text: "Few queries." },
      ],
    });
    expect(markdown).toBe("# labels\n\n**explorer is better.**\n\n> Caution: Few queries.\n");
  });

  it("shows sections unfolded and the appendix folded", () => {
    const sections = ["one", "two", "three"].map((id) => section(id));
    const appendix = { ...section("four"), inAppendix: true };
    const markdown = renderReportMarkdown({ ...emptyReport, sections: [...sections, appendix] });
    expect(markdown.match(/^## .+/gm)).toEqual(["## Section one", "## Section two", "## Section three"]);
    expect(markdown.match(/<summary>.+<\/summary>/g)).toEqual(["<summary>Section four</summary>"]);
    expect(read(markdown).filter(({ type }) => type === "table_open")).toHaveLength(4);
  });

  it("shows each plot as its table, folded", () => {
    const axis = { title: "x", from: null, to: null };
    const words = { title: "Strips", description: "One dot a query." };
    const plot = { shape: "distribution", ...words, axis, groups: [], marks: [] } as const;
    const block = {
      kind: "plot",
      id: "p",
      plot,
      table: tableBlock({ id: "t", columns: ["x"], rows: [["7"]] }),
    } as const;
    const markdown = renderReportMarkdown({ ...emptyReport, sections: [{ id: "s", title: "S", blocks: [block] }] });
    expect(markdown).toContain("<details><summary>Strips</summary>\n\nOne dot a query.");
    expect(markdown).toContain("| x |\n|---|\n| 7 |");
  });

  it("lists the ten worst queries, with their lists side by side", () => {
    const names = Array.from({ length: 12 }, (_, place) => `query ${place}`);
    const markdown = renderReportMarkdown(withQueries(names.map((name, place) => query(name, place / 100))));
    expect(markdown).toContain("## The 10 worst queries by ndcg@<!-- -->10");
    expect(markdown).toContain("| query 9 | 0.0900 |");
    expect(markdown).not.toContain("query 10");
    expect(markdown).toContain("<summary>Lists of: query 9</summary>\n\n| position | library | explorer |");
    expect(markdown).toContain("| 1 | A title (5) | A title (2.5) |");
  });

  it("leaves out queries that cannot be measured", () => {
    const markdown = renderReportMarkdown(withQueries([query("measured", 0), query("unmeasured", null)]));
    expect(markdown).toContain("The worst query");
    expect(markdown).not.toContain("unmeasured");
  });

  describe("the size", () => {
    const long = Array.from({ length: 300 }, (_, row) => [`${"длинное имя ".repeat(20)} ${row}`, row]);

    it("is at most 60 kB, and the report names the parts that are left out", () => {
      const sections = Array.from({ length: 30 }, (_, place) => section(`s${place}`, long));
      const queries = Array.from({ length: 50 }, (_, place) =>
        query(`q${place}`, 0, Array(60).fill("漢".repeat(10_000))),
      );
      const markdown = renderReportMarkdown({ ...withQueries(queries), sections, title: "x".repeat(100_000) });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
      expect(Buffer.byteLength(markdown)).toBeGreaterThan(30_000);
      expect(markdown).toMatch(
        /\*Left out because comments have a maximum length: .*Section s.* and \d+ more\. The HTML report has everything\.\*\n$/,
      );
    });

    it("is limited for each table, which says how many rows are left out", () => {
      const markdown = renderReportMarkdown({ ...emptyReport, sections: [section("s", long)] });
      expect(markdown).toContain("*260 more rows are left out.*");
    });

    it("does not limit a small report", () => {
      expect(renderReportMarkdown({ ...withQueries([query("q", 0.5)]), sections: [section("s")] })).not.toContain(
        "Left out",
      );
    });
  });

  describe("unsafe titles", () => {
    it.each([
      ["a tag", "<img src=x onerror=alert(1)>"],
      ["a link", "[click](https://example.org)"],
      ["an image", "![x](https://example.org/x.png)"],
      ["emphasis", "*a* _b_ **c** ~~d~~"],
      ["code", "`rm -rf`"],
      ["a cell's end", "a | b | c"],
      ["an entity", "&lt;b&gt; &amp;"],
      ["a backslash", "a\\| b \\\\"],
      ["the end of the folded part", "</details></summary>"],
    ])("are shown as text in tables and sentences if they contain %s", (_, text) => {
      const markdown = renderReportMarkdown({
        ...emptyReport,
        headline: [{ kind: "text", tone: "plain", text }],
        sections: [section("s", [[text, 1]])],
      });
      const tokens = read(markdown).filter(({ type, content }) => type === "inline" && content !== "");
      const shown = tokens.map(({ children }) => (children ?? []).map(({ content }) => content).join(""));
      expect(shown.filter((words) => words === text)).toHaveLength(2);
      const kinds = inlineTokens(markdown).map(({ type }) => type);
      expect(kinds.filter((kind) => !["text", "text_special", "strong_open", "strong_close"].includes(kind))).toEqual(
        [],
      );
    });

    it("are shown as text in the summaries of folded parts", () => {
      const markdown = renderReportMarkdown(withQueries([query("</summary><script>alert(1)</script>", 0)]));
      expect(markdown).not.toContain("<script>");
    });

    it("do not mention users or link to issues", () => {
      const markdown = renderReportMarkdown({ ...emptyReport, title: "@octocat fixes #12" });
      expect(markdown).toBe("# @<!-- -->octocat fixes #<!-- -->12\n");
    });

    it("do not mention users or link to issues in the summaries of folded parts", () => {
      const markdown = renderReportMarkdown(withQueries([query("@octocat's &#12", 0)]));
      expect(markdown).toContain("<summary>Lists of: @<!-- -->octocat&#39;s &#38;#<!-- -->12</summary>");
    });

    it.each(["# x", "- x", "+ x", "= x", "1. x", "12) x", "> x"])(
      "do not start a heading, list or quotation: %s",
      (text) => {
        const markdown = renderReportMarkdown({ ...emptyReport, headline: [{ kind: "text", tone: "plain", text }] });
        const blocks = read(markdown).filter(({ type }) => type.endsWith("_open"));
        expect(blocks.map(({ type }) => type)).toEqual(["heading_open", "paragraph_open"]);
      },
    );

    it("lose control characters and characters that change the writing direction", () => {
      const markdown = renderReportMarkdown({ ...emptyReport, title: "a\u202eb\u0007c\nd" });
      expect(markdown).toBe("# a\ufffdb\ufffdc\ufffdd\n");
    });

    it("remain in one cell, whatever they contain", () => {
      fc.assert(
        fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
          const markdown = renderReportMarkdown({ ...emptyReport, sections: [section("s", [[text, 1]])] });
          expect(read(markdown).filter(({ type }) => type === "td_open")).toHaveLength(2);
          expect(read(markdown).filter(({ type }) => type === "html_block")).toEqual([]);
        }),
        runs,
      );
    });
  });
});
