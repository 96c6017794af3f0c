/** Measures each engine on each query from stored labels and a few ratings. */

import { at } from "../core/at.ts";
import { invalidOption } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { MATCH_EXACT, type ResultLists, type StoredLabels } from "../core/types.ts";
import { type GoldGrades, gradesOfRated, readGoldGrades } from "../gold/gold-grades.ts";
import { readDrawnPool } from "../gold/pools/pool-format.ts";
import { drawOf, type JudgedDraw, requireDrawn, requireWholeQueries } from "../io/judgments/chosen-judgments.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { nameOfReference } from "../lists/choose-engines.ts";
import { documentKeys } from "../lists/documents.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import type { QueryValues } from "../maths/sampling/interval-estimate.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { type PositionWeights, positionWeights, summedMeasure } from "../measure/measures/parse-measures.ts";
import { type TitleVectorTools, titleVectors } from "../model/title-vectors.ts";
import { gradeOfRow, type ListsToJudge, listsToJudge, valuesOfQueries } from "../trust/engine-values.ts";
import { readProxies, requireDistinctNames } from "../trust/read-proxies.ts";
import {
  calibratedValues,
  humanValues,
  orderByPairs,
  type PairGains,
  sampledPairValues,
} from "./calibration/calibrated-values.ts";
import { type CalibrationTraining, crossFit } from "./calibration/calibration-model.ts";
import { matchFeatures } from "./calibration/match-features.ts";
import {
  answeredQueries,
  type CalibrationRows,
  calibrationRows,
  NO_TITLE,
  type TitlePool,
  titlePoolOf,
  visitFirst,
} from "./calibration/title-pool.ts";
import { countMoved, type PairDraw, type RatedSample, ratedSample } from "./rated-sample.ts";
import type { GivenStudyOptions, StudyFiles } from "./study-settings.ts";

/** In a sample of pairs, unjudged results are always left out, whatever `unjudged` says. */
export interface StudyOptions extends GivenStudyOptions {
  /** Whether to order the engines. If so, pools of pairs are ignored once all results are rated. @default false */
  readonly ordersEngines?: boolean;
  /** Names of the engines to order. If pairs were drawn, the pools must include all of these engines. @default all */
  readonly engines?: readonly string[];
}

export type CalibratedStudy = Awaited<ReturnType<typeof calibratedStudy>>;
export type PairStudy = NonNullable<CalibratedStudy["pairs"]>;

