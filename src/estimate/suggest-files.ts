/**
 * Which queries should people rate next, and which of the engines' order is decided already?
 */

import { counted } from "../core/text/wording.ts";
import type { PooledPair } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { queryDisagreement } from "../gold/agreement/query-disagreement.ts";
import { readPool } from "../gold/pools/read-pool.ts";
import { secondsPerRating } from "../gold/pools/summarise-pool.ts";
import { enginesToOrder } from "../lists/engines-to-order.ts";
import type { Decision } from "../maths/sampling/decide-by-looks.ts";
import { wantedDifferences } from "../maths/sampling/decide-by-looks.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import { drawQueries, pairsOfQueries, queriesLeft } from "./draw-queries.ts";
import type { EstimateFilesOptions } from "./estimate-files.ts";
import { decideByQueryLooks, FEWEST_QUERIES, queryLooks, standing } from "./query-looks.ts";
import { refusedSuggestion } from "./refused-suggestion.ts";
import { type SuggestReport, suggestReport } from "./suggest-report.ts";

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

const USUAL_END = 80;

/**
 * @throws SemqrelError as `calibratedStudy`; INVALID_OPTION for an engine that the labels lack or fewer than two, an end
 *         below the rated queries or three, pools that sample pairs
 */
export async function suggestFiles(
  files: StudyFiles,
  options: SuggestOptions,
  tools: TitleVectorTools,
): Promise<Suggestion> {
  const study = await calibratedStudy(files, options, tools);
  if (study.pairValues !== null)
    throw refusedSuggestion(
      "the pool holds pairs of its queries, and whole queries are drawn (--by pairs draws pairs)",
    );
  const places = enginesToOrder(
    study.stored.engines.map(({ lists }) => lists),
    options.engines,
  );
  const names = places.map((place) => study.stored.engines[place]?.lists.engine ?? "");
  const looks = queryLooks(study, places, options);
  const latest = looks.at(-1) ?? tooFew(study);
  const until = endOf(study, options);
  const earlier = await poolsOf(files.pools ?? []);
  const documents = pairsOfQueries(study, places, { earlier, depth: options.depth });
  const { differences } = latest;
  const decisions = differences.map(({ first, second }, pair): Decision => {
    const own = [[names[first] ?? "", names[second] ?? ""]] as const;
    // Lists that are all the same to this depth have no order.
    if (documents.every((ofQuery) => queryDisagreement(ofQuery, own) === 0))
      return { better: "neither", at: study.ratedQueries, next: null, looks: [] };
    return decideByQueryLooks(looks, pair, { until, pairs: differences.length, options });
  });
  const wanted = wantedDifferences(decisions, differences, { best: options.best, engines: places.length });
  const isDecided = !wanted.some(Boolean);
  const left = queriesLeft(study, documents, earlier);
  const room = options.anyway ? left.length : until - study.ratedQueries;
  const count = Math.min(options.count, left.length, room);
  const reason =
    left.length === 0
      ? "nothing left"
      : options.anyway
        ? null
        : isDecided
          ? "decided"
          : room <= 0
            ? "end reached"
            : null;
  const asked = differences
    .filter((_, pair) => isDecided || wanted[pair])
    .map(({ first, second }) => [names[first] ?? "", names[second] ?? ""] as const);
  const drawn = reason === null ? drawQueries(study, { documents, left, count, asked, seed: options.seed }) : null;
  const report = suggestReport({
    engines: names,
    ...standing(latest, options),
    decisions,
    wanted,
    looks: looks.map(({ queries }) => queries),
    until,
    drawn,
    reason,
    measure: options.measure.name,
    target: options.target,
    best: options.best,
    smallest: options.smallest,
    by: "queries",
    queries: study.queries.length,
    ratedQueries: study.ratedQueries,
    units: study.queries.length,
    rated: study.ratedQueries,
    secondsPerRating,
    cautions: cautionsOf(study, { until, options }),
  });
  return {
    report,
    next: drawn === null ? null : [...earlier, ...drawn.pairs],
    warnings: study.warnings,
  };
}

function cautionsOf(
  { sample, ratedQueries }: CalibratedStudy,
  { until, options }: { readonly until: number; readonly options: SuggestOptions },
): string[] {
  const unfinished = sample?.pools.reduce((sum, { drawn, complete }) => sum + drawn - complete, 0) ?? 0;
  return [
    ...(sample === null
      ? [
          "Without --pool all rated queries are taken for one draw from all, each as likely, and for the first look. Give the pools that people rated in the order of their draws.",
        ]
      : []),
    ...(unfinished > 0
      ? [
          `${counted(unfinished, "drawn query is", "drawn queries are")} not rated to the end, and taken for left out by chance: rate them first.`,
        ]
      : []),
    ...(sample !== null && sample.pickedByHand > 0
      ? [
          `${counted(sample.pickedByHand, "rated query was", "rated queries were")} drawn by none of the pools: labels learn from them, decisions do not.`,
        ]
      : []),
    ...(options.until === null && ratedQueries >= until && ratedQueries > USUAL_END
      ? ["No end was planned (--until): this is taken for the last look."]
      : []),
  ];
}

async function poolsOf(paths: readonly string[]): Promise<PooledPair[]> {
  let all: PooledPair[] = [];
  for (const path of paths) all = [...all, ...withoutKnown((await readPool(path)).pairs, all)];
  return all;
}

/** Pairs of queries that are not among those known. */
function withoutKnown(pairs: readonly PooledPair[], known: readonly PooledPair[]): PooledPair[] {
  const queries = new Set(known.map(({ query }) => query));
  return pairs.filter(({ query }) => !queries.has(query));
}

function endOf({ ratedQueries, queries }: CalibratedStudy, { until }: SuggestOptions): number {
  const usual = Math.min(queries.length, Math.max(USUAL_END, ratedQueries));
  const end = until ?? usual;
  if (end >= Math.max(FEWEST_QUERIES, ratedQueries) && end <= queries.length) return end;
  throw refusedSuggestion(
    `rating was to end at ${end} rated queries, and ${ratedQueries} of ${queries.length} are rated. Give --until the number that was planned before the first look`,
  );
}

function tooFew({ ratedQueries }: CalibratedStudy): never {
  throw refusedSuggestion(
    `${counted(ratedQueries, "query is", "queries are")} rated, and nothing is known of how queries differ below three. Draw the first ones with semqrel pool --queries 10`,
  );
}
