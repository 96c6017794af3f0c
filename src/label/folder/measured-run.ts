/** What remains of a run of `label` without its rows? Values by query and counts: all that a summary is made of. */
import {
  type LabelledEngine,
  type LabelReason,
  type LabelRun,
  labelReasons,
  MATCH_NONE,
  type MatchKind,
  type MeasureName,
  matchKinds,
  measureNames,
  type QueryMeasures,
  REASON,
  type VetoEffect,
} from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { countValues } from "../../maths/agreement/coefficients.ts";
import { compareWithReference, joinChanges, type MeasuredChanges } from "../changes/compare-lists.ts";

export interface MeasuredEngine {
  readonly engine: string;
  readonly source: string;
  readonly rows: number;
  readonly measures: QueryMeasures;
  readonly measuresOfNearest: QueryMeasures | null;
  readonly veto: VetoEffect | null;
  /** Rows by kind of match; `no-reference` are rows of queries without reference. */
  readonly matches: { readonly [kind in MatchKind | "no-reference"]: number };
  /** Rows without a label of their own, by the reason; none with 0. */
  readonly reasons: { readonly [reason in LabelReason]?: number };
  /** Entry r: rows matched to the reference's rank r. */
  readonly matchedReferenceRanks: readonly number[];
  /** Entry r: of the results at rank r of lists with reference, how many there are and how many match nothing. */
  readonly holesByRank: readonly { readonly results: number; readonly holes: number }[];
  /** From the reference's lists to the engine's; null for several references. */
  readonly changes: MeasuredChanges | null;
}

export interface MeasuredRun {
  readonly queries: number;
  readonly reference: {
    readonly engine: string;
    readonly source: string;
    readonly points: number;
    readonly listLengths: Int32Array;
  };
  readonly labelRule: string;
  readonly model: string;
  readonly engines: readonly MeasuredEngine[];
  readonly warnings: readonly Warning[];
}

/** Cost O(rows). */
export function measuredRun(run: LabelRun): MeasuredRun {
  const { offsets } = run.reference;
  return {
    queries: run.queries.length,
    reference: {
      engine: run.reference.engine,
      source: run.reference.source,
      points: run.points.rows.length,
      listLengths: Int32Array.from(run.queries, (_, query) => (offsets[query + 1] ?? 0) - (offsets[query] ?? 0)),
    },
    labelRule: run.labelRule,
    model: run.model.name,
    engines: run.engines.map((engine) => measuredEngine(engine, run)),
    warnings: run.warnings,
  };
}

/** @param parts one or more runs of the same engines by the same rules over different queries @param warnings of the whole */
export function joinMeasuredRuns(parts: readonly MeasuredRun[], warnings: readonly Warning[]): MeasuredRun {
  const [first] = parts;
  if (first === undefined) throw new RangeError("Joining runs: there is none.");
  return {
    ...first,
    queries: sum(parts.map(({ queries }) => queries)),
    reference: {
      ...first.reference,
      points: sum(parts.map(({ reference }) => reference.points)),
      listLengths: Int32Array.from(parts.flatMap(({ reference }) => [...reference.listLengths])),
    },
    engines: first.engines.map((_, place) => joinEngines(parts.flatMap(({ engines }) => engines[place] ?? []))),
    warnings,
  };
}

function measuredEngine(engine: LabelledEngine, run: LabelRun): MeasuredEngine {
  const { reference } = run;
  const { lists, matches, measures, measuresOfNearest, veto } = engine;
  const kinds = { none: 0, semantic: 0, exact: 0, "no-reference": 0 };
  matches.kinds.forEach((kind, row) => {
    kinds[isWithoutReference(engine, row) ? "no-reference" : (matchKinds[kind] ?? "none")]++;
  });
  return {
    engine: lists.engine,
    source: lists.source,
    rows: lists.titles.length,
    measures,
    measuresOfNearest,
    veto,
    matches: kinds,
    reasons: countReasons(matches.reasons),
    matchedReferenceRanks: countValues(
      [...matches.referenceRows].filter((row) => row >= 0).map((row) => reference.ranks[row] ?? 0),
    ),
    holesByRank: holesByPlace(engine),
    changes: compareWithReference(run, engine),
  };
}

