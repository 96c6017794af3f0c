/**
 * How do stored labels and a few ratings become better labels, as a folder like that of `label`?
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import { calibratedLabels, type LabelsOfEngine } from "./calibration/calibrated-labels.ts";
import { type Calibration, fitCalibration } from "./calibration/calibration-model.ts";
import { NO_TITLE } from "./calibration/title-pool.ts";
import { type EstimateFilesOptions, estimatesOf } from "./estimate-files.ts";
import { sha256 } from "./files/sha256.ts";
import { labelFolderOf } from "./io/label-folder-of.ts";
import { csvText } from "./io/write-csv.ts";
import { writeWhole } from "./io/write-whole.ts";
import { rowsOfQuery } from "./lists/group-results.ts";
import { documentKeys } from "./report/document-ids.ts";
import type { EstimateReport } from "./report/estimate-report.ts";
import { labelColumns, referenceColumns } from "./report/label-files.ts";
import type { TitleVectorTools } from "./stages/title-vectors.ts";
import { matchKinds, type ReferenceLists, type StoredLabels } from "./types.ts";
import type { Warning } from "./warnings.ts";

export interface Calibrated {
  readonly study: CalibratedStudy;
  /** Fitted on all ratings; what is stored for new lists. */
  readonly calibration: Calibration;
  /** By engine: people's grade where there is one, else the calibrated label. */
  readonly labels: readonly LabelsOfEngine[];
  readonly estimates: EstimateReport;
  /** By engine: mean of the calibrated values less mean of people's, on the rated queries: no level, as this says. */
  readonly offsets: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError as `calibratedStudy` */
export async function calibrateFiles(
  files: StudyFiles,
  options: EstimateFilesOptions,
  tools: TitleVectorTools,
): Promise<Calibrated> {
  const study = await calibratedStudy(files, options, tools);
  const { stored, embedding, pool, judged, fit, training, values, warnings } = study;
  const calibration = fitCalibration(training, { embedding, seed: options.seed, method: options.method });
  const proxyLabel = (engine: number, row: number) => stored.engines[engine]?.labels[row] ?? Number.NaN;
  const offsets = stored.engines.map(({ lists }, engine) => {
    const { human, proxy } = values[engine] ?? { human: new Float64Array(0), proxy: new Float64Array(0) };
    const rated = [...human.keys()].filter((query) => !Number.isNaN(human[query]));
    const sum = rated.reduce((total, query) => total + (proxy[query] ?? 0) - (human[query] ?? 0), 0);
    return [lists.engine, sum / Math.max(1, rated.length)] as const;
  });
  return {
    study,
    calibration,
    labels: calibratedLabels(pool, fit.labels, judged, proxyLabel),
    estimates: estimatesOf(study, options),
    offsets: Object.fromEntries(offsets),
    warnings,
  };
}

/**
 * `labels.csv` with the new labels and their origin, `labels.qrels`, `measures.csv` (people's measure where a query is
 * rated, and a score of the calibrated labels that orders engines and is no level), `reference.csv` with what is
 * expected of its titles, `calibration.json`, `summary.json` and `manifest.json`.
 *
 * @throws SemqrelError OUTPUT_UNWRITABLE   details: { file }
 */
export function writeCalibrated(folder: string, calibrated: Calibrated, measure: string): readonly string[] {
  const { study, calibration, estimates, offsets, warnings } = calibrated;
  const { stored, files, embedding } = study;
  const model = `${JSON.stringify(calibration, null, 1)}\n`;
  const json = (document: unknown) => [`${JSON.stringify(document, null, 1)}\n`];
  const names = ["labels.csv", "labels.qrels", "measures.csv", "calibration.json", "summary.json", "manifest.json"];
  const reference =
    stored.reference === null
      ? []
      : [{ path: join(folder, "reference.csv"), content: csvText(referenceRows(calibrated, stored.reference)) }];
  writeWhole(
    [
      { path: join(folder, "labels.csv"), content: csvText(labelRows(calibrated)) },
      { path: join(folder, "labels.qrels"), content: qrelsLines(calibrated) },
      { path: join(folder, "measures.csv"), content: csvText(measureRows(calibrated, measure)) },
      ...reference,
      { path: join(folder, "calibration.json"), content: [model] },
      {
        path: join(folder, "summary.json"),
        content: json({
          ...estimates,
          schema: "semqrel.calibrate/1",
          offsets,
          trainedOn: calibration.trainedOn,
          warnings,
        }),
      },
      {
        path: join(folder, "manifest.json"),
        content: json({
          ...manifestOf(stored),
          calibration: { sha256: sha256(model), method: calibration.method },
          model: embedding,
          inputs: files,
          files: reference.length === 0 ? names : [...names, "reference.csv"],
        }),
      },
    ],
    folder,
  );
  return names;
}

