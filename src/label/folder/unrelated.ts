/** How much of an engine's mean would lists reach that answer other queries? */
import { at } from "../../core/at.ts";
import { movedQueries } from "../../lists/fuse-references.ts";
import { FEWEST_QUERIES } from "../../maths/significance/corrections.ts";
import { meanAndDeviation } from "../../maths/summary.ts";
import { enginesByMean, meanInterval } from "../../measure/measures/compare-engines.ts";
import type { MeasuredRun } from "./measured-run.ts";
import { LEADING_MEASURE } from "./references-in-turn.ts";

/** Of more engines only the best is compared, with each other one. */
const MOST_ENGINES = 6;
const SEED = 1;
const RESAMPLES = 2000;

/** The same lists moved to other queries: as many and as long as before, and about something else. */
export interface Unrelated {
  readonly measure: typeof LEADING_MEASURE;
  /** In the order of the run. */
  readonly engines: readonly {
    readonly engine: string;
    /** Of the moved lists. */
    readonly mean: number;
    /** The engine's own mean less that. */
    readonly gain: number;
    /** 95 % of the gain, over queries. */
    readonly low: number;
    readonly high: number;
  }[];
  readonly pairs: readonly {
    readonly a: string;
    readonly b: string;
    /** The gain of a less that of b. */
    readonly difference: number;
    /** 95 % of the difference, over queries. */
    readonly low: number;
    readonly high: number;
  }[];
}

/**
 * Of a query's value is taken what its list gets where it was moved, and what the list that was moved there gets, half and
 * half: the first has the same length, the second the same ideal.
 *
 * @param moved by engine and query: the same measure with their lists moved as `movedQueries` says
 * @returns null below ten measured queries
 *
 * Cost O(engines² · queries · 2,000), of six engines at most.
 */
export function unrelatedOf({ engines, reference }: MeasuredRun, moved: readonly Float64Array[]): Unrelated | null {
  const targets = movedQueries(reference.listLengths);
  const gains = engines.map(({ engine, measures }, place) => {
    const unrelated = at(moved, place);
    return {
      engine,
      unrelated,
      values: measures.values[LEADING_MEASURE].map(
        (value, query) => value - (at(unrelated, query) + at(unrelated, at(targets, query))) / 2,
      ),
    };
  });
  const intervalOf = (values: Float64Array) => {
    const known = values.filter((value) => !Number.isNaN(value));
    const interval = known.length < FEWEST_QUERIES ? null : meanInterval(known, { seed: SEED, resamples: RESAMPLES });
    return interval && { mean: meanAndDeviation(known).mean, low: interval[0], high: interval[1] };
  };
  const found = gains.flatMap(({ engine, unrelated, values }) => {
    const gain = intervalOf(values);
    if (gain === null) return [];
    const { mean } = meanAndDeviation(unrelated.filter((value) => !Number.isNaN(value)));
    return [{ engine, mean, gain: gain.mean, low: gain.low, high: gain.high }];
  });
  if (found.length < engines.length) return null;
  const order = enginesByMean(
    engines.map(({ engine, measures }) => ({ engine, values: measures.values[LEADING_MEASURE] })),
  );
  const names = order.map(({ engine }) => engine);
  const firsts = names.length > MOST_ENGINES ? names.slice(0, 1) : names;
  const valuesOf = (name: string) =>
    at(
      gains,
      engines.findIndex(({ engine }) => engine === name),
    ).values;
  const pairs = firsts.flatMap((a, place) =>
    names.slice(place + 1).flatMap((b) => {
      const others = valuesOf(b);
      const found = intervalOf(valuesOf(a).map((value, query) => value - at(others, query)));
      return found === null ? [] : [{ a, b, difference: found.mean, low: found.low, high: found.high }];
    }),
  );
  return { measure: LEADING_MEASURE, engines: found, pairs };
}