function countReasons(reasons: Uint8Array): MeasuredEngine["reasons"] {
  const counts = countValues([...reasons]);
  return reasonsOf((_, place) => counts[place] ?? 0);
}

/** In one order, whichever rows come first. */
function reasonsOf(countOf: (reason: LabelReason, place: number) => number): MeasuredEngine["reasons"] {
  const counts = labelReasons.map((reason, place) => [reason, reason === "" ? 0 : countOf(reason, place)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function isWithoutReference(engine: LabelledEngine, row: number): boolean {
  return engine.matches.reasons[row] === REASON["no-reference"];
}

function holesByPlace(engine: LabelledEngine): { results: number; holes: number }[] {
  const { lists, matches } = engine;
  const places: { results: number; holes: number }[] = [];
  for (let query = 0; query + 1 < lists.offsets.length; query++) {
    const rows = rowsOfQuery(lists, query);
    rows.forEach((row, place) => {
      if (isWithoutReference(engine, row)) return;
      const counts = places[place] ?? { results: 0, holes: 0 };
      places[place] = counts;
      counts.results++;
      if (matches.kinds[row] === MATCH_NONE) counts.holes++;
    });
  }
  return places;
}

function joinEngines(parts: readonly MeasuredEngine[]): MeasuredEngine {
  const [first] = parts;
  if (first === undefined) throw new RangeError("Joining runs: an engine is missing in all of them.");
  const vetoes = parts.flatMap(({ veto }) => veto ?? []);
  const total = (kind: keyof MeasuredEngine["matches"]) => sum(parts.map(({ matches }) => matches[kind]));
  const nearest = parts.flatMap(({ measuresOfNearest }) => measuresOfNearest ?? []);
  return {
    engine: first.engine,
    source: first.source,
    rows: sum(parts.map(({ rows }) => rows)),
    measures: joinMeasures(parts.map(({ measures }) => measures)),
    measuresOfNearest: first.measuresOfNearest && joinMeasures(nearest),
    veto: first.veto && {
      columns: first.veto.columns,
      refused: sum(vetoes.map(({ refused }) => refused)),
      moved: sum(vetoes.map(({ moved }) => moved)),
      measuresWithout: joinMeasures(vetoes.map(({ measuresWithout }) => measuresWithout)),
    },
    matches: {
      none: total("none"),
      semantic: total("semantic"),
      exact: total("exact"),
      "no-reference": total("no-reference"),
    },
    reasons: reasonsOf((reason) => sum(parts.map(({ reasons }) => reasons[reason] ?? 0))),
    matchedReferenceRanks: addUp(
      parts.map(({ matchedReferenceRanks }) => matchedReferenceRanks),
      (one, other) => one + other,
    ),
    holesByRank: addUp(
      parts.map(({ holesByRank }) => holesByRank),
      (one, other) => ({ results: one.results + other.results, holes: one.holes + other.holes }),
    ),
    changes: first.changes && joinChanges(parts.flatMap(({ changes }) => changes ?? [])),
  };
}

function joinMeasures(parts: readonly QueryMeasures[]): QueryMeasures {
  const values = Object.fromEntries(
    measureNames.map((name) => [name, Float64Array.from(parts.flatMap((part) => [...part.values[name]]))]),
  ) as Record<MeasureName, Float64Array>;
  return { values, reasons: parts.flatMap(({ reasons }) => reasons) };
}

/** Entry by entry; shorter arrays have nothing at the places that they lack. */
function addUp<Item>(arrays: readonly (readonly Item[])[], add: (one: Item, other: Item) => Item): Item[] {
  const total: Item[] = [];
  for (const array of arrays) {
    array.forEach((item, place) => {
      const known = total[place];
      total[place] = known === undefined ? item : add(known, item);
    });
  }
  return total;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
