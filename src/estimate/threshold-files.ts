/**
 * How do stored labels and a few ratings become a match threshold, and labels under it?
 */

import { SemqrelError } from "../core/errors.ts";
import {
  type LabelledLists,
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  REASON,
  type StoredLabels,
} from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { gradesOfRated, readGoldGrades } from "../gold/gold-grades.ts";
import { requireDrawn } from "../io/judgments/chosen-judgments.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { numbersAt } from "../maths/numbers.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { listsToJudge } from "../trust/judged-lists.ts";
import type { LabelsOfEngine } from "./calibration/calibrated-labels.ts";
import { humanValues, labelledValues, measurableQueries } from "./calibration/calibrated-values.ts";
import { calibrationRows } from "./calibration/calibration-rows.ts";
import { type BetaGammaOptions, crossFitThreshold } from "./calibration/match-threshold.ts";
import { NO_TITLE, type TitlePool, titlePool } from "./calibration/title-pool.ts";
import type { RelabelledLists } from "./relabelled-folder.ts";
import { type ThresholdReport, thresholdReport } from "./threshold-report.ts";

export interface ThresholdFiles {
  /** A folder of `label`. */
  readonly labels: string;
  readonly gold: string;
}

/** How the match threshold is learned from ratings. */
export interface ThresholdOptions extends Omit<BetaGammaOptions, "relevantFrom"> {
  /** By people's ratings; its cutoff is that of the labels' nDCG, its relevance level that of a relevant pair. */
  readonly measure: Measure;
  /** Results of each list that people looked at. */
  readonly depth: number;
  readonly unjudged: "nonrelevant" | "leave-out";
  /** Of the folds. Any 32-bit whole number. */
  readonly seed: number;
}

/** Labels under the threshold that ratings chose. */
export interface Thresholded extends RelabelledLists {
  readonly report: ThresholdReport;
  readonly warnings: readonly Warning[];
}

/**
 * A rated query is labelled under the threshold that other queries' ratings choose, any other under that of all ratings.
 * Matches by title or identifier stay.
 *
 * @throws SemqrelError as `readStoredLabels`, `readGoldGrades` and `crossFitThreshold`; INVALID_FORMAT where the labels come
 *         without their reference
 */
export async function thresholdFiles(files: ThresholdFiles, options: ThresholdOptions): Promise<Thresholded> {
  const { measure, depth, unjudged, seed, ...weights } = options;
  const { stored, files: labelFiles, warnings } = await readStoredLabels(files.labels);
  requireReference(stored);
  requireDrawn(files.gold);
  const gold = await readGoldGrades(files.gold, stored);
  const lists = stored.engines.map((engine) => engine.lists);
  const grades = gradesOfRated(gold);
  const judged = listsToJudge(stored, { ...gold, grades });
  const pool = titlePool(stored.queries.length, lists);
  const cosines = cosinesOf(pool, stored);
  const found = calibrationRows(pool, judged, { unjudged, depth });
  const rows = found.rows.filter((row) => !Number.isNaN(cosines[row]));
  const pairs = {
    scores: numbersAt(cosines, rows),
    grades: numbersAt(found.grades, rows),
    queries: rows.map((row) => pool.queryOfRow[row] ?? 0),
  };
  const relevantFrom = measure.relevanceLevel ?? Number.MIN_VALUE;
  const { threshold, ofQuery } = crossFitThreshold(pairs, { ...weights, unjudged, seed, relevantFrom });
  const chosen = (query: number) => ofQuery.get(query) ?? threshold?.threshold ?? Number.POSITIVE_INFINITY;
  const under = stored.engines.map((engine) => underThreshold(engine, chosen));
  const measurable = measurableQueries(stored);
  const queries = Int32Array.from(measurable, ({ query }) => query);
  const before = labelledValues(stored.engines, measurable, measure.at);
  const after = labelledValues(under, measurable, measure.at);
  const human = humanValues(judged, measure).map((own) => numbersAt(own, queries));
  const all = [...warnings, ...gold.warnings];
  const report = thresholdReport({
    ...{ threshold, weights, unjudged, depth, before, after, human },
    ...{ measure: measure.name, cutoff: measure.at },
    engines: lists.map(({ engine }) => engine),
    ratedQueries: grades.filter((ofQuery) => ofQuery !== null).length,
    pairs: rows.length,
    ofQueries: [...ofQuery.values()],
    matches: countRows(stored.engines, ({ kinds }, row) => kinds[row] === MATCH_SEMANTIC),
    refused: countRows(stored.engines, ({ kinds }, row, engine) => kinds[row] !== under[engine]?.kinds[row]),
    refusedBefore: countRows(
      stored.engines,
      ({ kinds, similarities }, row) =>
        kinds[row] === MATCH_NONE &&
        (similarities[row] ?? Number.NaN) >= (threshold?.threshold ?? Number.POSITIVE_INFINITY),
    ),
  });
  return {
    ...{ queries, report, warnings: all, calibration: null, referenceLabels: null },
    stored: { ...stored, engines: under },
    labels: under.map(({ labels }): LabelsOfEngine => ({ labels, origins: Array.from(labels, () => "proxy") })),
    values: after.map((proxy, engine) => ({ proxy, human: human[engine] ?? proxy })),
    measures: { human: measure.name, proxy: report.labelMeasure },
    files: [...labelFiles, gold.file],
    summary: { ...report, warnings: all },
    manifest: { threshold: report.threshold },
    // Above any cosine but that of equal titles.
    options: { threshold: report.toLabel ?? 1 },
  };
}

