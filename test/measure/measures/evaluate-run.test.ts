/** Do values match trec_eval, and do options have their effect? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EvaluateOptions, evaluateRun, gaps } from "../../../src/measure/measures/evaluate-run.ts";
import { parseMeasures } from "../../../src/measure/measures/parse-measures.ts";
import { makeEvaluation, type Numbers, namesOf, someNumbers } from "../../support/make-evaluation.ts";
import { runs } from "../../support/property.ts";

/** q3 has no relevant document. The run lacks q4 and has q9, which was not judged. Scores tie in q2. */
const judgments: Numbers = {
  q1: { a: 3, b: 0, c: 1, d: -1, e: 2 },
  q2: { a: 1, f: 2 },
  q3: { a: 0, b: 0 },
  q4: { b: 1 },
};
const run: Numbers = {
  q1: { b: 5, a: 4, x: 3, c: 2, d: 1 },
  q2: { x: 3, f: 2, a: 2 },
  q3: { a: 1 },
  q9: { a: 1 },
};

function evaluate(
  measures: readonly string[],
  options: Partial<EvaluateOptions> = {},
  given: { readonly judgments: Numbers; readonly run: Numbers } = { judgments, run },
) {
  const made = makeEvaluation(given.judgments, { run: given.run });
  const [only] = made.runs;
  if (only === undefined) throw new Error("no run");
  const { measured } = evaluateRun(made.judgments, only, parseMeasures(measures), options);
  const queries = namesOf(made);
  return measured.map(({ measure, values, gapOfQuery, count, value }) => ({
    measure: measure.name,
    perQuery: Object.fromEntries(queries.map((query, place) => [query, values[place] ?? 0])),
    gaps: Object.fromEntries(
      queries.flatMap((query, place) => {
        const code = gapOfQuery[place] ?? 0;
        return code === 0 ? [] : [[query, gaps[code - 1]]];
      }),
    ),
    count,
    value,
  }));
}

/** The only measure. */
function evaluateOne(measure: string, options: Partial<EvaluateOptions> = {}) {
  const [only] = evaluate([measure], options);
  if (only === undefined) throw new Error("no measure");
  return only;
}

