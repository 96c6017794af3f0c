import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { makeNames } from "../../src/core/titles/name-table.ts";
import type { RawRun } from "../../src/core/types.ts";
import { type RankRunOptions, rankRun } from "../../src/lists/rank-run.ts";
import { makeRawRun, type NumberRow, rowsOfGrouped } from "../support/make-evaluation.ts";
import { manyRuns } from "../support/some-pairs.ts";

type Precision = RankRunOptions["scorePrecision"];
const precisions: readonly Precision[] = ["single", "double"];

function rank(rows: readonly NumberRow[], scorePrecision: Precision = "single"): NumberRow[] {
  return rowsOfGrouped(rankRun(makeRawRun(rows), { scorePrecision }).run);
}

/** Documents of one query, best first. */
function order(scores: Readonly<Record<string, number>>, scorePrecision: Precision = "single"): string[] {
  const rows = Object.entries(scores).map(([document, score]): NumberRow => ["q1", document, score]);
  return rank(rows, scorePrecision).map(([, document]) => document);
}

/** The order by its definition: sorts every list anew, with ties by bytes of the id. */
function naively(rows: readonly NumberRow[], precision: Precision): NumberRow[] {
  const scoreOf = (score: number) => (precision === "single" ? Math.fround(score) : score);
  const queries = [...new Set(rows.map(([query]) => query))];
  return queries.flatMap((query) => {
    const sorted = rows
      .filter(([of]) => of === query)
      .sort(
        ([, one, score], [, other, otherScore]) =>
          Number(scoreOf(otherScore) > scoreOf(score)) - Number(scoreOf(otherScore) < scoreOf(score)) ||
          Buffer.compare(Buffer.from(other), Buffer.from(one)),
      );
    return sorted
      .filter(([, document], place) => sorted.findIndex(([, first]) => first === document) === place)
      .map(([of, document, score]): NumberRow => [of, document, scoreOf(score)]);
  });
}

describe("the warnings of rankRun", () => {
  const warningsOf = (rows: readonly NumberRow[], more: Partial<RawRun> = {}, options: Partial<RankRunOptions> = {}) =>
    rankRun({ ...makeRawRun(rows), ...more }, { scorePrecision: "single", ...options }).warnings;
  const distances: readonly NumberRow[] = [
    ["q1", "a", 0.1],
    ["q1", "b", 0.2],
    ["q2", "a", 0.3],
    ["q2", "b", 0.4],
  ];

  it("count lists whose ranks contradict their scores", () => {
    const found = warningsOf(distances, { ranks: Int32Array.of(1, 2, 1, 2) });
    expect(found).toEqual([expect.objectContaining({ kind: "ranks-against-scores", count: 2, lists: 2 })]);
    expect(warningsOf(distances, { ranks: Int32Array.of(2, 1, 2, 1) })).toEqual([]);
    expect(warningsOf(distances, { ranks: Int32Array.of(1, 1, 1, 1) })).toEqual([]);
    expect(warningsOf(distances, { ranks: Int32Array.of(1, 2, 2, 1) })).toEqual([]);
    expect(warningsOf(distances, { ranks: Int32Array.of(-1, -1, -1, -1) })).toEqual([]);
  });

  it("count scores that are equal only as 32-bit numbers", () => {
    const large: readonly NumberRow[] = [
      ["q1", "a", 100000003],
      ["q1", "b", 100000002],
      ["q1", "c", 100000001],
      ["q1", "d", 1],
      ["q2", "a", 2],
      ["q2", "b", 2],
    ];
    expect(warningsOf(large)).toEqual([expect.objectContaining({ kind: "single-ties", count: 3, lists: 1 })]);
    expect(warningsOf(large, {}, { scorePrecision: "double" })).toEqual([]);
  });

  it("count lists that start with the query's own id, unless an option removes it", () => {
    const own: readonly NumberRow[] = [
      ["arg-1", "arg-1", 9],
      ["arg-1", "arg-2", 8],
    ];
    expect(warningsOf(own)).toEqual([expect.objectContaining({ kind: "self-first", count: 1, lists: 1 })]);
    const { run, warnings } = rankRun(makeRawRun(own), { scorePrecision: "single", dropSelf: true });
    expect(rowsOfGrouped(run)).toEqual([["arg-1", "arg-2", 8]]);
    expect(warnings).toEqual([]);
  });
});

