/**
 * Which pairs of all queries should people rate next, and which of the engines' order is decided already?
 */
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import { calibrationRows } from "./calibration/calibration-rows.ts";
import { crossFit } from "./calibration/cross-fit.ts";
import { sampledPairValues } from "./calibration/sampled-pair-values.ts";
import { SemqrelError } from "./errors.ts";
import { combinedOrder } from "./estimates/combined-order.ts";
import { type Decision, decideByLooks } from "./estimates/decide-by-looks.ts";
import { type PairSampleDifference, pairSampleDifferences } from "./estimates/pair-sample-differences.ts";
import { type PairSample, type PairValues, pairSampleEstimate } from "./estimates/pair-sample-estimate.ts";
import { wantedDifferences } from "./estimates/wanted-differences.ts";
import { sha256 } from "./files/sha256.ts";
import { pairSizes } from "./gold/pair-sizes.ts";
import { poolResults } from "./gold/pool-results.ts";
import { shufflePool } from "./gold/shuffle-pool.ts";
import { secondsPerRating } from "./gold/summarise-pool.ts";
import { readPool } from "./io/read-pool.ts";
import { enginesToOrder } from "./lists/engines-to-order.ts";
import { groupResults } from "./lists/group-results.ts";
import { type PositionWeights, positionWeights } from "./measures/position-weights.ts";
import { suggestReport } from "./report/suggest-report.ts";
import type { TitleVectorTools } from "./stages/title-vectors.ts";
import { drawInOrder } from "./statistics/draw-in-order.ts";
import { seededBits } from "./statistics/seeded-random.ts";
import { readStoredLabels } from "./stored-labels.ts";
import type { Suggestion, SuggestOptions } from "./suggest-files.ts";
import { counted } from "./text/counted.ts";
import type { PooledPair, StoredLabels } from "./types.ts";
import type { Warning } from "./warnings.ts";

/** A folder of labels, its ratings and the pools that were drawn, for samples of pairs. */
export interface PairStudyFiles extends Omit<StudyFiles, "gold"> {
  /** Null before the first draw, which needs no rating. */
  readonly gold: string | null;
  /** None before the first draw, then the latest alone: it holds the earlier ones. */
  readonly pools: readonly string[];
}

const USUAL_END = 1500;

/**
 * All pairs of the engines' lists lie in one order of chance (`drawInOrder`), which seed, measure, engines and lists decide
 * and ratings never: a pool is its beginning. A longer one holds it and is one draw, too, in which each pair has a larger
 * chance, so that the latest pool alone is estimated from, and looks need no other care than to be paid for. Ratings of
 * pairs that the pool lacks teach the labels only.
 *
 * @param options `depth` and `unjudged` have no part: lists count as deep as the measure does, what is not drawn is not judged
 * @throws SemqrelError as `positionWeights`, `readStoredLabels`, `enginesToOrder`, `calibratedStudy`; INVALID_OPTION for
 *         several pools, a pool without ratings, one that is no beginning of this order, an end below what is rated
 */
export async function suggestPairs(
  files: PairStudyFiles,
  options: SuggestOptions,
  tools: TitleVectorTools,
): Promise<Suggestion> {
  const weights = positionWeights(options.measure);
  const read = await knownOf(files, options, tools);
  const { stored, study } = read;
  const places = enginesToOrder(
    stored.engines.map(({ lists }) => lists),
    options.engines,
  );
  const names = places.map((place) => stored.engines[place]?.lists.engine ?? "");
  const all = orderedPairs(stored, places, { weights, seed: options.seed });
  const earlier = read.pool === null ? [] : beginningOf(all, read.pool, files.pools);
  const rated = earlier.length;
  const until = endOf(options.until, rated, all.pairs.length);
  const looks = study === null ? [] : looksOf(study, all, { places, weights, options });
  const pairsOfEngines = names.flatMap((_, first) =>
    names.slice(first + 1).map((_, after) => ({ first, second: first + 1 + after })),
  );
  const decisions = pairsOfEngines.map(({ first, second }, pair): Decision => {
    // Lists that are all the same have no order.
    if (all.pairs.every((one) => isAlike(one, names[first] ?? "", names[second] ?? "")))
      return { better: "neither", at: rated, next: null, looks: [] };
    return decide(looks, pair, { until, pairs: pairsOfEngines.length, options });
  });
  const wanted = wantedDifferences(decisions, pairsOfEngines, { best: options.best, engines: places.length });
  const left = all.pairs.length - rated;
  const room = options.anyway ? left : until - rated;
  const reason =
    left === 0
      ? "nothing left"
      : options.anyway
        ? null
        : !wanted.some(Boolean)
          ? "decided"
          : room <= 0
            ? "end reached"
            : null;
  const next = reason === null ? grow(all, earlier, { count: Math.min(options.count, left, room), options }) : null;
  const added = next?.slice(rated) ?? [];
  const report = suggestReport({
    engines: names,
    ...standing(looks.at(-1), pairsOfEngines, options),
    decisions,
    wanted,
    looks: looks.map(({ size }) => size),
    until,
    drawn: next && {
      queries: new Set(added.map(({ query }) => query)).size,
      ratings: added.length,
      chances: next.map(({ probability }) => probability),
    },
    reason,
    measure: options.measure.name,
    target: options.target,
    best: options.best,
    smallest: options.smallest,
    by: "pairs",
    queries: all.queries,
    ratedQueries: study?.ratedQueries ?? 0,
    units: all.pairs.length,
    rated,
    secondsPerRating,
    cautions: cautionsOf(files, study),
  });
  return { report, next, warnings: read.warnings };
}

