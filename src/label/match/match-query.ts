/** Matches the candidate rows of one query: first by identifiers, then by equal titles, then to the nearest title. */
import { at } from "../../core/at.ts";
import type { NearestIndex } from "../../core/ports.ts";
import {
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  type Matches,
  REASON,
  type ReferencePoints,
  type ResultLists,
} from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/numbers.ts";
import { assign } from "./assign.ts";
import type { MatchRules } from "./match-rules.ts";
import { type NearestPoint, nearestPoint, tieTolerance } from "./reference-points.ts";
import { matchCutTitles, type RowTitles } from "./row-titles.ts";
import type { Veto } from "./shared-columns.ts";

/** Titles with at least this cosine count as variants of one title. Less similar titles only share a subject. */
export const NEARLY_EQUAL = 0.9;

export interface MatchSide {
  readonly lists: ResultLists;
  readonly titles: RowTitles;
  readonly identifiers: (row: number) => readonly string[];
}

export interface MatchContext {
  readonly candidate: MatchSide;
  readonly reference: MatchSide;
  readonly points: ReferencePoints;
  readonly rules: Pick<MatchRules, "equal" | "cut" | "unknown" | "once">;
  /** Minimum cosine of a match, -1..1; null matches every title. */
  readonly threshold: number | null;
  /** Refuses matches by meaning, never exact matches. Null refuses nothing. */
  readonly veto: Veto | null;
  /** Replaces the functions that compare vectors, so that the caller can cache their results. */
  readonly comparing?: VectorComparison;
}

/** `cosine` and `nearestPoint`, or functions with the same results. */
export interface VectorComparison {
  readonly cosine: typeof cosine;
  readonly nearestPoint: typeof nearestPoint;
}

/** Returns `Matches` in which no row has a match, because there is no reference. @param rows - number of rows */
export function unmatched(rows: number): Matches {
  return {
    kinds: new Uint8Array(rows).fill(MATCH_NONE),
    reasons: new Uint8Array(rows).fill(REASON["no-reference"]),
    referenceRows: new Int32Array(rows).fill(-1),
    similarities: new Float64Array(rows).fill(Number.NaN),
    margins: new Float64Array(rows).fill(Number.NaN),
  };
}

export function matchQuery(context: MatchContext, query: number, index: NearestIndex, into: Matches): void {
  const view = viewQuery(context, query, into);
  for (const row of view.titledRows()) {
    const nearest = view.nearest(row, index);
    const decided = view.decidedPoint(row);
    if (decided !== null) view.match(row, MATCH_EXACT, view.pairWith(row, decided, nearest));
    else if (view.isUnreadable(row)) view.leave(row, REASON.unreadable, nearest);
    else if (view.isTooFar(nearest)) view.leave(row, REASON["too-far"], nearest);
    else {
      const allowed = view.isRefused(row, nearest.point) ? view.nearestAllowed(row, nearest) : nearest;
      if (allowed === null || view.isTooFar(allowed)) view.leave(row, REASON.refused, nearest);
      else view.match(row, view.kindAt(row, allowed.point), allowed);
    }
  }
  if (context.rules.once) view.markRepeats();
}

/**
 * Matches a query's rows, at most one to each point. Exact matches come first. The other pairs are chosen so that the
 * sum of their similarities is largest. Earlier rows win ties.
 */
export function matchQueryOneToOne(context: MatchContext, query: number, index: NearestIndex, into: Matches): void {
  const view = viewQuery(context, query, into);
  const taken = new Set<number>();
  const openRows: { readonly row: number; readonly nearest: NearestPoint }[] = [];
  for (const row of view.titledRows()) {
    const nearest = view.nearest(row, index);
    const decided = view.decidedPoint(row);
    if (decided !== null && !taken.has(decided)) {
      taken.add(decided);
      view.match(row, MATCH_EXACT, view.pairWith(row, decided, nearest));
    } else if (view.isUnreadable(row)) view.leave(row, REASON.unreadable, nearest);
    else {
      view.leave(row, view.isTooFar(nearest) ? REASON["too-far"] : REASON["left-over"], nearest);
      openRows.push({ row, nearest });
    }
  }
  const freePoints = Array.from({ length: index.size }, (_, point) => point).filter((point) => !taken.has(point));
  const rows = openRows.map(({ row }) => row);
  const assigned = assignRows(context, view, rows, freePoints);
  openRows.forEach(({ row, nearest }) => {
    const point = assigned.get(row);
    if (point !== undefined) view.match(row, view.kindAt(row, point), view.pairWith(row, point, nearest));
  });
}

