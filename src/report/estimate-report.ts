/**
 * What do a few ratings and calibrated labels say of the engines, and how sure is that?
 * The document of `estimate --json`.
 */
import { combinedOrder } from "../estimates/combined-order.ts";
import { differenceEstimates } from "../estimates/difference-estimates.ts";
import { engineDifferences } from "../estimates/engine-differences.ts";
import {
  type EstimateOptions,
  type IntervalEstimate,
  intervalEstimate,
  type MeanEstimate,
  type QueryValues,
} from "../estimates/interval-estimate.ts";
import { simultaneousIntervals } from "../estimates/simultaneous-intervals.ts";

type Interval = readonly [low: number, high: number] | null;

export interface EstimateReport {
  readonly schema: "semqrel.estimate/1";
  readonly measure: string;
  /** The mean over these queries, or over all those of which they are a sample. */
  readonly target: "these" | "future";
  readonly queries: number;
  readonly ratedQueries: number;
  readonly ratings: number;
  readonly minutes: number;
  readonly engines: Readonly<Record<string, EngineEstimate>>;
  readonly pairs: readonly PairEstimate[];
  /** Best first: estimates drawn to the calibrated labels, as far as these go together with them. */
  readonly order: readonly string[];
  /** 0..1: what the calibrated labels weigh in the order. */
  readonly weightOfLabels: number;
  /** How the intervals of all pairs were widened. */
  readonly simultaneous: "max-t" | "bonferroni";
  readonly method: string;
  /** Sentences: where the assumptions are strained. */
  readonly cautions: readonly string[];
  /** One sentence. */
  readonly verdict: string;
}

export interface EngineEstimate {
  readonly estimate: number | null;
  readonly interval: Interval;
  readonly human: Pick<MeanEstimate, "estimate" | "interval">;
  /** Correlation of ratings and labels, query by query. */
  readonly rho: number | null;
  readonly lambda: number | null;
  readonly place: number;
}

/** a - b. */
export interface PairEstimate {
  readonly a: string;
  readonly b: string;
  readonly difference: number | null;
  readonly interval: Interval;
  /** All pairs' intervals hold together. */
  readonly simultaneous: Interval;
  readonly human: Pick<MeanEstimate, "estimate" | "interval">;
  readonly rho: number | null;
}

export interface EstimatesToReport {
  readonly engines: readonly string[];
  readonly values: readonly QueryValues[];
  readonly measure: string;
  readonly target: EstimateOptions["target"];
  readonly method: string;
  readonly ratedQueries: number;
  readonly ratings: number;
  /** Rated results that were joined by their titles. */
  readonly ratedByTitle: number;
  readonly secondsPerRating: number;
  /** Any 32-bit whole number. */
  readonly seed: number;
}

const FEW_QUERIES = 10;

export function estimateReport(found: EstimatesToReport): EstimateReport {
  const { engines, values, target, ratedQueries, ratings } = found;
  const estimates = values.map((own) => intervalEstimate(own, { target }));
  const differences = differenceEstimates(values, { target });
  const combined = combinedOrder(
    estimates.map(({ estimate, proxyOnly }) => ({ estimate, calibrated: proxyOnly ?? 0 })),
    differences,
  );
  const placeOf = new Map(combined.order.map((engine, place) => [engine, place + 1]));
  const together = simultaneousIntervals(
    engineDifferences(values).map((difference) => difference.values),
    { target, seed: found.seed },
  );
  const pairs = differences.map(
    (pair, place): PairEstimate => ({
      a: engines[pair.first] ?? "",
      b: engines[pair.second] ?? "",
      difference: pair.estimate,
      interval: pair.interval,
      simultaneous: together.intervals[place]?.interval ?? null,
      human: { estimate: pair.human.estimate, interval: pair.human.interval },
      rho: pair.rho,
    }),
  );
  const order = combined.order.map((engine) => engines[engine] ?? "");
  const cautions = cautionsOf(estimates, found);
  return {
    schema: "semqrel.estimate/1",
    measure: found.measure,
    target,
    queries: values[0]?.proxy.length ?? 0,
    ratedQueries,
    ratings,
    minutes: (ratings * found.secondsPerRating) / 60,
    engines: Object.fromEntries(
      engines.map((engine, place) => [engine, engineEstimate(estimates[place], placeOf.get(place) ?? 0)]),
    ),
    pairs,
    order,
    weightOfLabels: combined.weight,
    simultaneous: together.method,
    method: found.method,
    cautions,
    verdict: verdictOf(order, pairs, ratedQueries),
  };
}

