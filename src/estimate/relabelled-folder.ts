/**
 * How do new labels of stored lists appear as a folder like that of `label`?
 */
import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/sha256.ts";
import { withLineEnds } from "../core/files/write-file.ts";
import { escapeFormula } from "../core/text/escape.ts";
import { distinctFileNames } from "../core/text/paths.ts";
import { MATCH_NONE, matchKinds, type ReferenceLists, type StoredLabels } from "../core/types.ts";
import { filesOfEarlierRun, labelFolderOf, MANIFEST_SCHEMA, manifestIn } from "../io/labels/label-manifest.ts";
import { requireOwnFiles } from "../io/require-own-files.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { csvText } from "../io/tables/write-csv.ts";
import { writeWhole } from "../io/write-whole.ts";
import { labelColumns, referenceColumns } from "../label/folder/label-files.ts";
import { numberCell, runLines, sixDecimals } from "../label/folder/run-rows.ts";
import { documentKeys } from "../lists/document-ids.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { rowOrigin } from "../lists/row-origin.ts";
import type { QueryValues } from "../maths/sampling/interval-estimate.ts";
import type { LabelsOfEngine } from "./calibration/calibrated-labels.ts";
import type { Calibration } from "./calibration/calibration-model.ts";

/** Stored lists with other labels. */
export interface RelabelledLists {
  readonly stored: StoredLabels;
  /** The model that gave them; null where none did. */
  readonly calibration: Calibration | null;
  /** By row of the reference: the label that its title has. */
  readonly referenceLabels: Float64Array | null;
  /** By engine. */
  readonly labels: readonly LabelsOfEngine[];
  /** Numbers of the queries that anybody answers. */
  readonly queries: Int32Array;
  /** By engine, over `queries`: people's measure, and what the new labels come to; NaN where there is none. */
  readonly values: readonly QueryValues[];
  /** What `human` and `proxy` of the values are called. */
  readonly measures: { readonly human: string; readonly proxy: string };
  /** What it was made from. */
  readonly files: readonly InputFile[];
  /** What `summary.json` holds. */
  readonly summary: object;
  /** What `manifest.json` says otherwise than that of the labels; of its options those that are other. */
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * `labels.csv` with the new labels and their origin, `labels.qrels`, `runs/`, `measures.csv` (people's measure where a query is
 * rated, and what the new labels come to), `reference.csv` with the new labels of its titles, `calibration.json` where a
 * model gave them, `summary.json` and `manifest.json`.
 *
 * Whatever else an earlier run wrote into the folder is removed: it would be about other labels.
 *
 * Where `label` put a quote before cells that a spreadsheet would run, so does this.
 *
 * @returns names of the files
 * @throws SemqrelError OUTPUT_UNWRITABLE   details: { file }; also for the folder of the labels themselves, and where a file
 *         would be replaced that is read, or that no earlier run wrote
 */
export function writeRelabelledFolder(folder: string, relabelled: RelabelledLists): readonly string[] {
  const { stored, calibration, files } = relabelled;
  requireAnotherFolder(folder, stored);
  const manifest = manifestOf(stored);
  const safe: Safe = optionsOf(manifest).spreadsheetSafe === true ? escapeFormula : (cell) => cell;
  const model = calibration && `${JSON.stringify(calibration, null, 1)}\n`;
  const json = (document: unknown) => [`${JSON.stringify(document, null, 1)}\n`];
  const { reference } = stored;
  const names = ["labels.csv", "labels.qrels", "measures.csv", ...(reference === null ? [] : ["reference.csv"])];
  const fileNames = distinctFileNames(stored.engines.map(({ lists }) => lists.engine));
  const runs = stored.engines.map((engine, place) => ({ engine, name: `runs/${fileNames[place]}.run` }));
  names.push(...runs.map(({ name }) => name), ...(model === null ? [] : ["calibration.json"]));
  names.push("summary.json", "manifest.json");
  requireOwnFiles(folder, names, { inputs: files.map(({ path }) => path), isResumed: false });
  const earlier = filesOfEarlierRun(folder);
  writeWhole(
    [
      { path: join(folder, "labels.csv"), content: csvText(labelRows(relabelled, safe)) },
      { path: join(folder, "labels.qrels"), content: qrelsLines(relabelled) },
      { path: join(folder, "measures.csv"), content: csvText(measureRows(relabelled, safe)) },
      ...(reference === null
        ? []
        : [{ path: join(folder, "reference.csv"), content: csvText(referenceRows(relabelled, reference, safe)) }]),
      ...runs.map(({ engine, name }) => ({
        path: join(folder, name),
        content: withLineEnds(runLines(engine, documentKeys(engine.lists, sha256), stored.queryKeys)),
      })),
      ...(model === null ? [] : [{ path: join(folder, "calibration.json"), content: [model] }]),
      {
        path: join(folder, "summary.json"),
        content: json(relabelled.summary),
      },
      {
        path: join(folder, "manifest.json"),
        content: json({
          ...manifest,
          ...(model === null ? {} : { calibration: { sha256: sha256(model), method: calibration?.method } }),
          ...relabelled.manifest,
          ...(Object.keys(relabelled.options).length === 0
            ? {}
            : { options: { ...optionsOf(manifest), ...relabelled.options } }),
          inputs: files,
          files: names,
        }),
      },
    ],
    folder,
  );
  for (const name of earlier) if (!names.includes(name)) rmSync(join(folder, name), { force: true });
  return names;
}

type Safe = (cell: string) => string;

function* labelRows({ stored, labels }: RelabelledLists, safe: Safe): Iterable<readonly string[]> {
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
        Number.isNaN(labels[engine]?.labels[row]) ? "" : (labels[engine]?.origins[row] ?? ""),
      ];
    }
  }
}