function* labelRows({ study: { stored }, labels }: Calibrated): Iterable<readonly string[]> {
  yield labelColumns;
  const titleAt = referenceTitles(stored);
  for (const [engine, { lists, kinds, referenceRanks, similarities, margins }] of stored.engines.entries()) {
    for (let row = 0; row < lists.titles.length; row++) {
      const query = lists.queryOfRow[row] ?? 0;
      const rank = referenceRanks[row] ?? -1;
      yield [
        lists.engine,
        stored.queries[query]?.name ?? "",
        String(lists.ranks[row]),
        lists.ids?.[row] ?? "",
        lists.titles[row] ?? "",
        cell(labels[engine]?.labels[row]),
        matchKinds[kinds[row] ?? 0] ?? "none",
        rank < 0 ? "" : String(rank),
        rank < 0 ? "" : titleAt(query, rank),
        sixDecimals(similarities[row]),
        sixDecimals(margins[row]),
        stored.reference?.lists.engine ?? "",
        labels[engine]?.origins[row] ?? "",
      ];
    }
  }
}

/** Where engines disagree on a document the larger label, as `label` does. */
function* qrelsLines({ study: { stored }, labels }: Calibrated): Iterable<string> {
  const keys = stored.engines.map(({ lists }) => documentKeys(lists, sha256));
  for (const [query, name] of stored.queryKeys.entries()) {
    const labelOf = new Map<string, number>();
    for (const [engine, { lists }] of stored.engines.entries()) {
      for (const row of rowsOfQuery(lists, query)) {
        const label = labels[engine]?.labels[row] ?? Number.NaN;
        const key = keys[engine]?.[row] ?? "";
        if (!Number.isNaN(label)) labelOf.set(key, Math.max(label, labelOf.get(key) ?? 0));
      }
    }
    for (const [document, label] of labelOf) yield `${name} 0 ${document} ${label}\n`;
  }
}

function* measureRows({ study }: Calibrated, measure: string): Iterable<readonly string[]> {
  const { stored, queries, values } = study;
  yield ["engine", "query", measure, "calibrated_score", "state", "reason"];
  for (const [engine, { lists }] of stored.engines.entries()) {
    for (const [place, query] of queries.entries()) {
      const human = values[engine]?.human[place] ?? Number.NaN;
      const isRated = !Number.isNaN(human);
      yield [
        lists.engine,
        stored.queries[query]?.name ?? "",
        cell(human),
        cell(values[engine]?.proxy[place]),
        isRated ? "measured" : "unmeasurable",
        isRated ? "" : "not-rated",
      ];
    }
  }
}

/** What is expected of the reference's own titles: the best that a list could hold. */
function* referenceRows(
  { study }: Calibrated,
  { lists, labels, pointRanks }: ReferenceLists,
): Iterable<readonly string[]> {
  const { stored, pool, fit } = study;
  yield referenceColumns;
  for (let row = 0; row < lists.titles.length; row++) {
    const place = pool.reference?.poolRows[row] ?? NO_TITLE;
    yield [
      lists.origins?.[row]?.engine ?? lists.engine,
      stored.queries[lists.queryOfRow[row] ?? 0]?.name ?? "",
      String(lists.ranks[row]),
      lists.ids?.[row] ?? "",
      lists.titles[row] ?? "",
      cell(place === NO_TITLE ? labels[row] : fit.labels[place]),
      String(pointRanks[row]),
    ];
  }
}

/** By query and rank of the reference's list. */
function referenceTitles({ reference }: StoredLabels): (query: number, rank: number) => string {
  const titles = new Map<string, string>();
  for (const [row, title] of (reference?.lists.titles ?? []).entries()) {
    const key = `${reference?.lists.queryOfRow[row]} ${reference?.lists.ranks[row]}`;
    if (!titles.has(key)) titles.set(key, title);
  }
  return (query, rank) => titles.get(`${query} ${rank}`) ?? "";
}

/** What the labels' own manifest said; the queries alone for a labels.csv without one. */
function manifestOf({ source, queries, queryKeys }: StoredLabels): Readonly<Record<string, unknown>> {
  const path = join(labelFolderOf(source) ?? dirname(source), "manifest.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const named = queries.map(({ id, text, name }, query) => ({ query: name, id, text, qrels: queryKeys[query] }));
  return { schema: "semqrel.manifest/1", queries: named };
}

function cell(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}

function sixDecimals(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : value.toFixed(6);
}
