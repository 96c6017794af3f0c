/**
 * What is every candidate row of one query matched to?
 * Identifiers decide first where asked for, then the nearest reference title by meaning, one point each on request.
 */
import { at } from "../../core/at.ts";
import type { NearestIndex } from "../../core/ports.ts";
import { titleKey } from "../../core/titles/keys.ts";
import {
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  type Matches,
  type ReferencePoints,
  type ResultLists,
} from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/cosine.ts";
import { assign } from "./assign.ts";
import { type NearestPoint, nearestPoint, tieTolerance } from "./nearest-point.ts";
import type { SharedColumn, Veto } from "./shared-columns.ts";

/** What stays the same for all queries of one candidate engine. */
export interface MatchContext {
  readonly candidate: ResultLists;
  readonly reference: ResultLists;
  readonly points: ReferencePoints;
  /** Vectors of length 1, by row. */
  readonly candidateVector: (row: number) => Float32Array;
  /** As `candidateVector`, of the reference. */
  readonly referenceVector: (row: number) => Float32Array;
  /** Tried in this order before the title. */
  readonly identifiers: readonly Pick<SharedColumn, "candidate" | "reference">[];
  /** A title less similar than this matches nothing, -1..1; null matches every title. */
  readonly threshold: number | null;
  /** Refuses matches by meaning; exact ones never. Null or absent refuses none. */
  readonly veto?: Veto | null;
}

/** Columns for `rows` candidate rows, without any match yet: as a query without reference leaves them. */
export function unmatched(rows: number): Matches {
  return {
    kinds: new Uint8Array(rows).fill(MATCH_NONE),
    referenceRows: new Int32Array(rows).fill(-1),
    similarities: new Float64Array(rows).fill(Number.NaN),
    margins: new Float64Array(rows).fill(Number.NaN),
  };
}

/** Fills in the rows of one query that has reference points: each row's nearest point that no veto refuses. */
export function matchQuery(context: MatchContext, query: number, index: NearestIndex, into: Matches): void {
  const view = viewQuery(context, query);
  for (const row of view.rows) {
    const nearest = view.nearest(row, index);
    const identified = view.identifiedPoint(row);
    if (identified !== null) {
      record(into, row, MATCH_EXACT, view.rowOf(identified), view.pairWith(row, identified, nearest));
    } else if (context.threshold !== null && nearest.similarity < context.threshold) {
      record(into, row, MATCH_NONE, -1, nearest);
    } else {
      const allowed = view.isRefused(row, nearest.point) ? view.nearestAllowed(row, nearest) : nearest;
      const isNear = allowed !== null && (context.threshold === null || allowed.similarity >= context.threshold);
      if (isNear) record(into, row, view.kindAt(row, allowed.point), view.rowOf(allowed.point), allowed);
      else record(into, row, MATCH_NONE, -1, nearest);
    }
  }
}

/**
 * Fills in the rows of one query with at most one row per point, so that the sum of similarities is as large as
 * possible (a row left over adds 0); rows left over match nothing. Of equal titles the earlier position gets the better point.
 */
export function matchQueryOneToOne(context: MatchContext, query: number, index: NearestIndex, into: Matches): void {
  const view = viewQuery(context, query);
  const taken = new Set<number>();
  const open: { readonly row: number; readonly nearest: NearestPoint }[] = [];
  for (const row of view.rows) {
    const nearest = view.nearest(row, index);
    const identified = view.identifiedPoint(row);
    if (identified !== null && !taken.has(identified)) {
      taken.add(identified);
      record(into, row, MATCH_EXACT, view.rowOf(identified), view.pairWith(row, identified, nearest));
    } else {
      record(into, row, MATCH_NONE, -1, nearest);
      open.push({ row, nearest });
    }
  }
  const free = Array.from({ length: index.size }, (_, point) => point).filter((point) => !taken.has(point));
  const rows = open.map(({ row }) => row);
  const places = assignRows(context, view, rows, free);
  open.forEach(({ row, nearest }, place) => {
    // A column behind the free points means that the row is left over.
    const point = free[at(places, place)];
    if (point === undefined) return;
    record(into, row, view.kindAt(row, point), view.rowOf(point), view.pairWith(row, point, nearest));
  });
}

/**
 * A pair costs 1 - cosine: leaving a row unmatched costs as much as a cosine of 0, and no pair below the threshold or
 * refused by a veto pays.
 */
const UNMATCHED_COST = 1;
const FORBIDDEN_COST = 8;