interface Known {
  readonly stored: StoredLabels;
  /** Null before the first draw. */
  readonly study: CalibratedStudy | null;
  readonly pool: readonly PooledPair[] | null;
  readonly warnings: readonly Warning[];
}

async function knownOf(files: PairStudyFiles, options: SuggestOptions, tools: TitleVectorTools): Promise<Known> {
  const [path, ...further] = files.pools;
  if (further.length > 0)
    throw refused(
      `${files.pools.length} pools are given, and a pool of pairs holds those before it. Give the latest alone`,
    );
  if (path === undefined) return { ...(await readStoredLabels(files.labels)), study: null, pool: null };
  if (files.gold === null) throw refused(`${path} was drawn, and nobody says how people rated it. Give --gold`);
  const { pairs: pool } = await readPool(path);
  if (pool.some(({ inOrder }) => inOrder === undefined))
    throw refused(
      `${path} holds ${counted(pool.length, "pair")} that this command did not draw by pairs. Start without --pool; the ratings in --gold still teach the labels`,
    );
  const study = await calibratedStudy({ ...files, gold: files.gold }, options, tools);
  return { stored: study.stored, study, pool, warnings: study.warnings };
}

/** All pairs that can be drawn. */
interface OrderedPairs {
  /** Query by query. */
  readonly pairs: readonly PooledPair[];
  readonly sizes: Float64Array;
  readonly numbers: Float64Array;
  readonly order: string;
  readonly placeOf: ReadonlyMap<string, number>;
  readonly queries: number;
}

function orderedPairs(
  { queries, engines }: StoredLabels,
  places: readonly number[],
  { weights, seed }: { readonly weights: PositionWeights; readonly seed: number },
): OrderedPairs {
  const depth = Number.isFinite(weights.depth) ? weights.depth : null;
  const cut = places.flatMap((place) => {
    const own = engines[place]?.lists;
    return own === undefined
      ? []
      : [groupResults({ ...own, queryIds: null, queryTexts: null }, own.queryOfRow, queries.length, depth)];
  });
  const settings = { hash: sha256, informationNeeds: queries.map(() => null), urlColumns: [] };
  const { pairs } = poolResults(queries, cut, settings);
  const asked = cut.flatMap(({ engine }, first) =>
    cut.slice(first + 1).map((other) => [engine, other.engine] as const),
  );
  const sizes = pairSizes(pairs, { engines: asked, weightAt: weights.weightAt });
  const keys = pairs.map(keyOf);
  return {
    pairs,
    sizes,
    numbers: Float64Array.from(keys, (key) => uniformNumber(sha256(JSON.stringify([seed, key])))),
    // Nine digits: the last ones of a logarithm differ from machine to machine.
    order: sha256(JSON.stringify([seed, keys, Array.from(sizes, (size) => size.toPrecision(9))])).slice(0, 16),
    placeOf: new Map(keys.map((key, place) => [key, place])),
    queries: new Set(pairs.map(({ query }) => query)).size,
  };
}

function keyOf({ query, id }: PooledPair): string {
  return JSON.stringify([query, id]);
}

