/**
 * From which cosine on is a match worth believing, and what does that do to the engines?
 * The document of `calibrate --threshold --json`, and how it looks.
 */

import { at } from "../core/at.ts";
import { type Block, column, noteBlock, tableOf, textBlock } from "../core/document/blocks.ts";
import { counted, textsOf } from "../core/text/wording.ts";
import { FEWEST_ENGINES, kendallTauB } from "../maths/correlation/rank-correlation.ts";
import { meanOf } from "../maths/summary.ts";

export interface ThresholdReport {
  readonly schema: "semqrel.threshold/1";
  /** Null where no cosine is worth believing: then every match by meaning is refused. */
  readonly threshold: {
    /** (1 - alpha) optimal + alpha zero. */
    readonly threshold: number;
    readonly optimal: number;
    readonly zero: number;
    readonly alpha: number;
    /** Of the pairs from `optimal` on. */
    readonly utility: number;
    readonly rated: number;
  } | null;
  /** For `label --threshold`: rounded down, as labels.csv rounds cosines. Null without threshold. */
  readonly toLabel: number | null;
  /** What a relevant pair is worth and another costs, and how ratings speak for `optimal`. */
  readonly weights: { readonly beta: number; readonly gamma: number; readonly gain: number; readonly cost: number };
  /** Of unrated results above that depth, in rated queries. */
  readonly unjudged: "nonrelevant" | "leave-out";
  readonly depth: number;
  readonly ratedQueries: number;
  /** Pairs of a query and a title that decided, rated or not. */
  readonly pairs: number;
  /** Smallest and largest threshold under which rated queries are labelled, each chosen by other queries; null for none. */
  readonly crossFitted: readonly [smallest: number | null, largest: number | null];
  /** Matches by meaning, and those of them that are refused. */
  readonly matches: number;
  readonly refused: number;
  /** Results that the labels had refused already, though they reach the threshold. */
  readonly refusedBefore: number;
  /** By people's ratings. */
  readonly measure: string;
  /** Of labels: nDCG against the reference. */
  readonly labelMeasure: string;
  readonly queries: number;
  /** By engine: mean over queries of `labelMeasure`. */
  readonly engines: Readonly<Record<string, { readonly before: number; readonly after: number }>>;
  /** Kendall's τ-b with people's order on the rated queries; null below five engines, or where all tie. */
  readonly agreement: { readonly before: number | null; readonly after: number | null } | null;
  readonly cautions: readonly string[];
  /** One sentence. */
  readonly verdict: string;
}

type Counts = "unjudged" | "depth" | "ratedQueries" | "pairs" | "matches" | "refused" | "refusedBefore" | "measure";

export interface ThresholdToReport extends Pick<ThresholdReport, Counts | "threshold"> {
  readonly weights: { readonly [name in keyof ThresholdReport["weights"]]?: number };
  /** Of rated queries; infinite where no cosine is worth believing. */
  readonly ofQueries: readonly number[];
  /** Results that count, or Infinity. */
  readonly cutoff: number;
  readonly engines: readonly string[];
  /** By engine, then query, as the next two. */
  readonly before: readonly Float64Array[];
  readonly after: readonly Float64Array[];
  /** NaN where the query is not rated. */
  readonly human: readonly Float64Array[];
}

export function thresholdReport(found: ThresholdToReport): ThresholdReport {
  const { threshold, weights, unjudged, depth, ratedQueries, pairs, matches, refused, refusedBefore } = found;
  const { engines, before, after, human, measure, cutoff, ofQueries } = found;
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  const isRated = (query: number) => !Number.isNaN(human[0]?.[query]);
  const ratedMeans = (values: readonly Float64Array[]) =>
    values.map((own) => meanOf(own.filter((_, query) => isRated(query))));
  const truth = ratedMeans(human);
  const agreementOf = (values: readonly Float64Array[]) => kendallTauB(ratedMeans(values), truth)?.tau ?? null;
  const toLabel = threshold && Math.floor((threshold.threshold - 5e-7) * 1e6) / 1e6;
  const areRated = human[0]?.some((value) => !Number.isNaN(value)) === true;
  return {
    schema: "semqrel.threshold/1",
    threshold,
    toLabel,
    weights: { beta: 0.1, gamma: 0.05, gain: 2, cost: 1, ...weights },
    ...{ unjudged, depth, ratedQueries, pairs },
    crossFitted: [
      finite(ofQueries.reduce((least, own) => Math.min(least, own), Number.POSITIVE_INFINITY)),
      finite(ofQueries.reduce((most, own) => Math.max(most, own), Number.NEGATIVE_INFINITY)),
    ],
    ...{ matches, refused, refusedBefore, measure },
    labelMeasure: `ndcg_reference${Number.isFinite(cutoff) ? `@${cutoff}` : ""}`,
    queries: before[0]?.length ?? 0,
    engines: Object.fromEntries(
      engines.map((engine, place) => [engine, { before: meanOf(at(before, place)), after: meanOf(at(after, place)) }]),
    ),
    agreement:
      engines.length < FEWEST_ENGINES || !areRated ? null : { before: agreementOf(before), after: agreementOf(after) },
    cautions: cautionsOf(found),
    verdict:
      threshold === null
        ? "No cosine is worth believing: from any on, what is not relevant costs more than what is relevant is worth. Every match by meaning is refused; rate more queries, or weigh otherwise (--gain, --cost, --unjudged)."
        : `A match is worth believing from cosine ${threshold.threshold.toFixed(3)} on; to label so: semqrel label … --threshold ${toLabel?.toFixed(6)}`,
  };
}

