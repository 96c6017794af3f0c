import { describe, expect, it } from "vitest";
import { queryAnchor, reportQueries } from "../../../src/report/content/report-queries.ts";
import { type LabelledTitle, makeLabelledInputs, makeMeasuredInputs, withOrigins } from "../../support/make-report.ts";

const N = Number.NaN;
const reference = [["Alpha", "Beta"], ["Gamma"], []];
const results: LabelledTitle[][] = [
  [
    ["Alpha", 0, 1, 0.5, "exact"],
    ["Betta", 1, 0.75, 0.125],
    ["Zeta", null, 0.25],
  ],
  [["far", 0, 0.2, 0.1]],
  [["Delta", null]],
];

describe("reportQueries", () => {
  it("sorts queries by their mean over engines, worst first, and puts unmeasured queries last", () => {
    const inputs = makeMeasuredInputs({ a: [0.5, N, 0.25, N, 0.5], b: [0.5, N, 1, 0.25, 0.5] });
    // Means: .5, undefined, .625, .25 (only b has a value), .5. Queries with equal means keep their order.
    expect(reportQueries(inputs).map(({ name }) => name)).toEqual([3, 0, 4, 2, 1].map((query) => `query ${query}`));
    expect(reportQueries(inputs).at(-1)?.engines[0]).toMatchObject({ values: [null], reason: "no-reference" });
    expect(reportQueries(inputs)[0]?.anchor).toBe(queryAnchor(3));
  });

  it("returns the lists, and for each result how it got its label", () => {
    const query = reportQueries(makeLabelledInputs(reference, { a: results })).find(({ name }) => name === "query 0");
    expect(query?.reference).toMatchObject([
      { rank: 0, title: "Alpha", label: 4, engine: "old", pointRank: 0 },
      { rank: 1, title: "Beta", label: 2, engine: "old", pointRank: 1 },
    ]);
    expect(query?.engines[0]?.results).toEqual([
      {
        ...{ rank: 0, title: "Alpha", id: null, label: 4, match: "exact", referenceRank: 0 },
        ...{ similarity: 1, margin: 0.5, origin: "proxy", doubt: null },
      },
      {
        ...{ rank: 1, title: "Betta", id: null, label: 2, match: "semantic", referenceRank: 1 },
        ...{ similarity: 0.75, margin: 0.125, origin: "proxy", doubt: null },
      },
      {
        ...{ rank: 2, title: "Zeta", id: null, label: 0, match: "none", referenceRank: null },
        ...{ similarity: 0.25, margin: 0.5, origin: "proxy", doubt: null },
      },
    ]);
  });

  it("returns the reason why a label is doubtful", () => {
    const query = reportQueries(makeLabelledInputs(reference, { a: results })).find(({ name }) => name === "query 1");
    expect(query?.engines[0]?.results[0]?.doubt).toMatch(/^high label on a weak match/);
  });

  it("returns no labels without reference results", () => {
    const query = reportQueries(makeLabelledInputs(reference, { a: results })).find(({ name }) => name === "query 2");
    expect(query).toMatchObject({ reference: [], hiddenReference: 0 });
    expect(query?.engines[0]?.results[0]).toMatchObject({
      ...{ label: null, match: "no-reference", referenceRank: null, similarity: null, margin: null, origin: "" },
    });
  });

  it("counts the hidden results of the reference and of each engine", () => {
    const [query] = reportQueries(
      makeLabelledInputs(reference.slice(0, 1), { a: results.slice(0, 1), b: [[]] }, { resultsShown: 1 }),
    );
    expect(query).toMatchObject({ hiddenReference: 1, reference: [{ title: "Alpha" }] });
    expect(query?.engines).toMatchObject([
      { engine: "a", hidden: 2, results: [{ title: "Alpha" }] },
      { engine: "b", hidden: 0, results: [] },
    ]);
  });

  it("takes the origin of a label from the file if the file contains it", () => {
    const made = makeLabelledInputs(reference, { a: results });
    const inputs = withOrigins(made, ["human", "calibrated", "proxy", "proxy", "human"]);
    const origins = reportQueries(inputs).map(({ engines }) => engines[0]?.results.map(({ origin }) => origin));
    expect(origins).toContainEqual(["human", "calibrated", "proxy"]);
    expect(origins).toContainEqual(["human"]);
  });
});
