import { describe, expect, it } from "vitest";
import type { ReportTable } from "../../../src/core/document/blocks.ts";
import { renderTable } from "../../../src/report/page/render-block.ts";
import { readPage } from "./read-page.ts";

const table: ReportTable = {
  ...{ kind: "table", id: "wins", caption: "Wins & losses", folded: false },
  columns: [
    { name: "engine", as: "text" },
    { name: "won", as: "count" },
  ],
  rows: [
    ["explorer", 1200],
    ["quickfind", null],
  ],
};

describe("renderTable", () => {
  it("gives headers of columns and rows a scope, and numbers a class", () => {
    const html = renderTable(table);
    expect(html).toContain('<th scope="col">engine</th><th scope="col" class="n">won</th>');
    expect(html).toContain('<th scope="row" dir="auto">explorer</th><td class="n">1,200</td>');
    expect(html).toContain("<caption>Wins &#38; losses</caption>");
  });

  it("puts the table into a named region that can be scrolled by keyboard", () => {
    const [region] = readPage(renderTable(table)).elements;
    expect(Object.fromEntries(region?.attributes ?? [])).toEqual({
      ...{ class: "wide", role: "group", "aria-label": "Wins & losses", tabindex: "0", id: "wins" },
    });
  });

  it("puts the id inside the folded part, so that a link unfolds the table", () => {
    const html = renderTable({ ...table, folded: true });
    expect(html).toMatch(/^<details class="folded"><summary>Wins &#38; losses <small>2 rows<\/small><\/summary>/);
    expect(html.indexOf('id="wins"')).toBeGreaterThan(html.indexOf("</summary>"));
  });

  it("links the first cell of a row to its query", () => {
    const html = renderTable({ ...table, links: ["query-7", null] });
    expect(html).toContain('<a href="#query-7">explorer</a>');
    expect(html.split("<a ")).toHaveLength(2);
  });

  it("shows the word None if there are no rows", () => {
    expect(readPage(renderTable({ ...table, rows: [] })).text).toContain("None");
  });

  it("omits the header if columns have no names", () => {
    const html = renderTable({ ...table, columns: table.columns.map((column) => ({ ...column, name: "" })) });
    expect(html).not.toContain("<thead>");
  });

  it("marks only long words, so that only they are broken", () => {
    const html = renderTable({ ...table, rows: [["a".repeat(64), 1]] });
    expect(html).toContain('class="endless"');
    expect(renderTable(table)).not.toContain("endless");
  });
});
