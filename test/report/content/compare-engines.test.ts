import { describe, expect, it } from "vitest";
import { compareEngines } from "../../../src/report/content/compare-engines.ts";
import { madeOrigin, makeMeasuredInputs } from "../../support/make-report.ts";

const N = Number.NaN;
/** Twelve queries; each engine lies a little more above the first on every one of them. */
const above = (step: number) => Array.from({ length: 12 }, (_, query) => query / 16 + step * (1 + query / 100));
const engines = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, engine) => [`e${engine}`, above(engine / 8)]));

describe("compareEngines", () => {
  it("tests a pair over the queries of both", () => {
    // All 12 differences have one sign: 2 of 2^12 sign patterns are as far from 0.
    const found = compareEngines(makeMeasuredInputs({ low: [...above(0), N], high: [...above(1), 0.5] }));
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

  it("compares all pairs of six engines, corrected by Holm", () => {
    const found = compareEngines(makeMeasuredInputs(engines(6)));
    expect(found?.pairs).toHaveLength(15);
    // 15 equal p: Holm multiplies each by 15.
    for (const { p } of found?.pairs ?? []) expect(p).toBeCloseTo((15 * 2) / 2 ** 12, 12);
  });

  it("compares the best of many engines with each, and corrects over all pairs that it was chosen from", () => {
    const found = compareEngines(makeMeasuredInputs(engines(7)));
    expect(found?.pairs.map(({ better, worse }) => [better, worse])).toEqual(
      ["e5", "e4", "e3", "e2", "e1", "e0"].map((other) => ["e6", other]),
    );
    expect(found?.allPairs).toBe(21);
    for (const { p } of found?.pairs ?? []) expect(p).toBeCloseTo((21 * 2) / 2 ** 12, 12);
  });

  it("turns a pair whose better engine has the smaller mean of all its queries", () => {
    const [pair] = compareEngines(makeMeasuredInputs({ a: [0.4, 0.5, 0.9], b: [0.5, 0.6, N] }))?.pairs ?? [];
    expect(pair).toMatchObject({ better: "b", worse: "a", queries: 2, verdict: "too few queries" });
    expect(pair?.difference).toBeCloseTo(0.1, 12);
    expect(pair?.interval?.every((end) => Math.abs(end - 0.1) < 1e-9)).toBe(true);
  });

  it("gives no verdict below ten queries, whatever p is", () => {
    const nine = { low: above(0).slice(0, 9), high: above(1).slice(0, 9) };
    expect(compareEngines(makeMeasuredInputs(nine))?.pairs[0]?.verdict).toBe("too few queries");
  });

  it("leaves out engines without a mean", () => {
    const found = compareEngines(makeMeasuredInputs({ a: [0.5, 0.25], nothing: [N, N] }));
    expect(found).toMatchObject({ pairs: [], allPairs: 0 });
    expect(found?.order).toMatchObject([{ engine: "a", mean: 0.375, queries: 2 }]);
  });

  it("says nothing where nothing is measured, nor of calibrated labels", () => {
    expect(compareEngines(makeMeasuredInputs({ a: [N], b: [N] }))?.order ?? []).toEqual([]);
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    expect(compareEngines(makeMeasuredInputs(engines(2), { origin }))).toBeNull();
  });
});
