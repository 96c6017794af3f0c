/**
 * What was known after each draw, and what does it decide?
 * Each time with labels that learned from no later draw, so that an interim analysis stays what it was.
 */
import { at } from "../core/at.ts";
import type { PooledPair } from "../core/types.ts";
import { drawInOrder } from "../maths/random.ts";
import { combinedOrder } from "../maths/sampling/combined-order.ts";
import { type Decision, decideByLooks, type EnginePair } from "../maths/sampling/decide-by-looks.ts";
import {
  type IntervalEstimate,
  intervalEstimate,
  type MeanEstimate,
  type QueryValues,
} from "../maths/sampling/interval-estimate.ts";
import {
  engineDifferences,
  type PairValues,
  pairSampleDifferences,
  pairSampleEstimate,
} from "../maths/sampling/pair-sample-estimate.ts";
import type { QueryDraw } from "../maths/sampling/query-sample.ts";
import type { PositionWeights } from "../measure/measures/position-weights.ts";
import { valuesOfQueries } from "../trust/engine-values.ts";
import type { CalibratedStudy } from "./calibrated-study.ts";
import { calibratedValues, humanValues } from "./calibration/calibrated-values.ts";
import { calibrationRows } from "./calibration/calibration-rows.ts";
import { crossFit } from "./calibration/cross-fit.ts";
import { sampledPairValues } from "./calibration/sampled-pair-values.ts";
import { keyOfPair, type OrderedPairs } from "./draw-pairs.ts";
import type { EstimateFilesOptions } from "./estimate-files.ts";

/** @param significance chance that the interval misses @default 0.05 */
type Estimator = (significance?: number) => MeanEstimate & Pick<IntervalEstimate, "proxyOnly" | "human">;

/** What was known after a draw. */
export interface Interim {
  /** Units, queries or pairs, that were rated then. */
  readonly rated: number;
  /** By engine to order. */
  readonly engines: readonly Estimator[];
  /** Every two of the engines once: (0, 1), (0, 2), …, (1, 2), …: first - second. */
  readonly differences: readonly Estimator[];
  /** As `combinedOrder` takes them. */
  readonly values: readonly QueryValues[] | null;
}

/** @param pair place of the difference */
export function decideByInterims(
  interims: readonly Interim[],
  pair: number,
  { until, pairs, smallest }: { readonly until: number; readonly pairs: number; readonly smallest: number },
): Decision {
  const taken = interims.map(({ rated, differences }) => ({ rated, estimate: at(differences, pair) }));
  const planned = (interims.at(-1)?.rated ?? 0) >= until ? [] : [{ rated: until, estimate: null }];
  return decideByLooks([...taken, ...planned], { pairs, smallest });
}

/** In which order engines stand now, and by how much each two differ: unknown without an interim analysis. */
export function standing(interim: Interim | undefined, pairs: readonly EnginePair[]) {
  if (interim === undefined) return { order: [], differences: pairs.map((pair) => ({ ...pair, estimate: null })) };
  const differences = pairs.map(({ first, second }, pair) => ({
    first,
    second,
    ...at(interim.differences, pair)(),
  }));
  const { order } = combinedOrder(
    interim.engines.map((estimator) => {
      const { estimate, proxyOnly, human } = estimator();
      return { estimate, calibrated: proxyOnly ?? 0, human: human.estimate };
    }),
    differences,
    interim.values,
  );
  return { order, differences };
}

/** Below it nothing is known of how queries differ. */
export const FEWEST_QUERIES = 3;

/** After each draw of whole queries. @param places of the engines to order */
export function queryInterims(
  study: CalibratedStudy,
  places: readonly number[],
  options: EstimateFilesOptions,
): Interim[] {
  const draws = study.sample?.draws ?? null;
  const { target } = options;
  const interimOf = (rated: number, values: readonly QueryValues[], known: readonly QueryDraw[] | null): Interim => {
    const engines = places.map((place) => at(values, place));
    const estimatorOf =
      (own: QueryValues): Estimator =>
      (significance = 0.05) =>
        intervalEstimate(own, { target, draws: known, ratedShare: study.ratedShare, significance });
    const differences = engineDifferences(engines).map((difference) => difference.values);
    return {
      rated,
      engines: engines.map(estimatorOf),
      differences: differences.map(estimatorOf),
      values: engines,
    };
  };
  const before = (draws ?? []).slice(0, -1).map((_, draw) => {
    const known = (draws ?? []).slice(0, draw + 1);
    const rated = new Set(known.flatMap(({ queries }) => [...queries]));
    return rated.size < FEWEST_QUERIES ? null : interimOf(rated.size, valuesFrom(study, rated, options), known);
  });
  const now = study.ratedQueries < FEWEST_QUERIES ? null : interimOf(study.ratedQueries, study.values, draws);
  return [...before, now].filter((interim) => interim !== null);
}

