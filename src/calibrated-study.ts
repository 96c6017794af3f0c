/**
 * How do stored labels and a few ratings become values of every engine and query, by people and by calibrated labels?
 * What `calibrate`, `estimate` and `plan` have in common.
 */

import { calibratedValues, humanValues } from "./calibration/calibrated-values.ts";
import type { CalibrationMethod, CalibrationTraining } from "./calibration/calibration-model.ts";
import { type CalibrationRows, calibrationRows } from "./calibration/calibration-rows.ts";
import { type CrossFit, crossFit } from "./calibration/cross-fit.ts";
import { matchFeatures } from "./calibration/match-features.ts";
import { type TitlePool, titlePool } from "./calibration/title-pool.ts";
import { SemqrelError } from "./errors.ts";
import type { QueryValues } from "./estimates/interval-estimate.ts";
import { sha256 } from "./files/sha256.ts";
import { type GoldGrades, readGoldGrades } from "./gold-grades.ts";
import type { InputFile } from "./io/read-results.ts";
import type { Measure } from "./measures/define-measure.ts";
import { documentKeys } from "./report/document-ids.ts";
import { type TitleVectorTools, titleVectors } from "./stages/title-vectors.ts";
import { readStoredLabels } from "./stored-labels.ts";
import type { ListsToJudge } from "./trust/judged-lists.ts";
import { documentLabelSource } from "./trust/label-sources.ts";
import type { ModelIdentity, ResultLists, StoredLabels } from "./types.ts";
import type { Warning } from "./warnings.ts";

export interface StudyFiles {
  /** A folder of `label`, or its labels.csv. */
  readonly labels: string;
  readonly gold: string;
  /** Other labels of the same results, as files of judgments: further features. */
  readonly proxies: readonly { readonly name: string; readonly path: string }[];
}

export interface StudyOptions {
  readonly measure: Measure;
  readonly method: CalibrationMethod;
  /** Results of each list that people looked at. */
  readonly depth: number;
  readonly unjudged: "nonrelevant" | "leave-out";
  /** Any 32-bit whole number. */
  readonly seed: number;
}

export interface CalibratedStudy {
  readonly stored: StoredLabels;
  readonly embedding: ModelIdentity;
  readonly judged: ListsToJudge;
  readonly pool: TitlePool;
  readonly training: CalibrationTraining;
  readonly rows: CalibrationRows;
  readonly fit: CrossFit;
  /** Numbers of the queries that anybody answers: those that values are of. */
  readonly queries: Int32Array;
  /** By engine, over `queries`. */
  readonly values: readonly QueryValues[];
  /** Of `queries`: those with a grade, not with negative ones alone. */
  readonly ratedQueries: number;
  /** Judged pairs of a rated query and a document. */
  readonly ratings: number;
  /** Rated results whose document the judgments know by its title alone. */
  readonly ratedByTitle: number;
  readonly files: readonly InputFile[];
  readonly warnings: readonly Warning[];
}

/**
 * @throws SemqrelError as `readStoredLabels`, `readGoldGrades`, the embedder and `crossFit`; INVALID_OPTION for proxies of
 *         one name, and where no rated result is in the lists, or none of these is relevant
 */
