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
import type { QueryValues } from "./estimates/interval-estimate.ts";
import { readGoldGrades } from "./gold-grades.ts";
import type { InputFile } from "./io/read-results.ts";
import type { Measure } from "./measures/define-measure.ts";
import { type TitleVectorTools, titleVectors } from "./stages/title-vectors.ts";
import { readStoredLabels } from "./stored-labels.ts";
import type { ListsToJudge } from "./trust/judged-lists.ts";
import { documentLabelSource } from "./trust/label-sources.ts";
import type { ModelIdentity, StoredLabels } from "./types.ts";
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
  /** Of `queries`. */
  readonly ratedQueries: number;
  /** Judged pairs of a rated query and a document. */
  readonly ratings: number;
  readonly files: readonly InputFile[];
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError as `readStoredLabels`, `readGoldGrades`, the embedder and `crossFit` */
export async function calibratedStudy(
  files: StudyFiles,
  options: StudyOptions,
  tools: TitleVectorTools,
): Promise<CalibratedStudy> {
  const read = await readStoredLabels(files.labels);
  const { stored } = read;
  const gold = await readGoldGrades(files.gold, stored);
  const lists = stored.engines.map((engine) => engine.lists);
  const engines = (keys: readonly (readonly string[])[]) =>
    lists.map((own, engine) => ({ lists: own, documentKeys: keys[engine] ?? [] }));
  const judged = { queries: stored.queries.length, engines: engines(gold.documentKeys), grades: gold.grades };
  const proxies = [];
  for (const { name, path } of files.proxies) {
    const { grades, documentKeys, warnings } = await readGoldGrades(path, stored);
    proxies.push({ warnings, source: documentLabelSource({ engines: engines(documentKeys), grades }, name) });
  }
  const pool = titlePool(stored.queries.length, lists, stored.reference?.lists ?? null);
  const queryTexts = stored.queries.map(({ text }) => text);
  const { vectorOf } = await titleVectors([...pool.titles, ...queryTexts.filter((text) => text !== null)], tools);
  const features = matchFeatures(pool, { queryTexts, vectorOf, proxies: proxies.map(({ source }) => source) });
  const rows = calibrationRows(pool, judged, options);
  const training = { features, targets: rows.targets, queryOfRow: pool.queryOfRow, rows: rows.rows };
  const embedding = tools.embedder.model;
  const fit = crossFit(training, { embedding, seed: options.seed, method: options.method });
  const queries = Int32Array.from(stored.queries.keys()).filter(
    (query) => (pool.offsets[query + 1] ?? 0) > (pool.offsets[query] ?? 0),
  );
  const human = humanValues(judged, options.measure);
  const proxy = calibratedValues(pool, fit.labels, options.measure);
  const pick = (values: Float64Array | undefined) => Float64Array.from(queries, (query) => values?.[query] ?? 0);
  const isRated = (query: number) => judged.grades[query] != null;
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
    ratings: judged.grades.reduce((sum, grades) => sum + (grades?.size ?? 0), 0),
    files: [...read.files, gold.file],
    warnings: [...read.warnings, ...gold.warnings, ...proxies.flatMap(({ warnings }) => warnings)],
  };
}
