import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/numbers.ts";
import { type FeatureColumns, prepareFeatures } from "../../maths/regression/prepare-features.ts";
import { rankDiscount } from "../../measure/measures/graded/discounted-gain.ts";
import type { Calibration } from "./calibration-model.ts";
import {
  answeredQueries,
  largestValues,
  NO_TITLE,
  type PooledLists,
  type TitlePool,
  visitFirst,
} from "./title-pool.ts";

export interface FeatureSources {
  /** Text of each query; null if only its id is known. */
  readonly queryTexts: readonly (string | null)[];
  /** Returns a vector of norm 1; null if the text has none. */
  vectorOf(text: string): Float32Array | null;
  /** Labels from other sources, such as a language model. `labelOf` returns NaN for a result without a label. */
  readonly proxies?: readonly { readonly name: string; labelOf(engine: number, row: number): number }[];
  /** Whether to add a feature for each engine, so that ratings show which engines to trust. @default false */
  readonly votes?: boolean;
}

/** Minimum number of engines for popularity features. With two, popularity only shows which titles both return. */
const FEWEST_ENGINES = 3;
const VOTING_RESULTS = 10;
const DISCOUNTED_RESULTS = 20;
/** Constant of reciprocal rank fusion: Cormack, Clarke & Büttcher 2009 (SIGIR). */
const FUSION_CONSTANT = 60;

/**
 * Returns the features of each pool row. c is the cosine of the title with a reference title of the query. The discount
 * of a rank (from 0) is 1 / log2(rank + 2).
 *   - `query cosine`: cosine of the query's text and the title
 *   - `best cosine`: largest c; `best label`: discount of the reference title with the largest c, times c⁴ (0 if c < 0)
 *   - `votes 8`: Σ over the reference titles of discount · c⁸ (0 if c < 0); `votes 3`: the same with c³
 *   - `exact`: 1 if the reference has the document, by identifier or title, else 0; `exact label`: discount of this
 *     document in the reference, else 0
 *   - `query x best`, `query x label`, `query x exact`: `query cosine` times `best cosine`, `best label`, `exact label`
 *   - for three or more engines, over their lists and the lists of a reference that is not an engine: `popularity`:
 *     log(1 + number of lists with the title in their first ten); `discounted popularity`: Σ over lists of the title's
 *     discount (0 after the 20th); `fused rank`: Σ over lists of 1 / (60 + position); `returned`: log(1 + number of
 *     lists with the title)
 *   - `proxy NAME`: largest label that the source gives the title
 *   - with the option `votes` (let s be the sum of the title's discounts in an engine's first ten results):
 *     `mean discount`: mean of s over the engines; `vote of ENGINE`: the engine's s minus this mean
 * A feature is NaN if the text, vector, label or reference titles that it needs are missing. A reference title without
 * a vector is ignored. Cost O(pool rows · reference titles of the query · dimensions).
 */
export function matchFeatures(pool: TitlePool, sources: FeatureSources): FeatureColumns {
  const cosines = queryCosines(pool, sources);
  const columns: Record<string, Float64Array> = { "query cosine": cosines };
  if (pool.reference !== null) Object.assign(columns, referenceColumns(pool, pool.reference, sources, cosines));
  if (pool.engines.length >= FEWEST_ENGINES) Object.assign(columns, popularityColumns(pool));
  for (const { name, labelOf } of sources.proxies ?? []) columns[proxyFeature(name)] = largestValues(pool, labelOf);
  if (sources.votes) Object.assign(columns, voteColumns(pool));
  return { names: Object.keys(columns), columns: Object.values(columns) };
}

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
      const vector = vectorOf(at(titles, row));
      if (vector !== null) [best[row], label[row], votes8[row], votes3[row]] = nearnessOf(vector, points);
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

interface Point {
  readonly vector: Float32Array;
  readonly discount: number;
}