/** The last block is the verdict. */
export function thresholdBlocks(report: ThresholdReport): Block[] {
  const { engines, labelMeasure, agreement, ratedQueries, matches, refused, queries, verdict, cautions } = report;
  const ordered = Object.entries(engines).sort(([, one], [, other]) => other.after - one.after);
  return [
    ...decision(report),
    textBlock(
      `${refused} of ${counted(matches, "match by meaning", "matches by meaning")} ${refused === 1 ? "is" : "are"} refused; equal titles and identifiers stay. ${crossFitted(report)}`,
    ),
    tableOf(
      "threshold-engines",
      `Engines by labels, before and under the threshold (${labelMeasure}, ${counted(queries, "query", "queries")})`,
      ordered,
      [
        column("engine", "text", ([engine]) => engine),
        column("before", "measure", ([, { before }]) => before),
        column("under it", "measure", ([, { after }]) => after),
        column("change", "change", ([, { before, after }]) => after - before),
      ],
    ),
    ...(agreement === null
      ? []
      : [
          noteBlock(
            `Agreement with people's order on the ${counted(ratedQueries, "rated query", "rated queries")} (${report.measure}): τ-b ${tau(agreement.before)} before, ${tau(agreement.after)} under it.`,
          ),
        ]),
    ...cautions.map((caution, place) => ({ ...textBlock(caution, "caution"), note: place > 0 })),
    textBlock(verdict, "verdict"),
  ];
}

/** One row an engine, full precision, for CSV and TSV. */
export function* thresholdRows({ engines, threshold }: ThresholdReport): Iterable<readonly string[]> {
  yield ["engine", "before", "after", "threshold"];
  for (const [engine, { before, after }] of Object.entries(engines)) {
    yield [engine, String(before), String(after), String(threshold?.threshold ?? "")];
  }
}

function decision({ threshold, weights, pairs, ratedQueries, unjudged, depth }: ThresholdReport): Block[] {
  const what = `${counted(pairs, "result")} of ${counted(ratedQueries, "rated query", "rated queries")}`;
  const others = unjudged === "nonrelevant" ? `; unrated ones among the first ${depth} count as not relevant` : "";
  const worth = `A relevant result is worth ${weights.gain}, another costs ${weights.cost}: ${what}${others}.`;
  if (threshold === null) return [textBlock(worth)];
  const { threshold: chosen, optimal, zero, alpha, utility, rated } = threshold;
  return [
    textBlock(worth),
    noteBlock(
      `Threshold ${chosen.toFixed(6)} = (1 - α) optimal + α zero: optimal ${optimal.toFixed(6)} (utility ${utility}), zero ${zero.toFixed(6)} (no loss down to there), α ${alpha.toFixed(3)} by ${counted(rated, "rated result")} (β ${weights.beta}, γ ${weights.gamma}).`,
    ),
  ];
}

function crossFitted({ crossFitted: [smallest, largest] }: ThresholdReport): string {
  const shown = (value: number | null) => (value === null ? "none" : value.toFixed(3));
  return `Rated queries are labelled under thresholds that other queries chose: ${smallest === largest ? shown(smallest) : `${shown(smallest)} to ${shown(largest)}`}.`;
}

function cautionsOf({ threshold, refusedBefore, ratedQueries }: ThresholdToReport): string[] {
  return textsOf(
    refusedBefore > 0 &&
      `${counted(refusedBefore, "result")} ${refusedBefore === 1 ? "reaches" : "reach"} the threshold and ${refusedBefore === 1 ? "has" : "have"} no match: the labels were made under a threshold or veto of their own. Label again to have them back.`,
    threshold !== null &&
      ratedQueries < FEW_QUERIES &&
      `${ratedQueries} rated queries are few: the threshold may be another with others.`,
  );
}

const FEW_QUERIES = 10;

function tau(value: number | null): string {
  return value === null ? "-" : value.toFixed(2);
}
