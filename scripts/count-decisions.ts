/** Counts decided, wrong and open pairs of engines, for estimate-figures.ts and pair-figures.ts. */
import { priceOfLook } from "../src/maths/sampling/simultaneous-intervals.ts";
import { benjaminiHochberg, holm } from "../src/maths/significance/corrections.ts";

type Interval = readonly [low: number, high: number] | null;

export interface PairOfEngines {
  readonly difference: number | null;
  readonly interval: Interval;
  readonly simultaneous: Interval;
  readonly p: number | null;
  /** True difference, computed from all judgments, in the measure of `difference`. */
  readonly claimed: number;
  /** True difference in nDCG@10. */
  readonly asked: number;
}

/**
 * Returns counts of decided pairs for each rule; `paid` is `fdr`, corrected for earlier looks. `Wrong` counts pairs for
 * which the worse engine won, and `WrongBy` is the largest difference in nDCG@10 of such a pair. `Open` counts
 * undecided pairs that differ by .10 nDCG@10 or more.
 */
export function countDecisions(pairs: readonly PairOfEngines[], look = 1): Record<string, number> {
  const isApart = (interval: Interval) => interval !== null && (interval[0] > 0 || interval[1] < 0);
  const decide = (correct: (values: readonly number[]) => number[]) => {
    const known = pairs.filter(({ p }) => p !== null);
    const adjusted = correct(known.map(({ p }) => p ?? 1));
    const chosen = new Set(known.filter((_, place) => (adjusted[place] ?? 1) < 0.05));
    return (pair: PairOfEngines) => isApart(pair.interval) && (pair.p === null || chosen.has(pair));
  };
  const rules = {
    together: (pair: PairOfEngines) => isApart(pair.simultaneous),
    holm: decide(holm),
    fdr: decide(benjaminiHochberg),
    paid: decide((values) => benjaminiHochberg(values).map((p) => p * priceOfLook(look))),
  };
  const counts = Object.entries(rules).flatMap(([name, isDecided]) => {
    const decided = pairs.filter(isDecided);
    const wrong = decided.filter(({ difference, claimed }) => (difference ?? 0) * claimed < 0);
    return [
      [name, decided.length],
      [`${name}Wrong`, wrong.length],
      [`${name}WrongBy`, Math.max(0, ...wrong.map(({ asked }) => Math.abs(asked)))],
      [`${name}Open`, pairs.filter((pair) => !isDecided(pair) && Math.abs(pair.asked) >= 0.1).length],
    ];
  });
  return { pairs: pairs.length, ...Object.fromEntries(counts) };
}
