/**
 * Which of the engines' order is decided already, and what should people rate next?
 * The same for samples of whole queries (`suggest-queries.ts`) and of pairs (`suggest-pairs.ts`).
 */
import type { PooledPair } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { secondsPerRating } from "../gold/pools/order-for-rating.ts";
import { type Decision, wantedDifferences } from "../maths/sampling/decide-by-looks.ts";
import type { EstimateFilesOptions } from "./estimate-files.ts";
import { decideByInterims, type Interim, standing } from "./interim-analysis.ts";
import { type SuggestionFacts, type SuggestReport, suggestReport } from "./suggest-report.ts";

/** How the next ratings are drawn, and when to stop. */
export interface SuggestOptions extends EstimateFilesOptions {
  /** Queries to draw, >= 1; fewer where fewer are left or planned. */
  readonly count: number;
  /** Rated queries at which rating ends in any case, >= 3, planned before the first look; null for 80, or all. */
  readonly until: number | null;
  /** Names of the engines to order; null for all. */
  readonly engines: readonly string[] | null;
  /** Only which engine is first is to be decided. */
  readonly best: boolean;
  /** Differences up to this do not matter, >= 0. */
  readonly smallest: number;
  /** Draw also where all is decided, or the planned end reached. */
  readonly anyway: boolean;
}

/** What to rate next, and what is decided. */
export interface Suggestion {
  readonly report: SuggestReport;
  /** The pairs of all pools given, and behind them those of the queries that were drawn; null where none is drawn. */
  readonly next: readonly PooledPair[] | null;
  readonly warnings: readonly Warning[];
}

type EnginePair = readonly [one: string, other: string];

/** A sample that grows draw by draw. Its units are queries or pairs. */
export interface GrowingSample
  extends Pick<SuggestionFacts, "by" | "queries" | "ratedQueries" | "units" | "rated" | "until" | "cautions"> {
  /** Names of the engines to order. */
  readonly engines: readonly string[];
  readonly interims: readonly Interim[];
  /** What the measure can be; null without ratings. */
  readonly range: readonly [lowest: number, highest: number] | null;
  /** Units that can still be drawn. */
  readonly left: number;
  /** Whether the lists of two engines are the same, as far as they count. */
  areAlike(pair: EnginePair): boolean;
  /** @param asked engines whose differences are to be decided */
  draw(
    count: number,
    asked: readonly EnginePair[],
  ): { readonly next: readonly PooledPair[]; readonly drawn: NonNullable<SuggestionFacts["drawn"]> };
}

export function suggestNext(sample: GrowingSample, options: SuggestOptions): Omit<Suggestion, "warnings"> {
  const { engines, interims, left, until, rated } = sample;
  const pairs = engines.flatMap((one, first) =>
    engines.slice(first + 1).map((other, after) => ({
      first,
      second: first + 1 + after,
      names: [one, other] as const,
    })),
  );
  const decisions = pairs.map(({ names }, pair): Decision => {
    if (sample.areAlike(names)) return { better: "neither", at: rated, next: null, looks: [] };
    return decideByInterims(interims, pair, { until, pairs: pairs.length, smallest: options.smallest });
  });
  const wanted = wantedDifferences(decisions, pairs, { best: options.best, engines: engines.length });
  const isDecided = !wanted.some(Boolean);
  const reason = whyNotToDraw(sample, isDecided, options.anyway);
  const asked = pairs.filter((_, pair) => isDecided || wanted[pair]).map(({ names }) => names);
  const room = options.anyway ? left : until - rated;
  const found = reason === null ? sample.draw(Math.min(options.count, left, room), asked) : null;
  const report = suggestReport({
    measure: options.measure.name,
    target: options.target,
    by: sample.by,
    queries: sample.queries,
    ratedQueries: sample.ratedQueries,
    units: sample.units,
    rated,
    until,
    smallest: options.smallest,
    best: options.best,
    widest: sample.range === null ? Number.POSITIVE_INFINITY : sample.range[1] - sample.range[0],
    engines,
    ...standing(interims.at(-1), pairs),
    decisions,
    wanted,
    looks: interims.map((interim) => interim.rated),
    drawn: found?.drawn ?? null,
    reason,
    secondsPerRating,
    cautions: sample.cautions,
  });
  return { report, next: found?.next ?? null };
}

function whyNotToDraw({ left, until, rated }: GrowingSample, isDecided: boolean, anyway: boolean) {
  if (left === 0) return "nothing left";
  if (anyway) return null;
  if (isDecided) return "decided";
  return until <= rated ? "end reached" : null;
}
