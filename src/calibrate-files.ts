/**
 * How do stored labels and a few ratings become better labels, as a folder like that of `label`?
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import { calibratedLabels, type LabelsOfEngine } from "./calibration/calibrated-labels.ts";
import { type Calibration, fitCalibration } from "./calibration/calibration-model.ts";
import { calibrationOffset } from "./calibration/calibration-offset.ts";
import { NO_TITLE } from "./calibration/title-pool.ts";
import { SemqrelError } from "./errors.ts";
import { type EstimateFilesOptions, estimatesOf } from "./estimate-files.ts";
import { sha256 } from "./files/sha256.ts";
import { labelFolderOf } from "./io/label-folder-of.ts";
import { csvText } from "./io/write-csv.ts";
import { writeWhole } from "./io/write-whole.ts";
import { rowsOfQuery } from "./lists/group-results.ts";
import { rowOrigin } from "./lists/row-origin.ts";
import { distinctFileNames } from "./report/distinct-file-names.ts";
import { documentKeys } from "./report/document-ids.ts";
import type { EstimateReport } from "./report/estimate-report.ts";
import { labelColumns, referenceColumns } from "./report/label-files.ts";
import { numberCell, runLines, sixDecimals } from "./report/run-rows.ts";
import type { TitleVectorTools } from "./stages/title-vectors.ts";
import { isFormulaLike } from "./text/oddities.ts";
import { withEnds } from "./text/with-ends.ts";
import { matchKinds, type ReferenceLists, type StoredLabels } from "./types.ts";
import type { Warning } from "./warnings.ts";

const MANIFEST = "semqrel.manifest/1";

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
  const offset = calibrationOffset(
    values.map(({ proxy }) => proxy),
    values.map(({ human }) => human),
  );
  return {
    study,
    calibration,
    labels: calibratedLabels(pool, fit.labels, judged, proxyLabel),
    estimates: estimatesOf(study, options),
    offsets: Object.fromEntries(
      stored.engines.map(({ lists }, engine) => [lists.engine, offset?.engines[engine] ?? 0]),
    ),
    warnings,
  };
}

/**
 * `labels.csv` with the new labels and their origin, `labels.qrels`, `runs/`, `measures.csv` (people's measure where a query is
 * rated, and a score of the calibrated labels that orders engines and is no level), `reference.csv` with what is
 * expected of its titles, `calibration.json`, `summary.json` and `manifest.json`.
 *
 * Where `label` put a quote before cells that a spreadsheet would run, so does this.
 *
 * @returns names of the files
 * @throws SemqrelError OUTPUT_UNWRITABLE   details: { file }; also for the folder of the labels themselves
 */
export function writeCalibrated(folder: string, calibrated: Calibrated, measure: string): readonly string[] {
  const { study, calibration, estimates, offsets, warnings } = calibrated;
  const { stored, files, embedding } = study;
  requireAnotherFolder(folder, stored);
  const manifest = manifestOf(stored);
  const safe: Safe = isSpreadsheetSafe(manifest) ? (cell) => (isFormulaLike(cell) ? `'${cell}` : cell) : (cell) => cell;
  const model = `${JSON.stringify(calibration, null, 1)}\n`;
  const json = (document: unknown) => [`${JSON.stringify(document, null, 1)}\n`];
  const { reference } = stored;
  const names = ["labels.csv", "labels.qrels", "measures.csv", ...(reference === null ? [] : ["reference.csv"])];
  const fileNames = distinctFileNames(stored.engines.map(({ lists }) => lists.engine));
  const runs = stored.engines.map((engine, place) => ({ engine, name: `runs/${fileNames[place]}.run` }));
  names.push(...runs.map(({ name }) => name), "calibration.json", "summary.json", "manifest.json");
  writeWhole(
    [
      { path: join(folder, "labels.csv"), content: csvText(labelRows(calibrated, safe)) },
      { path: join(folder, "labels.qrels"), content: qrelsLines(calibrated) },
      { path: join(folder, "measures.csv"), content: csvText(measureRows(calibrated, measure, safe)) },
      ...(reference === null
        ? []
        : [{ path: join(folder, "reference.csv"), content: csvText(referenceRows(calibrated, reference, safe)) }]),
      ...runs.map(({ engine, name }) => ({
        path: join(folder, name),
        content: withEnds(runLines(engine, documentKeys(engine.lists, sha256), stored.queryKeys)),
      })),
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
          ...manifest,
          calibration: { sha256: sha256(model), method: calibration.method },
          model: embedding,
          inputs: files,
          files: names,
        }),
      },
    ],
    folder,
  );
  return names;
}

