/**
 * Which engines' order is decided, and what should people rate next?
 * The document of `suggest --json`, and how it looks.
 */

import { at } from "../core/at.ts";
import { type Block, column, noteBlock, tableOf } from "../core/document/blocks.ts";
import { counted, signed } from "../core/text/wording.ts";
import { secondsPerQuery } from "../gold/pools/order-for-rating.ts";
import type { Decision, EnginePair } from "../maths/sampling/decide-by-looks.ts";
import type { MeanEstimate } from "../maths/sampling/interval-estimate.ts";
import { orderedByDifferences } from "./estimate-report.ts";

/** What `semqrel pool --next --json` prints. */
export interface SuggestReport {
  readonly schema: "semqrel.suggest/1";
  readonly measure: string;
  readonly target: "these" | "future";
  /** What chance draws: whole queries, or pairs of all queries. */
  readonly by: "queries" | "pairs";
  readonly queries: number;
  readonly ratedQueries: number;
  /** Units are queries, or pairs that could be drawn. */
  readonly units: number;
  /** Units that were drawn and rated. */
  readonly rated: number;
  /** Rated units at which rating ends in any case. */
  readonly until: number;
  /** Differences up to this do not matter. */
  readonly smallest: number;
  /** What is to be decided. */
  readonly question: "order" | "best";
  readonly decided: boolean;
  /** Best first, by the differences that `pairs` have. Decided is what they say. */
  readonly order: readonly string[];
  readonly pairs: readonly SuggestedPair[];
  /** One after each draw: rated units then, what of the 5 % was spent up to it, and pairs without a decision. */
  readonly looks: readonly { readonly rated: number; readonly spent: number; readonly open: number }[];
  /** Null where nothing is drawn. */
  readonly drawn: {
    /** Those that were drawn, or of which pairs were. */
    readonly queries: number;
    readonly ratings: number;
    readonly minutes: number;
    /** Of all queries that could be drawn; of the pairs of the whole pool that is written. */
    readonly smallestProbability: number;
    readonly largestProbability: number;
  } | null;
  readonly secondsPerRating: number;
  /** Why nothing is drawn; null where something is. */
  readonly reason: "decided" | "end reached" | "nothing left" | null;
  readonly cautions: readonly string[];
}

export interface SuggestedPair {
  readonly a: string;
  readonly b: string;
  /** Of a - b, as estimated now; null below three rated queries. */
  readonly difference: number | null;
  /**
   * At the look that decided, else at the last one, with what that look may spend. Null where there is none, and where it
   * holds all that the difference can be.
   */
  readonly interval: readonly [low: number, high: number] | null;
  readonly state: "decided" | "no difference that matters" | "open";
  readonly better: string | null;
  /** Rated units at the look that decided. */
  readonly at: number | null;
  /** Whether the next draw is made for this pair. */
  readonly wanted: boolean;
}

/** What a suggestion is made of. The document has the counts in the order given. */
export interface SuggestionFacts
  extends Omit<SuggestReport, "schema" | "question" | "decided" | "order" | "pairs" | "looks" | "drawn"> {
  readonly engines: readonly string[];
  /** Places of engines, best first. */
  readonly order: readonly number[];
  /** Of first - second. */
  readonly differences: readonly (EnginePair & Pick<MeanEstimate, "estimate">)[];
  /** By difference. */
  readonly decisions: readonly Decision[];
  /** By difference: whether what is asked still depends on it. */
  readonly wanted: readonly boolean[];
  /** Rated units at each look. */
  readonly looks: readonly number[];
  readonly best: boolean;
  /** The largest difference that the measure allows; Infinity where there is none. */
  readonly widest: number;
  readonly drawn: {
    readonly queries: number;
    readonly ratings: number;
    readonly chances: Iterable<number>;
  } | null;
}

export function suggestReport(facts: SuggestionFacts): SuggestReport {
  const { engines, order, differences, decisions, wanted, looks, best, widest, drawn, ...rest } = facts;
  const { secondsPerRating, reason, cautions, ...counts } = rest;
  const nameOf = (engine: number) => at(engines, engine);
  const pairs = differences.map(({ first, second, estimate }, place): SuggestedPair => {
    const decision = at(decisions, place);
    const { better } = decision;
    const interval = decision.looks.at(-1)?.estimate.interval ?? null;
    return {
      a: nameOf(first),
      b: nameOf(second),
      difference: estimate,
      interval: interval && withinWidest(interval, widest),
      state: better === null ? "open" : better === "neither" ? "no difference that matters" : "decided",
      better: better === "first" ? nameOf(first) : better === "second" ? nameOf(second) : null,
      at: decision.at,
      wanted: at(wanted, place),
    };
  });
  return {
    schema: "semqrel.suggest/1",
    ...counts,
    question: best ? "best" : "order",
    decided: !wanted.some(Boolean),
    order: orderedByDifferences(order.map(nameOf), pairs),
    pairs,
    looks: looks.map((rated) => ({
      rated,
      spent: spentBy(decisions, rated),
      open: decisions.filter(({ at }) => at === null || at > rated).length,
    })),
    drawn: drawn && {
      queries: drawn.queries,
      ratings: drawn.ratings,
      // As `pool` counts: of pairs few are of one query.
      minutes: (drawn.ratings * secondsPerRating + (counts.by === "pairs" ? drawn.queries * secondsPerQuery : 0)) / 60,
      smallestProbability: Math.min(...drawn.chances),
      largestProbability: Math.max(...drawn.chances),
    },
    secondsPerRating,
    reason,
    cautions,
  };
}

