/** Does a program get trec_eval's numbers from plain objects? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/measure/evaluate.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { type Numbers, someNumbers } from "../support/make-evaluation.ts";
import { runs } from "../support/property.ts";

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

/** Labels and scores with at least one query in common. */
const someShared = fc
  .tuple(someNumbers(fc.nat(3)), someNumbers(fc.nat(2)))
  .filter(([judged, retrieved]) => Object.keys(judged).some((query) => Object.hasOwn(retrieved, query)));

describe("evaluate", () => {
  // ir_measures 0.4.3 of nDCG(gains={1:0,2:10})@3: 1 and 0.
  it("counts a query as 0 if its relevant documents gain nothing", () => {
    const judged = { q1: { a: 2, b: 1 }, q2: { a: 1 } };
    const found = evaluate(judged, { q1: { a: 1 }, q2: { a: 1 } }, ["nDCG(gains={1:0,2:10})@3"]);
    expect(Object.values(found.measures)).toMatchObject([{ value: 0.5, count: 2, perQuery: { q1: 1, q2: 0 } }]);
  });

  // ir_measures 0.4.3: calc_aggregate and iter_calc([parse_measure(name)], qrels, run) of the objects above.
  it.each([
    ["AP", 0.22916666666666663, [1 / 3, 0.5833333333333333, 0, 0]],
    ["RR", 0.25, [0.5, 0.5, 0, 0]],
    ["P@2", 0.25, [0.5, 0.5, 0, 0]],
    ["nDCG@2", 0.23093694989626518, [0.44412286644879784, 0.4796249331362629, 0, 0]],
    ["SetP", 0.26666666666666666, [0.4, 2 / 3, 0, 0]],
    ["Judged@2", 0.625, [1, 0.5, 1, 0]],
  ])("returns the values of ir_measures: %s", (name, mean, ofQueries) => {
    const found = evaluate(judgments, run, [name]).measures[name];
    expect(found?.value).toBeCloseTo(mean, 12);
    expect(found?.count).toBe(4);
    expect(Object.keys(found?.perQuery ?? {})).toEqual(["q1", "q2", "q3", "q4"]);
    expect(Object.values(found?.perQuery ?? {})).toEqual(ofQueries.map((value) => expect.closeTo(value, 12)));
  });

  // pytrec_eval-terrier 0.5.11 (trec_eval 9.0.8): RelevanceEvaluator(judgments, {"map"}, judged_docs_only_flag=True)
  it("applies the options missingQueries, judgedOnly and depth", () => {
    const options = { missingQueries: "skip", judgedOnly: true } as const;
    const found = evaluate(judgments, run, ["map"], options).measures["AP"];
    expect(found?.perQuery).toEqual({ q1: expect.closeTo(0.38888888888888884, 12), q2: 1, q3: 0, q4: Number.NaN });
    expect(found?.count).toBe(3);
    const cut = evaluate(judgments, run, ["NumRet"], { depth: 2 }).measures["NumRet"];
    expect(cut?.value).toBe(2 + 2 + 1);
  });

  // pytrec_eval as above gives 0.5: the scores are equal as 32-bit numbers, and b precedes a. trec_eval 10: 1.
  it("ties scores that are equal as 32-bit numbers, unless an option requires double precision", () => {
    const close = { q: { a: 1.00000001, b: 1 } };
    const judged = { q: { a: 1, b: 0 } };
    expect(evaluate(judged, close, ["RR"]).measures["RR"]?.value).toBe(0.5);
    expect(evaluate(judged, close, ["RR"], { scorePrecision: "double" }).measures["RR"]?.value).toBe(1);
  });

  it("accepts numbers as names", () => {
    const judged = new Map([[7, new Map([[1, 1]])]]) as never;
    expect(evaluate(judged, { 7: [2, 1] } as never, ["RR"]).measures["RR"]?.value).toBe(0.5);
  });

  it("leaves out results whose id equals their query's id if dropSelf is true, as evaluation in BEIR does", () => {
    const [judged, retrieved] = [{ q: { a: 1 } }, { q: { q: 3, a: 2 } }];
    expect(evaluate(judged, retrieved, ["RR"]).measures["RR"]?.value).toBe(0.5);
    expect(evaluate(judged, retrieved, ["RR"], { dropSelf: true }).measures["RR"]?.value).toBe(1);
  });

  describe("the input of evaluate", () => {
    const names = ["AP", "RR", "P@2", "nDCG@2", "SetP", "Judged@2"];
    const expected = evaluate(judgments, run, names);
    const lines = (numbers: Numbers, line: (query: string, document: string, number: number) => string) =>
      Object.entries(numbers)
        .flatMap(([query, documents]) => Object.entries(documents).map(([id, number]) => line(query, id, number)))
        .join("\n");

    it("may be maps of maps", () => {
      const maps = (numbers: Numbers) =>
        new Map(Object.entries(numbers).map(([query, documents]) => [query, new Map(Object.entries(documents))]));
      expect(evaluate(maps(judgments), maps(run), names)).toEqual(expected);
    });

    it("may be lists of documents in order of rank, without scores", () => {
      // In the order of the scores above; f precedes a in q2, where both have score 2.
      const inOrder = { q1: ["b", "a", "x", "c", "d"], q2: ["x", "f", "a"], q3: ["a"], q9: ["a"] };
      expect(evaluate(judgments, inOrder, names)).toEqual(expected);
      expect(evaluate(judgments, new Map(Object.entries(inOrder)), names)).toEqual(expected);
    });

    it("may be texts of TREC files, with any white space and line ends", () => {
      const judged = lines(judgments, (query, id, label) => `${query} 0 ${id}  ${label}\r`);
      const retrieved = lines(run, (query, id, score) => `${query}\tQ0\t${id}\t1\t${score}\tours`);
      expect(evaluate(judged, `${retrieved}\n\n`, names)).toEqual(expected);
    });

    it.each([
      [
        "q1 0 a 1\nq1 0 b",
        "q1 Q0 a 1 2 ours",
        'Reading the judgments, line 2: 3 fields, expected 4 (query iteration document label): "q1 0 b".',
      ],
      [
        "q1 0 a good",
        "q1 Q0 a 1 2 ours",
        'Reading the judgments, line 1: the label "good" is not a number: "q1 0 a good".',
      ],
      [
        "q1 0 a 1",
        "q1 Q0 my document 1 2 ours",
        'Reading the run, line 1: 7 fields, expected 6 (query Q0 document rank score name): "q1 Q0 my document 1 2 ours".',
      ],
    ])("causes an error that names the line of an invalid text: %j", (judged, retrieved, message) => {
      expect(() => evaluate(judged, retrieved, names)).toThrow(
        expect.objectContaining({ code: "INVALID_ROW", message, details: { line: expect.any(Number) } }),
      );
    });

    it("may repeat a document in a list, which then counts only at its first position", () => {
      const found = evaluate(judgments, { q1: ["a", "x", "a", "c"] }, ["NumRet", "P@2"], { missingQueries: "skip" });
      expect([found.measures["NumRet"]?.value, found.measures["P@2"]?.value]).toEqual([3, 0.5]);
      expect(found.warnings).toContainEqual(expect.objectContaining({ kind: "repeated-documents", count: 1 }));
    });
  });

  it("accepts measures as names or objects, and returns values by name in the given order", () => {
    const found = evaluate(judgments, run, ["recip_rank", ...parseMeasures(["P@2"]), "P.1,3"]);
    expect(Object.keys(found.measures)).toEqual(["RR", "P@2", "P@1", "P@3"]);
  });

  it("returns warnings about queries and labels", () => {
    const { warnings } = evaluate({ ...judgments, q5: { z: 0.5 } }, run, ["AP"]);
    const none = { level: 1, queries: 5, counted: "zero" };
    expect(warnings).toEqual([
      { kind: "queries-missing", run: "run", queries: 5, counted: "zero", count: 2, examples: ["q4", "q5"] },
      { kind: "queries-not-judged", run: "run", count: 1, examples: ["q9"] },
      { kind: "queries-without-relevant", ...none, count: 1, examples: ["q3"] },
      { kind: "labels-below-level", level: 1, count: 1, largest: 3 },
    ]);
    expect(evaluate({ q: { a: 1 } }, { q: { a: 1 } }, ["AP"]).warnings).toEqual([]);
  });

  describe("evaluate for random labels and scores", () => {
    it("does not depend on the order of documents, and does not change its inputs", () => {
      const reversed = (numbers: Numbers): Numbers =>
        Object.fromEntries(
          Object.entries(numbers).map(([query, documents]) => [
            query,
            Object.fromEntries(Object.entries(documents).reverse()),
          ]),
        );
      const names = ["AP", "nDCG@3", "RR", "Rprec", "Bpref"];
      fc.assert(
        fc.property(someShared, ([judged, retrieved]) => {
          const before = JSON.stringify([judged, retrieved]);
          const found = evaluate(judged, retrieved, names);
          expect(evaluate(reversed(judged), reversed(retrieved), names)).toEqual(found);
          expect(JSON.stringify([judged, retrieved])).toBe(before);
        }),
        runs,
      );
    });

    it("returns the mean of the values of all queries", () => {
      fc.assert(
        fc.property(someShared, ([judged, retrieved]) => {
          const found = evaluate(judged, retrieved, ["nDCG@3"]).measures["nDCG@3"];
          const values = Object.values(found?.perQuery ?? {});
          expect(values).toHaveLength(Object.keys(judged).length);
          expect(found?.value).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 12);
        }),
        runs,
      );
    });
  });

  describe("evaluate in edge cases", () => {
    it("accepts the depth Infinity, which uses all results", () => {
      const found = evaluate(judgments, run, ["NumRet"], { depth: Number.POSITIVE_INFINITY });
      expect(found.measures["NumRet"]?.value).toBe(5 + 3 + 1);
    });

    it("accepts ids such as __proto__, which are properties of every object", () => {
      const named = JSON.parse('{"__proto__":{"constructor":1}}');
      expect(Object.entries(evaluate(named, named, ["RR"]).measures["RR"]?.perQuery ?? {})).toEqual([["__proto__", 1]]);
    });

    it("returns no measures if none are given", () => {
      expect(evaluate(judgments, run, []).measures).toEqual({});
    });
  });

  describe("evaluate with invalid input", () => {
    it.each([
      ["nDGC@10", "INVALID_MEASURE"],
      ["P@0", "INVALID_CUTOFF"],
    ])("rejects %s", (name, code) => {
      expect(() => evaluate(judgments, run, [name])).toThrow(expect.objectContaining({ code }));
    });

    it("names all unknown measures in one error", () => {
      expect(() => evaluate(judgments, run, ["nope", ...parseMeasures(["AP"]), "nada", "AP"])).toThrow(
        expect.objectContaining({ code: "INVALID_MEASURE", details: { measures: ["nope", "nada"] } }),
      );
    });

    it.each(["nDCG(dcg='exp-log2')", "DCG(dcg='exp-log2')", "ERR", "RBP(max=4)"])(
      "names the query and the document of a label that %s does not accept",
      (measure) => {
        const judged = { p: { a: 1, big: 1 }, q: { a: 1, big: 2000 } };
        const evaluating = () => evaluate(judged, { q: { a: 1 } }, [measure]);
        const details = { query: "q", document: "big", label: 2000 };
        expect(evaluating).toThrow(
          expect.objectContaining({ code: "INVALID_LABEL", details: expect.objectContaining(details) }),
        );
        expect(evaluating).toThrow('query "q", document "big". Computing');
      },
    );

    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
      "rejects %d as label or score, and names the query and the document",
      (number) => {
        const odd = { q1: { a: 1 }, q2: { a: 1, b: number } };
        const labelled = () => evaluate(odd, run, ["AP"]);
        expect(labelled).toThrow(
          expect.objectContaining({ code: "INVALID_LABEL", details: { query: "q2", document: "b", label: number } }),
        );
        expect(labelled).toThrow(`Measuring query "q2": the label of document "b" is ${number}`);
        const scored = () => evaluate(judgments, odd, ["AP"]);
        expect(scored).toThrow(
          expect.objectContaining({ code: "INVALID_ROW", details: { query: "q2", document: "b", score: number } }),
        );
        expect(scored).toThrow(`Measuring query "q2": the score of document "b" is ${number}`);
      },
    );

    it("takes an undefined option as left out", () => {
      const given = { depth: undefined, missingQueries: undefined, judgedOnly: undefined, scorePrecision: undefined };
      expect(evaluate(judgments, run, ["AP"], given as never)).toEqual(evaluate(judgments, run, ["AP"]));
    });

    it.each([
      [{ missing_queries: "skip" }, 'there is no option "missing_queries". Did you mean "missingQueries"?'],
      [{ depht: 1 }, 'there is no option "depht". Did you mean "depth"?'],
      [{ missingQueries: "Skip" }, 'missingQueries is "Skip". Give "zero" or "skip".'],
      [{ undefinedQueries: null }, 'undefinedQueries is null. Give "zero" or "skip".'],
      [{ judgedOnly: "false" }, 'judgedOnly is "false". Give true or false.'],
      [{ dropSelf: 1 }, "dropSelf is 1. Give true or false."],
      [{ scorePrecision: "float" }, 'scorePrecision is "float". Give "single" or "double".'],
      [null, "the options are null."],
    ])("rejects the options %j", (options, says) => {
      const evaluating = () => evaluate(judgments, run, ["AP"], options as never);
      expect(evaluating).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(evaluating).toThrow(says);
    });

    it.each([
      [null, run, ["AP"], "INVALID_OPTION", "the labels are null."],
      [judgments, 5, ["AP"], "INVALID_OPTION", "the scores are 5."],
      [{ q1: 5 }, run, ["AP"], "INVALID_OPTION", 'the labels of query "q1" are 5.'],
      [judgments, { q1: [null] }, ["AP"], "INVALID_OPTION", "the name null is not a text."],
      [{ q1: { a: "3" } }, run, ["AP"], "INVALID_LABEL", 'the label of document "a" is "3", not a finite number.'],
      [judgments, run, "AP", "INVALID_MEASURE", 'the measures are "AP". Give a list'],
      [judgments, run, [null], "INVALID_MEASURE", "null is not a measure."],
    ])("rejects values of the wrong type: %j, %j, %j", (judged, retrieved, measures, code, says) => {
      const evaluating = () => evaluate(judged as never, retrieved as never, measures as never);
      expect(evaluating).toThrow(expect.objectContaining({ code }));
      expect(evaluating).toThrow(says);
    });

    it.each([0, -1, 1.5, Number.NaN])("rejects the depth %d", (depth) => {
      expect(() => evaluate(judgments, run, ["AP"], { depth })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { depth } }),
      );
    });

    it.each([
      [judgments, { q9: { a: 1 } }, 'The judgments have "q1", "q2", "q3"; the run has "q9".'],
      [judgments, {}, "the run has none."],
      [{}, run, "The judgments have none;"],
    ])("rejects judgments and runs without a common query", (judged, retrieved, shown) => {
      const evaluating = () => evaluate(judged, retrieved, ["AP"]);
      expect(evaluating).toThrow(expect.objectContaining({ code: "NO_COMMON_QUERY" }));
      expect(evaluating).toThrow(shown);
    });
  });
});
