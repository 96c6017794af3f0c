/**
 * What stands in the files that `label --out` writes?
 * Pure: every file is a path and its lines, made as they are asked for; nothing is written here.
 */
import { rowsOfQuery } from "../lists/group-results.ts";
import { rowOrigin } from "../lists/row-origin.ts";
import { isFormulaLike } from "../text/oddities.ts";
import type { Hash } from "../text/one-word-key.ts";
import { type LabelledEngine, type LabelRun, MATCH_NONE, matchKinds, measureNames } from "../types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../warnings.ts";
import { distinctFileNames } from "./distinct-file-names.ts";
import { documentKeys, queryKey } from "./document-ids.ts";
import { type IntegerGrades, integerGrades } from "./integer-grades.ts";

/** Rows of cells for a CSV file; the writer quotes them. */
export interface TableFile {
  readonly path: string;
  readonly rows: () => Iterable<readonly string[]>;
}

export interface TextFile {
  readonly path: string;
  readonly lines: () => Iterable<string>;
}

export interface LabelFilesOptions {
  /** A quote before cells that a spreadsheet would run as formulas. */
  readonly spreadsheetSafe: boolean;
  /** Also whole-number qrels, with the map from grades to gains. */
  readonly integerQrels: boolean;
  readonly hash: Hash;
}

export interface LabelFiles {
  readonly tables: readonly TableFile[];
  readonly texts: readonly TextFile[];
  /** By query: its name in TREC files. */
  readonly queryKeys: readonly string[];
  readonly warnings: readonly Warning[];
}

export const labelColumns = [
  "engine",
  "query",
  "rank",
  "id",
  "title",
  "label",
  "match",
  "reference_rank",
  "reference_title",
  "similarity",
  "margin",
  "reference",
  "origin",
] as const;

/**
 * The reference with the label that each of its titles gives; of several references, the fused list, each row with the
 * engine that gave it. `point_rank` is the first rank of titles that are one.
 */
export const referenceColumns = ["engine", "query", "rank", "id", "title", "label", "point_rank"] as const;

export function labelFilesOf(run: LabelRun, options: LabelFilesOptions): LabelFiles {
  const queryKeys = run.queries.map((query) => queryKey(query, options.hash));
  const safe = options.spreadsheetSafe
    ? (cell: string) => (isFormulaLike(cell) ? `'${cell}` : cell)
    : (cell: string) => cell;
  const engines = run.engines.map((engine) => ({ engine, keys: documentKeys(engine.lists, options.hash) }));
  const merged = mergeEngines(engines, queryKeys);
  const fileNames = distinctFileNames(run.engines.map(({ lists }) => lists.engine));
  const texts: TextFile[] = [
    { path: "labels.qrels", lines: () => merged.lines },
    ...engines.flatMap(({ engine, keys }, place): TextFile[] => [
      { path: `qrels/${fileNames[place]}.qrels`, lines: () => qrelsLines(engine, keys, queryKeys) },
      { path: `runs/${fileNames[place]}.run`, lines: () => runLines(engine, keys, queryKeys) },
    ]),
  ];
  const warnings: Warning[] = merged.conflicts.length === 0 ? [] : [conflictWarning(merged.conflicts)];
  if (options.integerQrels) {
    const grades = integerGrades(merged.labels);
    texts.push(
      { path: "labels.integer.qrels", lines: () => withIntegerGrades(merged.lines, grades) },
      {
        path: "gains.json",
        lines: () => [JSON.stringify({ schema: "semqrel.gains/1", gains: grades.gains }, null, 1)],
      },
    );
    if (grades.distinct > grades.gains.length) {
      warnings.push({ kind: "integer-labels-lossy", distinct: grades.distinct, kept: grades.gains.length });
    }
  }
  return {
    tables: [
      { path: "labels.csv", rows: () => labelRows(run, safe) },
      { path: "measures.csv", rows: () => measureRows(run, safe) },
      { path: "reference.csv", rows: () => referenceRows(run, safe) },
    ],
    texts,
    queryKeys,
    warnings,
  };
}

function* labelRows(run: LabelRun, safe: (cell: string) => string): Iterable<readonly string[]> {
  yield labelColumns;
  const { reference } = run;
  for (const { lists, matches, labels } of run.engines) {
    for (let row = 0; row < lists.titles.length; row++) {
      const hasReference = !Number.isNaN(matches.similarities[row]);
      const referenceRow = matches.referenceRows[row] ?? -1;
      yield [
        safe(lists.engine),
        safe(run.queries[lists.queryOfRow[row] ?? 0]?.name ?? ""),
        String(lists.ranks[row]),
        safe(lists.ids?.[row] ?? ""),
        safe(lists.titles[row] ?? ""),
        numberCell(labels[row]),
        matchKinds[matches.kinds[row] ?? MATCH_NONE] ?? "none",
        referenceRow < 0 ? "" : String(reference.ranks[referenceRow]),
        referenceRow < 0 ? "" : safe(reference.titles[referenceRow] ?? ""),
        sixDecimals(matches.similarities[row]),
        sixDecimals(matches.margins[row]),
        hasReference ? safe(referenceRow < 0 ? reference.engine : rowOrigin(reference, referenceRow).engine) : "",
        hasReference ? "proxy" : "",
      ];
    }
  }
}

function* measureRows(run: LabelRun, safe: (cell: string) => string): Iterable<readonly string[]> {
  yield ["engine", "query", ...measureNames, "state", "reason"];
  for (const { lists, measures } of run.engines) {
    for (const [query, { name }] of run.queries.entries()) {
      const reason = measures.reasons[query] ?? null;
      yield [
        safe(lists.engine),
        safe(name),
        ...measureNames.map((measure) => numberCell(measures.values[measure][query])),
        reason === null ? "measured" : "unmeasurable",
        reason ?? "",
      ];
    }
  }
}

function* referenceRows(
  { queries, reference, referenceLabels, points }: LabelRun,
  safe: (cell: string) => string,
): Iterable<readonly string[]> {
  yield referenceColumns;
  for (let row = 0; row < reference.titles.length; row++) {
    const pointRow = points.rows[points.pointOfRow[row] ?? 0] ?? row;
    yield [
      safe(rowOrigin(reference, row).engine),
      safe(queries[reference.queryOfRow[row] ?? 0]?.name ?? ""),
      String(reference.ranks[row]),
      safe(reference.ids?.[row] ?? ""),
      safe(reference.titles[row] ?? ""),
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

function conflictWarning(conflicts: readonly string[]): Warning {
  return { kind: "conflicting-labels", count: conflicts.length, examples: conflicts.slice(0, SHOWN_EXAMPLES) };
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

function* withIntegerGrades(lines: readonly string[], grades: IntegerGrades): Iterable<string> {
  for (const line of lines) {
    const label = line.slice(line.lastIndexOf(" ") + 1);
    yield `${line.slice(0, -label.length)}${grades.gradeOf(Number(label))}`;
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
