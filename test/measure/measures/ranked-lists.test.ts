/** Does every judged query get its list, with its own labels only? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankedLists } from "../../../src/measure/measures/ranked-list.ts";
import { makeEvaluation, type Numbers, namesOf, someNumbers } from "../../support/make-evaluation.ts";
import { runs } from "../../support/property.ts";

/** Lists by query name, documents by name. */
function listsOf(judgments: Numbers, run: Numbers, depth = Number.POSITIVE_INFINITY) {
  const made = makeEvaluation(judgments, { run });
  const queries = namesOf(made);
  const [only] = made.runs;
  if (only === undefined) throw new Error("no run");
  return Array.from(rankedLists(made.judgments, only, depth), ({ query, list, isMissing }) => ({
    query: queries[query] ?? "",
    labels: [...list.labels],
    judgedLabels: [...list.judgedLabels],
    scores: [...list.scores],
    documents: Array.from(list.documents, (document) => made.names.documents.nameOf(document)),
    isMissing,
  }));
}

const judgments = { q1: { a: 3, b: 0, c: -1, d: 2 }, q2: { a: 1 }, q3: { b: 1 } };
const run = { q9: { a: 1 }, q2: { a: 2, d: 1, x: 3 }, q1: { x: 4, c: 3, a: 2, b: 1 } };

describe("rankedLists", () => {
  it("returns the labels of every judged query's list, in the order of the judgments", () => {
    expect(listsOf(judgments, run)).toEqual([
      {
        query: "q1",
        labels: [Number.NaN, -1, 3, 0],
        judgedLabels: [3, 2, 0],
        scores: [4, 3, 2, 1],
        documents: ["x", "c", "a", "b"],
        isMissing: false,
      },
      {
        query: "q2",
        labels: [Number.NaN, 1, Number.NaN],
        judgedLabels: [1],
        scores: [3, 2, 1],
        documents: ["x", "a", "d"],
        isMissing: false,
      },
      { query: "q3", labels: [], judgedLabels: [1], scores: [], documents: [], isMissing: true },
    ]);
  });

  it("cuts lists at the depth, but does not cut judgments", () => {
    const [first] = listsOf(judgments, run, 2);
    expect(first).toMatchObject({ documents: ["x", "c"], judgedLabels: [3, 2, 0] });
    expect(listsOf(judgments, run, 100)).toEqual(listsOf(judgments, run));
  });

  it.each([0, -1, 2.5, Number.NaN])("refuses the depth %d", (depth) => {
    expect(() => listsOf(judgments, run, depth)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { depth } }),
    );
  });

  it("finds the label of every document in the judgments of its query", () => {
    const labels = fc.constantFrom(-1, 0, 1, 2);
    fc.assert(
      fc.property(someNumbers(labels), someNumbers(fc.nat(3)), (judged, retrieved) => {
        const lists = listsOf(judged, retrieved);
        expect(lists.map(({ query }) => query)).toEqual(Object.keys(judged));
        for (const { query, labels: found, documents, isMissing } of lists) {
          expect(found).toEqual(documents.map((document) => judged[query]?.[document] ?? Number.NaN));
          expect(documents.toSorted()).toEqual(Object.keys(retrieved[query] ?? {}).toSorted());
          expect(isMissing).toBe(!(query in retrieved));
        }
      }),
      runs,
    );
  });

  it("passes the context on for coverage and diversity", () => {
    const made = makeEvaluation(judgments, { run });
    const context = { catalogueSize: 7, similarity: null };
    for (const each of made.runs) {
      const contexts = Array.from(rankedLists(made.judgments, each, 10, context), ({ list }) => list.context);
      expect(contexts).toEqual([context, context, context]);
    }
  });

  it("does not change the order of the judgments", () => {
    const made = makeEvaluation(judgments, { run });
    const before = [...made.judgments.labels];
    for (const each of made.runs) expect([...rankedLists(made.judgments, each, 10)]).toHaveLength(3);
    expect([...made.judgments.labels]).toEqual(before);
  });
});
