import { describe, expect, it } from "vitest";
import { compareEngines as compareBy } from "../../../src/measure/measures/compare-engines.ts";
import { type ComparedMeasure, compareRuns } from "../../../src/measure/measures/compare-runs.ts";

const N = Number.NaN;
/** Twelve queries. On each of them, every engine is slightly better than the engine before it. */
const above = (step: number) => Array.from({ length: 12 }, (_, query) => query / 16 + step * (1 + query / 100));
const engines = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, engine) => [`e${engine}`, above(engine / 8)]));

const compareEngines = (values: Readonly<Record<string, readonly number[]>>) =>
  compareBy(
    "ndcg_reference@10",
    Object.entries(values).map(([engine, of]) => ({
      engine,
      values: Float64Array.from(
        { length: Math.max(...Object.values(values).map(({ length }) => length)) },
        (_, query) => of[query] ?? N,
      ),
    })),
    1,
  );

describe("compareEngines", () => {
  it("tests a pair of engines on the queries that both engines have", () => {
    // All 12 differences have the same sign: 2 of 2^12 sign patterns are as extreme.
    const found = compareEngines({ low: [...above(0), N], high: [...above(1), 0.5] });
    expect(found).toMatchObject({ measure: "ndcg_reference@10", allPairs: 1 });
    expect(found?.order.map(({ engine, queries }) => [engine, queries])).toEqual([
      ["high", 13],
      ["low", 12],
    ]);
    const [pair] = found?.pairs ?? [];
    expect(pair).toMatchObject({ better: "high", worse: "low", queries: 12, verdict: "better" });
    expect(pair?.p).toBeCloseTo(2 / 2 ** 12, 12);
    // The mean of 1 + q / 100 for q = 0 … 11.
    expect(pair?.difference).toBeCloseTo(1.055, 12);
  });

  it("compares all pairs of six engines, and corrects as Holm does", () => {
    const found = compareEngines(engines(6));
    expect(found?.pairs).toHaveLength(15);
    // 15 equal p-values: Holm multiplies each by 15.
    for (const { p } of found?.pairs ?? []) expect(p).toBeCloseTo((15 * 2) / 2 ** 12, 12);
  });

  it("compares the best of many engines with each other engine, but corrects for all pairs", () => {
    const found = compareEngines(engines(7));
    expect(found?.pairs.map(({ better, worse }) => [better, worse])).toEqual(
      ["e5", "e4", "e3", "e2", "e1", "e0"].map((other) => ["e6", other]),
    );
    expect(found?.allPairs).toBe(21);
    for (const { p } of found?.pairs ?? []) expect(p).toBeCloseTo((21 * 2) / 2 ** 12, 12);
  });

  it("puts the engine first that is better on common queries, even if its overall mean is smaller", () => {
    const [pair] = compareEngines({ a: [0.4, 0.5, 0.9], b: [0.5, 0.6, N] })?.pairs ?? [];
    expect(pair).toMatchObject({ better: "b", worse: "a", queries: 2, verdict: "too few queries" });
    expect(pair?.difference).toBeCloseTo(0.1, 12);
    expect(pair?.interval?.every((end) => Math.abs(end - 0.1) < 1e-9)).toBe(true);
  });

  it("returns no verdict for fewer than ten queries, whatever p is", () => {
    const nine = { low: above(0).slice(0, 9), high: above(1).slice(0, 9) };
    expect(compareEngines(nine)?.pairs[0]?.verdict).toBe("too few queries");
  });

  it("leaves out engines without a mean", () => {
    const found = compareEngines({ a: [0.5, 0.25], nothing: [N, N] });
    expect(found).toMatchObject({ pairs: [], allPairs: 0 });
    expect(found?.order).toMatchObject([{ engine: "a", mean: 0.375, queries: 2 }]);
  });

  it("returns the intervals and p-values of compareRuns, whichever engine is the baseline there", () => {
    const values = { one: [0.5, 0.1, 0.9, 0.3, 0.35], other: [0.2, 0.3, 0.1, 0.25, 0.05] };
    const [pair] = compareEngines(values)?.pairs ?? [];
    const measure: ComparedMeasure = {
      measure: "m",
      lowerIsBetter: false,
      values: Object.values(values).map((of) => Float64Array.from(of)),
    };
    const options = {
      runs: ["one", "other"],
      queries: ["a", "b", "c", "d", "e"],
      weights: null,
      seed: 1,
      permutations: 100_000,
      moved: 0,
    };
    for (const [run, baseline] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const [compared] = compareRuns([measure], { ...options, pairs: [{ run, baseline }] })[0]?.pairs ?? [];
      const { low = 0, high = 0 } = compared?.bootstrap ?? {};
      expect(run === 0 ? [low, high] : [-high, -low]).toEqual(pair?.interval);
      expect(compared?.adjusted?.holm).toBe(pair?.p);
    }
  });

  it("returns null if no engine has values", () => {
    expect(compareEngines({ a: [N], b: [N] })).toBeNull();
  });
});
