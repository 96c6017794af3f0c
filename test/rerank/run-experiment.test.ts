import { describe, expect, it, test } from "vitest";
import { foldsByGroup } from "../../src/maths/regression/prediction-errors.ts";
import { modelKinds, predictLabels } from "../../src/rerank/ranker.ts";
import {
  applyRanker,
  coefficientIntervals,
  type Experiment,
  originalOrder,
  runExperiment,
} from "../../src/rerank/run-experiment.ts";
import {
  carryOut,
  fitted,
  makeExperimentRows,
  plainExperiment,
  rowsOfOracle,
  simulateRows,
} from "../support/experiment.ts";

const small = simulateRows({ queries: 6, results: 4, seed: 4, effect: 1 });
const meanOf = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const valuesOf = ({ orders }: Experiment, name: string) =>
  orders.find((order) => order.name === name)?.values.ndcg_returned ?? new Float64Array(0);

describe("runExperiment", () => {
  it("matches scikit-learn with the same folds", () => {
    const found = carryOut(rowsOfOracle());
    const [ridge] = found.models;
    expect(Array.from(found.foldOfRow)).toEqual([2, 1, 0, 2, 0, 1].flatMap((fold) => [fold, fold, fold, fold]));
    // scikit-learn 1.9.1: cross_val_predict(make_pipeline(SimpleImputer("median", add_indicator=True), StandardScaler(),
    // Ridge(2)), cv=PredefinedSplit(folds as above)); first and last row; mean_squared_error, mean_absolute_error, r2_score.
    expect(ridge?.predictions[0]).toBeCloseTo(1.4120884032491434, 9);
    expect(ridge?.predictions[23]).toBeCloseTo(1.0785384172269659, 9);
    expect(ridge?.errors).toEqual({
      mse: expect.closeTo(1.210720819332894, 9),
      rmse: expect.closeTo(1.1003275963697785, 9),
      mae: expect.closeTo(0.9919500417242576, 9),
      r2: expect.closeTo(-0.23867707271003047, 9),
    });
    // The mean label of the other folds.
    expect(found.baseline).toEqual({
      mse: expect.closeTo(0.9850260416666666, 9),
      rmse: expect.closeTo(0.9924847815793785, 9),
      mae: expect.closeTo(0.8541666666666666, 9),
      r2: expect.closeTo(-0.00777087033747792, 9),
    });
    // numpy 2.4.6: Σ label / log2(place + 1), over that of the sorted labels, in the order of those predictions.
    const original = [
      0.7161797710448459, 0.6934264036172708, 0.9836821611850634, 0.9726929237981965, 0.8507691554334583,
      0.9189148798951648,
    ];
    const reranked = [
      0.8378541447331506, 0.6509209298071325, 0.6998619322299093, 0.9082250349698345, 0.9854904886373149,
      0.670031063856198,
    ];
    expect([...valuesOf(found, "original")]).toEqual(original.map((value) => expect.closeTo(value, 9)));
    expect([...valuesOf(found, "ridge")]).toEqual(reranked.map((value) => expect.closeTo(value, 9)));
  });

  it("returns the orders by each feature and each model, the best order and a random order", () => {
    const { orders, models } = carryOut(small, { models: ["ridge", "forest"] });
    expect(orders.map(({ name }) => name)).toEqual([
      "original",
      "feature:candidate_rank",
      "feature:carrier",
      "feature:idle",
      "ridge",
      "forest",
      "ideal",
      "random",
    ]);
    expect(models.map(({ kind }) => kind)).toEqual(["ridge", "forest"]);
  });

  it("sorts by a feature in ascending or descending order, whichever is better on the training rows", () => {
    const lists = Array.from({ length: 4 }, () => [0, 1, 2]);
    const falling = makeExperimentRows(lists, {
      falling: lists.flatMap(() => [9, 5, 1]),
      void: lists.flatMap(() => [Number.NaN, Number.NaN, Number.NaN]),
    });
    const found = carryOut(falling, { split: { by: "queries", folds: 4 } });
    expect([...valuesOf(found, "feature:falling")]).toEqual([1, 1, 1, 1]);
    expect([...valuesOf(found, "feature:candidate_rank")]).toEqual([1, 1, 1, 1]);
    expect(valuesOf(found, "feature:void")).toEqual(valuesOf(found, "original"));
  });

  test.each(modelKinds)("predicts a query with %s without using its own labels", (kind) => {
    const changed = { ...small, targets: small.targets.map((label, row) => (row < 4 ? 30 - label : label)) };
    const options = { models: [kind], strength: null } as const;
    const [one, other] = [carryOut(small, options), carryOut(changed, options)];
    const ofQuery = ({ models }: Experiment) => [...(models[0]?.predictions.slice(0, 4) ?? [])];
    expect(ofQuery(one)).toEqual(ofQuery(other));
    // Predictions for other queries must differ, otherwise this test could not fail.
    expect(one.models[0]?.predictions.slice(4)).not.toEqual(other.models[0]?.predictions.slice(4));
    for (const [place, { name, order }] of one.orders.entries()) {
      if (name !== "ideal" && order !== null) {
        expect([name, order.slice(0, 4)]).toEqual([name, other.orders[place]?.order?.slice(0, 4)]);
      }
    }
  });

  it("returns a ranker that is fitted on all rows, with intervals of its coefficients over the folds", () => {
    const found = carryOut(small, { strength: null });
    const [ridge] = found.models;
    const training = { ...small, rows: originalOrder(small) };
    expect(ridge?.ranker).toEqual(fitted("ridge", training, { ...plainExperiment, strength: null }).ranker);
    const strength = ridge?.ranker.model.kind === "ridge" ? ridge.ranker.model.strength : Number.NaN;
    expect(ridge?.coefficients).toEqual(coefficientIntervals(training, strength, found.foldOfRow));
    expect(carryOut(small, { models: ["forest"] }).models[0]?.coefficients).toEqual([]);
  });

  it("splits rows into test and training rows if requested, and predicts labels of both", () => {
    const found = carryOut(small, { split: { by: "rows", testShare: 0.25 }, models: ["forest"] });
    expect(found.tested).toHaveLength(6);
    expect(Array.from(found.foldOfRow, (fold, row) => (fold === 0 ? row : -1)).filter((row) => row >= 0)).toEqual([
      ...found.tested,
    ]);
    expect(new Set(found.foldOfRow)).toEqual(new Set([0, -1]));
    const taught = Array.from(small.targets).filter((_, row) => found.foldOfRow[row] === -1);
    const errors = Array.from(found.tested, (row) => (meanOf(taught) - (small.targets[row] ?? 0)) ** 2);
    expect(found.baseline.mse).toBeCloseTo(meanOf(errors), 9);
    expect(found.models[0]?.predictions.every((label) => label > 0)).toBe(true);
    expect(found.models[0]?.coefficients).toEqual([]);
  });

  it("finds that only the feature that determines the label is important", () => {
    const rows = simulateRows({ queries: 12, results: 10, seed: 9, effect: 2 });
    const { models } = carryOut(rows, { models: ["ridge", "forest"], repeats: 3, trees: 10 });
    for (const { importance } of models) {
      const [rank, carrier, idle] = importance.map(({ rise }) => rise);
      // Shuffling removes its variance of 4, and adds as much error again: 8.
      expect(carrier).toBeGreaterThan(4);
      expect(carrier).toBeLessThan(12);
      expect(Math.abs(rank ?? 9)).toBeLessThan(0.5);
      expect(Math.abs(idle ?? 9)).toBeLessThan(0.5);
      expect(importance.every(({ deviation }) => (deviation ?? -1) >= 0)).toBe(true);
    }
  });

  it("returns a learning curve for each fold of a perceptron", () => {
    const { models } = carryOut(small, { models: ["mlp"], epochs: 3 });
    expect(models[0]?.curves.map((curve) => curve.length)).toEqual([3, 3, 3]);
    expect(carryOut(small).models[0]?.curves).toEqual([]);
  });

  it("yields the number of finished fits after each step", () => {
    const steps = [...runExperiment(small, { ...plainExperiment, models: ["ridge", "mlp"], queryNames: [] })];
    expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([8]));
    expect([...new Set(steps.map(({ done }) => done))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    // A fit with epochs yields more than once.
    expect(steps.filter(({ done }) => done === 4).length).toBeGreaterThan(1);
  });

  it("returns the same result for the same seed, and draws other folds for another seed", () => {
    const all = { models: modelKinds, trees: 2 };
    expect(carryOut(small, all)).toEqual(carryOut(small, all));
    expect(carryOut(small, { seed: 2 }).foldOfRow).not.toEqual(carryOut(small, { seed: 1 }).foldOfRow);
  });

  test.each([
    ["fewer queries than folds", { split: { by: "queries", folds: 7 } }],
    ["one fold", { split: { by: "queries", folds: 1 } }],
    ["a test share without rows", { split: { by: "rows", testShare: 0.01 } }],
    ["a test share of all rows", { split: { by: "rows", testShare: 0.99 } }],
  ] as const)("refuses %s", (_, options) => {
    expect(() => carryOut(small, options)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

describe("with features of known effect", () => {
  /** Share of 100 seeded experiments whose interval contains the effect, for `carrier` and `idle`. */
  function coverage(effect: number, strength: number | null) {
    let [carrier, idle] = [0, 0];
    for (let seed = 0; seed < 100; seed++) {
      const rows = simulateRows({ queries: 30, results: 8, seed, effect, querySpread: 0.5 });
      const training = { ...rows, rows: originalOrder(rows) };
      // As `runExperiment` does, without its orders, which take most of the time.
      const { ranker } = fitted("ridge", training, { ...plainExperiment, strength, seed });
      const chosen = (ranker.model as { readonly strength: number }).strength;
      const found = coefficientIntervals(training, chosen, foldsByGroup(rows.queryOfRow, 5, seed));
      const [, deviation = Number.NaN] = ranker.preparation.deviations;
      const holds = (place: number, truth: number) => {
        const [low, high] = found[place]?.interval ?? [Number.NaN, Number.NaN];
        return low <= truth && truth <= high ? 1 : 0;
      };
      carrier += holds(1, effect * deviation);
      idle += holds(2, 0);
    }
    return { carrier: carrier / 100, idle: idle / 100 };
  }

  // A coverage below .89 of 100 at .95 is unlikely: scipy binom.cdf(88, 100, 0.95) = 0.004.
  it("ridge with a chosen strength covers a strong effect in 95 % of its intervals", () => {
    const found = coverage(0.8, null);
    expect(found.carrier).toBeGreaterThanOrEqual(0.89);
    expect(found.idle).toBeGreaterThanOrEqual(0.89);
    expect(found.carrier).toBeLessThan(1);
  });

  // A chosen strength shrinks a weak effect towards 0, but not the interval.
  it("ridge with a chosen strength covers a weak effect in 95 % of its intervals", () => {
    const found = coverage(0.1, null);
    expect(found.carrier).toBeGreaterThanOrEqual(0.89);
    expect(found.idle).toBeGreaterThanOrEqual(0.89);
    expect(found.idle).toBeLessThan(1);
  });
});

describe("with features of pure noise", () => {
  const experiments = 20;

  /** Runs experiments on different lists, whose labels do not depend on the features. */
  function differences(kind: "ridge" | "forest", split: "queries" | "rows") {
    const found = Array.from({ length: experiments }, (_, seed) => {
      const rows = simulateRows({ queries: 10, results: 8, seed, effect: 0 });
      const options = { models: [kind], seed, trees: 5 } as const;
      const experiment = carryOut(rows, {
        ...options,
        split: split === "queries" ? { by: "queries", folds: 4 } : { by: "rows", testShare: 0.2 },
      });
      const pair = experiment.comparisons[0]?.pairs.find(({ run }) => run === kind);
      return {
        difference: pair?.difference ?? Number.NaN,
        p: pair?.randomisation?.p ?? Number.NaN,
        verdict: pair?.verdict,
      };
    });
    const mean = meanOf(found.map(({ difference }) => difference));
    const squares = found.map(({ difference }) => (difference - mean) ** 2);
    return {
      mean,
      standardError: Math.sqrt(meanOf(squares) / (experiments - 1)),
      improved: found.filter(({ p, difference }) => p < 0.05 && difference > 0).length,
      better: found.filter(({ verdict }) => verdict === "better").length,
    };
  }

  // scipy's binom.isf(0.001, 20, 0.05) = 5. Two-sided p below .05 is more common than that with cross-validated models,
  // because folds share training rows (Bengio & Grandvalet 2004, JMLR 5, 1089).
  test.each(["ridge", "forest"] as const)("%s improves lists no more than by chance if queries are split", (kind) => {
    const { mean, standardError, improved, better } = differences(kind, "queries");
    expect(Math.abs(mean)).toBeLessThan(3.3 * standardError);
    expect(improved).toBeLessThanOrEqual(5);
    expect(better).toBeLessThanOrEqual(5);
  });

  it("a forest seems to improve lists if rows are split, because it has seen most of the labels", () => {
    const { mean, standardError, better } = differences("forest", "rows");
    expect(mean).toBeGreaterThan(10 * standardError);
    expect(better).toBeGreaterThan(0.5 * experiments);
  });
});

const options = { seed: 1, queryNames: Array.from({ length: 12 }, (_, query) => `query ${query}`) };
const known = simulateRows({ queries: 12, results: 5, seed: 1, effect: 2 });
const fresh = simulateRows({ queries: 12, results: 5, seed: 2, effect: 2 });
const [ridge] = carryOut(known).models;

describe("applyRanker", () => {
  it("predicts labels with the ranker, and orders results by these predictions", () => {
    if (ridge === undefined) throw new Error("no model");
    const found = applyRanker(fresh, ridge.ranker, options);
    const [model] = found.models;
    expect(model?.predictions).toEqual(predictLabels(ridge.ranker, fresh.features, originalOrder(fresh)));
    expect(found.orders.map(({ name }) => name)).toEqual(["original", "ridge", "ideal", "random"]);
    expect(found.comparisons[0]?.pairs[0]).toMatchObject({ run: "ridge", verdict: "better" });
    expect(model?.errors.mse).toBeLessThan(0.5 * found.baseline.mse);
    expect(model).toMatchObject({ importance: [], curves: [], coefficients: [], strengthAtEnd: null });
  });

  it("tests every row without folds, and uses the mean of these labels as the baseline", () => {
    if (ridge === undefined) throw new Error("no model");
    const found = applyRanker(fresh, ridge.ranker, options);
    expect([...found.tested]).toEqual([...originalOrder(fresh)]);
    expect(new Set(found.foldOfRow)).toEqual(new Set([-1]));
    expect(found.baseline.r2).toBeCloseTo(0, 12);
    const mean = fresh.targets.reduce((sum, label) => sum + label, 0) / 60;
    const variance = fresh.targets.reduce((sum, label) => sum + (label - mean) ** 2, 0) / 60;
    expect(found.baseline.mse).toBeCloseTo(variance, 9);
  });

  it("refuses rows without the ranker's features", () => {
    if (ridge === undefined) throw new Error("no model");
    const { ranker } = ridge;
    expect(() => applyRanker(makeExperimentRows([[1, 2]], { carrier: [1, 2] }), ranker, options)).toThrow(
      expect.objectContaining({ code: "MISSING_COLUMN", message: expect.stringContaining("idle") }),
    );
  });
});
