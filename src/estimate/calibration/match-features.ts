/**
 * What do titles, the reference and the other engines say of each title of a query's pool?
 * Everything that a few ratings can weigh: the rows of the pool as features.
 */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/numbers.ts";
import { type FeatureColumns, prepareFeatures } from "../../maths/regression/prepare-features.ts";
import { rankDiscount } from "../../measure/measures/graded/discounted-gain.ts";
import type { Calibration } from "./calibration-model.ts";
import { NO_TITLE, type PooledLists, type TitlePool } from "./title-pool.ts";

export interface FeatureSources {
  /** By query; null where only an id is known. */
  readonly queryTexts: readonly (string | null)[];
  /** Of length 1; null for a text without a vector, as a row without a title has none. */
  vectorOf(text: string): Float32Array | null;
  /** Labels of further sources: a language model's, those of clicks. By engine and row of its lists; NaN for none. */
  readonly proxies?: readonly { readonly name: string; labelOf(engine: number, row: number): number }[];
  /** Whether each engine has a feature of its own, so that ratings say which engine to believe. @default false */
  readonly votes?: boolean;
}

/** Below it the engines always agree with each other. */
const FEWEST_ENGINES = 3;
const VOTING_RESULTS = 10;
const DISCOUNTED_RESULTS = 20;
/** Cormack, Clarke & Büttcher 2009 (SIGIR). */
const FUSION_CONSTANT = 60;

/**
 * By pool row; c is a cosine with a title of the reference's list, whose discount is 1 / log2(r + 2), r being the first
 * place in the list, from 0, where that title stands.
 * - `query cosine`: of the query's text and the title
 * - `best cosine`: the largest c; `best label`: the discount there, times c⁴ (0 where c is negative)
 * - `votes 8`, `votes 3`: the sum over the reference's titles of discount · c⁸, or c³ (negative c for 0)
 * - `exact`: 1 where the reference has the title, letter case aside, else 0; `exact label`: its discount, else 0
 * - `query x best`, `query x label`, `query x exact`: `query cosine` times `best cosine`, `best label`, `exact label`
 * - from three engines on, the reference voting beside them unless it is one of them: `popularity`: log(1 + lists that have
 *   the title in their first ten); `discounted popularity`: sum over lists of the discount of its rank, first twenty;
 *   `fused rank`: sum over lists of 1 / (60 + position); `returned`: log(1 + lists that have it)
 * - `proxy NAME`: the largest label that the source gives the title
 * - with `votes`: `mean discount`: mean over engines of the discount of its rank, first ten, all places of the title;
 *   `vote of ENGINE`: that engine's discount less the mean
 *
 * NaN where nothing is known: no text, no vector, no reference title for the query, no label. A title without a vector
 * is not a title of the reference. Without a reference its features are not there.
 *
 * Cost O(pool rows · reference titles of the query · dimensions).
 */
export function matchFeatures(pool: TitlePool, sources: FeatureSources): FeatureColumns {
  const cosines = queryCosines(pool, sources);
  const columns: Record<string, Float64Array> = { "query cosine": cosines };
  if (pool.reference !== null) Object.assign(columns, referenceColumns(pool, pool.reference, sources, cosines));
  if (pool.engines.length >= FEWEST_ENGINES) Object.assign(columns, popularityColumns(pool));
  for (const { name, labelOf } of sources.proxies ?? []) columns[proxyFeature(name)] = largestLabels(pool, labelOf);
  if (sources.votes) Object.assign(columns, voteColumns(pool));
  return { names: Object.keys(columns), columns: Object.values(columns) };
}

/** How the feature of a source of labels is called. */
export function proxyFeature(name: string): string {
  return `proxy ${name}`;
}

function queryCosines({ titles, queryOfRow, queries }: TitlePool, { queryTexts, vectorOf }: FeatureSources) {
  const vectors = Array.from({ length: queries }, (_, query) => {
    const text = queryTexts[query] ?? null;
    return text === null ? null : vectorOf(text);
  });
  return Float64Array.from(titles, (title, row) => {
    const [one, other] = [vectors[queryOfRow[row] ?? 0] ?? null, vectorOf(title)];
    return one === null || other === null ? Number.NaN : cosine(one, other);
  });
}

