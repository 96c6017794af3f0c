/**
 * What was known after each draw of pairs, and what does it decide?
 */

import type { PooledPair } from "../core/types.ts";
import { drawInOrder } from "../maths/random/draw.ts";
import { combinedOrder } from "../maths/sampling/combined-order.ts";
import { type Decision, decideByLooks } from "../maths/sampling/decide-by-looks.ts";
import { type PairSampleDifference, pairSampleDifferences } from "../maths/sampling/engine-differences.ts";
import { type PairSample, type PairValues, pairSampleEstimate } from "../maths/sampling/pair-sample-estimate.ts";
import type { PositionWeights } from "../measure/measures/position-weights.ts";
import type { CalibratedStudy } from "./calibrated-study.ts";
import { calibrationRows } from "./calibration/calibration-rows.ts";
import { crossFit } from "./calibration/cross-fit.ts";
import { sampledPairValues } from "./calibration/sampled-pair-values.ts";
import { keyOfPair, type OrderedPairs } from "./ordered-pairs.ts";
import type { SuggestOptions } from "./suggest-files.ts";

export interface PairLook {
  readonly size: number;
  readonly sample: PairSample;
  readonly engines: readonly PairValues[];
  readonly differences: readonly PairSampleDifference[];
}

export interface LookSettings {
  readonly places: readonly number[];
  readonly weights: PositionWeights;
  readonly options: SuggestOptions;
}

/** What was known after each draw, with labels that learned from no later one, so that a look stays what it was. */
export function pairLooks(
  study: CalibratedStudy,
  all: OrderedPairs,
  { places, weights, options }: LookSettings,
): PairLook[] {
  const drawn = study.sample?.pairs?.pairs ?? [];
  const since = drawn.flatMap((ofQuery) => ofQuery.map(({ pair }) => pair.inOrder?.since ?? 0));
  const sizes = [...new Set(since)].sort((one, other) => one - other);
  return sizes.map((size, place): PairLook => {
    const isLatest = place === sizes.length - 1;
    const beginning = drawInOrder(all.sizes, all.numbers, size);
    const chances = new Map(Array.from(beginning.drawn, (unit, at) => [unit, beginning.probabilities[at] ?? 1]));
    const chanceOf = (pair: PooledPair) => chances.get(all.placeOf.get(keyOfPair(pair)) ?? -1);
    const kept = drawn.map((ofQuery) => ofQuery.filter(({ pair }) => chanceOf(pair) !== undefined));
    // What nobody rated is as if chance had left it out.
    const share = kept.reduce((sum, ofQuery) => sum + ofQuery.length, 0) / size;
    const gains = isLatest ? study.fit.labels : labelsBefore(study, chanceOf, { weights, options });
    const values = sampledPairValues(
      { judged: study.judged, pool: study.pool, gains, weights },
      kept.map((ofQuery, query) => ({
        query: study.queries[query] ?? -1,
        pairs: ofQuery.map(({ documents }) => documents),
      })),
      study.queries,
    );
    const engines = places.flatMap((engine) => values[engine] ?? []);
    return {
      size,
      sample: {
        queries: study.queries.length,
        probabilities: new Float64Array(study.queries.length).fill(1),
        pairProbabilities: kept.map((ofQuery) =>
          Float64Array.from(ofQuery, ({ pair }) => (chanceOf(pair) ?? 1) * share),
        ),
        together: true,
      },
      engines,
      differences: pairSampleDifferences(engines),
    };
  });
}

/** Labels that saw no rating of a pair drawn later. */
function labelsBefore(
  study: CalibratedStudy,
  chanceOf: (pair: PooledPair) => number | undefined,
  { weights, options }: Pick<LookSettings, "weights" | "options">,
): Float64Array {
  const later = new Map<number, Set<string>>();
  for (const [place, ofQuery] of (study.sample?.pairs?.pairs ?? []).entries()) {
    const documents = ofQuery.filter(({ pair }) => chanceOf(pair) === undefined).flatMap((one) => one.documents);
    later.set(study.queries[place] ?? -1, new Set(documents));
  }
  const grades = study.judged.grades.map((ofQuery, query) => {
    const known = [...(ofQuery ?? [])].filter(([document]) => !later.get(query)?.has(document));
    return known.length === 0 ? null : new Map(known);
  });
  const found = calibrationRows(study.pool, { ...study.judged, grades }, { ...options, unjudged: "leave-out" });
  const training = { ...study.training, targets: found.targets.map(weights.gainOf), rows: found.rows };
  return crossFit(training, { ...options, embedding: study.embedding }).labels;
}

export function decideByPairLooks(
  looks: readonly PairLook[],
  pair: number,
  { until, pairs, options }: { readonly until: number; readonly pairs: number; readonly options: SuggestOptions },
): Decision {
  const { target, smallest } = options;
  const taken = looks.flatMap(({ size, sample, differences }) => {
    const values = differences[pair]?.values;
    const estimate = (significance: number) => ({
      interval: values === undefined ? null : pairSampleEstimate(sample, values, { target, significance }).interval,
    });
    return { rated: size, estimate };
  });
  const planned = (looks.at(-1)?.size ?? 0) >= until ? [] : [{ rated: until, estimate: null }];
  return decideByLooks([...taken, ...planned], { pairs, smallest });
}

/** In which order engines stand now, and by how much each two differ; without a look nobody knows. */
export function standing(
  look: PairLook | undefined,
  pairs: readonly { readonly first: number; readonly second: number }[],
  { target }: SuggestOptions,
) {
  if (look === undefined) return { order: [], differences: pairs.map((pair) => ({ ...pair, estimate: null })) };
  const { sample, engines } = look;
  const differences = look.differences.map(({ first, second, values }) => ({
    first,
    second,
    ...pairSampleEstimate(sample, values, { target }),
  }));
  const estimates = engines.map((own) => pairSampleEstimate(sample, own, { target }));
  const { order } = combinedOrder(
    estimates.map(({ estimate, proxyOnly }) => ({ estimate, calibrated: proxyOnly })),
    differences,
  );
  return { order, differences };
}
