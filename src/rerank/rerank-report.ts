import { at } from "../core/at.ts";
import { bootstrapInterval } from "../maths/bootstrap-interval.ts";
import type { PredictionErrors } from "../maths/regression/prediction-errors.ts";
import { learnPreparation } from "../maths/regression/prepare-features.ts";
import { meanOf } from "../maths/summary.ts";
import type { PairComparison } from "../measure/measures/compare-runs.ts";
import { baselineName, type ExperimentRows, orderMeasures } from "./experiment-rows.ts";
import { type Experiment, type ExperimentOptions, originalOrder } from "./run-experiment.ts";

export type RerankReport = ReturnType<typeof rerankReport>;

/** `split` is null if an earlier ranker was applied. */
export function rerankReport(
  rows: ExperimentRows,
  { baseline, models, orders, comparisons }: Pick<Experiment, "baseline" | "models" | "orders" | "comparisons">,
  { engine, split, seed }: { engine: string; split: ExperimentOptions["split"] | null; seed: number },
) {
  const { features, targets, queries, repeats, unlabelled, documents, known, withoutId } = rows;
  const preparation = learnPreparation(features, originalOrder(rows));
  const withoutEffect = new Set([...preparation.constant, ...preparation.empty]);
  const errors = <Value>(read: (one: PredictionErrors) => Value) =>
    Object.fromEntries([
      [baselineName, read(baseline)],
      ...models.map((model) => [model.kind, read(model.errors)] as const),
    ]);
  const ridge = models.find(({ kind }) => kind === "ridge");
  const strength = ridge?.ranker.model.kind === "ridge" ? ridge.ranker.model.strength : null;
  return {
    schema: "semqrel.rerank/1" as const,
    engine,
    rows: targets.length,
    queries,
    /** `leaks`: queries are in both training and test, so a model has seen parts of the lists that it orders. */
    split: {
      by: split?.by ?? ("none" as const),
      folds: split?.by === "queries" ? split.folds : null,
      leaks: split?.by === "rows",
    },
    seed,
    /** Numbers of distinct documents: all, those with features (`known`), and those without an id. */
    documents: { count: documents, known, withoutId },
    /** Number of results that repeat a document of their list. Each document counts once in every order. */
    repeats,
    unlabelled,
    /** For each feature, the counts of missing and infinite values. Models get the training rows' median instead. */
    features: features.names.map((feature, place) => ({
      feature,
      missing: at(preparation.missing, place),
      infinite: at(preparation.infinite, place),
      constant: withoutEffect.has(feature),
    })),
    /** Errors of the predicted labels in the test rows, for each model and `mean-baseline`. */
    mse: errors(({ mse }) => mse),
    rmse: errors(({ rmse }) => rmse),
    mae: errors(({ mae }) => mae),
    r2: errors(({ r2 }) => r2),
    /** Means over queries for each order; null if the measure is undefined for all queries. */
    ndcg: Object.fromEntries(
      orders.map(({ name, values }) => [
        name,
        {
          ndcg_returned: meanOfKnown(values.ndcg_returned),
          "ndcg_returned@10": meanOfKnown(values["ndcg_returned@10"]),
          ndcg_reference: meanOfKnown(values.ndcg_reference),
          "ndcg_reference@10": meanOfKnown(values["ndcg_reference@10"]),
        },
      ]),
    ),
    /** For each measure, tests that compare the original order with the order by each feature and each model. */
    tests: comparisons.flatMap(({ measure, pairs }) => pairs.map((pair) => testOf(measure, pair))),
    /** Standardised coefficients of ridge. `interval` is null if queries were not split into folds. */
    coefficients: coefficientsOf(models),
    /** Strength of ridge. `atEnd` says whether it is the smallest or the largest strength tried; null if neither. */
    strength: ridge === undefined || strength === null ? null : { value: strength, atEnd: ridge.strengthAtEnd },
    /** For each model and feature, the increase of the mean squared error if the feature's values are shuffled. */
    importance: models.flatMap(({ kind: model, importance }) =>
      importance.map(({ name, rise, deviation }) => ({ model, feature: name, value: rise, deviation })),
    ),
  };
}

export type RerankPlots = ReturnType<typeof rerankPlots>;

export function rerankPlots({ targets }: ExperimentRows, experiment: Experiment, seed: number) {
  const { tested, models, orders } = experiment;
  const step = Math.max(1, Math.ceil(tested.length / 2000));
  const shown = tested.filter((_, place) => place % step === 0);
  return {
    schema: "semqrel.rerank-plots/1" as const,
    /** Predicted and true label of up to 2,000 test rows, evenly spaced. */
    predictedAgainstTrue: models.map(({ kind, predictions }) => ({
      model: kind,
      points: Array.from(shown, (row) => [at(predictions, row), at(targets, row)] as const),
    })),
    /** Losses of perceptrons in each epoch: half the mean squared error of standardised labels. */
    learningCurves: models.flatMap(({ kind, curves }) =>
      curves.map((curve, fold) => ({
        model: kind,
        fold,
        train: curve.map(({ trainLoss }) => trainLoss),
        /** Null if there are too few training queries for validation. */
        validation: curve.map(({ validationLoss }) => validationLoss),
      })),
    ),
    /** Mean of each order and measure, with a bootstrap interval over queries. */
    ndcg: orders.flatMap(({ name, values }) =>
      orderMeasures.flatMap((measure) => {
        const defined = values[measure].filter((value) => !Number.isNaN(value));
        const mean = meanOfKnown(defined);
        if (mean === null) return [];
        const found = bootstrapInterval(defined, { seed });
        return [{ order: name, measure, mean, interval: found && ([found.low, found.high] as const) }];
      }),
    ),
  };
}

function coefficientsOf(models: Experiment["models"]) {
  type Coefficient = { feature: string; value: number; interval: readonly [number, number] | null };
  return models.flatMap(({ ranker: { model, preparation }, coefficients }): Coefficient[] => {
    if (model.kind !== "ridge" || coefficients.length > 0) return coefficients;
    return model.coefficients.map((value, place) => ({
      feature: at(preparation.matrixNames, place),
      value,
      interval: null,
    }));
  });
}

/** `interval`: 95 % bootstrap over queries. `p`: paired randomisation test. `holm`: p corrected for all orders. */
function testOf(measure: string, pair: PairComparison) {
  const { run, queries, difference, bootstrap, randomisation, adjusted, verdict } = pair;
  const interval = bootstrap && ([bootstrap.low, bootstrap.high] as const);
  const [p, holm] = [randomisation?.p ?? null, adjusted?.holm ?? null];
  return { measure, order: run, queries, difference, interval, p, holm, verdict };
}

function meanOfKnown(values: Float64Array): number | null {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? null : meanOf(known);
}
