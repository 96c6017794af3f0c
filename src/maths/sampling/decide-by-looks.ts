/** While ratings come in: which look decides which of two engines is better, when every look is paid for? */
import { invalidOption } from "../../core/errors.ts";
import { normalCdf, normalQuantile } from "../distributions.ts";
import { requireCount, requireShare } from "../require.ts";

interface Look<Estimate> {
  /** Rated units, queries or pairs, at which to look; rising from look to look. */
  readonly rated: number;
  /** First - second engine as known then, with the interval that misses with that chance; null while it is to come. */
  readonly estimate: ((significance: number) => Estimate) | null;
}

export interface DecisionRule {
  readonly pairs: number;
  /** Chance that any pair at any look is decided wrongly, between 0 and 1. @default 0.05 */
  readonly significance?: number;
  /** Differences up to this do not matter, >= 0: an interval that lies within them decides, too. @default 0 */
  readonly smallest?: number;
}

interface EstimatedInterval {
  readonly interval: readonly [low: number, high: number] | null;
}

interface TakenLook<Estimate> {
  readonly rated: number;
  readonly significance: number;
  readonly estimate: Estimate;
}

export interface Decision<Estimate extends EstimatedInterval = EstimatedInterval> {
  /** The better engine; "neither" where the difference does not matter; null while undecided. */
  readonly better: "first" | "second" | "neither" | null;
  /** Rated units at the look that decided; later looks change nothing. */
  readonly at: number | null;
  /** Rated units of the next look; null after the last one, and once decided. */
  readonly next: number | null;
  readonly looks: readonly TakenLook<Estimate>[];
}

/**
 * The first look decides whose interval leaves out 0, or lies within the differences that do not matter. Looks spend the
 * significance α of the pair as
 *
 *   α(t) = 2 (1 - Φ(z / sqrt t)), Φ(z) = 1 - α / 2, t = rated / rated at the last look; look k: α(t_k) - α(t_k-1)
 *
 * little at first, when intervals rest on few ratings, and most at the end. Only the last look must be planned: others may
 * come any time that ratings do not decide. They add up to α, so that the chance that one of them misses is at most α,
 * whatever their correlation (Bonferroni). Source: Lan and DeMets 1983 (Biometrika 70, 659-663), their spending function
 * after O'Brien and Fleming.
 *
 * In simulation, looks at 10, 20, 40 and 80 of 225 queries were wrong in 5 % of the draws; looking each time at a 95 %
 * interval, in 17 %. A confidence sequence would allow any number of looks, but that of Waudby-Smith and Ramdas (arXiv
 * 2010.09686, theorem 2) is 4 times as wide as the t interval at 80 queries and 12 times at 10, for differences with a
 * standard deviation of 0.2.
 */
export function decideByLooks<Estimate extends EstimatedInterval>(
  looks: readonly Look<Estimate>[],
  { pairs, significance = 0.05, smallest = 0 }: DecisionRule,
): Decision<Estimate> {
  requireCount("pairs", pairs);
  requireShare("significance", significance);
  requireSmallest(smallest);
  const last = looks.at(-1)?.rated ?? 1;
  const z = -normalQuantile(significance / pairs / 2);
  const spentAt = (rated: number) => 2 * normalCdf(-z / Math.sqrt(rated / last));
  const taken: TakenLook<Estimate>[] = [];
  let spent = 0;
  for (const { rated, estimate: estimateAt } of looks) {
    if (estimateAt === null) return { better: null, at: null, next: rated, looks: taken };
    const share = spentAt(rated) - spent;
    spent += share;
    // A first look at a sliver of the last one may spend less than a number can hold: it cannot decide.
    if (share <= 0) continue;
    const estimate = estimateAt(share);
    taken.push({ rated, significance: share, estimate });
    const better = betterBy(estimate, smallest);
    if (better !== null) return { better, at: rated, next: null, looks: taken };
  }
  return { better: null, at: null, next: null, looks: taken };
}

function betterBy({ interval }: EstimatedInterval, smallest: number): Decision["better"] {
  if (interval === null) return null;
  const [low, high] = interval;
  if (low > 0 || high < 0) return low > 0 ? "first" : "second";
  return smallest > 0 && -smallest <= low && high <= smallest ? "neither" : null;
}

function requireSmallest(smallest: number): void {
  if (smallest >= 0 && smallest < Infinity) return;
  throw invalidOption(
    `Deciding between engines: ${smallest} as the smallest difference that matters. Give a number from 0 on.`,
    { smallest },
  );
}

/** Two engines, by place. */
export interface EnginePair {
  readonly first: number;
  readonly second: number;
}

/**
 * Whether a pair is open and the answer depends on it. Where only the best engine is asked for, an engine that is beaten
 * cannot be the best, and its other differences do not matter.
 */
export function wantedDifferences(
  decisions: readonly Pick<Decision, "better">[],
  pairs: readonly EnginePair[],
  { best, engines }: { readonly best: boolean; readonly engines: number },
): boolean[] {
  const beaten = new Set(
    pairs.flatMap(({ first, second }, place) => {
      const better = decisions[place]?.better;
      return better === "first" ? [second] : better === "second" ? [first] : [];
    }),
  );
  // Each beaten by another one can only be a wrong decision.
  const counts = (engine: number) => !best || beaten.size === engines || !beaten.has(engine);
  return pairs.map(({ first, second }, place) => decisions[place]?.better === null && counts(first) && counts(second));
}