function assignRows(context: MatchContext, view: QueryView, open: readonly number[], free: readonly number[]) {
  const isForced = context.threshold === null && !open.some((row) => free.some((point) => view.isRefused(row, point)));
  const spare = isForced ? Math.max(0, open.length - free.length) : open.length;
  const columns = free.length + spare;
  const cost = new Float64Array(open.length * columns).fill(UNMATCHED_COST);
  open.forEach((row, position) => {
    free.forEach((point, place) => {
      const similarity = cosine(context.candidateVector(row), view.vectorOf(point));
      const isNear = context.threshold === null || similarity >= context.threshold;
      const isAllowed = isNear && !view.isRefused(row, point);
      // The last two terms only break ties: earlier positions and smaller ranks first.
      cost[position * columns + place] = isAllowed
        ? 1 - similarity + 1e-12 * position * similarity + 1e-13 * point
        : FORBIDDEN_COST;
    });
  });
  return assign(cost, open.length, columns);
}

type QueryView = ReturnType<typeof viewQuery>;

function viewQuery(context: MatchContext, query: number) {
  const { points, candidate, reference } = context;
  const first = at(points.offsets, query);
  const pointOf = (referenceRow: number) => at(points.pointOfRow, referenceRow) - first;
  /** The reference row that speaks for a point of this query. */
  const rowOf = (point: number) => at(points.rows, first + point);
  const vectorOf = (point: number) => context.referenceVector(rowOf(point));
  const titlesAtPoint = new Set<string>();
  const rowsByIdentifier = context.identifiers.map(() => new Map<string, number>());
  for (const row of rowsOfQuery(reference, query)) {
    titlesAtPoint.add(`${pointOf(row)} ${titleKey(at(reference.titles, row))}`);
    context.identifiers.forEach((column, place) => {
      const key = at(column.reference, row);
      const known = at(rowsByIdentifier, place);
      if (key !== "" && !known.has(key)) known.set(key, row);
    });
  }
  /** Exact where the point holds a title equal to the row's but for letter case; an empty one names no document. */
  const kindAt = (row: number, point: number) => {
    const key = titleKey(at(candidate.titles, row));
    return key !== "" && titlesAtPoint.has(`${point} ${key}`) ? MATCH_EXACT : MATCH_SEMANTIC;
  };
  const isRefused = (row: number, point: number) =>
    context.veto?.(row, first + point) === true && kindAt(row, point) !== MATCH_EXACT;
  return {
    rows: rowsOfQuery(candidate, query),
    vectorOf,
    rowOf,
    nearest: (row: number, index: NearestIndex) => nearestPoint(context.candidateVector(row), index, vectorOf),
    kindAt,
    isRefused,
    /** The nearest of all points that the veto allows; null where it refuses all. Cost O(points * dimensions). */
    nearestAllowed(row: number, nearest: NearestPoint): NearestPoint | null {
      const size = at(points.offsets, query + 1) - first;
      const allowed = Array.from({ length: size }, (_, point) => point)
        .filter((point) => !isRefused(row, point))
        .map((point) => ({ point, similarity: cosine(context.candidateVector(row), vectorOf(point)) }));
      const best = allowed.reduce((most, { similarity }) => Math.max(most, similarity), Number.NEGATIVE_INFINITY);
      const found = allowed.find(({ similarity }) => best - similarity <= tieTolerance);
      return found === undefined ? null : { ...found, margin: found.similarity - nearest.similarity };
    },
    /** The point of the reference row with the same identifier, smallest rank first; null where there is none. */
    identifiedPoint(row: number): number | null {
      for (const [place, column] of context.identifiers.entries()) {
        const found = at(rowsByIdentifier, place).get(at(column.candidate, row));
        if (found !== undefined) return pointOf(found);
      }
      return null;
    },
    /** Similarity to a given point, and the margin to the best other one (negative where another is nearer). */
    pairWith(row: number, point: number, nearest: NearestPoint): NearestPoint {
      if (point === nearest.point) return nearest;
      const similarity = cosine(context.candidateVector(row), vectorOf(point));
      return { point, similarity, margin: similarity - nearest.similarity };
    },
  };
}

function record(into: Matches, row: number, kind: number, referenceRow: number, pair: NearestPoint): void {
  into.kinds[row] = kind;
  into.referenceRows[row] = referenceRow;
  into.similarities[row] = pair.similarity;
  into.margins[row] = pair.margin;
}