describe("rankRun", () => {
  it("warns about queries with an incomplete response, and names them", () => {
    const raw = makeRawRun([
      ["q1", "a", 1],
      ["q2", "a", 1],
    ]);
    const partialQueries = [raw.names.queries.find("q2")];
    expect(rankRun({ ...raw, partialQueries }, { scorePrecision: "single" }).warnings).toEqual([
      { kind: "partial-responses", run: raw.name, count: 1, examples: ["q2"] },
    ]);
  });

  // trec_eval 9.0.8, through pytrec_eval: qrels {"q": {d: 1}} for each d in turn, run {"q": scores}; recip_rank is 1 /
  // position of d.
  it("orders as trec_eval does: larger scores first, ties by descending document id", () => {
    expect(order({ b: 1, c: 2, a: 1, d: -3 })).toEqual(["c", "b", "a", "d"]);
    expect(order({ d9: 1, d10: 1, d1: 1, D2: 1, dé: 1, "d😀": 1, "d\uff5e": 1 })).toEqual([
      "d😀",
      "d\uff5e",
      "dé",
      "d9",
      "d10",
      "d1",
      "D2",
    ]);
  });

  // As above: recip_rank of b is 1, because trec_eval 9 stores scores as 32-bit floats.
  it("ties scores that are equal as 32-bit numbers, unless the precision is double", () => {
    const scores = { a: 0.1 + 1e-10, b: 0.1 };
    expect(order(scores, "single")).toEqual(["b", "a"]);
    expect(order(scores, "double")).toEqual(["a", "b"]);
  });

  describe("rankRun for any rows", () => {
    const someRows = fc
      .array(
        fc.tuple(
          fc.constantFrom("q1", "q2", "q3"),
          fc.constantFrom("a", "b", "ab", "é", "😀", "\uff5e", "c", "d", "e"),
          fc.oneof(fc.constantFrom(0, -0, 1, 0.1, 0.1 + 1e-10, 1e39, 1e300, -1e300), fc.integer({ min: -2, max: 4 })),
        ),
        { maxLength: 40 },
      )
      .map((rows): readonly NumberRow[] => rows);

    test.each(precisions)("returns the same order as a plain sort in %s precision", (precision) => {
      fc.assert(
        fc.property(someRows, (rows) => {
          expect(rank(rows, precision)).toEqual(naively(rows, precision));
        }),
        manyRuns,
      );
    });

    it("does not depend on the order of the rows", () => {
      fc.assert(
        fc.property(someRows, (rows) => {
          const sorted = rank(rows, "double");
          expect(rank(sorted, "double")).toEqual(sorted);
          // Compares only documents, because equal scores of a document (such as 0 and -0) may come in any order.
          const listOf = (query: string, all: readonly NumberRow[]) =>
            all.flatMap(([of, document]) => (of === query ? [document] : []));
          const reversed = rank(rows.toReversed(), "double");
          for (const query of ["q1", "q2", "q3"]) expect(listOf(query, reversed)).toEqual(listOf(query, sorted));
        }),
        manyRuns,
      );
    });
  });

  describe("rankRun in edge cases", () => {
    test.each(precisions)("ties 0 and -0 in %s precision", (precision) => {
      expect(order({ a: 0, b: -0, c: 0 }, precision)).toEqual(["c", "b", "a"]);
    });

    it("ties scores that are too large for 32 bits", () => {
      const scores = { a: 1e300, b: 1e39, c: 1, d: -1e39, e: -1e300 };
      expect(order(scores, "single")).toEqual(["b", "a", "c", "e", "d"]);
      expect(order(scores, "double")).toEqual(["a", "b", "c", "d", "e"]);
    });

    it("keeps the first rank of a repeated document, and warns", () => {
      const { run, warnings } = rankRun(
        makeRawRun([
          ["q1", "a", 1],
          ["q1", "b", 2],
          ["q2", "a", 1],
          ["q1", "a", 3],
          ["q1", "b", 2],
        ]),
        { scorePrecision: "single" },
      );
      expect(rowsOfGrouped(run)).toEqual([
        ["q1", "a", 3],
        ["q1", "b", 2],
        ["q2", "a", 1],
      ]);
      expect(warnings).toEqual([{ kind: "repeated-documents", run: "run", count: 2, examples: ["q1 b", "q1 a"] }]);
    });

    it("names up to three repeated documents", () => {
      const rows = ["a", "b", "c", "d"].map((document): NumberRow => ["q1", document, 1]);
      const { warnings } = rankRun(makeRawRun([...rows, ...rows]), { scorePrecision: "double" });
      expect(warnings).toMatchObject([{ count: 4, examples: ["q1 d", "q1 c", "q1 b"] }]);
    });

    it("returns the scores that were compared, so that tied scores are equal", () => {
      expect(rank([["q1", "a", 0.1]], "double")).toEqual([["q1", "a", 0.1]]);
      // numpy.float32(0.1), as a 64-bit number
      expect(rank([["q1", "a", 0.1]], "single")).toEqual([["q1", "a", 0.10000000149011612]]);
    });

    it("keeps the run's names, and does not change its input", () => {
      const raw: RawRun = {
        ...makeRawRun(
          [
            ["q1", "a", 1],
            ["q1", "b", 2],
          ],
          makeNames(),
          "bm25",
        ),
        tag: "tag",
      };
      const { run } = rankRun(raw, { scorePrecision: "single" });
      expect(run).toMatchObject({ name: "bm25", tag: "tag", source: "bm25.run" });
      expect([...raw.scores]).toEqual([1, 2]);
      expect([...raw.documents]).toEqual([0, 1]);
    });

    it("returns an empty run for a run without results", () => {
      const { run, warnings } = rankRun(makeRawRun([]), { scorePrecision: "single" });
      expect([...run.offsets]).toEqual([0]);
      expect(warnings).toEqual([]);
    });
  });
});
