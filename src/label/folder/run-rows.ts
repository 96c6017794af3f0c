/** The rows of the files that `label` writes. Commands that change labels use the same functions. */
import { at } from "../../core/at.ts";
import type { Hash } from "../../core/titles/keys.ts";
import {
  type LabelledEngine,
  type LabelledLists,
  type LabelRun,
  labelReasons,
  MATCH_NONE,
  matchKinds,
  type Query,
  type ResultLists,
} from "../../core/types.ts";
import { SHOWN_EXAMPLES } from "../../core/warnings.ts";
import { documentKeys, queryKeys } from "../../lists/documents.ts";
import { rowOrigin, rowsOfQuery } from "../../lists/group-results.ts";

/** Functions that iterate over the rows of a run's files, in memory or on disk. Parameters are indexes of engines. */
export type RunRows = ReturnType<typeof runRows>;

export function runRows(run: LabelRun, hash: Hash) {
  const { queries, reference, points } = run;
  const keysOfQueries = queryKeys(queries, hash);
  const engines = run.engines.map((engine) => ({ ...engine, keys: documentKeys(engine.lists, hash) }));
  const merged = mergeLabels(keysOfQueries, (query) => engines.flatMap((engine) => [...judgedRows(engine, query)]));
  const kept = run.keptColumns ?? [];
  return {
    /** Candidate columns that labels.csv has after its usual columns. */
    kept,
    /** Cells of labels.csv, in the order of the engine's input. */
    labels: (engine: number) => labelsWithKept(run, at(run.engines, engine), kept),
    /** Cells of reference.csv, in the order of the reference list. */
    reference: () =>
      referenceRows(queries, reference, run.referenceLabels, (row) => {
        const point = at(points.pointOfRow, row);
        return point < 0 ? null : at(reference.ranks, at(points.rows, point));
      }),
    /** Lines of the engine's qrels, sorted by query and rank. */
    qrels: (engine: number) => qrelsLines(at(engines, engine), keysOfQueries),
    runs: (engine: number) => runLines(at(engines, engine).lists, at(engines, engine).keys, keysOfQueries),
    /** Lines of labels.qrels, with the larger label if engines disagree on a document. */
    merged: (): Iterable<string> => merged.lines,
    mergedLabels: new Set(merged.labels),
    /** Documents with different labels from different engines. Examples have the form `query document`. */
    conflicts: { count: merged.conflicts.length, examples: merged.conflicts.slice(0, SHOWN_EXAMPLES) },
    /** Query name, rank and title of each reference row as JSON, sorted by query and rank. */
    referenceOrder: () => referenceOrder(run),
  };
}

/** Yields an engine's rows of labels.csv. Kept columns that the engine lacks have empty cells. */
function* labelsWithKept(
  { queries, reference }: LabelRun,
  { lists, matches, labels }: LabelledEngine,
  kept: readonly string[],
): Iterable<readonly string[]> {
  const rows = labelRows(queries, reference, { ...matches, lists, labels }, (row) => {
    const referenceRow = at(matches.referenceRows, row);
    return {
      referenceRow,
      referenceRank: referenceRow < 0 ? -1 : at(reference.ranks, referenceRow),
      origin: Number.isNaN(labels[row]) ? "" : "proxy",
    };
  });
  let row = 0;
  for (const cells of rows) {
    yield kept.length === 0 ? cells : [...cells, ...kept.map((name) => lists.columns.get(name)?.[row] ?? "")];
    row++;
  }
}

/** Yields cells in the order of `labelColumns`. @param matchOf - returns -1 as row and as rank if nothing matched */
export function* labelRows(
  queries: readonly Query[],
  reference: ResultLists | null,
  engine: Pick<LabelledLists, "lists" | "labels" | "kinds" | "reasons" | "similarities" | "margins">,
  matchOf: (row: number) => { referenceRow: number; referenceRank: number; origin: string },
): Iterable<readonly string[]> {
  const { lists, labels, kinds, reasons, similarities, margins } = engine;
  for (const [row, title] of lists.titles.entries()) {
    const { referenceRow, referenceRank, origin } = matchOf(row);
    const match = reference === null || referenceRow < 0 ? null : rowOrigin(reference, referenceRow);
    const hasReference = reference !== null && !Number.isNaN(labels[row]);
    yield [
      lists.engine,
      at(queries, at(lists.queryOfRow, row)).name,
      String(lists.ranks[row]),
      lists.ids?.[row] ?? "",
      title,
      numberCell(labels[row]),
      at(matchKinds, at(kinds, row)),
      referenceRank < 0 ? "" : String(referenceRank),
      reference === null || referenceRow < 0 ? "" : at(reference.titles, referenceRow),
      sixDecimals(similarities[row]),
      sixDecimals(margins[row]),
      hasReference ? (match ?? reference).engine : "",
      origin,
      labelReasons[reasons?.[row] ?? 0] ?? "",
    ];
  }
}