export async function calibratedStudy(files: StudyFiles, options: StudyOptions, tools: TitleVectorTools) {
  const { measure } = options;
  const study = await readStudy(files, options);
  const { gold, lists, proxies, ...read } = study;
  const { stored, judged, pool, queries, draw, sample } = read;
  // nDCG is not a sum over pairs of query and document, so a sample of pairs estimates DCG.
  const summed = sample !== null && sample.pairs.length > 0 ? summedMeasure(measure) : null;
  const weights = summed && positionWeights(summed);
  if (sample !== null && weights) {
    const asked = lists.filter(({ engine }) => options.engines?.includes(engine) ?? true);
    for (const drawn of sample.pairs) requireAllDrawable(drawn, weights, asked, files.pools);
  }
  const rows = calibrationRows(pool, judged, weights === null ? options : { ...options, unjudged: "leave-out" });
  requireRelevant(rows, files);
  const queryTexts = stored.queries.map(({ text }) => text);
  const { vectorOf } = await titleVectors([...pool.titles, ...queryTexts.filter((text) => text !== null)], tools);
  const features = matchFeatures(pool, {
    queryTexts,
    vectorOf,
    proxies: proxies.map(({ source }) => source),
    votes: weights !== null,
  });
  const targets = weights === null ? rows.targets : rows.targets.map(weights.gainOf);
  const training: CalibrationTraining = { features, targets, queryOfRow: pool.queryOfRow, rows: rows.rows };
  const embedding = tools.embedder.model;
  const fit = crossFit(training, { embedding, seed: options.seed, method: options.method });
  const proxy = valuesOfQueries(calibratedValues(pool, fit.labels, measure), queries);
  const humanOf = (own: Measure, counts: (place: number) => boolean) =>
    valuesOfQueries(humanValues(judged, own), queries).map((values) =>
      values.map((value, place) => (counts(place) ? value : Number.NaN)),
    );
  // With pools, only drawn queries have a human value. If pairs were drawn, no query has one: see `pairSamples`.
  const counts = (place: number) => sample === null || (sample.pairs.length === 0 && sample.queries.has(place));
  return {
    ...read,
    embedding,
    training,
    rows,
    fit,
    values: humanOf(measure, counts).map((human, engine): QueryValues => ({ human, proxy: at(proxy, engine) })),
    // A sample of pairs ignores `options.depth`, because every pair that the measure counts had a chance to be drawn.
    ...countRatings(study, weights?.depth ?? Math.min(measure.at, options.depth), weights !== null),
    isEdited: draw !== null && draw.sha256 !== null && draw.sha256 !== gold.file.sha256,
    pairs:
      sample && summed && weights
        ? {
            measure: summed,
            ...pairSamples({ judged, pool, gains: fit.labels, weights }, sample, queries, (own) =>
              humanOf(summed, own),
            ),
            ...orderByPairs(pool, training, fit.labels, { weights, queries, isNormalised: summed !== measure }),
          }
        : null,
    range: rangeOf(summed ?? measure, judged),
    movedPairs: countMoved(sample?.pairs ?? [], queries, { lists, documentKeys: gold.documentKeys }),
    newQueries: countNewQueries(sample?.pairs ?? [], pool, queries),
    ratedByTitle: lists.reduce((sum, own, engine) => sum + ratedByTitle(own, at(gold.documentKeys, engine), gold), 0),
    proxies: files.proxies.map(({ name }) => name),
  };
}

type ReadStudy = Awaited<ReturnType<typeof readStudy>>;

async function readStudy(files: StudyFiles, { measure, depth, ordersEngines = false }: StudyOptions) {
  requireDistinctNames(files.proxies);
  const { stored: read, ...labels } = await readStoredLabels(files.labels);
  requireDrawn(files.gold);
  const draw = drawOf(files.gold);
  const { pools: paths } = files;
  const stored = ordersEngines ? await withPooledReference(read, paths, draw) : read;
  if (paths.length === 0) requireWholeQueries(files.gold);
  const gold = await readGoldGrades(files.gold, stored);
  const judged = listsToJudge(stored, { ...gold, grades: gradesOfRated(gold) });
  const proxies = await readProxies(files.proxies, stored);
  const lists = stored.engines.map((engine) => engine.lists);
  const pool = titlePoolOf(stored);
  const queries = answeredQueries(pool);
  const drawn =
    paths.length === 0 ? null : await ratedSample(paths, { stored, gold, queries, judged: { path: files.gold, draw } });
  const first = Math.min(measure.at, depth);
  const isAllRated = queries.every((query) => countFirst(lists, query, first, isUnrated(judged)) === 0);
  const sample = ordersEngines && isAllRated && drawn?.pairs.length ? null : drawn;
  return {
    stored,
    gold,
    judged,
    lists,
    proxies,
    pool,
    queries,
    draw,
    sample,
    files: [...labels.files, gold.file, ...(sample?.files ?? []), ...proxies.map(({ file }) => file)],
    warnings: [...labels.warnings, ...gold.warnings, ...proxies.flatMap(({ warnings }) => warnings)],
  };
}

