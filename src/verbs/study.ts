/** Which ratings and labels do `estimate`, `calibrate` and `suggest` learn from? */

import type { ModelSettings } from "../command/shared-settings.ts";
import type { NamesByKind } from "../core/require-settings.ts";
import type { StudyFiles } from "../estimate/calibrated-study.ts";
import type { EstimateFilesOptions } from "../estimate/estimate-files.ts";
import { namedProxy } from "../io/named-files.ts";
import { parseOrderingMeasure } from "../measure/measures/parse-measures.ts";

/** How ratings are used. */
export interface StudySettings extends ModelSettings {
  /** Other labels of the same results, as `name=path`. @default none */
  readonly proxy?: readonly string[];
  /** Pools that people rated, in the order of their draws: only what was drawn counts. @default any rated query counts */
  readonly pool?: readonly string[];
  /** By people's ratings. @default "nDCG@10" */
  readonly measure?: string;
  /** Whether the mean is over these queries, or over future ones of their kind. @default "these" */
  readonly target?: "these" | "future";
  /** Learns labels from matches and ratings. @default "ridge" */
  readonly method?: "ridge" | "logistic" | "isotonic";
  /** Results of each list that people looked at. @default 10 */
  readonly depth?: number;
  /** What an unrated result above that depth teaches, in rated queries. @default "nonrelevant" */
  readonly unjudged?: "nonrelevant" | "leave-out";
  /** Decides folds and resamples. @default 1 */
  readonly seed?: number;
}

export const studyKinds = {
  "a text": ["measure", "target", "method", "unjudged"],
  "a list of names": ["proxy", "pool"],
  "a number": ["depth", "seed"],
} as const satisfies NamesByKind<StudySettings>;

/** Named files. */
export function studyFilesOf(labels: string, { proxy = [], pool = [] }: StudySettings, gold: string): StudyFiles {
  return { labels, gold, proxies: proxy.map(namedProxy), pools: pool };
}

/** @throws SemqrelError INVALID_MEASURE for one that is no mean over queries of first results */
export function studyOptionsOf(settings: StudySettings): EstimateFilesOptions {
  const { measure = "nDCG@10", target = "these", method = "ridge" } = settings;
  const { depth = 10, unjudged = "nonrelevant", seed = 1 } = settings;
  return { measure: parseOrderingMeasure(measure), target, method, depth, unjudged, seed };
}