/** In (0, 1), of the first 52 bits. */
function uniformNumber(hash: string): number {
  return (Number.parseInt(hash.slice(0, 13), 16) + 0.5) / 2 ** 52;
}

/** The pool, which must be the first of the order, and all of them. */
function beginningOf(
  { pairs, sizes, numbers, order, placeOf }: OrderedPairs,
  pool: readonly PooledPair[],
  paths: readonly string[],
): readonly PooledPair[] {
  if (pool.some(({ inOrder }) => inOrder?.order !== order))
    throw refused(
      `${paths[0]} lies in another order of chance: of another seed, measure, other engines, lists or titles, so that it cannot grow. Give what it was drawn with, or start anew without --pool`,
    );
  const { drawn } = drawInOrder(sizes, numbers, pool.length);
  const found = new Set(pool.map((pair) => placeOf.get(keyOf(pair))));
  const missing = drawn.find((place) => !found.has(place));
  if (missing === undefined) return pool;
  const { query, id } = pairs[missing] ?? { query: "", id: "" };
  throw refused(
    `${paths[0]} lacks the document ${id} of the query "${query}", which was drawn. Pairs left out by hand have no chance: restore the file`,
  );
}

interface PairLook {
  readonly size: number;
  readonly sample: PairSample;
  readonly engines: readonly PairValues[];
  readonly differences: readonly PairSampleDifference[];
}

interface LookSettings {
  readonly places: readonly number[];
  readonly weights: PositionWeights;
  readonly options: SuggestOptions;
}

/** What was known after each draw, with labels that learned from no later one, so that a look stays what it was. */
function looksOf(study: CalibratedStudy, all: OrderedPairs, { places, weights, options }: LookSettings): PairLook[] {
  const drawn = study.sample?.pairs?.pairs ?? [];
  const since = drawn.flatMap((ofQuery) => ofQuery.map(({ pair }) => pair.inOrder?.since ?? 0));
  const sizes = [...new Set(since)].sort((one, other) => one - other);
  return sizes.map((size, place): PairLook => {
    const isLatest = place === sizes.length - 1;
    const beginning = drawInOrder(all.sizes, all.numbers, size);
    const chances = new Map(Array.from(beginning.drawn, (unit, at) => [unit, beginning.probabilities[at] ?? 1]));
    const chanceOf = (pair: PooledPair) => chances.get(all.placeOf.get(keyOf(pair)) ?? -1);
    const kept = drawn.map((ofQuery) => ofQuery.filter(({ pair }) => chanceOf(pair) !== undefined));
    // What nobody rated is as if chance had left it out.
    const share = kept.reduce((sum, ofQuery) => sum + ofQuery.length, 0) / size;
    const gains = isLatest ? study.fit.labels : labelsBefore(study, chanceOf, { weights, options });
    const values = sampledPairValues(
      { judged: study.judged, pool: study.pool, gains, weights },
      kept.map((ofQuery, query) => ({
        query: study.queries[query] ?? -1,
        pairs: ofQuery.map(({ documents }) => documents),
      })),
      study.queries,
    );
    const engines = places.flatMap((engine) => values[engine] ?? []);
    return {
      size,
      sample: {
        queries: study.queries.length,
        probabilities: new Float64Array(study.queries.length).fill(1),
        pairProbabilities: kept.map((ofQuery) =>
          Float64Array.from(ofQuery, ({ pair }) => (chanceOf(pair) ?? 1) * share),
        ),
        together: true,
      },
      engines,
      differences: pairSampleDifferences(engines),
    };
  });
}

/** Labels that saw no rating of a pair drawn later. */
function labelsBefore(
  study: CalibratedStudy,
  chanceOf: (pair: PooledPair) => number | undefined,
  { weights, options }: Pick<LookSettings, "weights" | "options">,
): Float64Array {
  const later = new Map<number, Set<string>>();
  for (const [place, ofQuery] of (study.sample?.pairs?.pairs ?? []).entries()) {
    const documents = ofQuery.filter(({ pair }) => chanceOf(pair) === undefined).flatMap((one) => one.documents);
    later.set(study.queries[place] ?? -1, new Set(documents));
  }
  const grades = study.judged.grades.map((ofQuery, query) => {
    const known = [...(ofQuery ?? [])].filter(([document]) => !later.get(query)?.has(document));
    return known.length === 0 ? null : new Map(known);
  });
  const found = calibrationRows(study.pool, { ...study.judged, grades }, { ...options, unjudged: "leave-out" });
  const training = { ...study.training, targets: found.targets.map(weights.gainOf), rows: found.rows };
  return crossFit(training, { ...options, embedding: study.embedding }).labels;
}