/** If there is only one engine and its reference was pooled, adds the reference as a second engine. */
async function withPooledReference(stored: StoredLabels, paths: readonly string[], draw: JudgedDraw | null) {
  const { engines, reference } = stored;
  if (reference === null || engines.length !== 1) return stored;
  const pools = await Promise.all(paths.map(readDrawnPool));
  const { lists, labels, pointRanks } = reference;
  const names = engines.map((one) => one.lists.engine);
  const engine = nameOfReference(lists.engine, names);
  const isPooled = ({ pairs }: (typeof pools)[number]) =>
    pairs.some((pair) => pair.engines.some(({ name }) => name === engine));
  if (pools.length > 0 ? !pools.every(isPooled) : !draw?.engines.has(engine)) return stored;
  const own = {
    lists: { ...lists, engine },
    labels,
    kinds: new Uint8Array(labels.length).fill(MATCH_EXACT),
    referenceRanks: pointRanks,
    similarities: new Float64Array(labels.length).fill(1),
    margins: new Float64Array(labels.length).fill(Number.NaN),
  };
  return { ...stored, engines: [...engines, own] };
}

/** @param first - how many top results of each list count */
function countRatings({ judged, lists, pool, queries, sample }: ReadStudy, first: number, isOfPairs: boolean) {
  const { grades } = judged;
  const isUntitled = (engine: number, row: number) => at(at(pool.engines, engine).poolRows, row) === NO_TITLE;
  const rated = queries.filter((query) => grades[query] !== null);
  const looked = sample === null ? rated : Int32Array.from(sample.queries, (place) => at(queries, place));
  const countLooked = (matches: (engine: number, row: number) => boolean) =>
    looked.reduce((sum, query) => sum + countFirst(lists, query, first, matches), 0);
  const unratedResults = countLooked(isOfPairs ? isUntitled : isUnrated(judged));
  const results = countLooked(() => true);
  const left = new Set<number>();
  const isOpen = isUnrated(judged);
  visitFirst(pool, queries, first, (place, engine, row) => {
    if (isOpen(engine, row)) left.add(place);
  });
  // A negative grade means that the document is not judged.
  const given = grades.flatMap((ofQuery) => [...(ofQuery?.values() ?? [])]).filter((grade) => grade >= 0);
  return {
    unratedResults,
    ratedShare: sample !== null || results === 0 ? 1 : 1 - unratedResults / results,
    ratedQueries: looked.length,
    left: left.size,
    ratings: sample?.pairs.length ? sample.ratings : given.length,
  };
}

/** Returns the engines' gains in each sample of pairs. `whole` has their values on queries that were drawn whole. */
function pairSamples(
  gained: PairGains,
  { draws, pairs }: RatedSample,
  queries: Int32Array,
  humanOf: (counts: (place: number) => boolean) => readonly Float64Array[],
) {
  const samples = pairs.map((draw) => {
    const byQuery = Array.from(draw.queries, (place, drawn) => ({
      query: at(queries, place),
      pairs: at(draw.pairs, drawn).map(({ documents }) => documents),
    }));
    return { draw, values: sampledPairValues(gained, byQuery, queries) };
  });
  const rated = new Set(draws.flatMap((draw) => [...draw.queries]));
  const whole = humanOf((place) => rated.has(place)).map((human, engine): QueryValues => {
    return { human, proxy: at(at(samples, 0).values, engine).totals };
  });
  return { samples, whole: draws.length === 0 ? null : whole };
}

/** Throws if some results could not be drawn. Their probability was 0, and weights cannot correct for that. */
function requireAllDrawable(
  { engines, depth }: PairDraw,
  weights: PositionWeights,
  lists: readonly ResultLists[],
  paths: readonly string[],
): void {
  const absent = lists.map(({ engine }) => engine).filter((name) => !engines.has(name));
  const longest = lists.reduce((most, own) => Math.max(most, longestList(own)), 0);
  const needed = Math.min(weights.depth, longest);
  if (absent.length === 0 && depth >= needed) return;
  const [found, remedy] =
    absent.length > 0
      ? [
          `it has no results of ${absent.join(", ")}`,
          "Pool all engines of the labels, each under its name (name=file). With pool --next, leave out --engines",
        ]
      : [
          `it has the first ${depth} results of each list, and the measure counts ${needed}`,
          `Use --measure with the cutoff @${depth}, or pool with --depth ${needed}`,
        ];
  throw invalidOption(
    `Estimating from the pairs of ${paths.join(", ")}: ${found}. Results that could not be drawn would count as not relevant. ${remedy}.`,
    { pools: paths, engines: absent, depth, needed },
  );
}