function referenceColumns(
  { queries, offsets, titles }: TitlePool,
  reference: PooledLists,
  { vectorOf }: FeatureSources,
  queryCosine: Float64Array,
): Record<string, Float64Array> {
  const unknown = () => new Float64Array(titles.length).fill(Number.NaN);
  const [best, label, votes8, votes3] = [unknown(), unknown(), unknown(), unknown()];
  const [exact, exactLabel] = [unknown(), unknown()];
  for (let query = 0; query < queries; query++) {
    const ranks = new Map<number, number>();
    const points: Point[] = [];
    for (const [row, rank] of ranksOf(reference, query)) {
      const vector = vectorOf(at(titles, row));
      if (vector === null) continue;
      ranks.set(row, rank);
      points.push({ vector, discount: rankDiscount(rank) });
    }
    if (points.length === 0) continue;
    for (let row = offsets[query] ?? 0; row < (offsets[query + 1] ?? 0); row++) {
      const rank = ranks.get(row);
      exact[row] = rank === undefined ? 0 : 1;
      exactLabel[row] = rank === undefined ? 0 : rankDiscount(rank);
      const nearness = nearnessOf(vectorOf(titles[row] ?? ""), points);
      if (nearness !== null) [best[row], label[row], votes8[row], votes3[row]] = nearness;
    }
  }
  const withQuery = (column: Float64Array) => column.map((value, row) => value * (queryCosine[row] ?? Number.NaN));
  return {
    "best cosine": best,
    "best label": label,
    "votes 8": votes8,
    "votes 3": votes3,
    exact,
    "exact label": exactLabel,
    "query x best": withQuery(best),
    "query x label": withQuery(label),
    "query x exact": withQuery(exactLabel),
  };
}

/** A title of the reference's list. */
interface Point {
  readonly vector: Float32Array;
  readonly discount: number;
}

/** Best cosine, best label, votes 8, votes 3; null if there is nothing to compare. */
function nearnessOf(
  vector: Float32Array | null,
  points: readonly Point[],
): [best: number, label: number, votes8: number, votes3: number] | null {
  let best = Number.NEGATIVE_INFINITY;
  let [label, votes8, votes3] = [0, 0, 0];
  if (vector === null) return null;
  for (const { vector: other, discount } of points) {
    const similarity = cosine(vector, other);
    const positive = Math.max(0, similarity);
    if (similarity > best) [best, label] = [similarity, discount * positive ** 4];
    votes8 += discount * positive ** 8;
    votes3 += discount * positive ** 3;
  }
  return best === Number.NEGATIVE_INFINITY ? null : [best, label, votes8, votes3];
}

function popularityColumns(pool: TitlePool): Record<string, Float64Array> {
  const zero = () => new Float64Array(pool.titles.length);
  const [votes, discounted, fused, returned] = [zero(), zero(), zero(), zero()];
  const { engines, reference } = pool;
  const isNew = reference !== null && !engines.some(({ lists }) => lists.engine === reference.lists.engine);
  for (const voter of isNew ? [...engines, reference] : engines) {
    for (let query = 0; query < pool.queries; query++) {
      for (const [row, rank] of ranksOf(voter, query)) {
        if (rank < VOTING_RESULTS) add(votes, row, 1);
        if (rank < DISCOUNTED_RESULTS) add(discounted, row, rankDiscount(rank));
        add(fused, row, 1 / (FUSION_CONSTANT + rank + 1));
        add(returned, row, 1);
      }
    }
  }
  return {
    popularity: votes.map(Math.log1p),
    "discounted popularity": discounted,
    "fused rank": fused,
    returned: returned.map(Math.log1p),
  };
}

function voteColumns({ engines, titles, queries }: TitlePool): Record<string, Float64Array> {
  const discounts = engines.map(({ lists, poolRows }) => {
    const own = new Float64Array(titles.length);
    for (let query = 0; query < queries; query++) {
      for (const [rank, row] of rowsOfQuery(lists, query).subarray(0, VOTING_RESULTS).entries()) {
        const place = poolRows[row] ?? NO_TITLE;
        if (place !== NO_TITLE) add(own, place, rankDiscount(rank));
      }
    }
    return own;
  });
  const mean = new Float64Array(titles.length);
  for (const own of discounts) for (const [row, value] of own.entries()) add(mean, row, value / engines.length);
  const votes = engines.map(({ lists }, engine) => {
    const own = at(discounts, engine).map((value, row) => value - at(mean, row));
    return [`vote of ${lists.engine}`, own] as const;
  });
  return { "mean discount": mean, ...Object.fromEntries(votes) };
}

function largestLabels({ engines, titles }: TitlePool, labelOf: (engine: number, row: number) => number) {
  const labels = new Float64Array(titles.length).fill(Number.NaN);
  for (const [engine, { poolRows }] of engines.entries()) {
    for (const [row, place] of poolRows.entries()) {
      const label = labelOf(engine, row);
      if (place !== NO_TITLE && label >= 0 && !((labels[place] ?? 0) >= label)) labels[place] = label;
    }
  }
  return labels;
}

/** By pool row: where the list has it first, its place in the list standing for the rank. */
function ranksOf({ lists, poolRows }: PooledLists, query: number): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const [rank, row] of rowsOfQuery(lists, query).entries()) {
    const place = poolRows[row] ?? NO_TITLE;
    if (place !== NO_TITLE && !ranks.has(place)) ranks.set(place, rank);
  }
  return ranks;
}

function add(column: Float64Array, row: number, value: number): void {
  column[row] = (column[row] ?? 0) + value;
}

