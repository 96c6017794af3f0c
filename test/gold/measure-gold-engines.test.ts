import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { GoldSet } from "../../src/gold/gold-set.ts";
import { HOLE, type MeasureGoldOptions, measureGoldEngines } from "../../src/gold/measure-gold-engines.ts";
import { listsOfPool } from "../../src/gold/pools/pool-results.ts";
import { bootstrapInterval } from "../../src/maths/bootstrap-interval.ts";
import { exampleLabels, exampleLists, type MadeLists, makeGold, makePool } from "../support/make-pool.ts";
import { runs } from "../support/property.ts";

const seed = 1;
const examplePool = makePool(exampleLists);

function measure(gold: GoldSet, options: Partial<MeasureGoldOptions> = {}) {
  const measurement = measureGoldEngines(gold, listsOfPool(gold), { depth: 5, seed, ...options });
  const engineOf = (name: string) => {
    const engine = measurement.engines.find((one) => one.name === name);
    const [linear, exponential] = engine?.measures ?? [];
    if (engine === undefined || linear === undefined || exponential === undefined) return expect.fail(`no ${name}`);
    return { ...engine, linear, exponential };
  };
  return { ...measurement, engineOf };
}

/** A pool of two engines with documents `a`, `b`, …; about every fourth has no label. */
const somePools = fc
  .record({
    one: fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { minLength: 1, maxLength: 5 }),
    two: fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { minLength: 1, maxLength: 5 }),
    labels: fc.array(fc.option(fc.nat(4)), { minLength: 8, maxLength: 8 }),
  })
  .map(({ one, two, labels }) => {
    const pairs = makePool({ q1: { one, two }, q2: { one: ["z"], two: ["z"] } });
    const byDocument = Object.fromEntries([..."abcdefgh"].map((id, place) => [id, labels[place] ?? null]));
    return makeGold(pairs, { ...byDocument, z: 4 });
  });