export async function calibratedStudy(
  files: StudyFiles,
  options: StudyOptions,
  tools: TitleVectorTools,
): Promise<CalibratedStudy> {
  requireDistinctNames(files);
  const read = await readStoredLabels(files.labels);
  const { stored } = read;
  const gold = await readGoldGrades(files.gold, stored);
  const lists = stored.engines.map((engine) => engine.lists);
  const engines = (keys: readonly (readonly string[])[]) =>
    lists.map((own, engine) => ({ lists: own, documentKeys: keys[engine] ?? [] }));
  const judged = { queries: stored.queries.length, engines: engines(gold.documentKeys), grades: gradesOfRated(gold) };
  const proxies = [];
  for (const { name, path } of files.proxies) {
    const { grades, documentKeys: keys, file, warnings } = await readGoldGrades(path, stored);
    proxies.push({ file, warnings, source: documentLabelSource({ engines: engines(keys), grades }, name) });
  }
  const pool = titlePool(stored.queries.length, lists, stored.reference?.lists ?? null);
  const rows = calibrationRows(pool, judged, options);
  requireRelevant(rows, files);
  const queryTexts = stored.queries.map(({ text }) => text);
  const { vectorOf } = await titleVectors([...pool.titles, ...queryTexts.filter((text) => text !== null)], tools);
  const features = matchFeatures(pool, { queryTexts, vectorOf, proxies: proxies.map(({ source }) => source) });
  const training = { features, targets: rows.targets, queryOfRow: pool.queryOfRow, rows: rows.rows };
  const embedding = tools.embedder.model;
  const fit = crossFit(training, { embedding, seed: options.seed, method: options.method });
  const queries = Int32Array.from(stored.queries.keys()).filter(
    (query) => (pool.offsets[query + 1] ?? 0) > (pool.offsets[query] ?? 0),
  );
  const human = humanValues(judged, options.measure);
  const proxy = calibratedValues(pool, fit.labels, options.measure);
  const pick = (values: Float64Array | undefined) => Float64Array.from(queries, (query) => values?.[query] ?? 0);
  const isRated = (query: number) => judged.grades[query] !== null;
  return {
    stored,
    embedding,
    judged,
    pool,
    training,
    rows,
    fit,
    queries,
    values: lists.map((_, engine) => ({ human: pick(human[engine]), proxy: pick(proxy[engine]) })),
    ratedQueries: queries.filter(isRated).length,
    ratings: judged.grades.reduce((sum, grades) => sum + [...(grades?.values() ?? [])].filter(isGiven).length, 0),
    ratedByTitle: lists.reduce((sum, own, engine) => sum + ratedByTitle(own, gold.documentKeys[engine], judged), 0),
    files: [...read.files, gold.file, ...proxies.map(({ file }) => file)],
    warnings: [...read.warnings, ...gold.warnings, ...proxies.flatMap(({ warnings }) => warnings)],
  };
}

/** Negative grades stand for what was not judged. */
function isGiven(grade: number): boolean {
  return grade >= 0;
}

/** A query that has none of its documents judged is not rated: it would count as a failure of every engine. */
function gradesOfRated({ grades }: GoldGrades): GoldGrades["grades"] {
  return grades.map((ofQuery) => (ofQuery !== null && [...ofQuery.values()].some(isGiven) ? ofQuery : null));
}

function ratedByTitle(lists: ResultLists, joined: readonly string[] | undefined, { grades }: ListsToJudge): number {
  const named = documentKeys(lists, sha256);
  return named.filter((name, row) => {
    const key = joined?.[row] ?? name;
    return key !== name && isGiven(grades[lists.queryOfRow[row] ?? 0]?.get(key) ?? Number.NaN);
  }).length;
}

function requireDistinctNames({ proxies }: StudyFiles): void {
  const names = proxies.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice === undefined) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Reading --proxy ${twice}: two proxies are called so. Give each a name: --proxy name=file.`,
    { details: { proxy: twice } },
  );
}

function requireRelevant({ judged, targets, rows, ratedQueries }: CalibrationRows, { labels, gold }: StudyFiles): void {
  if (rows.some((row) => (targets[row] ?? 0) > 0)) return;
  const rated = `${ratedQueries.length} of the queries are rated`;
  throw new SemqrelError(
    "INVALID_OPTION",
    judged === 0
      ? `Joining ${labels} with ${gold}: ${rated}, and no result of these lists is among the ratings. Documents are joined by their ids, else by titles: give judgments with one of both.`
      : `Joining ${labels} with ${gold}: ${rated}, and no rated result of these lists is relevant. Every measure is 0 then, and labels learn nothing: rate more queries.`,
    { details: { labels, gold, ratedQueries: ratedQueries.length, judged } },
  );
}
