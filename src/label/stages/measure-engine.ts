/** What does an engine reach with the matches it has? */
import { at } from "../../core/at.ts";
import { titleKey } from "../../core/titles/keys.ts";
import {
  type LabelledEngine,
  MATCH_NONE,
  MATCH_SEMANTIC,
  type Matches,
  type QueryMeasures,
  type ReferencePoints,
  type ResultLists,
} from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { measureQueries } from "../../measure/measures/measure-queries.ts";
import { setOverlap } from "../../measure/measures/set-overlap.ts";
import type { EngineMatches, VetoedMatches } from "./match-engines.ts";

export interface EngineToMeasure {
  readonly reference: ResultLists;
  readonly points: ReferencePoints;
  readonly referenceLabels: Float64Array;
  readonly matched: EngineMatches;
}

/** Labels an engine's matched lists and measures each query of them. */
export function measureEngine(engine: EngineToMeasure): LabelledEngine {
  const { reference, points, referenceLabels } = engine;
  const { lists, nearest, oneToOne, veto } = engine.matched;
  const queries = points.offsets.length - 1;
  const titleKeys = (of: ResultLists, query: number) =>
    Array.from(rowsOfQuery(of, query), (row) => titleKey(at(of.titles, row)));
  const overlaps = Array.from({ length: queries }, (_, query) =>
    setOverlap(titleKeys(lists, query), titleKeys(reference, query)),
  );
  const measure = (labels: Float64Array): QueryMeasures =>
    measureQueries(
      overlaps.map((overlap, query) => ({
        overlap,
        labels: pick(labels, rowsOfQuery(lists, query)),
        idealLabels: pick(referenceLabels, points.rows.subarray(points.offsets[query], points.offsets[query + 1])),
      })),
    );
  const used = oneToOne ?? nearest;
  const labels = labelMatches(used, referenceLabels);
  return {
    lists,
    matches: used,
    labels,
    measures: measure(labels),
    measuresOfNearest: oneToOne && measure(labelMatches(nearest, referenceLabels)),
    veto: veto && {
      columns: veto.columns,
      ...countRefused(veto, used, points),
      measuresWithout: measure(labelMatches(veto.without, referenceLabels)),
    },
  };
}

/**
 * The label of the reference row that each candidate row was matched to.
 *
 * @param matches          one entry per candidate row
 * @param referenceLabels  by reference row, each >= 0
 * @returns by candidate row: the label; 0 where a reference exists but nothing matched; NaN without reference
 */
export function labelMatches(matches: Matches, referenceLabels: Float64Array): Float64Array {
  return Float64Array.from(matches.referenceRows, (referenceRow, row) => {
    if (referenceRow >= 0) return referenceLabels[referenceRow] ?? Number.NaN;
    return Number.isNaN(matches.similarities[row]) ? Number.NaN : 0;
  });
}

function countRefused({ without, refuses }: VetoedMatches, used: Matches, points: ReferencePoints) {
  const rows = [...without.kinds.keys()].filter(
    (row) =>
      without.kinds[row] === MATCH_SEMANTIC && refuses(row, points.pointOfRow[without.referenceRows[row] ?? -1] ?? -1),
  );
  return { refused: rows.length, moved: rows.filter((row) => used.kinds[row] !== MATCH_NONE).length };
}

function pick(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => at(values, row));
}