/** Yields cells in the order of `referenceColumns`. A row without a title has label 0 and an empty `point_rank`. */
export function* referenceRows(
  queries: readonly Query[],
  reference: ResultLists,
  labels: Float64Array,
  pointRankOf: (row: number) => number | null,
): Iterable<readonly string[]> {
  for (const [row, title] of reference.titles.entries()) {
    const pointRank = pointRankOf(row);
    yield [
      rowOrigin(reference, row).engine,
      at(queries, at(reference.queryOfRow, row)).name,
      String(reference.ranks[row]),
      reference.ids?.[row] ?? "",
      title,
      pointRank === null ? "0" : numberCell(labels[row]),
      pointRank === null ? "" : String(pointRank),
    ];
  }
}

export interface JudgedDocument {
  readonly document: string;
  readonly label: number;
}

/** Keeps each document's largest label. `conflicts` has `q1 d7` if document d7 has several labels for query q1. */
export function mergeLabels(queryKeys: readonly string[], judgedOf: (query: number) => Iterable<JudgedDocument>) {
  const lines: string[] = [];
  const labels: number[] = [];
  const conflicts: string[] = [];
  for (const [query, key] of queryKeys.entries()) {
    const labelOfDocument = new Map<string, number>();
    for (const { document, label } of judgedOf(query)) {
      const known = labelOfDocument.get(document);
      if (known !== undefined && known !== label) conflicts.push(`${key} ${document}`);
      labelOfDocument.set(document, Math.max(known ?? 0, label));
    }
    for (const [document, label] of labelOfDocument) {
      lines.push(`${key} 0 ${document} ${label}`);
      labels.push(label);
    }
  }
  return { lines, labels, conflicts: [...new Set(conflicts)] };
}

/** `keys` has the name of each row's document in TREC files. */
type KeyedEngine = LabelledEngine & { readonly keys: readonly string[] };

/** Yields the results that match. Other results count as not judged. */
function* judgedRows({ lists, matches, labels, keys }: KeyedEngine, query: number): Iterable<JudgedDocument> {
  for (const row of rowsOfQuery(lists, query)) {
    if (matches.kinds[row] !== MATCH_NONE) yield { document: at(keys, row), label: at(labels, row) };
  }
}

function* qrelsLines(engine: KeyedEngine, queryKeys: readonly string[]): Iterable<string> {
  for (const [query, key] of queryKeys.entries()) {
    for (const { document, label } of judgedRows(engine, query)) yield `${key} 0 ${document} ${label}`;
  }
}

/** Yields the lines of a run in TREC format. Scores decrease by one per position, so that there are no ties. */
export function* runLines(lists: ResultLists, keys: readonly string[], queryKeys: readonly string[]): Iterable<string> {
  const tag = lists.engine.replace(/[\s\0]+/g, "-");
  for (const [query, key] of queryKeys.entries()) {
    const rows = rowsOfQuery(lists, query);
    for (const [place, row] of rows.entries()) {
      yield `${key} Q0 ${keys[row]} ${place + 1} ${rows.length - place} ${tag}`;
    }
  }
}

function* referenceOrder({ queries, reference }: LabelRun): Iterable<string> {
  for (const row of reference.rowsInOrder) {
    const { name } = at(queries, at(reference.queryOfRow, row));
    yield JSON.stringify([name, reference.ranks[row], reference.titles[row]]);
  }
}

export function numberCell(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}

export function sixDecimals(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  return (Math.round(value * 1e6) === 0 ? 0 : value).toFixed(6);
}