function engineEstimate(one: IntervalEstimate | undefined, place: number): EngineEstimate {
  return {
    estimate: one?.estimate ?? null,
    interval: one?.interval ?? null,
    human: { estimate: one?.human.estimate ?? null, interval: one?.human.interval ?? null },
    rho: one?.rho ?? null,
    lambda: one?.lambda ?? null,
    place,
  };
}

function cautionsOf(estimates: readonly IntervalEstimate[], found: EstimatesToReport): string[] {
  const { engines, ratedQueries, ratedByTitle, target } = found;
  const byTitle =
    ratedByTitle === 0
      ? []
      : [`${ratedByTitle} rated results were joined by their titles: the judgments do not have their ids.`];
  // Then labels and chance have no part in it.
  if (target === "these" && estimates.every(({ rated, queries }) => rated === queries)) return byTitle;
  const least = 1 / Math.sqrt(ratedQueries - 2);
  const weak = ratedQueries < 3 ? 0 : estimates.filter(({ rho }) => rho === null || rho <= least).length;
  const equal = engines.filter((_, engine) => estimates[engine]?.reason === "all rated values are equal");
  return [
    "The rated queries are taken for a random draw from all: queries picked by hand make every interval here worthless.",
    ...byTitle,
    ...(equal.length === 0
      ? []
      : [
          `No interval where all rated queries have the same value, which tells nothing of others: ${equal.join(", ")}.`,
        ]),
    ...(ratedQueries < FEW_QUERIES
      ? [`${ratedQueries} rated queries are few: below ${FEW_QUERIES} the intervals rest on the shape of the values.`]
      : []),
    ...(weak > 0
      ? [
          `For ${weak} of ${estimates.length} engines labels and ratings go together too little (ρ up to ${least.toFixed(2)}) for the labels to help.`,
        ]
      : []),
  ];
}

function verdictOf(order: readonly string[], pairs: readonly PairEstimate[], ratedQueries: number): string {
  const [best] = order;
  if (best === undefined || order.length === 1) return "There is one engine: nothing to order.";
  if (pairs.every(({ difference }) => difference === null))
    return `Nothing can be said from ${ratedQueries} rated queries: rate ten at least.`;
  if (pairs.every(({ difference }) => difference === 0))
    return `Nothing tells the ${order.length} engines apart: all of them have the same estimate.`;
  const isBeaten = ({ a, b, simultaneous }: PairEstimate, winner: string) =>
    simultaneous !== null && ((a === winner && simultaneous[0] > 0) || (b === winner && simultaneous[1] < 0));
  const isBehind = (other: string) =>
    pairs.some((pair) => (pair.a === other || pair.b === other) && isBeaten(pair, best));
  const others = order.slice(1);
  const rival = others.find((other) => !isBehind(other));
  const beaten = others.filter(isBehind).length;
  if (rival === undefined)
    return `${best} is the best of ${order.length} engines: it is ahead of each other one (95 %, all pairs together).`;
  return beaten === 0
    ? `Undecided: ${best} comes first, but its lead over any other engine may be chance (95 %, all pairs together).`
    : `${best} comes first and is ahead of ${beaten} of ${others.length} other engines (95 %, all pairs together); ${rival} may be as good.`;
}
