import { describe, expect, it } from "vitest";
import { listedQueries, reportQueries } from "../../../src/report/content/report-queries.ts";
import { makeLabelledInputs, makeMeasuredInputs } from "../../support/make-report.ts";

// Means by query: .5, .2, .9, .5, .7, undefined. Differences: 0, .2, 0, 1, .1.
const values = { a: [0.5, 0.1, 0.9, 0, 0.65, Number.NaN], b: [0.5, 0.3, 0.9, 1, 0.75, Number.NaN] };
const listed = (most: number, named: readonly number[] = []) => [
  ...listedQueries(makeMeasuredInputs(values, { lists: { most, named } })),
];

describe("listedQueries", () => {
  it("lists all queries if there are no more than the limit, or if no limit is given", () => {
    expect(listed(6)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...listedQueries(makeMeasuredInputs(values))]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("lists in turn the worst query, the query with the largest difference, and the best query", () => {
    expect(listed(3)).toEqual([1, 3, 2]);
    expect(listed(5)).toEqual([1, 3, 2, 0, 4]);
  });

  it("lists named queries before all other queries", () => {
    expect(listed(2, [5])).toEqual([5, 1]);
  });

  it("lists the queries to which tables of doubtful labels and missed titles link", () => {
    const reference = [["Alpha"], ["Beta"], ["Gamma"]];
    const found = makeLabelledInputs(
      reference,
      { a: [[["Alpha", 0, 1, 0.5, "exact"]], [["far away", 0, 0.2]], [["other", null, 0.1]]] },
      { lists: { most: 2, named: [] } },
    );
    // The second query has a doubtful label, and the third has a title that no engine matched.
    expect([...listedQueries(found)]).toEqual([1, 2]);
    const queries = reportQueries(found);
    expect(queries.map(({ name, listed: isListed }) => [name, isListed]).sort()).toEqual([
      ["query 0", false],
      ["query 1", true],
      ["query 2", true],
    ]);
    expect(queries.find(({ listed: isListed }) => !isListed)).toMatchObject({
      ...{ reference: [], hiddenReference: 1 },
      engines: [{ results: [], hidden: 1 }],
    });
  });
});
