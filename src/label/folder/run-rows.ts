/**
 * Which rows have the files of a run? In memory, or wherever they are: see `RunRows`.
 */

import type { Hash } from "../../core/titles/keys.ts";
import { type LabelledEngine, type LabelRun, MATCH_NONE, matchKinds } from "../../core/types.ts";
import { SHOWN_EXAMPLES } from "../../core/warnings.ts";
import { documentKeys, queryKey } from "../../lists/document-ids.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { rowOrigin } from "../../lists/row-origin.ts";

/** Engines are meant by their places. Whatever is iterable may be walked several times. */
export interface RunRows {
  /** Cells of labels.csv, in the order of the engine's input. */
  readonly labels: (engine: number) => Iterable<readonly string[]>;
  /** Cells of reference.csv, in the order of the reference. */
  readonly reference: () => Iterable<readonly string[]>;
  /** Lines of qrels/, by query, then rank; of runs/ too. */
  readonly qrels: (engine: number) => Iterable<string>;
  readonly runs: (engine: number) => Iterable<string>;
  /** Lines of labels.qrels: where engines disagree on a document the larger label stands. */
  readonly merged: () => Iterable<string>;
  /** The distinct labels in it. */
  readonly mergedLabels: ReadonlySet<number>;
  /** Documents to which engines gave different labels, by query: how many, and the first as `query document`. */
  readonly conflicts: { readonly count: number; readonly examples: readonly string[] };
  /** The reference's lists by query and rank, each row as JSON of the query's name, its rank and its title. */
  readonly referenceOrder: () => Iterable<string>;
}

/** The rows of a run in memory. */
export function runRows(run: LabelRun, hash: Hash): RunRows {
  const queryKeys = run.queries.map((query) => queryKey(query, hash));
  const engines = run.engines.map((engine) => ({ engine, keys: documentKeys(engine.lists, hash) }));
  const merged = mergeEngines(engines, queryKeys);
  const at = (place: number) => engines[place] ?? { engine: run.engines[0] as LabelledEngine, keys: [] };
  return {
    labels: (place) => labelRows(run, at(place).engine),
    reference: () => referenceRows(run),
    qrels: (place) => qrelsLines(at(place).engine, at(place).keys, queryKeys),
    runs: (place) => runLines(at(place).engine, at(place).keys, queryKeys),
    merged: () => merged.lines,
    mergedLabels: new Set(merged.labels),
    conflicts: { count: merged.conflicts.length, examples: merged.conflicts.slice(0, SHOWN_EXAMPLES) },
    referenceOrder: () => referenceOrder(run),
  };
}

function* labelRows(run: LabelRun, { lists, matches, labels }: LabelledEngine): Iterable<readonly string[]> {
  const { reference } = run;
  for (let row = 0; row < lists.titles.length; row++) {
    const hasReference = !Number.isNaN(matches.similarities[row]);
    const referenceRow = matches.referenceRows[row] ?? -1;
    yield [
      lists.engine,
      run.queries[lists.queryOfRow[row] ?? 0]?.name ?? "",
      String(lists.ranks[row]),
      lists.ids?.[row] ?? "",
      lists.titles[row] ?? "",
      numberCell(labels[row]),
      matchKinds[matches.kinds[row] ?? MATCH_NONE] ?? "none",
      referenceRow < 0 ? "" : String(reference.ranks[referenceRow]),
      referenceRow < 0 ? "" : (reference.titles[referenceRow] ?? ""),
      sixDecimals(matches.similarities[row]),
      sixDecimals(matches.margins[row]),
      hasReference ? (referenceRow < 0 ? reference.engine : rowOrigin(reference, referenceRow).engine) : "",
      hasReference ? "proxy" : "",
    ];
  }
}

function* referenceRows({ queries, reference, referenceLabels, points }: LabelRun): Iterable<readonly string[]> {
  for (let row = 0; row < reference.titles.length; row++) {
    const pointRow = points.rows[points.pointOfRow[row] ?? 0] ?? row;
    yield [
      rowOrigin(reference, row).engine,
      queries[reference.queryOfRow[row] ?? 0]?.name ?? "",
      String(reference.ranks[row]),
      reference.ids?.[row] ?? "",
      reference.titles[row] ?? "",
      numberCell(referenceLabels[row]),
      String(reference.ranks[pointRow]),
    ];
  }
}

interface KeyedEngine {
  readonly engine: LabelledEngine;
  readonly keys: readonly string[];
}

interface MergedQrels {
  readonly lines: readonly string[];
  readonly labels: readonly number[];
  /** Documents to which engines gave different labels, as `query document`. */
  readonly conflicts: readonly string[];
}

/** All engines' labels in one file; where they disagree on a document the larger label stands. */
function mergeEngines(engines: readonly KeyedEngine[], queryKeys: readonly string[]): MergedQrels {
  const lines: string[] = [];
  const labels: number[] = [];
  const conflicts: string[] = [];
  for (const [query, key] of queryKeys.entries()) {
    const labelOfDocument = new Map<string, number>();
    for (const { document, label } of engines.flatMap((engine) => [...judgedRows(engine, query)])) {
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

/** A result without a match was not judged: it has no row in the qrels. */
function* judgedRows({ engine, keys }: KeyedEngine, query: number): Iterable<{ document: string; label: number }> {
  const { lists, matches, labels } = engine;
  for (const row of rowsOfQuery(lists, query)) {
    if (matches.kinds[row] !== MATCH_NONE) yield { document: keys[row] ?? "", label: labels[row] ?? 0 };
  }
}

function* qrelsLines(engine: LabelledEngine, keys: readonly string[], queryKeys: readonly string[]): Iterable<string> {
  for (const [query, key] of queryKeys.entries()) {
    for (const { document, label } of judgedRows({ engine, keys }, query)) yield `${key} 0 ${document} ${label}`;
  }
}

/** The score falls by one from position to position, so that no two tie whatever a tool does with ties. */
export function* runLines(
  { lists }: Pick<LabelledEngine, "lists">,
  keys: readonly string[],
  queryKeys: readonly string[],
): Iterable<string> {
  const tag = lists.engine.replace(/\s+/g, "-");
  for (const [query, key] of queryKeys.entries()) {
    const rows = rowsOfQuery(lists, query);
    for (const [place, row] of rows.entries()) {
      yield `${key} Q0 ${keys[row]} ${place + 1} ${rows.length - place} ${tag}`;
    }
  }
}

function* referenceOrder({ queries, reference }: LabelRun): Iterable<string> {
  for (const row of reference.rowsInOrder) {
    const { name } = queries[reference.queryOfRow[row] ?? 0] ?? { name: "" };
    yield JSON.stringify([name, reference.ranks[row], reference.titles[row]]);
  }
}

/** Empty where there is no number. */
export function numberCell(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}

/** The same for cosines and margins. */
export function sixDecimals(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  return (Math.round(value * 1e6) === 0 ? 0 : value).toFixed(6);
}