describe("evaluateRun", () => {
  // pytrec_eval-terrier 0.5.11 (trec_eval 9.0.8), with the table above:
  // r = pytrec_eval.RelevanceEvaluator(judgments, names, judged_docs_only_flag=…).evaluate(run); it leaves q4 out.
  const ofTrecEval = new Map([
    ["map", { all: [1 / 3, 0.5833333333333333, 0], judged: [0.38888888888888884, 1, 0] }],
    ["ndcg", { all: [0.4879324590115489, 0.66967181649423, 0], judged: [0.5024905201686705, 1, 0] }],
    ["ndcg_cut_2", { all: [0.44412286644879784, 0.4796249331362629, 0], judged: [0.44412286644879784, 1, 0] }],
    ["P_2", { all: [0.5, 0.5, 0], judged: [0.5, 1, 0] }],
    ["recip_rank", { all: [0.5, 0.5, 0], judged: [0.5, 1, 0] }],
    ["bpref", { all: [0, 1, 0], judged: [0, 1, 0] }],
  ]);
  const names = [...ofTrecEval.keys()];

  it.each([...ofTrecEval])("matches trec_eval for every query: %s", (name, expected) => {
    for (const judgedOnly of [false, true]) {
      const { perQuery } = evaluateOne(name, { judgedOnly });
      for (const [place, value] of expected[judgedOnly ? "judged" : "all"].entries()) {
        expect(perQuery[`q${place + 1}`]).toBeCloseTo(value, 12);
      }
      expect(perQuery["q4"]).toBe(0);
    }
  });

  // The means of trec_eval -c, which counts q4 as 0, and of trec_eval without it.
  it("averages over all judged queries, or over the queries that the run has", () => {
    const complete = evaluateOne("map");
    expect(complete.value).toBeCloseTo(0.22916666666666663, 12);
    expect(complete.count).toBe(4);
    const without = evaluateOne("map", { missingQueries: "skip" });
    expect(without.value).toBeCloseTo(0.3055555555555555, 12);
    expect(without.count).toBe(3);
    expect(without.perQuery["q4"]).toBeNaN();
  });

  it("sums counts, as trec_eval does", () => {
    const counts = evaluate(["num_ret", "num_rel", "num_rel_ret"], { missingQueries: "skip" });
    expect(counts.map(({ value }) => value)).toEqual([9, 5, 4]);
    const judged = evaluate(["num_ret", "num_rel", "num_rel_ret"], { missingQueries: "skip", judgedOnly: true });
    expect(judged.map(({ value }) => value)).toEqual([6, 5, 4]);
  });

  // pytrec_eval, of the run's first two results of each query.
  it("uses as many results as the depth allows", () => {
    expect(evaluateOne("map", { depth: 2 }).perQuery).toMatchObject({ q1: 1 / 6, q2: 0.25, q3: 0 });
    expect(evaluateOne("ndcg", { depth: 2 }).perQuery["q1"]).toBeCloseTo(0.39748952229168844, 12);
    expect(evaluateOne("num_ret", { depth: 2 }).value).toBe(5);
  });

  describe("gaps of evaluateRun", () => {
    it("give the reason if a query has no value of its own, whatever the options are", () => {
      for (const counted of ["zero", "skip"] as const) {
        const options = { missingQueries: counted, undefinedQueries: counted };
        expect(evaluateOne("map", options).gaps).toEqual({ q3: "no-relevant-document", q4: "query-missing" });
        expect(evaluateOne("P@2", options).gaps).toEqual(evaluateOne("map", options).gaps);
      }
    });

    it("depend on the level of relevance", () => {
      expect(evaluateOne("AP(rel=3)").gaps).toEqual({
        q2: "no-relevant-document",
        q3: "no-relevant-document",
        q4: "query-missing",
      });
    });

    it("count as 0 or are left out, depending on the options", () => {
      const zero = evaluateOne("map", { missingQueries: "skip" });
      expect(zero.perQuery["q3"]).toBe(0);
      const skipped = evaluateOne("map", { missingQueries: "skip", undefinedQueries: "skip" });
      expect(skipped.perQuery["q3"]).toBeNaN();
      expect(skipped.count).toBe(2);
      // (1/3 + 0.58333…) / 2
      expect(skipped.value).toBeCloseTo(0.4583333333333333, 12);
    });

    it("give the lack of relevant documents as reason, even if the run lacks the query", () => {
      // q4's one label is below 2, and the run lacks it. In q1, the first two results include one of two (1/2).
      const skipped = evaluateOne("P(rel=2)@2", { undefinedQueries: "skip" });
      expect(skipped.gaps).toEqual({ q3: "no-relevant-document", q4: "no-relevant-document" });
      expect(skipped.perQuery).toEqual({ q1: 0.5, q2: 0.5, q3: Number.NaN, q4: Number.NaN });
      expect(skipped.count).toBe(2);
      const both = evaluateOne("P(rel=2)@2", { undefinedQueries: "zero", missingQueries: "skip" });
      expect(both.perQuery).toMatchObject({ q3: 0, q4: Number.NaN });
    });

    it("do not list queries without relevant documents if the measure needs none", () => {
      const { gaps: found, perQuery } = evaluateOne("num_ret", { undefinedQueries: "skip" });
      expect(found).toEqual({ q4: "query-missing" });
      expect(perQuery["q3"]).toBe(1);
    });

    it("include a query for which the measure is undefined for another reason", () => {
      // No result in q3's list is judged, so its scores have no error.
      const given = { judgments: { q1: { a: 1 }, q3: { b: 1 } }, run: { q1: { a: 1 }, q3: { x: 1 } } };
      const [found] = evaluate(["MAE"], {}, given);
      expect(found).toMatchObject({ gaps: { q3: "undefined" }, count: 1, perQuery: { q3: Number.NaN } });
    });
  });

  it("weighs means", () => {
    const weights = Float64Array.of(1, 3, 0, 4);
    // (1/3 + 3 x 0.58333…) / 8
    expect(evaluateOne("map", { weights }).value).toBeCloseTo((1 / 3 + 3 * 0.5833333333333333) / 8, 12);
    expect(evaluateOne("map", { weights, missingQueries: "skip" }).value).toBeCloseTo((1 / 3 + 1.75) / 4, 12);
    expect(evaluateOne("num_ret", { weights }).value).toBe(9);
  });

  it("returns the geometric mean for gm_map", () => {
    // trec_eval's floor of average precision is 1e-5: for q3, and for q4 if it counts.
    const expected = (1 / 3) * 0.5833333333333333 * 1e-5;
    expect(evaluateOne("gm_map", { missingQueries: "skip" }).value).toBeCloseTo(expected ** (1 / 3), 12);
    expect(evaluateOne("gm_map").value).toBeCloseTo((expected * 1e-5) ** (1 / 4), 12);
  });

  // Judged results are a, b, c of q1, a and f of q2, a of q3: 4 of 8 documents; with x and d: 6.
  it("computes the value of a whole run from all its lists, or only from judged results", () => {
    const context = { catalogueSize: 8, similarity: null };
    expect(evaluateOne("Coverage", { context })).toMatchObject({ value: 6 / 8, perQuery: { q1: 5 / 8, q2: 3 / 8 } });
    expect(evaluateOne("Coverage", { context, judgedOnly: true })).toMatchObject({
      value: 4 / 8,
      perQuery: { q1: 3 / 8, q2: 2 / 8 },
    });
    expect(evaluateOne("Coverage@1", { context, depth: 1 }).value).toBe(3 / 8);
  });

  describe("evaluateRun for random runs", () => {
    const labels = fc.constantFrom(-1, 0, 1, 2, 3);
    const measures = [...names, "R@3", "Rprec", "RBP", "ERR@3", "infAP", "num_rel_ret", "Judged@2"];
    /** Scores differ in every list, so that names never decide. */
    const withoutTies = someNumbers(fc.nat(1000)).map((numbers) =>
      Object.fromEntries(
        Object.entries(numbers).map(([query, documents]) => [
          query,
          Object.fromEntries(
            Object.entries(documents).map(([document, score], place) => [document, score + place / 100]),
          ),
        ]),
      ),
    );
    const rename = (numbers: Numbers, nameOf: (document: string) => string): Numbers =>
      Object.fromEntries(
        Object.entries(numbers).map(([query, documents]) => [
          query,
          Object.fromEntries(Object.entries(documents).map(([document, number]) => [nameOf(document), number])),
        ]),
      );

    it("does not depend on the names of documents if all scores differ", () => {
      fc.assert(
        fc.property(someNumbers(labels), withoutTies, (judged, retrieved) => {
          const nameOf = (document: string) => `${String.fromCodePoint(1000 - (document.codePointAt(0) ?? 0))}x`;
          expect(evaluate(measures, {}, { judgments: rename(judged, nameOf), run: rename(retrieved, nameOf) })).toEqual(
            evaluate(measures, {}, { judgments: judged, run: retrieved }),
          );
        }),
        runs,
      );
    });

    it("counts every query once: as measured, or as a gap", () => {
      fc.assert(
        fc.property(someNumbers(labels), someNumbers(fc.nat(3)), (judged, retrieved) => {
          const options = { missingQueries: "skip", undefinedQueries: "skip" } as const;
          for (const { count, gaps: found, perQuery } of evaluate(measures, options, {
            judgments: judged,
            run: retrieved,
          })) {
            expect(count + Object.keys(found).length).toBe(Object.keys(judged).length);
            expect(Object.keys(found)).toEqual(Object.keys(perQuery).filter((query) => Number.isNaN(perQuery[query])));
          }
        }),
        runs,
      );
    });

    it("does not depend on queries that only the run has", () => {
      fc.assert(
        fc.property(someNumbers(labels), someNumbers(fc.nat(3)), (judged, retrieved) => {
          const more = { ...retrieved, another: { a: 1 } };
          expect(evaluate(measures, {}, { judgments: judged, run: more })).toEqual(
            evaluate(measures, {}, { judgments: judged, run: retrieved }),
          );
        }),
        runs,
      );
    });
  });

  describe("evaluateRun in edge cases", () => {
    it("returns NaN if no query is left", () => {
      const given = { judgments: { q1: { a: 1 } }, run: { q2: { a: 1 } } };
      const [found] = evaluate(["map"], { missingQueries: "skip" }, given);
      expect(found).toMatchObject({ count: 0, value: Number.NaN });
    });

    it("names the query and the document of a label that a measure refuses", () => {
      const given = { judgments: { q1: { a: 1 }, q2: { a: 1, b: 9, c: 0 } }, run: { q1: { a: 1 }, q2: { c: 1 } } };
      expect(() => evaluate(["ERR"], {}, given)).toThrow(
        expect.objectContaining({
          code: "INVALID_LABEL",
          message: expect.stringContaining('Measuring against qrels, query "q2", document "b". Computing ERR: '),
          details: { source: "qrels", query: "q2", document: "b", label: 9, max: 4 },
        }),
      );
    });

    it("returns no values if there is no measure", () => {
      expect(evaluate([])).toEqual([]);
    });

    it("leaves out unjudged results only for measures with judged_only", () => {
      const [judged, all] = evaluate(["AP(judged_only=True)", "AP"]);
      expect(judged?.perQuery["q1"]).toBeCloseTo(0.38888888888888884, 12);
      expect(all?.perQuery["q1"]).toBeCloseTo(1 / 3, 12);
    });
  });
});