/** By pool row: the title's cosine with its nearest reference title, 1 where it was matched exactly; NaN where it has none. */
function cosinesOf(pool: TitlePool, { engines }: StoredLabels): Float64Array {
  const cosines = new Float64Array(pool.titles.length).fill(Number.NaN);
  for (const [engine, { kinds, similarities }] of engines.entries()) {
    for (const [row, place] of (pool.engines[engine]?.poolRows ?? []).entries()) {
      // Identifiers match titles that differ: such a match is believed whatever its cosine.
      const cosine = kinds[row] === MATCH_EXACT ? 1 : (similarities[row] ?? Number.NaN);
      if (place === NO_TITLE || Number.isNaN(cosine)) continue;
      if (!((cosines[place] ?? Number.NaN) >= cosine)) cosines[place] = cosine;
    }
  }
  return cosines;
}

/** As `label --threshold` does: what is refused keeps its place and its cosine, with label 0 and no match. */
function underThreshold(engine: LabelledLists, thresholdOf: (query: number) => number): LabelledLists {
  const { lists, kinds, similarities, labels, referenceRanks } = engine;
  const isRefused = Uint8Array.from(kinds, (kind, row) =>
    Number(kind === MATCH_SEMANTIC && (similarities[row] ?? 1) < thresholdOf(lists.queryOfRow[row] ?? 0)),
  );
  const refused = {
    ...engine,
    kinds: kinds.map((kind, row) => (isRefused[row] ? MATCH_NONE : kind)),
    labels: labels.map((label, row) => (isRefused[row] ? 0 : label)),
    referenceRanks: referenceRanks.map((rank, row) => (isRefused[row] ? -1 : rank)),
  };
  if (engine.reasons === undefined) return refused;
  const reasons = engine.reasons.map((reason, row) => (isRefused[row] ? REASON["too-far"] : reason));
  return countRepeatsAgain(engine, { ...refused, reasons });
}

/** Where the result that counted a reference title is refused, the next one with the same title counts it. */
function countRepeatsAgain(
  before: LabelledLists,
  refused: LabelledLists & { readonly reasons: Uint8Array },
): LabelledLists {
  const { lists, labels, referenceRanks, reasons } = refused;
  for (let query = 0; query + 1 < lists.offsets.length; query++) {
    const rows = [...rowsOfQuery(lists, query)];
    for (const lost of rows) {
      if (before.referenceRanks[lost] === referenceRanks[lost] || before.reasons?.[lost] !== 0) continue;
      const rank = before.referenceRanks[lost];
      const next = rows.find((row) => referenceRanks[row] === rank && reasons[row] === REASON.repeat);
      if (next === undefined || rows.some((row) => referenceRanks[row] === rank && reasons[row] === 0)) continue;
      labels[next] = before.labels[lost] ?? 0;
      reasons[next] = 0;
    }
  }
  return refused;
}

function countRows(
  engines: readonly LabelledLists[],
  counts: (engine: LabelledLists, row: number, place: number) => boolean,
): number {
  return engines.reduce(
    (sum, engine, place) => sum + engine.kinds.reduce((own, _, row) => own + Number(counts(engine, row, place)), 0),
    0,
  );
}

function requireReference({ source, reference }: StoredLabels): void {
  if (reference !== null) return;
  throw new SemqrelError(
    "INVALID_FORMAT",
    `Choosing a match threshold for ${source}: there is no reference.csv beside the labels, so nobody knows what a list could reach. Give a folder that semqrel label --out wrote.`,
    { details: { file: source } },
  );
}
