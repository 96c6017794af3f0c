/**
 * Which labels does a calibration that was learned elsewhere give these lists?
 */

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { at } from "../core/at.ts";
import { invalidOption } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import type { Warning } from "../core/warnings.ts";
import { readOwnText } from "../io/read-own-document.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { type TitleVectorTools, titleVectors } from "../model/title-vectors.ts";
import { valuesOfQueries } from "../trust/engine-values.ts";
import { readProxies } from "../trust/read-proxies.ts";
import { type AppliedReport, appliedReport } from "./applied-report.ts";
import { CALIBRATED_SCORE, calibratedLabels, calibratedReferenceLabels } from "./calibration/calibrated-labels.ts";
import { calibratedValues } from "./calibration/calibrated-values.ts";
import {
  type Calibration,
  parseCalibration,
  predictGrades,
  requireSameEmbedding,
} from "./calibration/calibration-model.ts";
import { matchFeatures, proxyFeature } from "./calibration/match-features.ts";
import { requireColumns, requireFeatures } from "./calibration/require-features.ts";
import { answeredQueries, NO_TITLE, type TitlePool, titlePoolOf } from "./calibration/title-pool.ts";
import type { RelabelledLists } from "./relabelled-folder.ts";

/** What a calibration is applied to. */
export interface ApplyFiles {
  /** A folder of `label`, or its labels.csv. */
  readonly labels: string;
  /** A calibration.json, or the folder of `calibrate` that holds it. */
  readonly calibration: string;
  /** Other labels of the same results: those that the calibration learned from. */
  readonly proxies: readonly { readonly name: string; readonly path: string }[];
}

/** New lists labelled by a calibration that was learned elsewhere. */
export interface AppliedCalibration extends RelabelledLists {
  readonly report: AppliedReport;
  readonly warnings: readonly Warning[];
}

/** Results of a list that are compared with those that taught, which `calibrate` takes by default. */
const COMPARED_DEPTH = 10;

/**
 * Labels new lists by a calibration, and orders the engines by the measure's mean over queries under these labels.
 *
 * @throws SemqrelError as `readStoredLabels`, `readGoldGrades`, `readOwnText`, `parseCalibration` and the embedder;
 *         DIFFERENT_CONDITIONS where the calibration learned by another model, or from what these lists do not have;
 *         INVALID_OPTION for labels that it did not learn from, or two of one name
 */
export async function applyCalibration(
  files: ApplyFiles,
  options: { readonly measure: Measure },
  tools: TitleVectorTools,
): Promise<AppliedCalibration> {
  const { measure } = options;
  const { calibration, file } = readCalibration(files.calibration);
  const embedding = tools.embedder.model;
  requireSameEmbedding(calibration, embedding, file.path);
  requireKnownProxies(files, calibration);
  const { stored, files: labelFiles, warnings } = await readStoredLabels(files.labels);
  const proxies = await readProxies(files.proxies, stored);
  const pool = titlePoolOf(stored);
  const queryTexts = stored.queries.map(({ text }) => text);
  const sources = { queryTexts, proxies: proxies.map(({ source }) => source) };
  requireColumns(calibration, matchFeatures(pool, { ...sources, vectorOf: () => null }).names, file.path);
  const { vectorOf } = await titleVectors([...pool.titles, ...queryTexts.filter((text) => text !== null)], tools);
  const { features, gaps, shifts } = requireFeatures(calibration, matchFeatures(pool, { ...sources, vectorOf }), {
    rows: firstRows(pool),
    source: file.path,
  });
  const everyRow = Int32Array.from(pool.titles.keys());
  const expected = predictGrades(calibration, features, everyRow).map((label) => Math.max(0, label));
  const queries = answeredQueries(pool);
  const values = valuesOfQueries(calibratedValues(pool, expected, measure), queries).map((proxy) => ({
    human: new Float64Array(queries.length).fill(Number.NaN),
    proxy,
  }));
  const { method, trainedOn } = calibration;
  const report = appliedReport({
    method,
    trainedOn,
    gaps,
    shifts,
    engines: stored.engines.map(({ lists }) => lists.engine),
    values: values.map(({ proxy }) => proxy),
  });
  const all = [...warnings, ...proxies.flatMap((proxy) => proxy.warnings)];
  return {
    stored,
    calibration,
    queries,
    values,
    report,
    warnings: all,
    manifest: { model: embedding },
    options: {},
    referenceLabels: calibratedReferenceLabels(pool, expected, stored.reference),
    measures: { human: measure.name, proxy: CALIBRATED_SCORE },
    labels: calibratedLabels(pool, expected, null, stored.engines),
    files: [...labelFiles, file, ...proxies.map((proxy) => proxy.file)],
    summary: { ...report, warnings: all },
  };
}

function readCalibration(given: string): { readonly calibration: Calibration; readonly file: InputFile } {
  const isFolder = existsSync(given) && statSync(given).isDirectory();
  const path = isFolder ? join(given, "calibration.json") : given;
  const text = readOwnText(path, "Give a calibration.json that semqrel estimate wrote, or its folder.");
  const calibration = parseCalibration(text, path);
  const file = { path, format: "json", rows: 1, sizeBytes: Buffer.byteLength(text), sha256: sha256(text) };
  return { calibration, file };
}

/** Pool rows that some engine has among its first results. */
function firstRows({ engines, queries }: TitlePool): Int32Array {
  const found = new Set<number>();
  for (const { lists, poolRows } of engines) {
    for (let query = 0; query < queries; query++) {
      for (const row of rowsOfQuery(lists, query).subarray(0, COMPARED_DEPTH)) found.add(at(poolRows, row));
    }
  }
  found.delete(NO_TITLE);
  return Int32Array.from(found).sort();
}

function requireKnownProxies({ proxies }: ApplyFiles, { preparation }: Calibration): void {
  const names = proxies.map(({ name }) => name);
  for (const [place, name] of names.entries()) {
    const isKnown = preparation.names.includes(proxyFeature(name));
    if (isKnown && names.indexOf(name) === place) continue;
    const prefix = proxyFeature("");
    const known = preparation.names.filter((feature) => feature.startsWith(prefix));
    throw invalidOption(
      isKnown
        ? `Reading --proxy ${name}: two are called so. Give each a name: --proxy name=file.`
        : `Reading --proxy ${name}: the calibration did not learn from it (${known.length === 0 ? "it learned from no such labels" : `it knows ${known.map((each) => each.slice(prefix.length)).join(", ")}`}). Leave it out, or give it the name that it had.`,
      { proxy: name, known },
    );
  }
}