function longestList({ offsets }: ResultLists): number {
  return offsets.reduce((most, offset, query) => Math.max(most, offset - (offsets[query - 1] ?? 0)), 0);
}

/** Returns the measure's range. An infinite upper bound is replaced by the value of a list with only the top grade. */
function rangeOf(measure: Measure, { engines, grades }: ListsToJudge): readonly [number, number] {
  const [lowest, bound] = measure.kind.range;
  if (Number.isFinite(bound)) return [lowest, bound];
  const largest = grades.reduce((most, own) => Math.max(most, ...(own?.values() ?? [])), 0);
  const longest = engines.reduce((most, { lists }) => Math.max(most, longestList(lists)), 0);
  const labels = new Float64Array(Math.min(measure.at, longest)).fill(largest);
  const documents = Int32Array.from(labels.keys());
  const highest = measure.compute({ labels, judgedLabels: labels, scores: labels.map((_, rank) => -rank), documents });
  return [lowest, Number.isNaN(highest) ? bound : highest];
}

/** Returns how many queries were added after a draw of pairs. Counts only queries with results of its engines. */
function countNewQueries(draws: readonly PairDraw[], pool: TitlePool, queries: Int32Array): number {
  const added = draws.map((draw) => {
    const found = new Set<number>();
    const drawn = { ...pool, engines: pool.engines.filter(({ lists }) => draw.engines.has(lists.engine)) };
    visitFirst(drawn, queries, draw.depth, (_, engine, row) => {
      found.add(at(at(drawn.engines, engine).lists.queryOfRow, row));
    });
    return draw.from === null ? 0 : found.size - draw.from;
  });
  return added.reduce((most, one) => Math.max(most, one), 0);
}

function isUnrated(judged: ListsToJudge) {
  return (engine: number, row: number) => Number.isNaN(gradeOfRow(judged, engine, row));
}

function countFirst(
  lists: readonly ResultLists[],
  query: number,
  depth: number,
  matches: (engine: number, row: number) => boolean,
): number {
  return lists.reduce((sum, own, engine) => {
    const rows = rowsOfQuery(own, query).subarray(0, depth);
    return sum + rows.filter((row) => matches(engine, row)).length;
  }, 0);
}

function ratedByTitle(lists: ResultLists, joined: readonly string[], gold: GoldGrades): number {
  const named = documentKeys(lists, sha256);
  return named.filter((name, row) => {
    const query = at(lists.queryOfRow, row);
    const key = at(joined, row);
    return key !== name && !gold.hasName(query, name) && (gold.grades[query]?.get(key) ?? -1) >= 0;
  }).length;
}

function requireRelevant({ judged, targets, rows, ratedQueries }: CalibrationRows, { labels, gold }: StudyFiles): void {
  if (rows.some((row) => at(targets, row) > 0)) return;
  const rated = `${ratedQueries.length} of the queries ${ratedQueries.length === 1 ? "is" : "are"} rated`;
  throw invalidOption(
    ratedQueries.length === 0
      ? `Joining ${labels} with ${gold}: no query has a rating of 0 or more. Negative labels mean not judged. Give judgments with ratings of these queries.`
      : judged === 0
        ? `Joining ${labels} with ${gold}: ${rated}, but no rating is of a result in these lists. Documents are joined by id, otherwise by title. Give judgments with the ids or titles of these lists.`
        : `Joining ${labels} with ${gold}: ${rated}, but no rated result of these lists is relevant, so every measure is 0 and the labels cannot be calibrated. Rate more queries.`,
    { labels, gold, ratedQueries: ratedQueries.length, judged },
  );
}
