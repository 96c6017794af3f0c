/** A `label` run without its rows: counts, and values of each query, from which the summary is computed. */

import {
  byMeasure,
  type LabelledEngine,
  type LabelReason,
  type LabelRun,
  labelReasons,
  MATCH_NONE,
  matchKinds,
  type QueryMeasures,
  REASON,
} from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { countValues } from "../../maths/agreement/coefficients.ts";
import { sumOf } from "../../maths/summary.ts";
import { compareWithReference, joinChanges } from "../changes/compare-lists.ts";

export type MeasuredEngine = ReturnType<typeof measuredEngine>;
export type MeasuredRun = ReturnType<typeof measuredRun>;

export function measuredRun(run: LabelRun) {
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

/** @param parts - runs of the same engines and rules on different queries @param warnings - of the whole run */
export function joinMeasuredRuns(parts: readonly MeasuredRun[], warnings: readonly Warning[]): MeasuredRun {
  const [first] = parts;
  if (first === undefined) throw new RangeError("Joining runs: there are none.");
  return {
    ...first,
    queries: sumOf(parts.map(({ queries }) => queries)),
    reference: {
      ...first.reference,
      points: sumOf(parts.map(({ reference }) => reference.points)),
      listLengths: Int32Array.from(parts.flatMap(({ reference }) => [...reference.listLengths])),
    },
    engines: first.engines.map((_, place) => joinEngines(parts.flatMap(({ engines }) => engines[place] ?? []))),
    warnings,
  };
}

function measuredEngine(engine: LabelledEngine, run: LabelRun) {
  const { reference } = run;
  const { lists, matches, measures, measuresOfNearest, veto } = engine;
  const kinds = { none: 0, semantic: 0, exact: 0, "no-reference": 0 };
  matches.kinds.forEach((kind, row) => {
    kinds[isWithoutReference(engine, row) ? "no-reference" : (matchKinds[kind] ?? "none")]++;
  });
  const reasonCounts = countValues([...matches.reasons]);
  return {
    engine: lists.engine,
    source: lists.source,
    rows: lists.titles.length,
    measures,
    measuresOfNearest,
    veto,
    matches: kinds,
    reasons: reasonsOf((_, place) => reasonCounts[place] ?? 0),
    matchedReferenceRanks: countValues(
      [...matches.referenceRows].filter((row) => row >= 0).map((row) => reference.ranks[row] ?? 0),
    ),
    holesByRank: holesByPlace(engine),
    changes: compareWithReference(run, engine),
  };
}

function reasonsOf(countOf: (reason: LabelReason, place: number) => number): { [reason in LabelReason]?: number } {
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
  if (first === undefined) throw new RangeError("Joining runs: an engine is missing from all of them.");
  const sumIn = (countIn: (part: MeasuredEngine) => number | undefined) =>
    sumOf(parts.map((part) => countIn(part) ?? 0));
  const { veto } = first;
  return {
    engine: first.engine,
    source: first.source,
    rows: sumIn(({ rows }) => rows),
    measures: joinMeasures(parts.map(({ measures }) => measures)),
    measuresOfNearest:
      first.measuresOfNearest && joinMeasures(parts.flatMap(({ measuresOfNearest }) => measuresOfNearest ?? [])),
    veto: veto && {
      columns: veto.columns,
      refused: sumIn((part) => part.veto?.refused),
      moved: sumIn((part) => part.veto?.moved),
      measuresWithout: joinMeasures(parts.flatMap((part) => part.veto?.measuresWithout ?? [])),
    },
    matches: {
      none: sumIn(({ matches }) => matches.none),
      semantic: sumIn(({ matches }) => matches.semantic),
      exact: sumIn(({ matches }) => matches.exact),
      "no-reference": sumIn(({ matches }) => matches["no-reference"]),
    },
    reasons: reasonsOf((reason) => sumIn(({ reasons }) => reasons[reason])),
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
  const values = byMeasure((name) => Float64Array.from(parts.flatMap((part) => [...part.values[name]])));
  return { values, reasons: parts.flatMap(({ reasons }) => reasons) };
}

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
