/** Writes the rows of a reranking experiment, and runs it. */
import { type ExperimentRows, rankFeature } from "../../src/rerank/experiment-rows.ts";
import { fitRanker, type ModelKind, type RankerOptions, type TrainingRows } from "../../src/rerank/ranker.ts";
import { type Experiment, type ExperimentOptions, runExperiment } from "../../src/rerank/run-experiment.ts";
import { normalRows } from "./feature-matrices.ts";

/** Lists of labels in the candidate's order, with features by row. Ranks are indexes. */
export function makeExperimentRows(
  lists: readonly (readonly number[])[],
  features: Readonly<Record<string, readonly number[]>> = {},
  more: Partial<ExperimentRows> = {},
): ExperimentRows {
  const targets = Float64Array.from(lists.flat());
  const offsets = Int32Array.from([0, ...lists.map((_, query) => lists.slice(0, query + 1).flat().length)]);
  const ranks = lists.flatMap((labels) => [...labels.keys()]);
  return {
    features: {
      names: [rankFeature, ...Object.keys(features)],
      columns: [ranks, ...Object.values(features)].map((column) => Float64Array.from(column)),
    },
    targets,
    sources: Int32Array.from(targets.keys()),
    queryOfRow: Int32Array.from(lists.flatMap((labels, query) => labels.map(() => query))),
    offsets,
    idealLabels: null,
    queries: lists.filter(({ length }) => length > 0).length,
    repeats: 0,
    unlabelled: 0,
    documents: targets.length,
    known: targets.length,
    withoutId: 0,
    ...more,
  };
}

export interface Simulation {
  readonly queries: number;
  readonly results: number;
  readonly seed: number;
  /** Effect of the feature `carrier`, which is standard normal, on the label. */
  readonly effect: number;
  /** Standard deviation of the part that all results of a query share. */
  readonly querySpread?: number;
}

/** label = 8 + effect · carrier + query + noise of deviation 1. The feature `idle` and the rank have no effect. */
export function simulateRows({ queries, results, seed, effect, querySpread = 0 }: Simulation): ExperimentRows {
  const drawn = normalRows(queries * results, 3, seed);
  const shared = normalRows(queries, 1, seed + 1_000_000);
  const labels = drawn.map(([carrier = 0, , noise = 0], row) => {
    const [ofQuery = 0] = shared[Math.floor(row / results)] ?? [];
    return Math.max(0, 8 + effect * carrier + querySpread * ofQuery + noise);
  });
  const lists = shared.map((_, query) => labels.slice(query * results, (query + 1) * results));
  return makeExperimentRows(lists, {
    carrier: drawn.map(([value = 0]) => value),
    idle: drawn.map(([, value = 0]) => value),
  });
}

export const plainExperiment = {
  models: ["ridge"],
  split: { by: "queries", folds: 3 },
  seed: 1,
  strength: 2,
  epochs: 3,
  trees: 3,
  repeats: 1,
} as const satisfies Omit<ExperimentOptions, "queryNames">;

export function carryOut(rows: ExperimentRows, options: Partial<ExperimentOptions> = {}): Experiment {
  const queryNames = Array.from({ length: rows.offsets.length - 1 }, (_, query) => `query ${query}`);
  return lastOf(runExperiment(rows, { ...plainExperiment, queryNames, ...options }));
}

export function fitted(kind: ModelKind, training: TrainingRows, options: RankerOptions) {
  return lastOf(fitRanker(kind, training, options));
}

function lastOf<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** 24 results of six queries with gaps in both features, as for scikit-learn's expected values. */
export function rowsOfOracle(): ExperimentRows {
  const rows = Array.from({ length: 24 }, (_, row) => row);
  const labels = rows.map((i) => ((3 * i + i * i) % 7) / 2);
  return makeExperimentRows(
    [0, 4, 8, 12, 16, 20].map((begin) => labels.slice(begin, begin + 4)),
    {
      a: rows.map((i) => ([2, 9, 17].includes(i) ? Number.NaN : (7 * i + i * i) % 11)),
      b: rows.map((i) => (i === 5 ? Number.NaN : (5 * i * i + 3 * i) % 13)),
    },
  );
}
