/** The report of `pool --next`: is the order of the engines decided, and what should people rate next? */
import { type Block, column, noteBlock, tableOf } from "../core/document/blocks.ts";
import { counted, signed } from "../core/text/wording.ts";
import { secondsPerQuery, secondsPerRating } from "../gold/pools/order-for-rating.ts";
import { everyPair } from "../maths/numbers.ts";
import { priceOfLook } from "../maths/sampling/simultaneous-intervals.ts";
import { SIGNIFICANCE } from "../maths/significance/corrections.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { type EstimateReport, orderedByDifferences, type PairEstimate } from "./estimate-report.ts";

/** What `semqrel pool --next --json` prints. */
export interface SuggestReport {
  readonly schema: "semqrel.suggest/1";
  readonly measure: string;
  readonly target: "these" | "future";
  /** Whether to draw whole queries, or single pairs of query and document from all queries. */
  readonly by: "queries" | "pairs";
  readonly queries: number;
  readonly ratedQueries: number;
  /** Number of units: queries, or pairs that could be drawn. */
  readonly units: number;
  readonly rated: number;
  /** Number of rated units at which rating ends, even if the order is open. */
  readonly until: number;
  /** Largest difference between two engines that does not matter. */
  readonly smallest: number;
  readonly question: "order" | "best";
  readonly decided: boolean;
  /** Names of the engines, best first by the differences in `pairs`; empty before the first draw. */
  readonly order: readonly string[];
  readonly pairs: readonly SuggestedPair[];
  /**
   * One entry for each interim analysis. `rated`: number of rated units. `spent`: upper limit of the expected share of
   * wrong decisions in all analyses up to this one. `open`: number of undecided pairs of engines; null except at the
   * last analysis.
   */
  readonly looks: readonly { readonly rated: number; readonly spent: number; readonly open: number | null }[];
  /** What is drawn; null if nothing is. */
  readonly drawn: {
    /** Number of queries that were drawn, or from which pairs were drawn. */
    readonly queries: number;
    readonly ratings: number;
    readonly minutes: number;
    /** The smallest probability of a query that could be drawn; with `by: "pairs"`, of a pair in the written pool. */
    readonly smallestProbability: number;
    readonly largestProbability: number;
  } | null;
  readonly secondsPerRating: number;
  /** Why nothing is drawn; null if something is. `unrated`: drawn results without a rating must be rated first. */
  readonly reason: "decided" | "end reached" | "nothing left" | "unrated" | null;
  readonly cautions: readonly string[];
}

export interface SuggestedPair {
  readonly a: string;
  readonly b: string;
  /** Estimated difference a - b; null if it is unknown. */
  readonly difference: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly state: "decided" | "no difference that matters" | "open";
  readonly better: string | null;
  /** The report's `rated` if this pair of engines is no longer open; otherwise null. */
  readonly at: number | null;
  /** Whether the answer depends on this pair, so that the next draw should help to decide it. */
  readonly wanted: boolean;
}

export type DrawnNext = Pick<NonNullable<SuggestReport["drawn"]>, "queries" | "ratings"> & {
  readonly chances: Iterable<number>;
};

interface SuggestionFacts
  extends Pick<SuggestReport, "by" | "queries" | "ratedQueries" | "units" | "rated" | "until" | "cautions"> {
  readonly engines: readonly string[];
  /** Estimate from the ratings so far; null before the first draw. */
  readonly estimate: EstimateReport | null;
  /** Number of rated units at each interim analysis. */
  readonly analyses: readonly number[];
  readonly reason?: SuggestReport["reason"];
  readonly drawn?: DrawnNext | null;
  /** Returns whether two engines have the same lists, up to the depth that counts. */
  areAlike(pair: readonly [one: string, other: string]): boolean;
}

export function suggestReport(
  facts: SuggestionFacts,
  options: Pick<SuggestReport, "target" | "smallest"> & { readonly measure: Measure; readonly best?: boolean },
): SuggestReport {
  const { measure, target, smallest, best = false } = options;
  const { engines, estimate, analyses, areAlike, reason = null, drawn = null, cautions, ...counts } = facts;
  const found = everyPair(engines, (a, b): SuggestedPair => {
    const pair = estimate?.pairs.find((one) => one.a === a && one.b === b) ?? null;
    const isKnownAlike = estimate === null && areAlike([a, b]);
    const state = isKnownAlike ? "no difference that matters" : stateOf(pair, smallest);
    const isDecided = state === "decided" && pair !== null;
    return {
      a,
      b,
      difference: pair?.difference ?? null,
      interval: pair?.interval ?? null,
      state,
      better: isDecided ? ((pair.difference ?? 0) > 0 ? a : b) : null,
      at: state === "open" ? null : counts.rated,
      wanted: false,
    };
  });
  const pairs = withWanted(found, engines, best);
  const open = pairs.filter(({ state }) => state === "open").length;
  return {
    schema: "semqrel.suggest/1",
    measure: estimate?.differencesBy ?? measure.name,
    target,
    ...counts,
    smallest,
    question: best ? "best" : "order",
    decided: !pairs.some(({ wanted }) => wanted),
    order: estimate
      ? orderedByDifferences(
          estimate.order.filter((name) => engines.includes(name)),
          pairs,
        )
      : [],
    pairs,
    looks: analyses.map((rated, analysis) => ({
      rated,
      spent: analyses
        .slice(0, analysis + 1)
        .reduce((sum, _, earlier) => sum + SIGNIFICANCE / 2 / priceOfLook(earlier + 1), 0),
      open: analysis === analyses.length - 1 ? open : null,
    })),
    drawn: drawn && {
      queries: drawn.queries,
      ratings: drawn.ratings,
      // Single pairs come from many queries, so the time to read these queries is added.
      minutes: (drawn.ratings * secondsPerRating + (counts.by === "pairs" ? drawn.queries * secondsPerQuery : 0)) / 60,
      smallestProbability: Math.min(...drawn.chances),
      largestProbability: Math.max(...drawn.chances),
    },
    secondsPerRating,
    reason,
    cautions,
  };
}

