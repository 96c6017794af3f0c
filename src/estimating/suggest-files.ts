/**
 * Which queries should people rate next, and which of the engines' order is decided already?
 */
import { calibratedValues, humanValues } from "../calibration/calibrated-values.ts";
import { calibrationRows } from "../calibration/calibration-rows.ts";
import { crossFit } from "../calibration/cross-fit.ts";
import { SemqrelError } from "../errors.ts";
import { combinedOrder } from "../estimates/combined-order.ts";
import type { Decision } from "../estimates/decide-by-looks.ts";
import { differenceEstimates } from "../estimates/difference-estimates.ts";
import { drawChances } from "../estimates/draw-chances.ts";
import { engineDifferences } from "../estimates/engine-differences.ts";
import { intervalEstimate, type QueryValues } from "../estimates/interval-estimate.ts";
import type { QueryDraw } from "../estimates/query-draw.ts";
import { wantedDifferences } from "../estimates/wanted-differences.ts";
import { type PlannedLook, whenDecided } from "../estimates/when-decided.ts";
import { sha256 } from "../files/sha256.ts";
import { poolResults } from "../gold/pool-results.ts";
import { queryDisagreement } from "../gold/query-disagreement.ts";
import { shufflePool } from "../gold/shuffle-pool.ts";
import { secondsPerRating } from "../gold/summarise-pool.ts";
import { readPool } from "../io/read-pool.ts";
import { enginesToOrder } from "../lists/engines-to-order.ts";
import { groupResults } from "../lists/group-results.ts";
import { type SuggestReport, suggestReport } from "../report/suggest-report.ts";
import type { TitleVectorTools } from "../stages/title-vectors.ts";
import { drawSystematically } from "../statistics/draw-systematically.ts";
import { seededBits } from "../statistics/seeded-random.ts";
import { counted } from "../text/counted.ts";
import type { PooledPair, ResultLists } from "../types.ts";
import type { Warning } from "../warnings.ts";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import type { EstimateFilesOptions } from "./estimate-files.ts";

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
/** Below it nothing is known of how queries differ. */
const FEWEST_QUERIES = 3;

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
    throw refused("the pool holds pairs of its queries, and whole queries are drawn (--by pairs draws pairs)");
  const places = enginesToOrder(
    study.stored.engines.map(({ lists }) => lists),
    options.engines,
  );
  const names = places.map((place) => nameOf(study, place));
  const looks = looksOf(study, places, options);
  const latest = looks.at(-1) ?? tooFew(study);
  const until = endOf(study, options);
  const earlier = await poolsOf(files.pools ?? []);
  const wholePool = poolOf(
    study,
    [...places.map((place) => listsOf(study, place)), ...referenceIn(study, earlier)],
    options,
  );
  const documents = documentsByQuery(study, wholePool);
  const differences = engineDifferences(latest.engines);
  const decisions = differences.map(({ first, second }, pair): Decision => {
    const own = [[names[first] ?? "", names[second] ?? ""]] as const;
    // Lists that are all the same to this depth have no order.
    if (documents.every((ofQuery) => queryDisagreement(ofQuery, own) === 0))
      return { better: "neither", at: study.ratedQueries, next: null, looks: [] };
    return decide(looks, pair, { until, pairs: differences.length, options });
  });
  const wanted = wantedDifferences(decisions, differences, { best: options.best, engines: places.length });
  const isDecided = !wanted.some(Boolean);
  const left = candidatesOf(study, documents, earlier);
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

