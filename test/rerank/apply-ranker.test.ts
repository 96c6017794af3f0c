import { describe, expect, it } from "vitest";
import { applyRanker } from "../../src/rerank/apply-ranker.ts";
import { originalOrder } from "../../src/rerank/measure-order.ts";
import { predictLabels } from "../../src/rerank/ranker.ts";
import { carryOut, makeExperimentRows, simulateRows } from "../support/experiment.ts";

const options = { seed: 1, queryNames: Array.from({ length: 12 }, (_, query) => `query ${query}`) };
const known = simulateRows({ queries: 12, results: 5, seed: 1, effect: 2 });
const fresh = simulateRows({ queries: 12, results: 5, seed: 2, effect: 2 });
const [ridge] = carryOut(known).models;

describe("applyRanker", () => {
  it("predicts what the ranker predicts, and orders by it", () => {
    if (ridge === undefined) throw new Error("no model");
    const found = applyRanker(fresh, ridge.ranker, options);
    const [model] = found.models;
    expect(model?.predictions).toEqual(predictLabels(ridge.ranker, fresh.features, originalOrder(fresh)));
    expect(found.orders.map(({ name }) => name)).toEqual(["original", "ridge", "ideal", "random"]);
    expect(found.comparisons[0]?.pairs[0]).toMatchObject({ run: "ridge", verdict: "better" });
    expect(model?.errors.mse).toBeLessThan(0.5 * found.baseline.mse);
    expect(model).toMatchObject({ importance: [], curves: [], coefficients: [], strengthAtEnd: null });
  });

  it("tests every row in no fold, beside the mean of these lists", () => {
    if (ridge === undefined) throw new Error("no model");
    const found = applyRanker(fresh, ridge.ranker, options);
    expect([...found.tested]).toEqual([...originalOrder(fresh)]);
    expect(new Set(found.foldOfRow)).toEqual(new Set([-1]));
    expect(found.baseline.r2).toBeCloseTo(0, 12);
    const mean = fresh.targets.reduce((sum, label) => sum + label, 0) / 60;
    const variance = fresh.targets.reduce((sum, label) => sum + (label - mean) ** 2, 0) / 60;
    expect(found.baseline.mse).toBeCloseTo(variance, 9);
  });

  it("refuses features that the ranker does not find", () => {
    if (ridge === undefined) throw new Error("no model");
    const { ranker } = ridge;
    expect(() => applyRanker(makeExperimentRows([[1, 2]], { carrier: [1, 2] }), ranker, options)).toThrow(
      expect.objectContaining({ code: "MISSING_COLUMN", message: expect.stringContaining("idle") }),
    );
  });
});