function stateOf(pair: PairEstimate | null, smallest: number): SuggestedPair["state"] {
  if (pair === null) return "open";
  if (pair.state === "decided") return "decided";
  const [low, high] = pair.simultaneous ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isSmall = smallest > 0 && -smallest <= low && high <= smallest;
  return isSmall || pair.state === "no difference" ? "no difference that matters" : "open";
}

/** Marks the open pairs that matter. If only the best engine is wanted, no pair with a beaten engine matters. */
function withWanted(pairs: readonly SuggestedPair[], engines: readonly string[], best: boolean): SuggestedPair[] {
  const beaten = new Set(pairs.flatMap(({ a, b, better }) => (better === null ? [] : [better === a ? b : a])));
  // If every engine is worse than another, some decision must be wrong, and all pairs matter.
  const counts = (engine: string) => !best || beaten.size === engines.length || !beaten.has(engine);
  return pairs.map((pair) => ({ ...pair, wanted: pair.state === "open" && counts(pair.a) && counts(pair.b) }));
}

export function suggestionBlocks(report: SuggestReport): Block[] {
  const { measure, target, queries, by, rated, units, until, order, drawn, cautions } = report;
  return [
    tableOf(
      "suggestion",
      `${measure} over ${target === "these" ? "these" : "future queries like these"} ${counted(queries, "query", "queries")}: ${rated} of ${by === "pairs" ? counted(units, "pair") : units} rated${until === units ? "" : `; at most ${until} will be rated`}.`,
      report.pairs.map(betterFirst),
      [
        column("engines", "text", ({ a, b }) => `${a} - ${b}`),
        column("difference", "change", ({ difference }) => difference),
        column("95 % interval", "text", ({ interval, state }) =>
          interval === null
            ? state === "open"
              ? "too few ratings yet"
              : null
            : interval.map((end) => signed(end, 3)).join(" … "),
        ),
        column("", "text", ({ better, state, wanted }) => {
          if (better !== null) return `${better} is better`;
          return state === "open" && !wanted ? "open, not needed to find the best engine" : state;
        }),
      ],
    ),
    ...(order.length === 0 ? [] : [noteBlock(`Order so far: ${sayOrder(report)}`)]),
    noteBlock(verdict(report)),
    ...(drawn === null ? [] : [noteBlock(sayDrawn(report, drawn))]),
    ...cautions.map(noteBlock),
  ];
}

/** Returns the engines in order, with ≈ between neighbours whose difference does not matter, otherwise >. */
function sayOrder({ order, pairs }: SuggestReport): string {
  const isAlike = (one: string, other: string) =>
    pairs.some(
      ({ a, b, state }) =>
        state === "no difference that matters" && [a, b].every((engine) => [one, other].includes(engine)),
    );
  return order.reduce((text, engine, place) => {
    const before = order[place - 1];
    return before === undefined ? engine : `${text} ${isAlike(before, engine) ? "≈" : ">"} ${engine}`;
  }, "");
}

function sayDrawn({ by, secondsPerRating }: SuggestReport, drawn: NonNullable<SuggestReport["drawn"]>): string {
  const queries = counted(drawn.queries, "query", "queries");
  const minutes = `about ${counted(Math.ceil(drawn.minutes), "minute")} at ${secondsPerRating} s each`;
  const chance = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
  const chances = `${chance(drawn.smallestProbability)} to ${chance(drawn.largestProbability)}`;
  return by === "pairs"
    ? `To rate: ${counted(drawn.ratings, "pair")} of ${queries}, drawn at random, ${minutes}, and ${secondsPerQuery} s to read each query; the probability of a pair was ${chances}.`
    : `To rate: ${queries} drawn at random, ${counted(drawn.ratings, "rating")}, ${minutes}; the probability of a query was ${chances}.`;
}

/** Returns the pair with the better engine first, for display. In JSON, `a` is the first engine in the labels. */
function betterFirst(pair: SuggestedPair): SuggestedPair {
  const { a, b, difference, interval } = pair;
  if (difference === null || difference >= 0) return pair;
  return { ...pair, a: b, b: a, difference: -difference, interval: interval && [-interval[1], -interval[0]] };
}

function verdict({ question, decided, pairs, order, reason }: SuggestReport): string {
  const open = pairs.filter(({ wanted }) => wanted).length;
  const what = question === "best" ? "Which engine is best" : "The order";
  if (decided) {
    const [best = ""] = order;
    const decision =
      question === "best"
        ? `Decided: no engine is better than ${best} by an amount that matters.`
        : "The order is decided.";
    return `${decision} ${reason === "unrated" ? "The draw is not completely rated." : "Stop rating."}`;
  }
  const left = `${what} is not decided: ${open} of ${counted(pairs.length, "pair")} of engines ${open === 1 ? "is" : "are"} open.`;
  if (reason === "end reached") return `${left} The planned end is reached. Stop rating.`;
  if (reason === "unrated") return `${left} Many drawn pairs are not rated, so nothing is drawn.`;
  return reason === "nothing left" ? `${left} Nothing is left to draw.` : left;
}
