/**
 * Checks whether labels from other references give the same order of engines. On public collections, labels from one
 * reference put the wrong engine first in a quarter of the cases, however large its lead.
 */
import { at, atKey } from "../../core/at.ts";
import type { MeasureName } from "../../core/types.ts";
import { permutedQueries } from "../../lists/fuse-references.ts";
import { everyPair } from "../../maths/numbers.ts";
import { FEWEST_QUERIES } from "../../maths/significance/corrections.ts";
import { pairedTTest } from "../../maths/significance/paired-tests.ts";
import { meanAndDeviation } from "../../maths/summary.ts";
import { enginesByMean, meanInterval } from "../../measure/measures/compare-engines.ts";
import type { MeasuredRun } from "./measured-run.ts";

export const LEADING_MEASURE = "ndcg_reference@10" satisfies MeasureName;

/** Minimum number of references for a verdict. With fewer, over 5 % of unanimous verdicts were wrong: docs/trust.md. */
export const FEWEST_REFERENCES = 8;
/** Of the references that can judge a pair, at least this share must agree. */
const AGREEING_SHARE = 0.9;
const LEVEL = 0.05;
/** An engine with at least this mean nDCG counts as a copy of the reference. A reference cannot judge its copies. */
const NEARLY_ALL = 0.95;

/** A pair of engines, and how many references put each of the two significantly ahead. */
export interface PairInTurn {
  readonly a: string;
  readonly b: string;
  /** Number of references that can judge the pair, because neither engine is the reference or a copy of it. */
  readonly references: number;
  /** Number of references whose labels put `a` ahead (paired t test, p < .05). `b_ahead` is the same for `b`. */
  readonly a_ahead: number;
  readonly b_ahead: number;
}

export interface ReferencesInTurn {
  readonly measure: typeof LEADING_MEASURE;
  readonly references: readonly string[];
  readonly pairs: readonly PairInTurn[];
}

export interface LabelsInTurn {
  readonly reference: string;
  /** For each engine: `LEADING_MEASURE` of each query (NaN if undefined), or null if the engine is the reference. */
  readonly values: readonly (Float64Array | null)[];
}

/** Counts the references that put each engine of a pair ahead. Cost: O(references · engines² · queries). */
export function referencesInTurn(engines: readonly string[], all: readonly LabelsInTurn[]): ReferencesInTurn {
  const usable = all.map(({ values }) =>
    values.map((own) => {
      if (own === null) return null;
      const known = own.filter((value) => !Number.isNaN(value));
      return known.length === 0 || meanAndDeviation(known).mean >= NEARLY_ALL ? null : own;
    }),
  );
  const pairs = everyPair(engines, (a, b, one, other): PairInTurn => {
    const counts = { references: 0, a_ahead: 0, b_ahead: 0 };
    for (const values of usable) {
      const [ofA, ofB] = [at(values, one), at(values, other)];
      if (ofA === null || ofB === null) continue;
      const ahead = aheadBy(ofA, ofB);
      counts.references++;
      if (ahead > 0) counts.a_ahead++;
      if (ahead < 0) counts.b_ahead++;
    }
    return { a, b, ...counts };
  });
  return { measure: LEADING_MEASURE, references: all.map(({ reference }) => reference), pairs };
}

/** Returns > 0 if the first engine is significantly ahead, < 0 if the second engine is, otherwise 0. */
function aheadBy(first: Float64Array, second: Float64Array): number {
  const isOfBoth = (_: number, query: number) => !Number.isNaN(first[query]) && !Number.isNaN(second[query]);
  const test = pairedTTest(first.filter(isOfBoth), second.filter(isOfBoth));
  return test !== null && test.p < LEVEL ? test.mean : 0;
}

export function isConfirmed({ a_ahead, b_ahead, references, a }: PairInTurn, better: string): boolean {
  const [agreeing, contrary] = better === a ? [a_ahead, b_ahead] : [b_ahead, a_ahead];
  return references >= FEWEST_REFERENCES && contrary === 0 && agreeing >= AGREEING_SHARE * references;
}

/** With more engines than this, only the best engine is compared with the others. */
const MOST_ENGINES = 6;
const SEED = 1;
const RESAMPLES = 2000;

/** Compares how well lists fit their own queries with how well they fit other queries, chosen by `permutedQueries`. */
export interface Unrelated {
  readonly measure: typeof LEADING_MEASURE;
  /** One entry per engine, in the order of the run. */
  readonly engines: readonly {
    readonly engine: string;
    /** Mean value of `measure` over queries, after the engine's lists were moved to other queries. */
    readonly mean: number;
    /** Mean gain of the engine's lists over moved lists: see `unrelatedOf`. */
    readonly gain: number;
    /** Ends of the 95 % interval of the gain, over queries. */
    readonly low: number;
    readonly high: number;
  }[];
  readonly pairs: readonly {
    readonly a: string;
    readonly b: string;
    /** Mean over queries of the gain of `a` minus the gain of `b`. */
    readonly difference: number;
    /** Ends of the 95 % interval of the difference, over queries. */
    readonly low: number;
    readonly high: number;
  }[];
}

/**
 * Compares how well lists fit their own queries with how well they fit other queries. The gain of query q is
 * value[q] - (permuted[q] + permuted[target]) / 2. `value` is the measure of the lists before they were moved, and
 * `target` is the query to which the list of q was moved.
 * @param permuted - for each engine and each query: the value of the list that `permutedQueries` moves to this query
 * @returns null for fewer than ten measured queries. Cost for up to six engines: O(engines² · queries · 2,000).
 */
export function unrelatedOf({ engines, reference }: MeasuredRun, permuted: readonly Float64Array[]): Unrelated | null {
  const targets = permutedQueries(reference.listLengths);
  const gains = engines.map(({ engine, measures }, place) => {
    const unrelated = at(permuted, place);
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
  const valuesOf = new Map(gains.map(({ engine, values }) => [engine, values]));
  const pairs = firsts.flatMap((a, place) =>
    names.slice(place + 1).flatMap((b) => {
      const others = atKey(valuesOf, b);
      const found = intervalOf(atKey(valuesOf, a).map((value, query) => value - at(others, query)));
      return found === null ? [] : [{ a, b, difference: found.mean, low: found.low, high: found.high }];
    }),
  );
  return { measure: LEADING_MEASURE, engines: found, pairs };
}
