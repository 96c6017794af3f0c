/** What does a reranking experiment come to? The document of `rerank --json`, and the points of its plots. */
import { at } from "../core/at.ts";
import { bootstrapInterval } from "../maths/bootstrap-interval.ts";
import type { PredictionErrors } from "../maths/regression/prediction-errors.ts";
import { learnPreparation } from "../maths/regression/prepare-features.ts";
import { meanOf } from "../maths/summary.ts";
import type { PairComparison } from "../measure/measures/compare-runs.ts";
import type { ExperimentRows } from "./experiment-rows.ts";
import { type OrderMeasure, orderMeasures, originalOrder } from "./measure-order.ts";
import type { ModelKind } from "./ranker.ts";
import type { Experiment, ExperimentOptions } from "./run-experiment.ts";

export const baselineName = "mean-baseline";

/** What `semqrel rerank --json` prints. */
export interface RerankReport {
  readonly schema: "semqrel.rerank/1";
  readonly engine: string;
  readonly rows: number;
  readonly queries: number;
  /** `leaks`: rows of one query teach and test, so a model has seen part of each list that it orders. */
  readonly split: { readonly by: "queries" | "rows" | "none"; readonly folds: number | null; readonly leaks: boolean };
  readonly seed: number;
  /** Distinct documents; `known` have features. */
  readonly documents: { readonly count: number; readonly known: number; readonly withoutId: number };
  /** Results that repeat a document of their list: they count once, in every order. */
  readonly repeats: number;
  /** Results without label: their query has no reference. */
  readonly unlabelled: number;
  /** Rows without a finite number get the median of the rows that teach, and an indicator. */
  readonly features: readonly {
    readonly feature: string;
    readonly missing: number;
    readonly infinite: number;
    readonly constant: boolean;
  }[];
  /** By model and `mean-baseline`: of labels predicted for rows that test. */
  readonly mse: Readonly<Record<string, number>>;
  readonly rmse: Readonly<Record<string, number>>;
  readonly mae: Readonly<Record<string, number>>;
  readonly r2: Readonly<Record<string, number | null>>;
  /** By order, means over queries; null if no query has the measure. */
  readonly ndcg: Readonly<Record<string, { readonly [measure in OrderMeasure]: number | null }>>;
  /** Each feature and model against the original order. */
  readonly tests: readonly OrderTest[];
  /** From ridge regression, standardised; `interval` is null without folds of queries. */
  readonly coefficients: readonly {
    readonly feature: string;
    readonly value: number;
    readonly interval: readonly [number, number] | null;
  }[];
  /** Of ridge; `atEnd` says that a smaller or larger one might be better. */
  readonly strength: { readonly value: number; readonly atEnd: "smallest" | "largest" | null } | null;
  /** By model and feature: rise of the mean squared error where its values are shuffled. */
  readonly importance: readonly {
    readonly model: ModelKind;
    readonly feature: string;
    readonly value: number;
    readonly deviation: number | null;
  }[];
}

export interface OrderTest {
  readonly measure: string;
  readonly order: string;
  readonly queries: number;
  readonly difference: number | null;
  /** Bootstrap over queries, 95 %; null below two queries. */
  readonly interval: readonly [number, number] | null;
  /** Paired randomisation test; `holm` is corrected over the orders of the measure. */
  readonly p: number | null;
  readonly holm: number | null;
  readonly verdict: PairComparison["verdict"];
}

