import { describe, expect, it } from "vitest";
import { renderQueries } from "../../../src/report/page/render-queries.ts";
import { makeRunReport } from "../../support/make-report.ts";

const report = makeRunReport();

describe("renderQueries", () => {
  it("keeps the queries in the order of the report", () => {
    const html = [...renderQueries(report)].join("");
    const anchors = [...html.matchAll(/id="(query-\d+)"/g)].map(([, anchor]) => anchor);
    expect(anchors).toEqual(report.queries.map(({ anchor }) => anchor));
  });

  it("explains the order of the queries and how labels are made", () => {
    const html = [...renderQueries(report)].join("");
    expect(html).toContain("Queries on which the engines differ most in ndcg_reference@10 come first.");
    expect(html).toContain("inverse(top=5)");
  });

  it("does not explain labels without a reference", () => {
    expect([...renderQueries({ ...report, reference: null })].join("")).not.toContain("How to read");
  });

  it("shows the lists of listed queries, and a table of all queries", () => {
    const [first, ...others] = report.queries.map((query, place) => ({ ...query, listed: place === 0 }));
    if (first === undefined) throw new Error("no query");
    const html = [...renderQueries({ ...report, queries: [first, ...others] })].join("");
    expect(html.match(/<details class=query>/g)).toHaveLength(1);
    expect(html).toContain(`1 of them are shown with their lists`);
    expect(html).toContain(`--lists ${report.queries.length}`);
    expect(html).toContain(
      `Search and sorting cover the 1 query with lists. The <a href="#query-table">table below</a> has names and measures of all ${report.queries.length}.`,
    );
    const table = html.slice(html.indexOf('id="query-table"'));
    expect(table.match(/<tr><th scope="row"/g)).toHaveLength(report.queries.length);
    expect([...table.matchAll(/href="#(query-\d+)"/g)].map(([, anchor]) => anchor)).toEqual([first.anchor]);
    expect([...renderQueries(report)].join("")).not.toMatch(/query-table|beyond-search/);
  });

  it("renders nothing if there are no queries", () => {
    expect([...renderQueries({ ...report, queries: [] })]).toEqual([]);
  });
});