type Safe = (cell: string) => string;

function* labelRows({ study: { stored }, labels }: Calibrated, safe: Safe): Iterable<readonly string[]> {
  yield labelColumns;
  const referenceRowAt = referenceRowsByRank(stored);
  const reference = stored.reference?.lists;
  for (const [engine, { lists, kinds, referenceRanks, similarities, margins }] of stored.engines.entries()) {
    for (let row = 0; row < lists.titles.length; row++) {
      const query = lists.queryOfRow[row] ?? 0;
      const rank = referenceRanks[row] ?? -1;
      const referenceRow = referenceRowAt(query, rank);
      const hasReference = reference !== undefined && !Number.isNaN(similarities[row]);
      yield [
        safe(lists.engine),
        safe(stored.queries[query]?.name ?? ""),
        String(lists.ranks[row]),
        safe(lists.ids?.[row] ?? ""),
        safe(lists.titles[row] ?? ""),
        numberCell(labels[engine]?.labels[row]),
        matchKinds[kinds[row] ?? 0] ?? "none",
        rank < 0 ? "" : String(rank),
        referenceRow === null ? "" : safe(reference?.titles[referenceRow] ?? ""),
        sixDecimals(similarities[row]),
        sixDecimals(margins[row]),
        hasReference ? safe(referenceRow === null ? reference.engine : rowOrigin(reference, referenceRow).engine) : "",
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

function* measureRows({ study }: Calibrated, measure: string, safe: Safe): Iterable<readonly string[]> {
  const { stored, queries, values } = study;
  yield ["engine", "query", measure, "calibrated_score", "state", "reason"];
  for (const [engine, { lists }] of stored.engines.entries()) {
    for (const [place, query] of queries.entries()) {
      const human = values[engine]?.human[place] ?? Number.NaN;
      const isRated = !Number.isNaN(human);
      yield [
        safe(lists.engine),
        safe(stored.queries[query]?.name ?? ""),
        numberCell(human),
        numberCell(values[engine]?.proxy[place]),
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
  safe: Safe,
): Iterable<readonly string[]> {
  const { stored, pool, fit } = study;
  yield referenceColumns;
  for (let row = 0; row < lists.titles.length; row++) {
    const place = pool.reference?.poolRows[row] ?? NO_TITLE;
    yield [
      safe(rowOrigin(lists, row).engine),
      safe(stored.queries[lists.queryOfRow[row] ?? 0]?.name ?? ""),
      String(lists.ranks[row]),
      safe(lists.ids?.[row] ?? ""),
      safe(lists.titles[row] ?? ""),
      numberCell(place === NO_TITLE ? labels[row] : fit.labels[place]),
      String(pointRanks[row]),
    ];
  }
}

/** By query and rank of the reference's list. */
function referenceRowsByRank({ reference }: StoredLabels): (query: number, rank: number) => number | null {
  const rows = new Map<string, number>();
  for (const [row, rank] of reference?.lists.ranks.entries() ?? []) {
    const key = `${reference?.lists.queryOfRow[row]} ${rank}`;
    if (!rows.has(key)) rows.set(key, row);
  }
  return (query, rank) => rows.get(`${query} ${rank}`) ?? null;
}

/** What the labels' own manifest said; the queries alone for a labels.csv without one. */
function manifestOf({ source, queries, queryKeys }: StoredLabels): Readonly<Record<string, unknown>> {
  const folder = labelFolderOf(source);
  try {
    const manifest = JSON.parse(readFileSync(join(folder ?? "", "manifest.json"), "utf8"));
    if (folder !== null && manifest.schema === MANIFEST) return manifest;
  } catch {
    // None, or none of ours: it was not read with the labels either.
  }
  const named = queries.map(({ id, text, name }, query) => ({ query: name, id, text, qrels: queryKeys[query] }));
  return { schema: MANIFEST, queries: named };
}

function isSpreadsheetSafe({ options }: Readonly<Record<string, unknown>>): boolean {
  return typeof options === "object" && options !== null && "spreadsheetSafe" in options && !!options.spreadsheetSafe;
}

/** The labels would be gone, and files of `label` would stand beside labels that are not theirs. */
function requireAnotherFolder(folder: string, { source }: StoredLabels): void {
  const own = labelFolderOf(source) ?? dirname(source);
  if (realPath(folder) !== realPath(own)) return;
  throw new SemqrelError(
    "OUTPUT_UNWRITABLE",
    `Writing ${folder}: the labels that were calibrated are there. Choose another folder.`,
    { details: { file: folder } },
  );
}

/** With links followed, so far as there are files. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}
