/** Writes a folder of labels, in the format of `label`, with new labels for stored lists. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { type FileToWrite, withLineEnds } from "../core/files/write-file.ts";
import { distinctFileNames } from "../core/text/paths.ts";
import { MATCH_NONE, type StoredLabels } from "../core/types.ts";
import { labelColumns, labelFolderOf, MANIFEST_SCHEMA, manifestIn } from "../io/labels/label-manifest.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { jsonText, referenceColumns, tableText } from "../label/folder/label-files.ts";
import {
  type JudgedDocument,
  labelRows,
  mergeLabels,
  numberCell,
  referenceRows,
  runLines,
} from "../label/folder/run-rows.ts";
import { replaceFiles } from "../label/label-folder.ts";
import { documentKeys } from "../lists/documents.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import type { QueryValues } from "../maths/sampling/interval-estimate.ts";
import type { LabelsOfEngine } from "./calibration/calibrated-values.ts";
import type { Calibration } from "./calibration/calibration-model.ts";

export interface RelabelledLists {
  readonly stored: StoredLabels;
  /** Null if no model made the labels. */
  readonly calibration: Calibration | null;
  /** New label of each row of the reference; null to keep its labels. */
  readonly referenceLabels: Float64Array | null;
  readonly labels: readonly LabelsOfEngine[];
  readonly queries: Int32Array;
  /** Values of each engine on `queries`, by people and by the new labels; NaN if a value is unknown. */
  readonly values: readonly QueryValues[];
  readonly measures: { readonly human: string; readonly proxy: string };
  readonly files: readonly InputFile[];
  readonly summary: object;
  /** New values for fields of the labels' manifest. `options` has new values for fields of the manifest's `options`. */
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Returns the files' names. `labels.csv` also has each label's origin. Escapes formulas in cells if `label` did. */
export function writeRelabelledFolder(folder: string, relabelled: RelabelledLists): readonly string[] {
  const { stored, calibration, measures, files: inputs } = relabelled;
  requireAnotherFolder(folder, stored);
  const manifest = manifestOf(stored);
  const safe = optionsOf(manifest).spreadsheetSafe === true;
  const model = calibration && `${JSON.stringify(calibration, null, 1)}\n`;
  const { reference, engines, queryKeys } = stored;
  const keys = engines.map(({ lists }) => documentKeys(lists, sha256));
  const fileNames = distinctFileNames(engines.map(({ lists }) => lists.engine));
  const measureColumns = ["engine", "query", measures.human, measures.proxy, "state", "reason"];
  const files: FileToWrite[] = [
    { path: "labels.csv", content: tableText(labelColumns, relabelledRows(relabelled), safe) },
    { path: "labels.qrels", content: withLineEnds(qrelsLines(relabelled, keys)) },
    { path: "measures.csv", content: tableText(measureColumns, measureRows(relabelled), safe) },
  ];
  if (reference !== null) {
    const labels = relabelled.referenceLabels ?? reference.labels;
    const rows = referenceRows(stored.queries, reference.lists, labels, (row) => at(reference.pointRanks, row));
    files.push({ path: "reference.csv", content: tableText(referenceColumns, rows, safe) });
  }
  for (const [place, { lists }] of engines.entries()) {
    const lines = runLines(lists, at(keys, place), queryKeys);
    files.push({ path: `runs/${fileNames[place]}.run`, content: withLineEnds(lines) });
  }
  if (model !== null) files.push({ path: "calibration.json", content: [model] });
  files.push({ path: "summary.json", content: jsonText(relabelled.summary) });
  const names = [...files.map(({ path }) => path), "manifest.json"];
  const changed = {
    ...manifest,
    ...(model === null ? {} : { calibration: { sha256: sha256(model), method: calibration?.method } }),
    ...relabelled.manifest,
    ...(relabelled.options && { options: { ...optionsOf(manifest), ...relabelled.options } }),
    inputs,
    files: names,
  };
  files.push({ path: "manifest.json", content: jsonText(changed) });
  replaceFiles(folder, files, { inputs, workFolder: null });
  return names;
}

function* relabelledRows({ stored, labels }: RelabelledLists): Iterable<readonly string[]> {
  const { queries, reference } = stored;
  const referenceRows = new Map<string, number>();
  for (const [row, rank] of reference?.lists.ranks.entries() ?? []) {
    const key = `${reference?.lists.queryOfRow[row]} ${rank}`;
    if (!referenceRows.has(key)) referenceRows.set(key, row);
  }
  for (const [place, engine] of stored.engines.entries()) {
    const { labels: numbers, origins } = at(labels, place);
    yield* labelRows(queries, reference?.lists ?? null, { ...engine, labels: numbers }, (row) => {
      const referenceRank = at(engine.referenceRanks, row);
      return {
        referenceRank,
        referenceRow: referenceRows.get(`${engine.lists.queryOfRow[row]} ${referenceRank}`) ?? -1,
        origin: Number.isNaN(numbers[row]) ? "" : at(origins, row),
      };
    });
  }
}

/** Returns qrels. Leaves out results without a label, and unmatched results whose label has the origin `proxy`. */
function qrelsLines({ stored, labels }: RelabelledLists, keys: readonly (readonly string[])[]): readonly string[] {
  const judged = function* (query: number): Iterable<JudgedDocument> {
    for (const [engine, { lists, kinds }] of stored.engines.entries()) {
      const { labels: numbers, origins } = at(labels, engine);
      for (const row of rowsOfQuery(lists, query)) {
        const label = at(numbers, row);
        if (Number.isNaN(label) || (origins[row] === "proxy" && kinds[row] === MATCH_NONE)) continue;
        yield { document: at(at(keys, engine), row), label };
      }
    }
  };
  return mergeLabels(stored.queryKeys, judged).lines;
}

function* measureRows({ stored, queries, values }: RelabelledLists): Iterable<readonly string[]> {
  for (const [engine, { lists }] of stored.engines.entries()) {
    const { human, proxy } = at(values, engine);
    for (const [place, query] of queries.entries()) {
      const numbers = [numberCell(human[place]), numberCell(proxy[place])];
      const state = Number.isNaN(at(human, place)) ? ["unmeasurable", "not-rated"] : ["measured", ""];
      yield [lists.engine, at(stored.queries, query).name, ...numbers, ...state];
    }
  }
}

/** Returns the manifest of the labels. If labels.csv has no manifest, returns a manifest with only the queries. */
function manifestOf({ source, queries, queryKeys }: StoredLabels): Readonly<Record<string, unknown>> {
  const folder = labelFolderOf(source);
  const manifest = folder === null ? null : manifestIn(folder);
  if (manifest !== null) return manifest;
  const named = queries.map(({ id, text, name }, query) => ({ query: name, id, text, qrels: at(queryKeys, query) }));
  return { schema: MANIFEST_SCHEMA, queries: named };
}

function optionsOf({ options }: Readonly<Record<string, unknown>>): { readonly spreadsheetSafe?: unknown } {
  return typeof options === "object" && options !== null ? options : {};
}

/** Refuses the folder of the labels, because its files would be replaced. */
function requireAnotherFolder(folder: string, { source }: StoredLabels): void {
  const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path));
  if (realPath(folder) !== realPath(labelFolderOf(source) ?? dirname(source))) return;
  throw new SemqrelError(
    "OUTPUT_UNWRITABLE",
    `Cannot write ${folder}: it contains the labels that are being calibrated. Choose another folder.`,
    { details: { file: folder } },
  );
}