/** A pair costs 1 - cosine. An unmatched row costs as much as a pair with cosine 0. A forbidden pair costs more. */
const UNMATCHED_COST = 1;
const FORBIDDEN_COST = 8;

function assignRows(
  { candidate, threshold, comparing = { cosine, nearestPoint } }: MatchContext,
  view: QueryView,
  rows: readonly number[],
  points: readonly number[],
): ReadonlyMap<number, number> {
  const similarities = rows.map((row) => {
    const vector = candidate.titles.vector(row);
    return points.map((point) => comparing.cosine(vector, view.vectorOf(point)));
  });
  const allowed = rows.map((row, position) =>
    points.map((point, place) => {
      const isNear = threshold === null || at(at(similarities, position), place) >= threshold;
      return isNear && !view.isRefused(row, point);
    }),
  );
  const isForced = threshold === null && allowed.every((ofRow) => ofRow.every((isAllowed) => isAllowed));
  // Leaves out rows and points without an allowed pair, to save time.
  const openRows = [...rows.keys()].filter((position) => at(allowed, position).includes(true));
  const freePoints = [...points.keys()].filter((place) => openRows.some((position) => at(allowed, position)[place]));
  // Assigns rows to points, or points to rows if there are fewer points. Both directions find the same best pairs.
  const isTransposed = openRows.length > freePoints.length;
  const [choosing, chosen] = isTransposed ? [freePoints.length, openRows.length] : [openRows.length, freePoints.length];
  const columns = chosen + (isForced ? 0 : choosing);
  const cost = new Float64Array(choosing * columns).fill(UNMATCHED_COST);
  openRows.forEach((position, openPlace) => {
    freePoints.forEach((place, freePlace) => {
      const similarity = at(at(similarities, position), place);
      // The last two terms only break ties: they prefer earlier positions and smaller ranks.
      cost[isTransposed ? freePlace * columns + openPlace : openPlace * columns + freePlace] = at(allowed, position)[
        place
      ]
        ? 1 - similarity + 1e-12 * position * similarity + 1e-13 * at(points, place)
        : FORBIDDEN_COST;
    });
  });
  const assigned = new Map<number, number>();
  assign(cost, choosing, columns).forEach((column, place) => {
    // If `column` >= `chosen`, the row or point is not matched.
    if (column >= chosen) return;
    const [openPlace, freePlace] = isTransposed ? [column, place] : [place, column];
    assigned.set(at(rows, at(openRows, openPlace)), at(points, at(freePoints, freePlace)));
  });
  return assigned;
}

type QueryView = ReturnType<typeof viewQuery>;

