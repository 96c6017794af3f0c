/**
 * Do labels from other references show the same order? One reference's labels put the wrong engine first in a quarter of
 * the cases on public collections, however large the lead is, so every other engine is made the reference in turn.
 */
import { at } from "../../core/at.ts";
import type { MeasureName } from "../../core/types.ts";
import { pairedTTest } from "../../maths/significance/paired-tests.ts";
import { meanAndDeviation } from "../../maths/summary.ts";

/** The measure that the verdict is about. */
export const LEADING_MEASURE = "ndcg_reference@10" satisfies MeasureName;

/** Fewer references agreed on the wrong engine in more than 5 % of the cases (docs/trust.md, "From labels alone"). */
export const FEWEST_REFERENCES = 8;
/** Of all references that can judge a pair. */
const AGREEING_SHARE = 0.9;
const LEVEL = 0.05;
/** Means from here on are those of an engine that returns what the reference returns, and no reference may judge a copy. */
const NEARLY_ALL = 0.95;

/** Two engines, and how many references put one of them ahead significantly. */
export interface PairInTurn {
  readonly a: string;
  readonly b: string;
  /** References that can judge the pair: neither engine is the reference or a copy of it. */
  readonly references: number;
  /** References whose labels put a ahead, and b ahead (paired t test, p < .05). */
  readonly a_ahead: number;
  readonly b_ahead: number;
}

/** What each reference says of each pair of engines. */
export interface ReferencesInTurn {
  readonly measure: typeof LEADING_MEASURE;
  readonly references: readonly string[];
  readonly pairs: readonly PairInTurn[];
}

/** One reference's labels. */
export interface LabelsInTurn {
  readonly reference: string;
  /** By engine, then query: the leading measure, NaN if it is undefined; null for the reference itself. */
  readonly values: readonly (Float64Array | null)[];
}

/**
 * Counts for each pair of engines how many references put one of them ahead.
 *
 * @param engines names, in the order of the values
 *
 * Cost O(references · engines² · queries).
 */
export function referencesInTurn(engines: readonly string[], all: readonly LabelsInTurn[]): ReferencesInTurn {
  const usable = all.map(({ values }) =>
    values.map((own) => {
      if (own === null) return null;
      const known = own.filter((value) => !Number.isNaN(value));
      return known.length === 0 || meanAndDeviation(known).mean >= NEARLY_ALL ? null : own;
    }),
  );
  const pairs = engines.flatMap((a, one) =>
    engines.slice(one + 1).map((b, further): PairInTurn => {
      const counts = { references: 0, a_ahead: 0, b_ahead: 0 };
      for (const values of usable) {
        const ofA = at(values, one);
        const ofB = at(values, one + 1 + further);
        if (ofA === null || ofB === null) continue;
        const ahead = aheadBy(ofA, ofB);
        counts.references++;
        if (ahead > 0) counts.a_ahead++;
        if (ahead < 0) counts.b_ahead++;
      }
      return { a, b, ...counts };
    }),
  );
  return { measure: LEADING_MEASURE, references: all.map(({ reference }) => reference), pairs };
}

/** Above 0 if the first is ahead significantly, below 0 if the second is, else 0. */
function aheadBy(first: Float64Array, second: Float64Array): number {
  const isOfBoth = (_: number, query: number) => !Number.isNaN(first[query]) && !Number.isNaN(second[query]);
  const test = pairedTTest(first.filter(isOfBoth), second.filter(isOfBoth));
  return test !== null && test.p < LEVEL ? test.mean : 0;
}

/** Whether enough references agree that `better` is ahead, and none says the contrary. */
export function isConfirmed({ a_ahead, b_ahead, references, a }: PairInTurn, better: string): boolean {
  const [agreeing, contrary] = better === a ? [a_ahead, b_ahead] : [b_ahead, a_ahead];
  return references >= FEWEST_REFERENCES && contrary === 0 && agreeing >= AGREEING_SHARE * references;
}
