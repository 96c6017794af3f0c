/** `gold`: which judgments do ratings become, and how do the pooled engines do by them? */

import { dirname } from "node:path";
import { requireKinds } from "../core/require-settings.ts";
import type { CombiningRule } from "../gold/agreement/combine-ratings.ts";
import { type GoldFiles, goldFiles } from "../gold/gold-files.ts";
import { type GoldDocument, goldDocument } from "../gold/gold-report.ts";
import { type EncodingChoice, readingAs } from "../io/encoding.ts";
import { keepEvidence } from "../io/labels/evidence.ts";
import { labelFolderOf, readLabelOrigin } from "../io/labels/label-manifest.ts";

/** How ratings become judgments, and where these are written. */
export interface GoldSettings extends EncodingChoice {
  /** The file of judgments; its provenance stands in `OUT.provenance.json`. */
  readonly out: string;
  /** A folder of labels of the same engines, where what people say of them is left. @default the folder of `out`, if it is one */
  readonly labels?: string;
  /** How several ratings become one. @default "median" */
  readonly by?: CombiningRule;
  /** Keeps grades as raters gave them, instead of labels from 0 on. @default false */
  readonly keepStars?: boolean;
  /** Grades that a pair needs. @default 1 */
  readonly minRaters?: number;
  /** Rounds of `dawid-skene` at most. @default 1000 */
  readonly maxIterations?: number;
  /** Who must have flagged a pair for it to be out. @default "any" */
  readonly flagged?: "any" | "majority";
  /** A format of judgments. @default by the name of the file, else "trec-qrels" */
  readonly to?: string;
  /** The search index that rank-eval and rre name. @default none */
  readonly index?: string;
  /** The field that rank-eval's requests search. @default "text" */
  readonly field?: string;
  /** Guards cells of CSV and TSV tables that a spreadsheet would run as formulas. @default false */
  readonly spreadsheetSafe?: boolean;
  /** Results used of each list. @default the depth of the pool */
  readonly depth?: number;
  /** Files of runs to measure. @default the lists of the pool */
  readonly runs?: readonly string[];
  /** Decides the bootstrap. @default 1 */
  readonly seed?: number;
}

/**
 * Turns the ratings of a database into judgments, writes them, and measures the pooled engines on them.
 *
 * @param database of `semqrel rate`
 * @throws SemqrelError for files and settings that cannot be used; FILE_NOT_FOUND, INVALID_FORMAT where `labels` is no such folder
 */
export async function gold(
  database: string,
  settings: GoldSettings,
): Promise<GoldFiles & { readonly report: GoldDocument }> {
  requireKinds("Making judgments", { database, out: settings?.out }, settings, {
    "a text": ["labels", "by", "flagged", "to", "index", "field"],
    "a list of names": ["runs"],
    "a number": ["minRaters", "maxIterations", "depth", "seed"],
    "true or false": ["keepStars", "spreadsheetSafe"],
  });
  const { out: output, by = "median", keepStars = false, minRaters = 1, maxIterations = 1000 } = settings;
  const { flagged = "any", to = null, index = null, field = "text", spreadsheetSafe = false } = settings;
  const { depth = null, runs = [], seed = 1 } = settings;
  const rule = { by, keepStars, minRaters, maxIterations, flagged };
  const write = { index, field, spreadsheetSafe };
  const { labels = dirname(output) } = settings;
  if (settings.labels !== undefined) readLabelOrigin(labelFolderOf(labels) ?? labels);
  const made = await readingAs(settings, () => goldFiles(database, { ...rule, output, to, depth, runs, seed, write }));
  const report = goldDocument({ ...made, keepStars });
  const kept = await keepEvidence(labels, report, { gold: output });
  return { ...made, warnings: [...made.warnings, ...kept], report };
}
