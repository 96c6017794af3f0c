/** `pool`: which results of several engines do people rate? */

import { join } from "node:path";
import type { ModelSettings } from "../command/shared-settings.ts";
import { type ReadSettings, readOptionsOf } from "../command/shared-settings.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { isFile } from "../core/files/folders.ts";
import { requireKinds } from "../core/require-settings.ts";
import type { QueryTable } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { type MadePool, type PoolFiles, poolFiles, requireFreePlace, writePool } from "../gold/pool-files.ts";
import type { SpreadBudget } from "../gold/pools/draw-by-spread.ts";
import { secondsPerQuery, secondsPerRating } from "../gold/pools/summarise-pool.ts";
import { readingAs } from "../io/encoding.ts";
import { labelFolderOf, labelledIn, manifestIn, readLabelManifest } from "../io/labels/label-manifest.ts";
import { namedFile } from "../io/named-files.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import type { ResultsFile } from "../io/results/read-results.ts";
import { withModel } from "../model/with-model.ts";
import { type DoubtfulPairs, doubtfulPairs } from "../report/doubtful-pairs.ts";

/** How deep a pool is, and what of it is drawn. */
export interface PoolSettings extends ReadSettings, ModelSettings {
  /** Results taken of each list. @default 8, by spread 10 */
  readonly depth?: number;
  /** A file of queries; a number is the old spelling of `sample`. @default all queries of the lists */
  readonly queries?: string | number | readonly (string | number)[];
  /** Titles of one query that are this similar (a cosine) are one document. @default equal titles alone */
  readonly near?: number;
  /** Pairs to draw of each query. @default all */
  readonly perQuery?: number;
  /** Whether each pair of a query is as likely, or in proportion to 1 / position. @default "uniform" */
  readonly perQueryBy?: "uniform" | "rank";
  /** Whole queries to draw; words are the old spelling of `perQueryBy`. @default all */
  readonly sample?: number | "uniform" | "rank";
  /**
   * `spread` draws pairs of all queries, the likelier the more differently engines place the document: so many `ratings`,
   * or as many as fit into `minutes`. @default "queries"
   */
  readonly by?: "queries" | "spread";
  /** Pairs to draw by spread, beside those of the pool that grows. */
  readonly ratings?: number;
  /** Time for the pairs to draw by spread, in place of `ratings`. */
  readonly minutes?: number;
  /** What a rating takes, in seconds. @default 12 */
  readonly secondsPerRating?: number;
  /** What reading a query takes before its first rating, in seconds. @default 10 */
  readonly secondsPerQuery?: number;
  /** Decides order and sample. @default 1 */
  readonly seed?: number;
  /** Columns of the results that raters see beside the title, such as a snippet; their web addresses become links. @default none */
  readonly show?: string | readonly string[];
  /** A pool to grow: its pairs stay as they are. @default none */
  readonly add?: string;
  /** The file of the pool. @default nothing is written */
  readonly out?: string;
  /** Replaces a pool that is there already. @default false */
  readonly force?: boolean;
}

/**
 * Gathers the first results of each engine, each title once per query, in an order of chance.
 *
 * @param files of result lists, as `path` or `name=path`, or a folder that `label` wrote, whose engines are the candidates;
 *              by spread, a folder of one candidate gives the reference's lists, too
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 */
export async function pool(
  files: string | readonly string[],
  settings: PoolSettings = {},
): Promise<MadePool & { readonly warnings: readonly Warning[] }> {
  requireKinds("Pooling", { files }, settings, {
    "a text": ["titles", "perQueryBy", "by", "add", "out"],
    "a number": ["depth", "near", "perQuery", "ratings", "minutes", "secondsPerRating", "secondsPerQuery", "seed"],
    "true or false": ["force"],
  });
  const spread = spreadOf(settings);
  const { near = null, perQuery = null, sample, seed = 1, out } = settings;
  const { perQueryBy: by = typeof sample === "string" ? sample : "uniform" } = settings;
  const { depth = spread === null ? 8 : 10 } = settings;
  const { file, drawn } = queriesOf(settings);
  const inputs: PoolFiles = {
    results: [files]
      .flat()
      .map(namedFile)
      .map(listsOf)
      .flatMap(spread === null ? (lists) => lists : withRival),
    queries: file,
    knownQueries: [files].flat().flatMap((given) => queriesOfFolder(namedFile(given).path)),
    titles: settings.titles ?? null,
    existing: settings.add ?? null,
    read: readOptionsOf(settings),
    show: [settings.show ?? []].flat(),
  };
  if (out !== undefined && settings.force !== true) requireFreePlace(out, inputs.existing, true);
  requireOneStandardInput([...inputs.results.map(({ path }) => path), file, inputs.titles, inputs.existing]);
  const options = { depth, seed, near, queries: drawn, perQuery, by, spread };
  const made =
    near === null
      ? await readingAs(settings, () => poolFiles(inputs, options, null))
      : await withModel(settings, (tools) => poolFiles(inputs, options, tools));
  if (out !== undefined) writePool(out, made.pairs);
  return made;
}

