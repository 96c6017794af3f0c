/** `rerank`: do features predict labels, and do lists get better by it? */

import type { WorkSettings } from "../command/shared-settings.ts";
import { silentProgress } from "../core/ports.ts";
import { requireKinds } from "../core/require-settings.ts";
import { readingAs } from "../io/encoding.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import { type Reranked, requireRerankFolder, rerankFiles, writeReranked } from "../rerank/rerank-files.ts";

/** Which models are tried, and how they are tested. */
export interface RerankSettings extends WorkSettings {
  /** @default ["ridge"] */
  readonly model?: readonly ("ridge" | "mlp" | "forest")[];
  /** File of a model that an earlier call wrote, instead of fitting one. @default none */
  readonly apply?: string;
  /** The engine whose results are reordered. @default the first of the labels */
  readonly engine?: string;
  /** Columns to use. @default all with numbers */
  readonly features?: readonly string[];
  /** `queries`: no query is in training and test; `rows` leaks. @default "queries" */
  readonly split?: "queries" | "rows";
  /** Parts of the queries, each predicted by the others. @default 5 */
  readonly folds?: number;
  /** Share of the rows that are tested, with `rows`. @default 0.2 */
  readonly testShare?: number;
  /** Of ridge. @default chosen by cross-validation over queries */
  readonly strength?: number;
  /** Of the perceptron, at most. @default 200 */
  readonly epochs?: number;
  /** Of the forest. @default 100 */
  readonly trees?: number;
  /** Shuffles of each feature, for its importance. @default 5 */
  readonly repeats?: number;
  /** Decides all that is drawn. @default 1 */
  readonly seed?: number;
  /** Folder for runs, predictions, models, points of plots and the summary. @default nothing is written */
  readonly out?: string;
}

/**
 * Predicts labels of one engine's results from features of documents, and orders its lists by the predictions.
 *
 * @param labels   a folder that `label` wrote, or its labels.csv
 * @param features a table with ids and numbers
 * @returns also `written`: names of the files
 * @throws SemqrelError for files and settings that cannot be used
 */
export async function rerank(
  labels: string,
  features: string,
  settings: RerankSettings = {},
): Promise<Reranked & { readonly written: readonly string[] }> {
  requireKinds("Reranking", { labels, features }, settings, {
    "a text": ["apply", "engine", "split", "out"],
    "a list of names": ["model", "features"],
    "a number": ["folds", "testShare", "strength", "epochs", "trees", "repeats", "seed"],
  });
  const { model: models = ["ridge"], apply: ranker = null, engine = null, features: columns = null } = settings;
  const { split = "queries", folds = 5, testShare = 0.2, strength = null, out } = settings;
  const { epochs = 200, trees = 100, repeats = 5, seed = 1 } = settings;
  requireOneStandardInput([labels, features, ranker]);
  if (out !== undefined) requireRerankFolder(out, [labels, features], ranker === null ? models : []);
  const test = split === "rows" ? ({ by: "rows", testShare } as const) : ({ by: "queries", folds } as const);
  const reranked = await readingAs(settings, () =>
    rerankFiles(
      { labels, features, ranker },
      { models, engine, features: columns, split: test, strength, epochs, trees, repeats, seed },
      { progress: settings.progress ?? silentProgress, signal: settings.signal ?? new AbortController().signal },
    ),
  );
  return { ...reranked, written: out === undefined ? [] : writeReranked(out, reranked) };
}