function nearnessOf(vector: Float32Array, points: readonly Point[]): [number, number, number, number] {
  let [best, label, votes8, votes3] = [Number.NEGATIVE_INFINITY, 0, 0, 0];
  for (const { vector: other, discount } of points) {
    const similarity = cosine(vector, other);
    const positive = Math.max(0, similarity);
    if (similarity > best) [best, label] = [similarity, discount * positive ** 4];
    votes8 += discount * positive ** 8;
    votes3 += discount * positive ** 3;
  }
  return [best, label, votes8, votes3];
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

function voteColumns(pool: TitlePool): Record<string, Float64Array> {
  const { engines, titles } = pool;
  const discounts = engines.map(() => new Float64Array(titles.length));
  visitFirst(pool, answeredQueries(pool), VOTING_RESULTS, (place, engine, _, rank) => {
    add(at(discounts, engine), place, rankDiscount(rank));
  });
  const mean = new Float64Array(titles.length);
  for (const own of discounts) for (const [row, value] of own.entries()) add(mean, row, value / engines.length);
  const votes = engines.map(({ lists }, engine) => {
    const own = at(discounts, engine).map((value, row) => value - at(mean, row));
    return [`vote of ${lists.engine}`, own] as const;
  });
  return { "mean discount": mean, ...Object.fromEntries(votes) };
}

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

/** Maximum shift of a feature's mean from its training mean, in standard deviations. Our convention. */
const LARGEST_SHIFT = 1;

const popularity = ["popularity", "discounted popularity", "fused rank", "returned"];

/**
 * Returns the features for a calibration. Throws if a needed feature is unknown for all compared titles. `gaps`:
 * features that all training titles had but some compared titles lack, with the share that lacks them. `shifts`:
 * features whose mean is more than `LARGEST_SHIFT` from the training mean, with the shift in standard deviations.
 * @param rows - indexes of the rows to compare with the training rows: the first results of lists
 */
export function requireFeatures(calibration: Calibration, columns: FeatureColumns, rows: Int32Array, source: string) {
  const { preparation } = calibration;
  requireColumns(calibration, columns.names, source);
  const unused = preparation.names.filter((name) => !columns.names.includes(name));
  const unknown = new Float64Array(columns.columns[0]?.length ?? 0).fill(Number.NaN);
  const features = {
    names: [...columns.names, ...unused],
    columns: [...columns.columns, ...unused.map(() => unknown)],
  };
  const gapOf = (name: string) => {
    const column = features.columns[features.names.indexOf(name)] ?? unknown;
    return rows.filter((row) => Number.isNaN(column[row])).length / Math.max(1, rows.length);
  };
  const needed = neededFeatures(calibration);
  requireNone(
    needed.filter((name) => gapOf(name) === 1),
    source,
    (name) => {
      if (name.startsWith("query")) {
        return [
          "it learned from the texts of queries, but these queries have only ids",
          "Run semqrel label with --queries FILE (id TAB text).",
        ];
      }
      return ["no title here has the values it learned from", "Calibrate with ratings of these lists."];
    },
    (proxy) => [
      `the labels named ${proxy} have none of these results`,
      `Give labels of these queries and documents: --proxy ${proxy}=FILE.`,
    ],
  );
  const neverMissing = needed.filter((name) => preparation.missing[preparation.names.indexOf(name)] === 0);
  const gaps = neverMissing.map((name) => [name, gapOf(name)] as const).filter(([, gap]) => gap > 0);
  return { features, gaps: Object.fromEntries(gaps), shifts: shiftsOf(calibration, features, rows) };
}

/** Throws if a needed feature does not exist. Checks only names, so it can run before titles are embedded. */
export function requireColumns(calibration: Calibration, names: readonly string[], source: string): void {
  requireNone(
    neededFeatures(calibration).filter((name) => !names.includes(name)),
    source,
    (name) => {
      if (popularity.includes(name)) {
        return [
          "it learned from how many engines return a title, which needs three engines",
          "Label three engines or more together, or pass ratings of these lists with --gold.",
        ];
      }
      return [
        "it learned from the reference's titles, which these labels lack",
        "Give the whole folder that semqrel check or label --out wrote, not labels.csv alone.",
      ];
    },
    (proxy) => [
      `it learned from other labels named ${proxy}, which are missing`,
      `Give such labels of these results: --proxy ${proxy}=FILE.`,
    ],
  );
}

type Refusal = (name: string) => readonly [why: string, remedy: string];

/** Throws if a feature is missing. `ofProxy` gives the reason and remedy for proxies, `refusal` for other features. */
function requireNone(missing: readonly string[], source: string, refusal: Refusal, ofProxy: Refusal): void {
  const [first] = missing;
  if (first === undefined) return;
  const prefix = proxyFeature("");
  const [why, remedy] = first.startsWith(prefix) ? ofProxy(first.slice(prefix.length)) : refusal(first);
  throw new SemqrelError(
    "DIFFERENT_CONDITIONS",
    `Applying ${source}: ${why} (${counted(missing.length, "feature")}: ${missing.join(", ")}). ${remedy}`,
    { details: { file: source, missing } },
  );
}

/** Returns the features that have a weight: those that at least one training title had. */
function neededFeatures({ preparation: { names, medians } }: Calibration): string[] {
  return names.filter((_, feature) => medians[feature] !== null);
}

/** Prepared values are in standard deviations from the training mean, so their mean is the shift. */
function shiftsOf({ preparation }: Calibration, features: FeatureColumns, rows: Int32Array) {
  const { values, features: width } = prepareFeatures(features, rows, preparation);
  const shifts = preparation.matrixNames.flatMap((name, column): [string, number][] => {
    const sum = rows.reduce((total, _, row) => total + (values[row * width + column] ?? 0), 0);
    const shift = sum / Math.max(1, rows.length);
    return preparation.names.includes(name) && Math.abs(shift) > LARGEST_SHIFT ? [[name, shift]] : [];
  });
  return Object.fromEntries(shifts);
}
