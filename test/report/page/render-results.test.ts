import { describe, expect, it } from "vitest";
import type { ReportQuery, ReportReferenceResult, ReportResult } from "../../../src/report/content/run-report.ts";
import { renderResults } from "../../../src/report/page/render-queries.ts";
import { readPage } from "./read-page.ts";

const result = (rank: number, more: Partial<ReportResult> = {}): ReportResult => ({
  ...{ rank, title: `candidate ${rank}`, id: null, label: 2.5, match: "semantic", referenceRank: 1 },
  ...{ similarity: 0.613, margin: 0.262, origin: "proxy", doubt: null },
  ...more,
});
const row = (rank: number, more: Partial<ReportReferenceResult> = {}): ReportReferenceResult => ({
  ...{ rank, title: `reference ${rank}`, id: null, label: 5 / (rank + 1), engine: "library", pointRank: rank },
  ...more,
});
const query = (results: readonly ReportResult[], more: Partial<ReportQuery> = {}): ReportQuery => ({
  ...{ anchor: "query-12", name: "apples", id: null, listed: true, reference: [row(0), row(1)], hiddenReference: 0 },
  engines: [{ engine: "explorer", reason: null, values: [], results, hidden: 0 }],
  ...more,
});

describe("renderResults", () => {
  it("shows rank, similarity and margin of a match by meaning", () => {
    expect(renderResults(query([result(0)]), "library")).toContain(
      "<li id=Q12A1>candidate 0<b>2.5</b><p><a href=#Q12r2>2</a>.613<i>.262</i>",
    );
  });

  it("shows only the rank for an exact match", () => {
    const html = renderResults(query([result(0, { match: "exact", similarity: 1 })]), "library");
    expect(html).toContain("<p class=e><a href=#Q12r2>2</a></ol>");
  });

  it("shows the similarity of the nearest reference title for a result without a match", () => {
    const missed = result(0, { match: "none", label: 0, referenceRank: null, similarity: -0.05, margin: null });
    expect(renderResults(query([missed]), "library")).toContain("<b>0</b><p class=n>−.050</ol>");
  });

  it("links each reference title to the results that it matched, or marks it as unmatched", () => {
    const html = renderResults(query([result(0), result(1)]), "library");
    expect(html).toContain("<p><a href=#Q12A1>A1</a> <a href=#Q12A2>A2</a>");
    expect(html).toContain("<li>reference 0<b>5</b><p class=u>");
  });

  it("gives ids only to the targets of links", () => {
    const engines = (count: number) =>
      Array.from({ length: count }, (_, place) => ({
        ...{ engine: `engine ${place}`, reason: null, values: [], hidden: 0 },
        results: [result(0), result(1, { match: "none" as const, referenceRank: null })],
      }));
    const idsOf = (count: number) =>
      renderResults(query([], { engines: engines(count) }), "library").match(/ id=\w+/g) ?? [];
    expect(idsOf(2)).toEqual([" id=Q12r2", " id=Q12A1", " id=Q12B1"]);
    // For many engines, matches are counted and not linked.
    expect(idsOf(20)).toEqual([" id=Q12r2"]);
  });

  it("does not say that no engine found a title if an engine's list was cut", () => {
    const cut = query([], { engines: [{ engine: "explorer", reason: null, values: [], results: [], hidden: 4 }] });
    const html = renderResults(cut, "library");
    expect(html).toContain("<p class=v>");
    expect(html).not.toContain("<p class=u>");
    expect(html).toContain("and 4 more");
  });

  it("marks a result without a label if another result uses the same reference title", () => {
    const results = [result(0, { referenceRank: 4, label: 1 }), result(1, { referenceRank: 4, label: 0 })];
    const html = renderResults(query(results), null);
    expect(html.match(/<p class=p>/g)).toHaveLength(1);
    expect(renderResults(query(results.slice(1)), null)).not.toContain("<p class=p>");
  });

  it("does not link to a reference title that is hidden", () => {
    expect(renderResults(query([result(0, { referenceRank: 77 })]), "library")).toContain("<p><a>78</a>");
  });

  it("shows the number of matches instead of links for many engines", () => {
    const engines = Array.from({ length: 7 }, (_, place) => ({
      ...{ engine: `engine ${place}`, reason: null, values: [], results: [result(0)], hidden: 0 },
    }));
    expect(renderResults(query([], { engines }), "library")).toContain("<p>7 times");
  });

  it("shows the origin of a label if people gave it, and the reason for a doubt", () => {
    const html = renderResults(query([result(0, { origin: "human", doubt: "weak <match>" })]), "library");
    expect(html).toContain("<p class=o>human<p class=d>weak &#60;match&#62;");
  });

  it("links a repeated reference title to its first appearance, and names a title's other reference", () => {
    const reference = [row(0), row(1, { pointRank: 0 }), row(2, { engine: "museum" })];
    const html = renderResults(query([], { reference }), "library");
    expect(html).toContain("<p class=t><a href=#Q12r1>1</a>");
    expect(html).toContain("<p class=g>museum");
  });

  it("shows ranks with gaps, and empty titles", () => {
    const html = renderResults(query([result(3, { title: "", id: "d3" })]), "library");
    expect(html).toContain("<li value=4 id=Q12A4><em>no title, d3</em>");
  });

  it("folds a title of 10,000 characters, and keeps all of it", () => {
    const title = `${"😀".repeat(4_999)} end`;
    const html = renderResults(query([result(0, { title })]), "library");
    const { elements, text } = readPage(html);
    expect(elements.filter(({ tag }) => tag === "details")).toHaveLength(1);
    expect(text).toContain(title);
    // No character is cut in half.
    expect(html).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it("shows lists without labels if there is no reference", () => {
    const alone = result(0, {
      match: "no-reference",
      label: null,
      referenceRank: null,
      similarity: null,
      margin: null,
    });
    const html = renderResults(query([alone], { reference: [] }), null);
    expect(html).toContain("<b>–</b></ol>");
    expect(html).not.toContain("reference</small>");
  });

  it("says why an engine is not measured", () => {
    const engines = [{ engine: "explorer", reason: "no-reference" as const, values: [], results: [], hidden: 0 }];
    expect(renderResults(query([], { engines }), null)).toContain("not measured: the reference has no results");
  });

  it("needs less than 180 bytes for each result with a title of 80 letters", () => {
    const rows = Array.from({ length: 100 }, (_, rank) => result(rank, { title: "t".repeat(80) }));
    const bytes = renderResults(query(rows), "library").length - renderResults(query([]), "library").length;
    expect(bytes / 100).toBeLessThan(180);
  });
});