/** The lists of a folder of labels stand in its labels.csv. */
function listsOf({ path, engine }: ResultsFile): ResultsFile {
  const folder = labelFolderOf(path);
  return { path: folder === null || manifestIn(folder) === null ? path : join(folder, "labels.csv"), engine };
}

/** A folder of one engine has its reference beside it, because one engine alone has no spread. */
function withRival(lists: ResultsFile, _: number, { length }: readonly ResultsFile[]): ResultsFile[] {
  const folder = labelFolderOf(lists.path);
  const [reference, ...engines] = (folder === null ? null : labelledIn(folder)?.engines) ?? [];
  const path = join(folder ?? "", "reference.csv");
  if (length > 1 || reference === undefined || engines.length !== 1 || !isFile(path)) return [lists];
  const isNamesake = engines.includes(reference);
  return [lists, { path, engine: isNamesake ? `${reference} (reference)` : reference }];
}

/** Its lists name a query once, by its text where it has one: the manifest knows the id. */
function queriesOfFolder(path: string): QueryTable[] {
  const folder = labelFolderOf(path);
  const queries = (folder === null ? null : readLabelManifest(folder)?.queries)?.filter(({ id }) => id !== null) ?? [];
  if (queries.length === 0) return [];
  const [ids, texts] = [queries.map(({ id }) => id ?? ""), queries.map(({ name }) => name)];
  return [{ source: join(folder ?? "", "manifest.json"), ids, texts, lines: Int32Array.from(queries.keys()) }];
}

/** How many doubtful labels become a pool, and where it is written. */
export interface DoubtfulPoolSettings extends Pick<PoolSettings, "out" | "force"> {
  /** Pairs at most. @default 50 */
  readonly most?: number;
}

/**
 * Gathers the results whose labels are the most doubtful, as the report names them. They are chosen, not drawn: `estimate`,
 * `suggest` and `pool --add` refuse such a pool, and `gold` has no nDCG of it.
 *
 * @param labels a folder that `label` wrote
 * @throws SemqrelError for files and settings that cannot be used; EMPTY_FILE where no label is doubtful; OUTPUT_UNWRITABLE
 */
export async function poolDoubtful(labels: string, settings: DoubtfulPoolSettings = {}): Promise<DoubtfulPairs> {
  const { most = 50, out } = settings;
  if (out !== undefined && settings.force !== true) requireFreePlace(out, null);
  const made = await doubtfulPairs(labels, most);
  if (made.pairs.length === 0) {
    const message = `Pooling doubtful labels of ${labels}: there is none, so there is nothing to rate.`;
    throw new SemqrelError("EMPTY_FILE", message, { details: { file: labels } });
  }
  if (out !== undefined) writePool(out, made.pairs);
  return made;
}

/** @throws SemqrelError INVALID_OPTION for a budget without a draw by spread, and for none or two with it */
function spreadOf({ by = "queries", ratings, minutes, ...pace }: PoolSettings): SpreadBudget | null {
  const given = [ratings, minutes].filter((budget) => budget !== undefined).length;
  if (given !== (by === "spread" ? 1 : 0)) {
    throw invalidOption(
      by === "spread"
        ? "Pooling by spread: give how many pairs are drawn, either as --ratings N or as --minutes M."
        : "Pooling: --ratings and --minutes say how many pairs are drawn by spread. Give --by spread with them.",
    );
  }
  const { secondsPerRating: perRating = secondsPerRating, secondsPerQuery: perQuery = secondsPerQuery } = pace;
  if (minutes !== undefined) return { minutes, secondsPerRating: perRating, secondsPerQuery: perQuery };
  return ratings === undefined ? null : { ratings };
}

/** The file of queries, and how many of them are drawn; of several values the last counts. */
export function queriesOf({ queries = [], sample }: Pick<PoolSettings, "queries" | "sample">) {
  const given = [queries].flat();
  return {
    file: given.findLast((value) => typeof value === "string") ?? null,
    drawn: typeof sample === "number" ? sample : (given.findLast((value) => typeof value === "number") ?? null),
  };
}