/** @param rated places among the study's queries */
function valuesFrom(study: CalibratedStudy, rated: ReadonlySet<number>, options: EstimateFilesOptions): QueryValues[] {
  const { pool, queries, embedding } = study;
  const known = new Set([...rated].map((place) => at(queries, place)));
  const judged = {
    ...study.judged,
    grades: study.judged.grades.map((grades, query) => (known.has(query) ? grades : null)),
  };
  const { targets, rows } = calibrationRows(pool, judged, options);
  const { labels } = crossFit({ ...study.training, targets, rows }, { ...options, embedding });
  const proxy = valuesOfQueries(calibratedValues(pool, labels, options.measure), queries);
  return valuesOfQueries(humanValues(judged, options.measure), queries).map((human, engine) => ({
    human,
    proxy: at(proxy, engine),
  }));
}

interface PairInterimSettings {
  /** Of the engines to order. */
  readonly places: readonly number[];
  readonly weights: PositionWeights;
  readonly options: EstimateFilesOptions;
}

/** After each draw of pairs. */
export function pairInterims(study: CalibratedStudy, all: OrderedPairs, settings: PairInterimSettings): Interim[] {
  const { places, weights, options } = settings;
  const drawn = study.sample?.pairs[0]?.pairs ?? [];
  const since = drawn.flatMap((ofQuery) => ofQuery.map(({ pair }) => pair.inOrder?.since ?? 0));
  const sizes = [...new Set(since)].sort((one, other) => one - other);
  return sizes.map((size, place): Interim => {
    const beginning = drawInOrder(all.sizes, all.numbers, size);
    const chances = new Map(Array.from(beginning.drawn, (unit, nth) => [unit, at(beginning.probabilities, nth)]));
    const chanceOf = (pair: PooledPair) => chances.get(all.placeOf.get(keyOfPair(pair)) ?? -1);
    const kept = drawn.map((ofQuery) =>
      ofQuery.flatMap(({ pair, documents }) => {
        const chance = chanceOf(pair);
        return chance === undefined ? [] : [{ documents, chance }];
      }),
    );
    // An unrated pair counts as one that chance left out.
    const share = kept.reduce((sum, ofQuery) => sum + ofQuery.length, 0) / size;
    const isLatest = place === sizes.length - 1;
    const gains = isLatest ? study.fit.labels : gainsBefore(study, (pair) => chanceOf(pair) !== undefined, settings);
    const values = sampledPairValues(
      { judged: study.judged, pool: study.pool, gains, weights },
      kept.map((ofQuery, query) => ({
        query: at(study.queries, query),
        pairs: ofQuery.map(({ documents }) => documents),
      })),
      study.queries,
    );
    const sample = {
      queries: study.queries.length,
      probabilities: new Float64Array(study.queries.length).fill(1),
      pairProbabilities: kept.map((ofQuery) => Float64Array.from(ofQuery, ({ chance }) => chance * share)),
      together: true,
    };
    const estimatorOf =
      (own: PairValues): Estimator =>
      (significance = 0.05) =>
        pairSampleEstimate(sample, own, { target: options.target, significance });
    const engines = places.map((engine) => at(values, engine));
    const differences = pairSampleDifferences(engines).map((difference) => difference.values);
    return {
      rated: size,
      engines: engines.map(estimatorOf),
      differences: differences.map(estimatorOf),
      values: null,
    };
  });
}

/** Predicted gains by a model that saw no rating of a pair drawn later. */
function gainsBefore(
  study: CalibratedStudy,
  isKnown: (pair: PooledPair) => boolean,
  { weights, options }: PairInterimSettings,
): Float64Array {
  const later = new Map<number, Set<string>>();
  for (const [place, ofQuery] of (study.sample?.pairs[0]?.pairs ?? []).entries()) {
    const documents = ofQuery.filter(({ pair }) => !isKnown(pair)).flatMap((one) => one.documents);
    later.set(at(study.queries, place), new Set(documents));
  }
  const grades = study.judged.grades.map((ofQuery, query) => {
    const known = [...(ofQuery ?? [])].filter(([document]) => !later.get(query)?.has(document));
    return known.length === 0 ? null : new Map(known);
  });
  const found = calibrationRows(study.pool, { ...study.judged, grades }, { ...options, unjudged: "leave-out" });
  const training = { ...study.training, targets: found.targets.map(weights.gainOf), rows: found.rows };
  return crossFit(training, { ...options, embedding: study.embedding }).labels;
}
