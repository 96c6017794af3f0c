/**
 * While ratings come in: is it decided which of two engines is better?
 */
import { SemqrelError } from "../errors.ts";
import { normalCdf } from "../statistics/normal-cdf.ts";
import { normalQuantile } from "../statistics/normal-quantile.ts";
import { requireCount } from "../statistics/require-count.ts";
import { requireShare } from "../statistics/require-share.ts";
import { type IntervalEstimate, intervalEstimate, type QueryValues } from "./interval-estimate.ts";
import type { QueryDraw } from "./query-draw.ts";

/** A look that was planned before the first rating. */
export interface PlannedLook {
  /** Rated queries at which to look, >= 3; rising from look to look. */
  readonly queries: number;
  /** First - second engine as known then, with so many queries rated, drawn at random; null while it is to come. */
  readonly values: QueryValues | null;
  /** As `EstimateOptions`. @default null */
  readonly draws?: readonly QueryDraw[] | null;
}

export interface DecisionOptions {
  readonly target: "these" | "future";
  /** Pairs of engines that are looked at in this way, >= 1. */
  readonly pairs: number;
  /** Chance that any pair at any look is decided wrongly, between 0 and 1. @default 0.05 */
  readonly significance?: number;
  /** Differences up to this do not matter, >= 0: an interval that lies within them decides, too. @default 0 */
  readonly smallest?: number;
}

export interface TakenLook {
  readonly queries: number;
  /** What this look may spend, above 0 and below the significance. */
  readonly significance: number;
  /** With the interval at that significance. */
  readonly estimate: IntervalEstimate;
}

export interface Decision {
  /** The better engine; "neither" where the difference does not matter; null while undecided. */
  readonly better: "first" | "second" | "neither" | null;
  /** Rated queries at the look that decided; later looks change nothing. */
  readonly at: number | null;
  /** Rated queries of the next look; null after the last one, and once decided. */
  readonly next: number | null;
  /** Up to the one that decided. */
  readonly looks: readonly TakenLook[];
}

/**
 * The first look decides whose interval leaves out 0, or lies within the differences that do not matter. Looks spend the significance α of the pair as
 *
 *   α(t) = 2 (1 - Φ(z / sqrt t)), Φ(z) = 1 - α / 2, t = queries / queries of the last look; look k: α(t_k) - α(t_k-1)
 *
 * little at first, when intervals on few queries are least to be relied on, and most at the end. Only the last one must be
 * planned: the others may come when they come, as long as ratings do not decide when. Their sum is α: whatever
 * the correlation of the looks, the chance that one of them misses is at most the sum (Bonferroni). In simulation, looks
 * at 10, 20, 40 and 80 of 225 queries erred in 5 % of the draws, where looking each time at a 95 % interval erred in 17 %.
 * A confidence sequence would allow any number of looks, but that of Waudby-Smith and Ramdas (arXiv 2010.09686, theorem
 * 2) is 4 times as wide as the t interval at 80 queries and 12 times at 10, for differences with a standard deviation of
 * 0.2.
 *
 * @param looks all of them, the planned ones too: the last one says when rating ends in any case
 * @throws SemqrelError INVALID_OPTION  looks that do not rise, a look after one that is to come, or other than the planned
 *         number of rated queries (details: { look }); as `intervalEstimate`
 *
 * Source: Lan and DeMets 1983 (Biometrika 70, 659-663), their spending function after O'Brien and Fleming.
 */
export function whenDecided(looks: readonly PlannedLook[], options: DecisionOptions): Decision {
  const { target, pairs, significance = 0.05, smallest = 0 } = options;
  requireCount("pairs", pairs);
  requireShare("significance", significance);
  requireSmallest(smallest);
  looks.forEach((_, place) => {
    requireLook(looks, place);
  });
  const last = looks.at(-1)?.queries ?? 1;
  const z = -normalQuantile(significance / pairs / 2);
  const spentAt = (queries: number) => 2 * normalCdf(-z / Math.sqrt(queries / last));
  const taken: TakenLook[] = [];
  let spent = 0;
  for (const { queries, values, draws = null } of looks) {
    if (values === null) return { better: null, at: null, next: queries, looks: taken };
    const share = spentAt(queries) - spent;
    spent += share;
    // A first look at a sliver of the last one may spend less than a number can hold: it cannot decide.
    if (share <= 0) continue;
    const estimate = intervalEstimate(values, { target, significance: share, draws });
    taken.push({ queries, significance: share, estimate });
    const better = betterBy(estimate, smallest);
    if (better !== null) return { better, at: queries, next: null, looks: taken };
  }
  return { better: null, at: null, next: null, looks: taken };
}

function betterBy({ interval }: IntervalEstimate, smallest: number): Decision["better"] {
  if (interval === null) return null;
  const [low, high] = interval;
  if (low > 0 || high < 0) return low > 0 ? "first" : "second";
  return smallest > 0 && -smallest <= low && high <= smallest ? "neither" : null;
}

function requireSmallest(smallest: number): void {
  if (smallest >= 0 && smallest < Infinity) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Deciding between engines: ${smallest} as the smallest difference that matters. Give a number from 0 on.`,
    { details: { smallest } },
  );
}

function requireLook(looks: readonly PlannedLook[], place: number): void {
  const [before, look] = [looks[place - 1], looks[place]];
  if (look === undefined) return;
  const rated = look.values?.human.filter((value) => !Number.isNaN(value)).length;
  const wrong =
    !Number.isSafeInteger(look.queries) || look.queries < Math.max(3, (before?.queries ?? 0) + 1)
      ? `is planned at ${look.queries} rated queries. Plan whole numbers from 3 on that rise`
      : look.values !== null && before?.values === null
        ? "is taken before an earlier one. Take looks in their order"
        : rated !== undefined && rated !== look.queries
          ? `has ${rated} rated queries and was planned for ${look.queries}. Give the first ${look.queries} that were rated: looks at other times are not paid for`
          : null;
  if (wrong === null) return;
  throw new SemqrelError("INVALID_OPTION", `Deciding between engines: look ${place} ${wrong}.`, {
    details: { look: place },
  });
}