function decide(
  looks: readonly PairLook[],
  pair: number,
  { until, pairs, options }: { readonly until: number; readonly pairs: number; readonly options: SuggestOptions },
): Decision {
  const { target, smallest } = options;
  const taken = looks.flatMap(({ size, sample, differences }) => {
    const values = differences[pair]?.values;
    const estimate = (significance: number) => ({
      interval: values === undefined ? null : pairSampleEstimate(sample, values, { target, significance }).interval,
    });
    return { rated: size, estimate };
  });
  const planned = (looks.at(-1)?.size ?? 0) >= until ? [] : [{ rated: until, estimate: null }];
  return decideByLooks([...taken, ...planned], { pairs, smallest });
}

/** In which order engines stand now, and by how much each two differ; without a look nobody knows. */
function standing(
  look: PairLook | undefined,
  pairs: readonly { readonly first: number; readonly second: number }[],
  { target }: SuggestOptions,
) {
  if (look === undefined) return { order: [], differences: pairs.map((pair) => ({ ...pair, estimate: null })) };
  const { sample, engines } = look;
  const differences = look.differences.map(({ first, second, values }) => ({
    first,
    second,
    ...pairSampleEstimate(sample, values, { target }),
  }));
  const estimates = engines.map((own) => pairSampleEstimate(sample, own, { target }));
  const { order } = combinedOrder(
    estimates.map(({ estimate, proxyOnly }) => ({ estimate, calibrated: proxyOnly })),
    differences,
  );
  return { order, differences };
}

/** The earlier pairs as they stand there, and behind them the next ones, each with its chance to be in all that. */
function grow(
  { pairs, sizes, numbers, order, placeOf }: OrderedPairs,
  earlier: readonly PooledPair[],
  { count, options }: { readonly count: number; readonly options: SuggestOptions },
): PooledPair[] {
  const size = earlier.length + count;
  const { drawn, probabilities } = drawInOrder(sizes, numbers, size);
  const chances = new Map(Array.from(drawn, (place, at) => [place, probabilities[at] ?? 1]));
  const known = earlier.map((pair) => ({
    ...pair,
    probability: chances.get(placeOf.get(keyOf(pair)) ?? -1) ?? pair.probability,
  }));
  const isKnown = new Set(earlier.map((pair) => placeOf.get(keyOf(pair))));
  const added = Array.from(drawn)
    .filter((place) => !isKnown.has(place))
    .sort((one, other) => one - other)
    .flatMap((place) => {
      const pair = pairs[place];
      const probability = chances.get(place) ?? 1;
      return pair === undefined ? [] : [{ ...pair, probability, inOrder: { order, since: size } }];
    });
  const bits = seededBits((options.seed + size) | 0);
  return [...known, ...shufflePool(added, () => bits() / 2 ** 32)];
}

function isAlike({ engines }: PooledPair, one: string, other: string): boolean {
  const ranksOf = (name: string) =>
    engines.filter((engine) => engine.name === name).map(({ rank, also }) => [rank, also]);
  return JSON.stringify(ranksOf(one)) === JSON.stringify(ranksOf(other));
}

function endOf(asked: number | null, rated: number, pairs: number): number {
  const end = asked ?? Math.min(pairs, Math.max(USUAL_END, rated));
  if (end >= rated && end <= pairs) return end;
  throw refused(
    `rating was to end at ${end} rated pairs, and ${rated} of ${pairs} are drawn. Give --until the number that was planned before the first look`,
  );
}

function cautionsOf({ gold, pools }: PairStudyFiles, study: CalibratedStudy | null): string[] {
  const unjudged = study?.sample?.pools.reduce((sum, { unjudgedPairs }) => sum + unjudgedPairs, 0) ?? 0;
  return [
    ...(pools.length === 0 && gold !== null
      ? ["The first draw of pairs uses no ratings: those of --gold teach the labels once the pool is rated, too."]
      : []),
    ...(unjudged > 0
      ? [
          `${counted(unjudged, "drawn pair is", "drawn pairs are")} not rated, and taken for left out by chance: rate them first.`,
        ]
      : []),
  ];
}

function refused(what: string): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Suggesting what to rate: ${what}.`, { details: { what } });
}