/** In which order engines stand now, and by how much each two differ. */
function standing({ engines, draws }: Look, options: SuggestOptions) {
  const settings = { target: options.target, draws };
  const differences = differenceEstimates(engines, settings);
  const { order } = combinedOrder(
    engines.map((own) => ({ estimate: intervalEstimate(own, settings).estimate, calibrated: mean(own.proxy) })),
    differences,
  );
  return { order, differences };
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

interface DrawnQueries {
  readonly pairs: readonly PooledPair[];
  readonly queries: number;
  readonly ratings: number;
  readonly chances: readonly number[];
}

interface Look {
  readonly queries: number;
  /** By engine. */
  readonly engines: readonly QueryValues[];
  readonly draws: readonly QueryDraw[] | null;
}

/** What was known after each draw, with labels that learned from no later one, so that a look stays what it was. */
function looksOf(study: CalibratedStudy, places: readonly number[], options: SuggestOptions): Look[] {
  const pick = (values: readonly QueryValues[]) => places.flatMap((place) => values[place] ?? []);
  const draws = study.sample?.draws ?? null;
  const now = { queries: study.ratedQueries, engines: pick(study.values), draws };
  const before = (draws ?? []).slice(0, -1).map((_, draw): Look => {
    const known = (draws ?? []).slice(0, draw + 1);
    const rated = new Set(known.flatMap(({ queries }) => [...queries]));
    return { queries: rated.size, engines: pick(valuesFrom(study, rated, options)), draws: known };
  });
  return [...before, now].filter(({ queries }) => queries >= FEWEST_QUERIES);
}

/** @param rated places among the study's queries */
function valuesFrom(study: CalibratedStudy, rated: ReadonlySet<number>, options: SuggestOptions): QueryValues[] {
  const { pool, queries, embedding } = study;
  const known = new Set([...rated].map((place) => queries[place]));
  const judged = {
    ...study.judged,
    grades: study.judged.grades.map((grades, query) => (known.has(query) ? grades : null)),
  };
  const { targets, rows } = calibrationRows(pool, judged, options);
  const { labels } = crossFit({ ...study.training, targets, rows }, { ...options, embedding });
  const human = humanValues(judged, options.measure);
  const proxy = calibratedValues(pool, labels, options.measure);
  return human.map((own, engine) => ({
    human: Float64Array.from(queries, (query) => own[query] ?? Number.NaN),
    proxy: Float64Array.from(queries, (query) => proxy[engine]?.[query] ?? 0),
  }));
}

function decide(
  looks: readonly Look[],
  pair: number,
  plan: { readonly until: number; readonly pairs: number; readonly options: SuggestOptions },
): Decision {
  const { target, smallest } = plan.options;
  const taken = looks.flatMap(({ queries, engines, draws }): PlannedLook[] => {
    const values = engineDifferences(engines)[pair]?.values;
    return values === undefined ? [] : [{ queries, values, draws }];
  });
  const isEnd = (taken.at(-1)?.queries ?? 0) >= plan.until;
  const planned = isEnd ? [] : [{ queries: plan.until, values: null }];
  return whenDecided([...taken, ...planned], { target, smallest, pairs: plan.pairs });
}

interface ToDraw {
  /** By the study's queries. */
  readonly documents: readonly (readonly PooledPair[])[];
  readonly left: readonly number[];
  readonly count: number;
  readonly asked: readonly (readonly [string, string])[];
  readonly seed: number;
}

function drawQueries(study: CalibratedStudy, { documents, left, count, asked, seed }: ToDraw): DrawnQueries {
  // What a pool chose and nobody finished cannot be drawn again: as if chance had left it out.
  const share = left.length / (study.queries.length - study.ratedQueries);
  const chances = drawChances(
    left.map((query) => {
      const own = documents[query] ?? [];
      return { deviation: queryDisagreement(own, asked), cost: own.length };
    }),
    count,
  );
  // Another draw of the same seed is another one.
  const bits = seededBits((seed + study.ratedQueries) | 0);
  const random = () => bits() / 2 ** 32;
  const isDrawn = drawSystematically(chances, random);
  const pairs = left.flatMap((query, place) => {
    const probability = (chances[place] ?? 1) * share;
    return isDrawn[place]
      ? (documents[query] ?? []).map((pair) => ({ ...pair, probability, queryProbability: probability }))
      : [];
  });
  return {
    pairs: shufflePool(pairs, random),
    queries: isDrawn.filter(Boolean).length,
    ratings: pairs.length,
    chances: chances.map((chance) => chance * share),
  };
}

/** Places of queries that no draw chose, and of which there is something to rate. */
function candidatesOf(
  { stored, queries, judged, sample }: CalibratedStudy,
  documents: readonly (readonly PooledPair[])[],
  pools: readonly PooledPair[],
): number[] {
  const known = new Set(pools.flatMap(({ query, queryId }) => [query, queryId ?? query]));
  const isChosen = (query: number) =>
    sample === null
      ? judged.grades[query] !== null
      : [stored.queries[query]?.name, stored.queries[query]?.id, stored.queryKeys[query]].some((name) =>
          known.has(name ?? ""),
        );
  return [...queries.keys()].filter((place) => !isChosen(queries[place] ?? -1) && (documents[place] ?? []).length > 0);
}

function poolOf(
  study: CalibratedStudy,
  lists: readonly ResultLists[],
  { depth }: SuggestOptions,
): readonly PooledPair[] {
  const { queries } = study.stored;
  const cut = lists.map((own) =>
    groupResults({ ...own, queryIds: null, queryTexts: null }, own.queryOfRow, queries.length, depth),
  );
  const settings = { hash: sha256, informationNeeds: queries.map(() => null), urlColumns: [] };
  return poolResults(queries, cut, settings).pairs;
}

function documentsByQuery(study: CalibratedStudy, pairs: readonly PooledPair[]): PooledPair[][] {
  const byName = new Map<string, PooledPair[]>(
    Array.from(study.queries, (query) => [study.stored.queries[query]?.name ?? "", []]),
  );
  for (const pair of pairs) byName.get(pair.query)?.push(pair);
  return [...byName.values()];
}

async function poolsOf(paths: readonly string[]): Promise<PooledPair[]> {
  const all: PooledPair[] = [];
  for (const path of paths) all.push(...withoutKnown((await readPool(path)).pairs, all));
  return all;
}

/** Pairs of queries that are not among those known. */
function withoutKnown(pairs: readonly PooledPair[], known: readonly PooledPair[]): PooledPair[] {
  const queries = new Set(known.map(({ query }) => query));
  return pairs.filter(({ query }) => !queries.has(query));
}

/** The best order of a query is that of all that was pooled: where the reference was, it stays. */
function referenceIn({ stored }: CalibratedStudy, pools: readonly PooledPair[]): ResultLists[] {
  const lists = stored.reference?.lists;
  const isPooled = pools.some(({ engines }) => engines.some(({ name }) => name === lists?.engine));
  return lists !== undefined && isPooled ? [lists] : [];
}

function endOf({ ratedQueries, queries }: CalibratedStudy, { until }: SuggestOptions): number {
  const usual = Math.min(queries.length, Math.max(USUAL_END, ratedQueries));
  const end = until ?? usual;
  if (end >= Math.max(FEWEST_QUERIES, ratedQueries) && end <= queries.length) return end;
  throw refused(
    `rating was to end at ${end} rated queries, and ${ratedQueries} of ${queries.length} are rated. Give --until the number that was planned before the first look`,
  );
}

function tooFew({ ratedQueries }: CalibratedStudy): never {
  throw refused(
    `${counted(ratedQueries, "query is", "queries are")} rated, and nothing is known of how queries differ below three. Draw the first ones with semqrel pool --queries 10`,
  );
}

function nameOf(study: CalibratedStudy, place: number): string {
  return study.stored.engines[place]?.lists.engine ?? "";
}

function listsOf({ stored }: CalibratedStudy, place: number): ResultLists {
  const lists = stored.engines[place]?.lists;
  if (lists === undefined) throw refused(`there is no engine ${place}`);
  return lists;
}

function mean(values: Float64Array | undefined): number {
  return values === undefined ? 0 : values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function refused(what: string): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Suggesting what to rate: ${what}.`, { details: { what } });
}
