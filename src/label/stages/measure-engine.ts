import { at } from "../../core/at.ts";
import {
  type LabelledEngine,
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  type Matches,
  type QueryMeasures,
  REASON,
  type ReferencePoints,
  type ResultLists,
} from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { measureQueries } from "../../measure/measures/evaluate-run.ts";
import { setOverlap } from "../../measure/measures/graded/compatibility.ts";
import type { MatchRules } from "../match/match-rules.ts";
import type { EngineMatches, VetoedMatches } from "./match-engines.ts";

export function measureEngine(
  { lists, nearest, oneToOne, veto }: EngineMatches,
  reference: ResultLists,
  points: ReferencePoints,
  referenceLabels: Float64Array,
  rules: Pick<MatchRules, "matched">,
): LabelledEngine {
  const queries = points.offsets.length - 1;
  const measure = (matches: Matches, labels: Float64Array): QueryMeasures =>
    measureQueries(
      Array.from({ length: queries }, (_, query) => ({
        ...(rules.matched
          ? countMatches(matches, rowsOfQuery(lists, query), points, query)
          : countEqualTitles(lists, reference, query)),
        labels: pick(labels, rowsOfQuery(lists, query)),
        idealLabels: pick(referenceLabels, points.rows.subarray(points.offsets[query], points.offsets[query + 1])),
      })),
    );
  const ofMatches = (matches: Matches) => measure(matches, labelMatches(matches, referenceLabels));
  const used = oneToOne ?? nearest;
  const labels = labelMatches(used, referenceLabels);
  return {
    lists,
    matches: used,
    labels,
    measures: measure(used, labels),
    measuresOfNearest: oneToOne && ofMatches(nearest),
    veto: veto && {
      columns: veto.columns,
      ...countRefused(veto, used, points),
      measuresWithout: ofMatches(veto.without),
    },
  };
}

function countMatches(matches: Matches, rows: Int32Array, points: ReferencePoints, query: number) {
  const isCounted = (row: number) => matches.kinds[row] !== MATCH_NONE && matches.reasons[row] !== REASON.repeat;
  const counted = rows.filter(isCounted);
  const sizes = {
    candidate: rows.length,
    reference: at(points.offsets, query + 1) - at(points.offsets, query),
  };
  // Without the rule "once", several results may match one reference title. Recall counts the title once.
  const shared = new Set(Array.from(counted, (row) => matches.referenceRows[row])).size;
  const exact = counted.filter((row) => matches.kinds[row] === MATCH_EXACT);
  const sharedExact = new Set(Array.from(exact, (row) => matches.referenceRows[row])).size;
  return { overlap: { ...sizes, shared }, exactOverlap: { ...sizes, shared: sharedExact } };
}

/** Compares sets of titles and ignores letter case, like the original notebook. */
function countEqualTitles(lists: ResultLists, reference: ResultLists, query: number) {
  const keys = (of: ResultLists) => Array.from(rowsOfQuery(of, query), (row) => at(of.titles, row).toLowerCase());
  const overlap = setOverlap(keys(lists), keys(reference));
  return { overlap, exactOverlap: overlap };
}

/** Returns each row's label: that of the matched reference row, 0 if no match counts, NaN without reference results. */
export function labelMatches(matches: Matches, referenceLabels: Float64Array): Float64Array {
  return Float64Array.from(matches.referenceRows, (referenceRow, row) => {
    const reason = at(matches.reasons, row);
    if (reason === REASON["no-reference"]) return Number.NaN;
    return reason === 0 ? at(referenceLabels, referenceRow) : 0;
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