describe("measureGoldEngines", () => {
  it("widens bounds by the unrated results of other engines, also of engines outside the pool", () => {
    const gold = makeGold(makePool({ q1: { one: ["a"] } }), { a: 1 });
    const [place] = gold.queries[0]?.pairs ?? [];
    const lists = [Int32Array.of(place ?? 0)];
    const { engines } = measureGoldEngines(
      gold,
      [
        { name: "one", lists },
        { name: "two", lists: [Int32Array.of(HOLE)] },
      ],
      { depth: 5, seed },
    );
    // By hand: a document with the top label before that with label 1 makes the ideal top + 1 / log2 3.
    const lower = 1 / (gold.topLabel + 1 / Math.log2(3));
    expect(engines[0]?.measures[0]).toMatchObject({ mean: 1, lower: expect.closeTo(lower, 12), upper: 1 });
  });

  // pytrec_eval 0.5 (ndcg_cut.5) and ranx 0.3 (ndcg_burges@5, 0 without a relevant document) on the same judgments and
  // runs; for `withoutOwn`, without the judgments of each engine's own documents.
  test.each([
    {
      name: "alpha",
      values: [0.3072388477445311, 0.346332821766451, 0.6375225937149025, 0],
      linear: 0.32277356580647115,
      exponential: 0.26218799322687114,
      own: 2,
      withoutOwn: 0.32277356580647115,
    },
    {
      name: "beta",
      values: [0.6718916063401157, 0.21468600536424026, 0.7965953335317203, 0],
      linear: 0.4207932363090191,
      exponential: 0.3584522856903023,
      own: 1,
      withoutOwn: 0.3759626038738033,
    },
    {
      name: "gamma",
      values: [0.4635455691049938, 0.45819933371607996, 0.572893361960376, 0],
      linear: 0.37365956619536245,
      exponential: 0.36627697668813297,
      own: 6,
      withoutOwn: 0.2364892724307634,
    },
  ])("matches pytrec_eval and ranx for $name", ({ name, values, linear, exponential, own, withoutOwn }) => {
    const engine = measure(makeGold(examplePool, exampleLabels)).engineOf(name);
    expect(engine.linear.mean).toBeCloseTo(linear, 10);
    expect(engine.exponential.mean).toBeCloseTo(exponential, 10);
    expect(engine.withoutOwn.pairs).toBe(own);
    expect(engine.withoutOwn.mean).toBeCloseTo(withoutOwn, 10);
    expect(engine.withoutOwn.fall).toBeCloseTo(linear - withoutOwn, 10);
    // BCa over the values of the other tool.
    const { low = Number.NaN, high = Number.NaN } = bootstrapInterval(values, { seed }) ?? {};
    expect(engine.linear.interval[0]).toBeCloseTo(low, 9);
    expect(engine.linear.interval[1]).toBeCloseTo(high, 9);
  });

  it("finds the results that only one run returned if runs are named otherwise than the pooled engines, or not pooled", () => {
    const imported = examplePool.map((pair) => ({ ...pair, engines: [] }));
    for (const pool of [examplePool, imported]) {
      const gold = makeGold(pool, exampleLabels);
      const lists = listsOfPool(makeGold(examplePool, exampleLabels));
      const renamed = lists.map((one) => ({ ...one, name: `new ${one.name}` }));
      const { engines } = measureGoldEngines(gold, renamed, { depth: 5, seed });
      // The numbers of pytrec_eval above.
      expect(engines.map(({ withoutOwn }) => [withoutOwn.pairs, withoutOwn.mean])).toEqual([
        [2, expect.closeTo(0.32277356580647115, 10)],
        [1, expect.closeTo(0.3759626038738033, 10)],
        [6, expect.closeTo(0.2364892724307634, 10)],
      ]);
    }
  });

  it("names the measures as the measure command does", () => {
    const { linear, exponential } = measure(makeGold(examplePool, exampleLabels)).engineOf("beta");
    expect([linear.measure, exponential.measure]).toEqual(["nDCG@5", "nDCG(dcg='exp-log2')@5"]);
  });

  // product.md, "Worked numbers": linear 0.899662, exponential 0.915492.
  it("matches the worked example in which another engine has better documents", () => {
    const documents = ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"];
    const labels = { d1: 4, d2: 3, d3: 3, d4: 4, d5: 2, d6: 2, d7: 0, d8: 0, e1: 2, e2: 1 };
    const gold = makeGold(makePool({ q1: { one: documents, two: ["e1", "e2"] } }), labels);
    const { linear, exponential } = measure(gold, { depth: 8 }).engineOf("one");
    expect(linear.mean).toBeCloseTo(0.899662, 6);
    expect(exponential.mean).toBeCloseTo(0.915492, 6);
    expect(linear.interval).toEqual([linear.mean, linear.mean]);
  });

  describe("properties", () => {
    it("returns every mean between its bounds", () => {
      fc.assert(
        fc.property(somePools, (gold) => {
          for (const { measures } of measure(gold).engines) {
            for (const { mean, lower, upper } of measures) {
              expect(mean).toBeGreaterThanOrEqual(lower);
              expect(mean).toBeLessThanOrEqual(upper);
            }
          }
        }),
        { ...runs, numRuns: 10 },
      );
    });

    it("returns equal bounds if the whole pool is rated", () => {
      for (const { holes, measures } of measure(makeGold(examplePool, exampleLabels)).engines) {
        expect(holes).toEqual({ count: 0, results: 20, share: 0 });
        for (const { mean, lower, upper } of measures) expect([lower, upper]).toEqual([mean, mean]);
      }
    });

    it("returns a fall of 0 for an engine if other engines also returned all of its results", () => {
      const { engineOf } = measure(makeGold(makePool({ q1: { one: ["a", "b"], two: ["b", "a"] } }), { a: 1, b: 4 }));
      for (const name of ["one", "two"]) {
        const { linear, withoutOwn } = engineOf(name);
        expect(withoutOwn).toEqual({ mean: linear.mean, fall: 0, pairs: 0 });
      }
    });

    it("returns the same results for the same seed", () => {
      const gold = makeGold(examplePool, exampleLabels);
      expect(measureGoldEngines(gold, listsOfPool(gold), { depth: 5, seed: 7 })).toEqual(
        measureGoldEngines(gold, listsOfPool(gold), { depth: 5, seed: 7 }),
      );
    });
  });

  describe("edges", () => {
    it("counts unrated results as holes, which add 0 to the mean", () => {
      const lists: MadeLists = { q1: { one: ["a", "b", "c"], two: ["a", "d"] } };
      const { engineOf } = measure(makeGold(makePool(lists), { a: 2, b: null, c: "flag", d: 0 }));
      const one = engineOf("one");
      expect(one.holes).toEqual({ count: 2, results: 3, share: 2 / 3 });
      expect(engineOf("two").holes).toEqual({ count: 0, results: 2, share: 0 });
      // By hand: `a` is first, and alone in the ideal. At worst, the last hole has the label 4, or both holes have it.
      const discount = 1 / Math.log2(3);
      const oneLifted = (2 + 4 / 2) / (4 + 2 * discount);
      const bothLifted = (2 + 4 * discount + 4 / 2) / (4 + 4 * discount + 2 / 2);
      expect(one.linear).toMatchObject({ mean: 1, upper: 1 });
      expect(one.linear.lower).toBeCloseTo(Math.min(oneLifted, bothLifted), 12);
      // For `two`, b and c are outside its list, and both may have the label 4.
      expect(engineOf("two").linear.lower).toBeCloseTo(2 / (4 + 4 * discount + 2 / 2), 12);
    });

    it("counts queries without a relevant document as 0, and returns their number", () => {
      const { queries, withoutRelevant } = measure(makeGold(examplePool, exampleLabels));
      expect({ queries, withoutRelevant }).toEqual({ queries: 4, withoutRelevant: 1 });
    });

    it("does not measure queries of which only some pairs were drawn, and returns their number", () => {
      const drawn = { probability: 0.5, queryProbability: 0.5 };
      const whole = examplePool.map((pair) => (pair.queryId === "q3" ? { ...pair, ...drawn } : pair));
      const partly = whole.map((pair) => (pair.id === "q3d4" ? { ...pair, probability: 0.1 } : pair));
      // A query that was drawn whole counts like any other.
      expect(measure(makeGold(whole, exampleLabels)).engines).toEqual(
        measure(makeGold(examplePool, exampleLabels)).engines,
      );
      const { queries, notWhole, engines } = measure(makeGold(partly, exampleLabels));
      expect({ queries, notWhole }).toEqual({ queries: 3, notWhole: 1 });
      const { q3: _, ...others } = exampleLists;
      expect(engines).toEqual(measure(makeGold(makePool(others), exampleLabels)).engines);
    });

    it("measures a query of individually drawn pairs only if all results of every engine are rated", () => {
      const lists = { q1: { one: ["a", "b"], two: ["b", "a"] }, q2: { one: ["c", "d"], two: ["d", "e"] } };
      const labels = { a: 1, b: 2, c: 0, d: 1, e: 2 };
      const pairs = makePool(lists);
      const drawn = (left: readonly string[]) =>
        makeGold(
          pairs.filter(({ id }) => !left.includes(id)),
          labels,
        );
      // The drawn pairs of q2 had probability 1, but one engine's first result, or its whole list, was not drawn.
      for (const left of [["c"], ["d", "e"]]) {
        const gold = { ...drawn(left), singled: true };
        expect(measure(gold, { pooledOnly: true })).toMatchObject({
          queries: 1,
          notWhole: 1,
          engines: [{ missing: 0 }, {}],
        });
        expect(measure({ ...gold, singled: false }, { pooledOnly: true }).notWhole).toBe(0);
      }
      const chances = pairs.map((pair) => (pair.id === "a" ? { ...pair, probability: 0.5 } : pair));
      expect(measure(makeGold(chances, labels))).toMatchObject({ queries: 1, notWhole: 1 });
      expect(measure(makeGold(chances, { ...labels, e: null }))).toMatchObject({
        queries: 0,
        notWhole: 2,
        comparison: null,
      });
      // Results below the depth do not matter, and a run itself shows which queries it answers.
      expect(measure(makeGold(chances, { ...labels, e: null }), { depth: 1 })).toMatchObject({ queries: 1 });
      expect(measure({ ...drawn(["d", "e"]), singled: true })).toMatchObject({ queries: 1, notWhole: 1 });
    });

    it("leaves out imported queries on request, and returns their number", () => {
      const imported = makePool({ q9: { none: ["q9d0", "q9d1"] } }, { engines: [] });
      const gold = makeGold([...examplePool, ...imported], { ...exampleLabels, q9d0: 3 });
      const { notPooled, queries, engines } = measure(gold, { pooledOnly: true });
      expect({ notPooled, queries }).toEqual({ notPooled: 1, queries: 4 });
      expect(engines).toEqual(measure(makeGold(examplePool, exampleLabels)).engines);
      // Runs may also answer this query.
      expect(measure(gold)).toMatchObject({ notPooled: 0, queries: 5, engines: [{ missing: 1 }, {}, {}] });
    });

    it("measures no engine if only some pairs of every query were drawn", () => {
      const pairs = makePool(exampleLists, { probability: 0.5 });
      expect(measure(makeGold(pairs, exampleLabels))).toMatchObject({ queries: 0, notWhole: 4, engines: [] });
    });

    it("counts a result without a title as a hole, and a repeated result as 0", () => {
      const pairs = makePool({ q1: { one: ["a", "b"] } }).map((pair) => ({
        ...pair,
        engines: [{ name: "one", rank: pair.id === "a" ? 0 : 3, also: pair.id === "a" ? [1] : [], of: 4 }],
      }));
      const { holes, linear } = measure(makeGold(pairs, { a: 4, b: 2 })).engineOf("one");
      expect(holes).toEqual({ count: 1, results: 4, share: 0.25 });
      // By hand: (4 / log2 2 + 2 / log2 5) / (4 / log2 2 + 2 / log2 3)
      expect(linear.mean).toBeCloseTo((4 + 2 / Math.log2(5)) / (4 + 2 / Math.log2(3)), 12);
      expect(linear.upper).toBeGreaterThan(linear.mean);
    });

    it("lowers the lower bound for another engine's untitled result, which may belong to the ideal list", () => {
      const pairs = makePool({ q1: { one: ["a"], two: ["b"] } }).map((pair) => ({
        ...pair,
        engines: pair.engines.map((engine) => (engine.name === "two" ? { ...engine, of: 2 } : engine)),
      }));
      const { holes, linear } = measure(makeGold(pairs, { a: 4, b: 0 })).engineOf("one");
      expect(holes.count).toBe(0);
      // By hand: the untitled result may also have the label 4: 4 / (4 + 4 / log2 3).
      expect(linear).toMatchObject({ mean: 1, upper: 1, lower: expect.closeTo(1 / (1 + 1 / Math.log2(3)), 12) });
    });

    it("does not measure queries without a label", () => {
      const labels = Object.fromEntries(Object.entries(exampleLabels).filter(([id]) => !id.startsWith("q4")));
      const { queries, engineOf } = measure(makeGold(examplePool, labels));
      expect(queries).toBe(3);
      // pytrec_eval's values of the first three queries.
      const expected = (0.6718916063401157 + 0.21468600536424026 + 0.7965953335317203) / 3;
      expect(engineOf("beta").linear.mean).toBeCloseTo(expected, 10);
    });

    it("counts 0 for a query for which the engine has no list, and returns the number of such queries", () => {
      const gold = makeGold(makePool({ q1: { one: ["a"], two: ["a"] }, q2: { two: ["b"] } }), { a: 1, b: 1 });
      const { engineOf } = measure(gold);
      expect(engineOf("one")).toMatchObject({ missing: 1, linear: { mean: 0.5, lower: 0.5, upper: 0.5 } });
      expect(engineOf("two")).toMatchObject({ missing: 0, linear: { mean: 1 } });
    });

    it("counts a document and its near duplicates once", () => {
      const merged = [{ id: "copy", title: "A copy", similarity: 0.98 }];
      const gold = makeGold(makePool({ q1: { one: ["a"] } }, { merged }), { a: 3 });
      expect(gold.rows).toHaveLength(2);
      expect(measure(gold).engineOf("one").linear.mean).toBe(1);
    });

    it("measures labels from 0, whatever the file contains", () => {
      const gold = makeGold(examplePool, exampleLabels, { keepStars: true });
      expect(measure(gold).engineOf("beta").linear.mean).toBeCloseTo(0.4207932363090191, 10);
    });

    it("measures only results above the depth, but takes an engine's own pairs from the whole pool", () => {
      const gold = makeGold(makePool({ q1: { one: ["a", "b"], two: ["a"] } }), { a: 1, b: 4 });
      const { linear, holes, withoutOwn } = measure(gold, { depth: 1 }).engineOf("one");
      expect(linear).toMatchObject({ measure: "nDCG@1", mean: 0.25 });
      expect(holes.results).toBe(1);
      expect(withoutOwn).toEqual({ mean: 1, fall: -0.75, pairs: 1 });
    });

    it("returns no engine for imported judgments, and measures an engine that was not pooled", () => {
      const gold = makeGold(makePool({ q1: { one: ["a", "b"] } }, { engines: [] }), { a: 1, b: 2 });
      expect(measure(gold).engines).toEqual([]);
      const later = [{ name: "later", lists: [Int32Array.of(1, 0)] }];
      const { engines } = measureGoldEngines(gold, later, { depth: 5, seed });
      expect(engines).toMatchObject([
        { name: "later", measures: [{ mean: 1 }, { mean: 1 }], withoutOwn: { pairs: Number.NaN, fall: Number.NaN } },
      ]);
    });
  });

  describe("errors", () => {
    it("refuses a depth of 0, and a gold set without labels", () => {
      expect(() => measure(makeGold(examplePool, exampleLabels), { depth: 0 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { depth: 0 } }),
      );
      expect(() => measure(makeGold(examplePool, {}))).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