/** As `label` does: where engines disagree on a document the larger label, and no line where nothing matched. */
function* qrelsLines({ stored, labels }: RelabelledLists): Iterable<string> {
  const keys = stored.engines.map(({ lists }) => documentKeys(lists, sha256));
  for (const [query, name] of stored.queryKeys.entries()) {
    const labelOf = new Map<string, number>();
    for (const [engine, { lists, kinds }] of stored.engines.entries()) {
      for (const row of rowsOfQuery(lists, query)) {
        if (labels[engine]?.origins[row] === "proxy" && kinds[row] === MATCH_NONE) continue;
        const label = labels[engine]?.labels[row] ?? Number.NaN;
        const key = keys[engine]?.[row] ?? "";
        if (!Number.isNaN(label)) labelOf.set(key, Math.max(label, labelOf.get(key) ?? 0));
      }
    }
    for (const [document, label] of labelOf) yield `${name} 0 ${document} ${label}\n`;
  }
}

function* measureRows({ stored, queries, values, measures }: RelabelledLists, safe: Safe): Iterable<readonly string[]> {
  yield ["engine", "query", measures.human, measures.proxy, "state", "reason"];
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

/** The labels of the reference's own titles: the best that a list could hold. */
function* referenceRows(
  { stored, referenceLabels }: RelabelledLists,
  { lists, labels, pointRanks }: ReferenceLists,
  safe: Safe,
): Iterable<readonly string[]> {
  yield referenceColumns;
  for (let row = 0; row < lists.titles.length; row++) {
    yield [
      safe(rowOrigin(lists, row).engine),
      safe(stored.queries[lists.queryOfRow[row] ?? 0]?.name ?? ""),
      String(lists.ranks[row]),
      safe(lists.ids?.[row] ?? ""),
      safe(lists.titles[row] ?? ""),
      numberCell((referenceLabels ?? labels)[row]),
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
  const manifest = folder === null ? null : manifestIn(folder);
  if (manifest !== null) return manifest;
  const named = queries.map(({ id, text, name }, query) => ({ query: name, id, text, qrels: at(queryKeys, query) }));
  return { schema: MANIFEST_SCHEMA, queries: named };
}

function optionsOf({ options }: Readonly<Record<string, unknown>>): { readonly spreadsheetSafe?: unknown } {
  return typeof options === "object" && options !== null ? options : {};
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