/** How the features of new lists differ from those that a calibration learned from. */
export interface FeatureFit {
  /** With a column for every feature that the calibration knows. */
  readonly features: FeatureColumns;
  /** By feature that no title lacked before: the share of the compared titles that lack it now, above 0. The median stands for it. */
  readonly gaps: Readonly<Record<string, number>>;
  /** By feature, if it is more than one: how many standard deviations the mean lies off. */
  readonly shifts: Readonly<Record<string, number>>;
}

/** Predictions that far from what was learned from are extrapolations. A convention of ours. */
const LARGEST_SHIFT = 1;

const popularity = ["popularity", "discounted popularity", "fused rank", "returned"];

/**
 * @param columns of the new lists
 * @param rows    numbers of the rows that are compared with those that taught: the first results of lists
 * @param source  the calibration's file, for messages
 */
export function requireFeatures(
  calibration: Calibration,
  columns: FeatureColumns,
  { rows, source }: { readonly rows: Int32Array; readonly source: string },
): FeatureFit {
  const { preparation } = calibration;
  requireColumns(calibration, columns.names, source);
  const unheeded = preparation.names.filter((name) => !columns.names.includes(name));
  const unknown = new Float64Array(columns.columns[0]?.length ?? 0).fill(Number.NaN);
  const features = {
    names: [...columns.names, ...unheeded],
    columns: [...columns.columns, ...unheeded.map(() => unknown)],
  };
  const gapOf = (name: string) => {
    const column = features.columns[features.names.indexOf(name)] ?? unknown;
    return rows.filter((row) => Number.isNaN(column[row])).length / Math.max(1, rows.length);
  };
  const needed = neededFeatures(calibration);
  const empty = needed.filter((name) => gapOf(name) === 1);
  if (empty.length > 0) throw missingFeatures(source, empty, emptyBecause(empty[0] ?? ""));
  const neverMissing = needed.filter((name) => preparation.missing[preparation.names.indexOf(name)] === 0);
  const gaps = neverMissing.map((name) => [name, gapOf(name)] as const).filter(([, gap]) => gap > 0);
  return { features, gaps: Object.fromEntries(gaps), shifts: shiftsOf(calibration, features, rows) };
}

/** The same for names alone, before anything is embedded. */
export function requireColumns(calibration: Calibration, names: readonly string[], source: string): void {
  const missing = neededFeatures(calibration).filter((name) => !names.includes(name));
  if (missing.length > 0) throw missingFeatures(source, missing, absentBecause(missing[0] ?? ""));
}

/** One that no title had when it learned has no weight. */
function neededFeatures({ preparation: { names, medians } }: Calibration): string[] {
  return names.filter((_, feature) => medians[feature] !== null);
}

/** The matrix is in standard deviations from the means of the titles that taught. */
function shiftsOf({ preparation }: Calibration, features: FeatureColumns, rows: Int32Array): FeatureFit["shifts"] {
  const { values, features: width } = prepareFeatures(features, rows, preparation);
  const shifts = preparation.matrixNames.flatMap((name, column): [string, number][] => {
    const sum = rows.reduce((total, _, row) => total + (values[row * width + column] ?? 0), 0);
    const shift = sum / Math.max(1, rows.length);
    return preparation.names.includes(name) && Math.abs(shift) > LARGEST_SHIFT ? [[name, shift]] : [];
  });
  return Object.fromEntries(shifts);
}

function missingFeatures(source: string, missing: readonly string[], [why, remedy]: readonly [string, string]) {
  return new SemqrelError(
    "DIFFERENT_CONDITIONS",
    `Applying ${source}: ${why} (${counted(missing.length, "feature")}: ${missing.join(", ")}). ${remedy}`,
    { details: { file: source, missing } },
  );
}

function absentBecause(feature: string): readonly [string, string] {
  if (feature.startsWith(proxyFeature(""))) {
    const name = feature.slice(proxyFeature("").length);
    return [
      `it learned from other labels named ${name}, which are missing`,
      `Give such labels of these results: --proxy ${name}=FILE.`,
    ];
  }
  if (popularity.includes(feature)) {
    return [
      "it learned from how many engines return a title, which needs three engines",
      "Label three engines or more together, or pass ratings of these lists with --gold.",
    ];
  }
  return [
    "it learned from the reference's titles, which these labels lack",
    "Give the whole folder that semqrel label --out wrote, not labels.csv alone.",
  ];
}

function emptyBecause(feature: string): readonly [string, string] {
  if (feature.startsWith(proxyFeature(""))) {
    const name = feature.slice(proxyFeature("").length);
    return [
      `the labels called ${name} have none of these results`,
      `Give labels of these queries and documents: --proxy ${name}=FILE.`,
    ];
  }
  if (feature.startsWith("query")) {
    return [
      "it learned from the texts of queries, and these have only ids",
      "Run semqrel label with --queries FILE (id TAB text).",
    ];
  }
  return ["no title here has what it learned from", "Calibrate by ratings of these lists."];
}