function viewQuery(context: MatchContext, query: number, into: Matches) {
  const { points, candidate, reference, rules, threshold, comparing = { cosine, nearestPoint } } = context;
  const first = at(points.offsets, query);
  const rows = rowsOfQuery(candidate.lists, query);
  const rowOf = (point: number) => at(points.rows, first + point);
  const vectorOf = (point: number) => reference.titles.vector(rowOf(point));
  const titlesAtPoint = new Set<string>();
  const pointOfKey = new Map<string, number>();
  const pointOfIdentifier = new Map<string, number>();
  for (const row of rowsOfQuery(reference.lists, query)) {
    const key = reference.titles.key(row);
    if (key === null) continue;
    const point = at(points.pointOfRow, row) - first;
    titlesAtPoint.add(`${point} ${key}`);
    if (key !== "" && !pointOfKey.has(key)) pointOfKey.set(key, point);
    for (const identifier of reference.identifiers(row)) {
      if (!pointOfIdentifier.has(identifier)) pointOfIdentifier.set(identifier, point);
    }
  }
  const pointOfCut = rules.cut ? matchCutTitles(rows, candidate.titles, pointOfKey, reference.titles, rowOf) : null;
  const keyOf = (row: number) => candidate.titles.key(row) ?? "";
  const kindAt = (row: number, point: number) =>
    keyOf(row) !== "" && titlesAtPoint.has(`${point} ${keyOf(row)}`) ? MATCH_EXACT : MATCH_SEMANTIC;
  const isRefused = (row: number, point: number) =>
    (rules.unknown && reference.titles.isUnreadable(rowOf(point))) ||
    (context.veto?.(row, first + point) === true && kindAt(row, point) !== MATCH_EXACT);
  const record = (row: number, kind: number, reason: number, referenceRow: number, pair: NearestPoint) => {
    into.kinds[row] = kind;
    into.reasons[row] = reason;
    into.referenceRows[row] = referenceRow;
    into.similarities[row] = pair.similarity;
    into.margins[row] = pair.margin;
  };
  return {
    vectorOf,
    kindAt,
    isRefused,
    /** Yields the rows with a title. Records the reason `no-title` for all other rows. */
    *titledRows(): Iterable<number> {
      for (const row of rows) {
        if (candidate.titles.key(row) === null) into.reasons[row] = REASON["no-title"];
        else yield row;
      }
    },
    match: (row: number, kind: number, pair: NearestPoint) => record(row, kind, 0, rowOf(pair.point), pair),
    leave: (row: number, reason: number, nearest: NearestPoint) => record(row, MATCH_NONE, reason, -1, nearest),
    nearest: (row: number, index: NearestIndex) =>
      comparing.nearestPoint(candidate.titles.vector(row), index, vectorOf),
    isUnreadable: (row: number) => rules.unknown && candidate.titles.isUnreadable(row),
    isTooFar: ({ similarity }: NearestPoint) => threshold !== null && similarity < threshold,
    /** Returns the nearest point that is not refused; null if all are refused. Cost: O(points * dimensions). */
    nearestAllowed(row: number, nearest: NearestPoint): NearestPoint | null {
      const size = at(points.offsets, query + 1) - first;
      const allowed = Array.from({ length: size }, (_, point) => point)
        .filter((point) => !isRefused(row, point))
        .map((point) => ({ point, similarity: cosine(candidate.titles.vector(row), vectorOf(point)) }));
      const best = allowed.reduce((most, { similarity }) => Math.max(most, similarity), Number.NEGATIVE_INFINITY);
      const found = allowed.find(({ similarity }) => best - similarity <= tieTolerance);
      return found === undefined ? null : { ...found, margin: found.similarity - nearest.similarity };
    },
    /** Finds a point by the row's identifiers, by an equal title, or by a cut-off title, in this order; else null. */
    decidedPoint(row: number): number | null {
      for (const identifier of candidate.identifiers(row)) {
        const point = pointOfIdentifier.get(identifier);
        if (point !== undefined) return point;
      }
      const equal = rules.equal ? pointOfKey.get(keyOf(row)) : undefined;
      return equal ?? pointOfCut?.get(keyOf(row)) ?? null;
    },
    /** Returns a point's similarity, and its margin over the best other point. The margin may be negative. */
    pairWith(row: number, point: number, nearest: NearestPoint): NearestPoint {
      if (point === nearest.point) return nearest;
      const similarity = cosine(candidate.titles.vector(row), vectorOf(point));
      return { point, similarity, margin: similarity - nearest.similarity };
    },
    /**
     * If several rows match the same point, chooses one and marks the others as repeats. Chooses the first exact match
     * with an equal, cut-off or nearly equal title. Without one, chooses any first exact match, else the first row.
     * An equal identifier alone counts less than an equal title, because chapters may have their book's DOI.
     */
    markRepeats(): void {
      const certainty = (row: number) => {
        if (into.kinds[row] !== MATCH_EXACT) return 0;
        const point = at(points.pointOfRow, at(into.referenceRows, row)) - first;
        const hasTitle = kindAt(row, point) === MATCH_EXACT || pointOfCut?.get(keyOf(row)) === point;
        return hasTitle || at(into.similarities, row) >= NEARLY_EQUAL ? 2 : 1;
      };
      const counted = new Map<number, number>();
      for (const row of rows) {
        const point = at(into.referenceRows, row);
        const known = counted.get(point);
        if (point >= 0 && (known === undefined || certainty(row) > certainty(known))) counted.set(point, row);
      }
      for (const row of rows) {
        const point = at(into.referenceRows, row);
        if (point >= 0 && counted.get(point) !== row) into.reasons[row] = REASON.repeat;
      }
    },
  };
}
