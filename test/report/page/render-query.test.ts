import { describe, expect, it } from "vitest";
import { renderQuery } from "../../../src/report/page/render-queries.ts";
import { makeRunReport } from "../../support/make-report.ts";
import { readPage } from "./read-page.ts";

const report = makeRunReport();
const [query] = report.queries;
if (query === undefined) throw new Error("the made report has no query");
const engineOf = (value: number | null, place = 0) => ({
  ...{ engine: `engine ${place}`, reason: null, values: [value], results: [], hidden: 0 },
});

describe("renderQuery", () => {
  it("contains the anchor of the query once, inside the folded part", () => {
    const html = renderQuery(query, report, 1);
    expect(html.split('id="query-1"')).toHaveLength(2);
    expect(html.indexOf('id="query-1"')).toBeGreaterThan(html.indexOf("</summary>"));
    expect(html).toContain('<a href="#query-1">Link to this query</a>');
  });

  it("shows each engine's first measure as a number and a bar", () => {
    const html = renderQuery({ ...query, engines: [engineOf(0.25), engineOf(0.5, 1)] }, report, 0.5);
    const summary = html.slice(0, html.indexOf("</summary>"));
    expect(summary).toContain('d="M0 0H50V1H0z"/></svg><b>.250</b>');
    expect(summary).toContain('d="M0 0H100V1H0z"/></svg><b>.500</b>');
  });

  it("shows many engines as ticks, with the lowest and the highest value", () => {
    const engines = [0.2, 0.4, null, 0.9, 0.5].map(engineOf);
    const html = renderQuery({ ...query, engines }, report, 1);
    expect(html).toContain('d="M20 0V1M40 0V1M90 0V1M50 0V1"');
    expect(html).toContain("<b>.200 to .900</b>");
  });

  it("folds the measures of many engines", () => {
    const engines = Array.from({ length: 7 }, (_, place) => engineOf(0.5, place));
    expect(renderQuery({ ...query, engines }, report, 1)).toContain("<summary>Measures of 7 engines</summary>");
    expect(renderQuery(query, report, 1)).not.toContain("<summary>Measures of");
  });

  it("draws a bar for a value above the maximum at full width", () => {
    expect(renderQuery({ ...query, engines: [engineOf(3)] }, report, 1)).toContain('d="M0 0H100V1H0z"/></svg><b>3</b>');
  });

  it("shows that a query is not measured", () => {
    const engines = [{ ...engineOf(null), reason: "no-reference" as const }];
    expect(renderQuery({ ...query, engines }, report, 1)).toContain(
      'title="not measured: the reference has no results"',
    );
    const many = Array.from({ length: 5 }, (_, place) => engineOf(null, place));
    expect(renderQuery({ ...query, engines: many }, report, 1)).toContain("<span class=scores>not measured</span>");
  });

  it("shows every measure of every engine, with a dash for an undefined value", () => {
    const { elements, text } = readPage(renderQuery(query, report, 1));
    expect(elements.filter(({ tag }) => tag === "td")).toHaveLength(query.engines.length * report.measures.length);
    expect(text).toContain("explorer 0.5100–");
  });

  it("marks a query that has no text", () => {
    expect(renderQuery({ ...query, name: "" }, report, 1)).toContain("<em>no text</em>");
  });
});
