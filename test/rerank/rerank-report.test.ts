import { describe, expect, it } from "vitest";
import { rerankPlots, rerankReport } from "../../src/rerank/rerank-report.ts";
import { applyRanker } from "../../src/rerank/run-experiment.ts";
import { carryOut, makeExperimentRows, rowsOfOracle, simulateRows } from "../support/experiment.ts";

const byQuery = { engine: "explorer", split: { by: "queries", folds: 3 }, seed: 1 } as const;
const rows = rowsOfOracle();
const experiment = carryOut(rows, { models: ["ridge", "mlp", "forest"] });
const report = rerankReport(rows, experiment, byQuery);

describe("rerankReport", () => {
  it("returns the errors of the baseline and of every model", () => {
    expect(Object.keys(report.mse)).toEqual(["mean-baseline", "ridge", "mlp", "forest"]);
    // scikit-learn 1.9.1, as in run-experiment.test.ts.
    expect(report.mse["mean-baseline"]).toBeCloseTo(0.9850260416666666, 9);
    expect([report.mse, report.rmse, report.mae, report.r2].map((errors) => errors["ridge"])).toEqual(
      [1.210720819332894, 1.1003275963697785, 0.9919500417242576, -0.23867707271003047].map((value) =>
        expect.closeTo(value, 9),
      ),
    );
  });

  it("returns the mean nDCG of every order, and null if no query has an nDCG", () => {
    // numpy 2.4.6, as in run-experiment.test.ts: means over the six queries.
    expect(report.ndcg["original"]?.ndcg_returned).toBeCloseTo(0.8559442158289999, 9);
    expect(report.ndcg["ridge"]?.ndcg_returned).toBeCloseTo(0.7920639323722566, 9);
    expect(report.ndcg["ideal"]).toMatchObject({ ndcg_returned: 1, ndcg_reference: null, "ndcg_reference@10": null });
    expect(Object.keys(report.ndcg).at(-1)).toBe("random");
  });

  it("averages over the queries for which a measure is defined", () => {
    const some = makeExperimentRows([[0, 1], [0, 0], [1, 0], []]);
    const found = rerankReport(some, carryOut(some, { split: { by: "queries", folds: 2 } }), byQuery);
    expect(found.ndcg["original"]?.ndcg_returned).toBeCloseTo((1 / Math.log2(3) + 1) / 2, 12);
    expect(found).toMatchObject({ rows: 6, queries: 3 });
  });

  it("counts missing and infinite values, and marks constant features", () => {
    const odd = makeExperimentRows(
      [
        [1, 2],
        [2, 1],
      ],
      {
        gaps: [1, Number.NaN, Number.POSITIVE_INFINITY, 2],
        flat: [1, 1, 1, 1],
        void: [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      },
    );
    expect(rerankReport(odd, carryOut(odd, { split: { by: "queries", folds: 2 } }), byQuery).features).toEqual([
      { feature: "candidate_rank", missing: 0, infinite: 0, constant: false },
      { feature: "gaps", missing: 1, infinite: 1, constant: false },
      { feature: "flat", missing: 0, infinite: 0, constant: true },
      { feature: "void", missing: 4, infinite: 0, constant: true },
    ]);
  });

  it("tests each feature and each model with each measure", () => {
    const orders = ["candidate_rank", "a", "b"].map((name) => `feature:${name}`).concat("ridge", "mlp", "forest");
    expect(report.tests.map(({ order, measure }) => [measure, order])).toEqual(
      ["ndcg_returned", "ndcg_returned@10"].flatMap((measure) => orders.map((order) => [measure, order])),
    );
    for (const { order, measure, difference, queries, p, holm } of report.tests) {
      const value = (name: string) => report.ndcg[name]?.[measure as "ndcg_returned"] ?? Number.NaN;
      expect(difference).toBeCloseTo(value(order) - value("original"), 9);
      expect(queries).toBe(6);
      expect(holm).toBeGreaterThanOrEqual(p ?? 2);
    }
  });

  it("returns the coefficients of ridge with intervals, and the importance of features in each model", () => {
    expect(report.coefficients.map(({ feature }) => feature)).toEqual([
      "candidate_rank",
      "a",
      "a missing",
      "b",
      "b missing",
    ]);
    expect(
      report.coefficients.every(({ value, interval }) => interval && interval[0] < value && value < interval[1]),
    ).toBe(true);
    expect(report.importance.map(({ model, feature }) => `${model} ${feature}`)).toEqual(
      ["ridge", "mlp", "forest"].flatMap((model) => ["candidate_rank", "a", "b"].map((name) => `${model} ${name}`)),
    );
    expect(report.strength).toEqual({ value: 2, atEnd: null });
  });

  it("returns whether the split leaks, and no intervals of coefficients without folds", () => {
    const split = { by: "rows", testShare: 0.25 } as const;
    const leaky = rerankReport(rows, carryOut(rows, { split }), { ...byQuery, split });
    expect(leaky.split).toEqual({ by: "rows", folds: null, leaks: true });
    expect(leaky.coefficients.map(({ interval }) => interval)).toEqual([null, null, null, null, null]);
    expect(report.split).toEqual({ by: "queries", folds: 3, leaks: false });
    const [model] = experiment.models;
    if (model === undefined) throw new Error("no model");
    const applied = applyRanker(rows, model.ranker, { seed: 1, queryNames: ["", "", "", "", "", ""] });
    expect(rerankReport(rows, applied, { ...byQuery, split: null }).split).toEqual({
      by: "none",
      folds: null,
      leaks: false,
    });
  });

  it("returns no coefficients without ridge", () => {
    const forest = rerankReport(rows, carryOut(rows, { models: ["forest"] }), byQuery);
    expect(forest).toMatchObject({ coefficients: [], strength: null });
  });

  it("returns a report that does not change if it is written to JSON and read again", () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});

describe("rerankPlots", () => {
  it("contain the predicted and the true label of each test row", () => {
    const { predictedAgainstTrue } = rerankPlots(rows, experiment, 1);
    expect(predictedAgainstTrue.map(({ model, points }) => [model, points.length])).toEqual([
      ["ridge", 24],
      ["mlp", 24],
      ["forest", 24],
    ]);
    expect(predictedAgainstTrue[0]?.points[23]).toEqual([expect.closeTo(1.0785384172269659, 9), rows.targets[23]]);
  });

  it("contain at most 2000 points, taken at even steps", () => {
    const many = simulateRows({ queries: 30, results: 70, seed: 1, effect: 1 });
    const points = rerankPlots(many, carryOut(many), 1).predictedAgainstTrue[0]?.points;
    expect(points).toHaveLength(1050);
    expect(points?.[1]?.[1]).toBe(many.targets[2]);
  });

  it("contain a learning curve for each fold of a perceptron, and a mean with its interval for each order", () => {
    const { learningCurves, ndcg } = rerankPlots(rows, experiment, 1);
    expect(learningCurves.map(({ model, fold, train, validation }) => [model, fold, train.length, validation])).toEqual(
      [0, 1, 2].map((fold) => ["mlp", fold, 3, [null, null, null]]),
    );
    expect(ndcg.map(({ order, measure }) => `${order} ${measure}`)).toContain("random ndcg_returned@10");
    expect(ndcg.some(({ measure }) => measure === "ndcg_reference")).toBe(false);
    for (const { mean, interval, order } of ndcg) {
      if (order === "ideal") expect([mean, interval?.[0]]).toEqual([1, 1]);
      else expect((interval?.[0] ?? 2) < mean && mean < (interval?.[1] ?? 0)).toBe(true);
    }
  });
});