/** @param settings of the experiment; no split where a ranker fitted before was applied */
export function rerankReport(
  rows: ExperimentRows,
  experiment: Experiment,
  { engine, split, seed }: { engine: string; split: ExperimentOptions["split"] | null; seed: number },
): RerankReport {
  const { features, targets, queries, repeats, unlabelled, documents, known, withoutId } = rows;
  const preparation = learnPreparation(features, originalOrder(rows));
  const dull = new Set([...preparation.constant, ...preparation.empty]);
  const errors = (read: (one: PredictionErrors) => number | null) =>
    Object.fromEntries([
      [baselineName, read(experiment.baseline)],
      ...experiment.models.map((model) => [model.kind, read(model.errors)]),
    ]);
  const ridge = experiment.models.find(({ ranker }) => ranker.model.kind === "ridge");
  return {
    schema: "semqrel.rerank/1",
    engine,
    rows: targets.length,
    queries,
    split: {
      by: split?.by ?? "none",
      folds: split?.by === "queries" ? split.folds : null,
      leaks: split?.by === "rows",
    },
    seed,
    documents: { count: documents, known, withoutId },
    repeats,
    unlabelled,
    features: features.names.map((feature, place) => ({
      feature,
      missing: at(preparation.missing, place),
      infinite: at(preparation.infinite, place),
      constant: dull.has(feature),
    })),
    mse: errors(({ mse }) => mse),
    rmse: errors(({ rmse }) => rmse),
    mae: errors(({ mae }) => mae),
    r2: errors(({ r2 }) => r2),
    ndcg: Object.fromEntries(
      experiment.orders.map(({ name, values }) => [
        name,
        Object.fromEntries(orderMeasures.map((measure) => [measure, meanOfKnown(values[measure])])),
      ]),
    ) as RerankReport["ndcg"],
    tests: experiment.comparisons.flatMap(({ measure, pairs }) => pairs.map((pair) => testOf(measure, pair))),
    coefficients: ridge === undefined ? [] : coefficientsOf(ridge),
    strength:
      ridge?.ranker.model.kind === "ridge" ? { value: ridge.ranker.model.strength, atEnd: ridge.strengthAtEnd } : null,
    importance: experiment.models.flatMap(({ kind: model, importance }) =>
      importance.map(({ name, rise, deviation }) => ({ model, feature: name, value: rise, deviation })),
    ),
  };
}

/** Plots of a reranking experiment, as data. */
export type RerankPlots = ReturnType<typeof rerankPlots>;

export function rerankPlots({ targets }: ExperimentRows, experiment: Experiment, seed: number) {
  const { tested, models, orders } = experiment;
  const step = Math.max(1, Math.ceil(tested.length / 2000));
  const shown = tested.filter((_, place) => place % step === 0);
  return {
    schema: "semqrel.rerank-plots/1" as const,
    /** At most 2,000 test rows, evenly spaced: predicted, then true label. */
    predictedAgainstTrue: models.map(({ kind, predictions }) => ({
      model: kind,
      points: Array.from(shown, (row) => [at(predictions, row), at(targets, row)] as const),
    })),
    /** Of perceptrons: losses by epoch, halves of mean squared errors of standardised labels. */
    learningCurves: models.flatMap(({ kind, curves }) =>
      curves.map((curve, fold) => ({
        model: kind,
        fold,
        train: curve.map(({ trainLoss }) => trainLoss),
        /** Null if too few queries teach to hold some out. */
        validation: curve.map(({ validationLoss }) => validationLoss),
      })),
    ),
    /** Means with a bootstrap interval over queries, by order; in the order of the table. */
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

function coefficientsOf({ ranker, coefficients }: Experiment["models"][number]): RerankReport["coefficients"] {
  const { model, preparation } = ranker;
  if (coefficients.length > 0 || model.kind !== "ridge") return coefficients;
  return preparation.matrixNames.map((feature, place) => {
    return { feature, value: at(model.coefficients, place), interval: null };
  });
}

function testOf(measure: string, pair: PairComparison): OrderTest {
  const { run, queries, difference, bootstrap, randomisation, adjusted, verdict } = pair;
  const interval = bootstrap && ([bootstrap.low, bootstrap.high] as const);
  const [p, holm] = [randomisation?.p ?? null, adjusted?.holm ?? null];
  return { measure, order: run, queries, difference, interval, p, holm, verdict };
}

function meanOfKnown(values: Float64Array): number | null {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? null : meanOf(known);
}