function withinWidest([low, high]: readonly [number, number], widest: number): readonly [number, number] | null {
  return low <= -widest && high >= widest ? null : [Math.max(-widest, low), Math.min(widest, high)];
}

/** By all pairs together: pairs that were decided before keep what they had not spent. */
function spentBy(decisions: readonly Decision[], rated: number): number {
  return decisions.reduce(
    (sum, { looks }) => looks.reduce((ofPair, look) => ofPair + (look.rated <= rated ? look.significance : 0), sum),
    0,
  );
}

export function suggestionBlocks(report: SuggestReport): Block[] {
  const { measure, target, queries, by, rated, units, until, order, drawn, cautions, secondsPerRating } = report;
  return [
    tableOf(
      "suggestion",
      `${measure} over ${target === "these" ? "these" : "future queries like these"} ${counted(queries, "query", "queries")}: ${by === "pairs" ? `${rated} of ${counted(units, "pair", "pairs")}` : rated} rated; rating ends at ${until} in any case.`,
      report.pairs.map(betterFirst),
      [
        column("engines", "text", ({ a, b }) => `${a} - ${b}`),
        column("difference", "change", ({ difference }) => difference),
        column("interval, when decided or now", "text", ({ interval, state }) =>
          interval === null
            ? state === "open"
              ? "too few ratings yet"
              : null
            : interval.map((end) => signed(end, 3)).join(" … "),
        ),
        column("", "text", ({ better, state, wanted }) => {
          if (better !== null) return `${better} is better`;
          return state === "open" && !wanted ? "open, does not matter" : state;
        }),
        column("decided at", "count", ({ at }) => at),
      ],
    ),
    ...(order.length === 0 ? [] : [noteBlock(`Order as known now: ${order.join(" > ")}`)]),
    noteBlock(verdict(report)),
    ...(report.decided ? [] : [noteBlock(LOOKS)]),
    ...(drawn === null
      ? []
      : [
          noteBlock(
            `To be rated: ${by === "pairs" ? `${counted(drawn.ratings, "pair")} of ${counted(drawn.queries, "query", "queries")}, by chance` : `${counted(drawn.queries, "query", "queries")} of chance, ${counted(drawn.ratings, "rating")}`}, about ${counted(Math.ceil(drawn.minutes), "minute")} at ${secondsPerRating} s each${by === "pairs" ? `, and ${secondsPerQuery} s to read each query` : ""}; the chance of a ${by === "pairs" ? "pair of the pool" : "query"} was ${chance(drawn.smallestProbability)} to ${chance(drawn.largestProbability)}.`,
          ),
        ]),
    ...cautions.map(noteBlock),
  ];
}

/** As people read it: the document keeps the engines in the order of the labels. */
function betterFirst(pair: SuggestedPair): SuggestedPair {
  const { a, b, difference, interval } = pair;
  if (difference === null || difference >= 0) return pair;
  return { ...pair, a: b, b: a, difference: -difference, interval: interval && [-interval[1], -interval[0]] };
}

const LOOKS =
  "Each look at the ratings is counted here. semqrel estimate counts one, so it may call decided what is open here.";

function verdict({ question, decided, pairs, order, reason }: SuggestReport): string {
  const open = pairs.filter(({ wanted }) => wanted).length;
  const what = question === "best" ? "Which engine is best" : "The order";
  if (decided) {
    const [best = ""] = order;
    return question === "best"
      ? `Decided: no engine is better than ${best}, or none that matters. Stop rating.`
      : `Decided: ${what.toLowerCase()}. Stop rating.`;
  }
  const left = `${what} is not decided: ${counted(open, "pair")} of ${pairs.length} open.`;
  if (reason === "end reached") return `${left} The planned end is reached: stop rating, and say so.`;
  return reason === "nothing left" ? `${left} Nothing is left to draw.` : left;
}

function chance(value: number): string {
  return value.toFixed(value < 0.1 ? 3 : 2);
}
