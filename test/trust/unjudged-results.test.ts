import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { engineMeans, gradeValues, unjudgedResults } from "../../src/trust/engine-values.ts";
import { makeJudgedLists } from "../support/make-judged-lists.ts";
import { runs } from "../support/property.ts";

const labels = { a: 1 };

describe("unjudgedResults", () => {
  // More than the maximum number of function arguments.
  it("measures 150,000 queries", () => {
    const [query] = makeJudgedLists([{ lists: ["ab"], labels, grades: { a: 2 } }]).queries;
    const queries = new Array<NonNullable<typeof query>>(150_000).fill(query as NonNullable<typeof query>);
    const leftOut = { unjudged: 0, nothingRelevant: 0, unlabelled: 0 };
    expect(unjudgedResults({ engines: ["A"], queries, leftOut }, 1).engines[0]).toMatchObject({
      results: 150_000,
      value: 1,
    });
  });

  it("matches numbers worked by hand", () => {
    // Query 0: a has grade 2, b has 0, c and d are unjudged. Query 1: a has 1, and nothing else is returned.
    const lists = makeJudgedLists([
      { lists: ["ab", "cad", "ba"], labels, grades: { a: 2, b: 0 } },
      { lists: ["a", "a", ""], labels, grades: { a: 1 } },
    ]);
    const { engines } = unjudgedResults(lists, 2);
    const second = 1 / Math.log2(3);
    // A: every result is judged. At worst, c and d, which it did not return, also have grade 2; at best, grade 0.
    expect(engines[0]).toEqual({
      engine: "A",
      results: 3,
      unjudged: 0,
      share: 0,
      shareByRank: [0, 0],
      value: 1,
      lower: expect.closeTo((1 / (1 + second) + 1) / 2, 12),
      upper: 1,
    });
    // B: unjudged at rank 0; d is below the cutoff. At worst c has 0 and d 2, at best c has 2 and d 0.
    expect(engines[1]).toEqual({
      engine: "B",
      results: 3,
      unjudged: 1,
      share: 1 / 3,
      shareByRank: [0.5, 0],
      value: expect.closeTo((second + 1) / 2, 12),
      lower: expect.closeTo((second / (1 + second) + 1) / 2, 12),
      upper: expect.closeTo(1, 12),
    });
    // C: like A, but a is second, and the empty list of query 1 always has the value 0.
    expect(engines[2]).toMatchObject({
      results: 2,
      shareByRank: [0, 0],
      lower: expect.closeTo(second / (1 + second) / 2, 12),
      upper: expect.closeTo(second / 2, 12),
    });
  });

  it("uses the highest grade of all queries as the highest possible grade of an unjudged result", () => {
    const lists = makeJudgedLists([
      { lists: ["xa"], labels, grades: { a: 1 } },
      { lists: ["a"], labels, grades: { a: 4 } },
    ]);
    // Query 0: at best x has grade 4, and the list is ideal. At worst x has grade 0.
    const [engine] = unjudgedResults(lists, 5).engines;
    expect(engine?.upper).toBeCloseTo(1, 12);
    expect(engine?.lower).toBeCloseTo((1 / Math.log2(3) + 1) / 2, 12);
  });

  describe("properties", () => {
    const title = fc.constantFrom("a", "b", "c", "d", "e");
    const list = fc.uniqueArray(title, { maxLength: 5 }).map((titles) => titles.join(""));
    const grade = fc.nat(3);
    const someQueries = fc.array(
      fc.record({
        lists: fc.array(list, { minLength: 3, maxLength: 3 }),
        labels: fc.constant(labels),
        grades: fc.record({ a: fc.integer({ min: 1, max: 3 }), b: grade, c: grade }, { requiredKeys: ["a"] }),
      }),
      { minLength: 1, maxLength: 3 },
    );

    it("unjudgedResults returns bounds that contain the value for any grades of unjudged results", () => {
      const [measure] = parseMeasures(["nDCG@3"]);
      fc.assert(
        fc.property(someQueries, fc.array(grade, { minLength: 5, maxLength: 5 }), (queries, drawn) => {
          const lists = makeJudgedLists(queries);
          const top = Math.max(...queries.flatMap(({ grades }) => Object.values(grades)));
          const whole = queries.map((query) => {
            const filled = [..."abcde"].map((letter, place) => [letter, Math.min(top, drawn[place] ?? 0)]);
            const returned = new Set(query.lists.join(""));
            const added = Object.fromEntries(filled.filter(([letter]) => returned.has(String(letter))));
            return { ...query, grades: { ...added, ...query.grades } };
          });
          if (measure === undefined) throw new Error("nDCG is gone");
          const values = engineMeans(gradeValues(lists, measure));
          const possible = engineMeans(gradeValues(makeJudgedLists(whole), measure));
          unjudgedResults(lists, 3).engines.forEach(({ value, lower, upper }, engine) => {
            expect(value).toBeCloseTo(values[engine] ?? Number.NaN, 12);
            expect(lower).toBeLessThanOrEqual((possible[engine] ?? Number.NaN) + 1e-12);
            expect(upper).toBeGreaterThanOrEqual((possible[engine] ?? Number.NaN) - 1e-12);
          });
        }),
        runs,
      );
    });

    it("unjudgedResults returns shares by rank that add up to the total, and equal bounds if all results are judged", () => {
      fc.assert(
        fc.property(someQueries, fc.nat(4), (queries, rank) => {
          const { engines } = unjudgedResults(makeJudgedLists(queries), rank + 1);
          engines.forEach(({ results, unjudged, share, shareByRank }, engine) => {
            const tops = queries.map(({ lists }) => (lists[engine] ?? "").slice(0, rank + 1));
            const holesAt = shareByRank.map((at, place) => (at ?? 0) * tops.filter((top) => top.length > place).length);
            expect(holesAt.reduce((sum, at) => sum + at, 0)).toBeCloseTo(unjudged, 9);
            expect(results).toBe(tops.join("").length);
            expect(share).toBe(results === 0 ? null : unjudged / results);
          });
          const judged = queries.map((query) => ({ ...query, grades: { b: 0, c: 0, d: 2, e: 0, ...query.grades } }));
          const all = unjudgedResults(makeJudgedLists(judged), rank + 1);
          for (const { value, lower, upper } of all.engines) expect([lower, upper]).toEqual([value, value]);
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("unjudgedResults returns null as share for ranks and engines without results", () => {
      const { engines } = unjudgedResults(
        makeJudgedLists([{ lists: ["ab", "x", ""], labels, grades: { a: 1, b: 1 } }]),
        10,
      );
      expect(engines.map(({ share, shareByRank }) => ({ share, shareByRank }))).toEqual([
        { share: 0, shareByRank: [0, 0] },
        { share: 1, shareByRank: [1, null] },
        { share: null, shareByRank: [null, null] },
      ]);
    });

    it("unjudgedResults returns no bounds without queries", () => {
      const lists = { engines: ["A", "B"], queries: [], leftOut: { unjudged: 0, nothingRelevant: 0, unlabelled: 0 } };
      const { engines } = unjudgedResults(lists, 10);
      expect(engines[0]).toMatchObject({ results: 0, share: null, shareByRank: [], lower: Number.NaN });
    });

    it("unjudgedResults assumes up to the best grade of the scale for unjudged results, even if no result has this grade", () => {
      const lists = makeJudgedLists([{ lists: ["ax"], labels, grades: { a: 1 } }]);
      expect(unjudgedResults(lists, 2)).toMatchObject({ topLabel: 1, engines: [{ lower: 1, upper: 1 }] });
      const { topLabel, engines } = unjudgedResults({ ...lists, topGrade: 4 }, 2);
      expect(topLabel).toBe(4);
      // By hand: x has grade 4, so DCG = 1 + 4 / log2 3 and IDCG = 4 + 1 / log2 3.
      expect(engines[0]?.lower).toBeCloseTo(0.76091, 5);
      expect(engines[0]?.upper).toBe(1);
    });

    it("unjudgedResults counts whole lists if there is no cutoff", () => {
      const lists = makeJudgedLists([{ lists: ["axy"], labels, grades: { a: 1 } }]);
      expect(unjudgedResults(lists, Number.POSITIVE_INFINITY).engines[0]?.shareByRank).toEqual([0, 1, 1]);
    });
  });

  it("rejects an invalid cutoff", () => {
    const lists = makeJudgedLists([{ lists: ["a"], labels, grades: { a: 1 } }]);
    expect(() => unjudgedResults(lists, 0)).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF" }));
  });
});
