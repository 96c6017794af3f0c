/**
 * What is every result matched to under each way of matching?
 * All ways at once, query by query: similarities are computed once, and none are kept.
 */
import { at } from "../../core/at.ts";
import type { ResultLists } from "../../core/types.ts";
import { assign } from "../../label/match/assign.ts";
import { tieTolerance } from "../../label/match/nearest-point.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/cosine.ts";
import type { Policy } from "./policy.ts";

export type MatchingWay = Pick<Policy, "threshold" | "referenceDepth" | "oneToOne">;

export interface ListsToMatch {
  readonly engines: readonly ResultLists[];
  readonly reference: ResultLists;
  /** By reference row: as in `ReferenceLists`. */
  readonly pointRanks: Int32Array;
  /** Of length 1. Equal titles have equal vectors. */
  vectorOf(title: string): Float32Array;
}

export interface PolicyMatches {
  /** By engine, then row: the rank of the matched reference point; -1 where nothing matched. */
  readonly ranks: readonly Int32Array[];
  /** By query: the ranks of all reference points, ascending; empty without reference. */
  readonly pointRanks: readonly Int32Array[];
}

/**
 * Matches as `label` does by title: each result to its nearest reference title, of those within 1e-6 the one with the
 * smallest rank, or, one-to-one, so that the sum of similarities is as large as possible.
 *
 * @returns in the order of `ways`
 *
 * Cost per query O(distinct titles * points * dimensions), and of each one-to-one way O(results^2 * points) a list.
 */
export function policyMatches(lists: ListsToMatch, ways: readonly MatchingWay[]): PolicyMatches[] {
  const { engines, reference } = lists;
  const queries = reference.offsets.length - 1;
  const found = ways.map(() => ({
    ranks: engines.map(({ titles }) => new Int32Array(titles.length).fill(-1)),
    pointRanks: [] as Int32Array[],
  }));
  for (let query = 0; query < queries; query++) {
    const points = pointsOf(lists, query);
    const similarities = new Map<string, Float64Array>();
    const rowsOf = engines.map((engine) =>
      Array.from(rowsOfQuery(engine, query), (row) => {
        const title = at(engine.titles, row);
        const known = similarities.get(title) ?? similaritiesTo(points, lists.vectorOf(title));
        similarities.set(title, known);
        return { row, similarities: known };
      }),
    );
    for (const [place, way] of ways.entries()) {
      const used = points.filter(({ position }) => position < (way.referenceDepth ?? Number.POSITIVE_INFINITY));
      const into = at(found, place);
      into.pointRanks.push(Int32Array.from(used, ({ rank }) => rank));
      for (const [engine, rows] of rowsOf.entries()) {
        const similaritiesOf = rows.map((row) => row.similarities);
        const matched = matchRows(similaritiesOf, used.length, way);
        const ranks = at(into.ranks, engine);
        for (const [index, { row }] of rows.entries()) ranks[row] = used[at(matched, index)]?.rank ?? -1;
      }
    }
  }
  return found;
}

interface Point {
  readonly rank: number;
  /** Place of its first row in the list, 0-based: what a reference depth counts. */
  readonly position: number;
  readonly vector: Float32Array;
}

/** In the order of the list, so that those of a smaller depth are the first ones. */
function pointsOf({ reference, pointRanks, vectorOf }: ListsToMatch, query: number): Point[] {
  const points: Point[] = [];
  rowsOfQuery(reference, query).forEach((row, position) => {
    const rank = at(pointRanks, row);
    const vector = vectorOf(at(reference.titles, row));
    // Different titles may share a rank.
    const isKnown = points.some((point) => point.rank === rank && cosine(point.vector, vector) >= 1 - tieTolerance);
    if (!isKnown) points.push({ rank, position, vector });
  });
  return points;
}

function similaritiesTo(points: readonly Point[], vector: Float32Array): Float64Array {
  return Float64Array.from(points, (point) => cosine(point.vector, vector));
}

/** @returns by row: the place of its point among the first `points`; -1 where nothing matched */
function matchRows(rows: readonly Float64Array[], points: number, { threshold, oneToOne }: MatchingWay): number[] {
  const least = threshold ?? Number.NEGATIVE_INFINITY;
  if (oneToOne) return assignRows(rows, points, least);
  return rows.map((similarities) => nearestOf(similarities, points, least));
}

function nearestOf(similarities: Float64Array, points: number, least: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let point = 0; point < points; point++) best = Math.max(best, similarities[point] as number);
  if (points === 0 || best < least) return -1;
  return similarities.findIndex((similarity) => best - similarity <= tieTolerance);
}

/** As in `match-query.ts`: an unmatched row costs as much as a cosine of 0, and a forbidden pair more than that. */
const UNMATCHED_COST = 1;
const FORBIDDEN_COST = 8;

function assignRows(rows: readonly Float64Array[], points: number, least: number): number[] {
  const isAllowed = (row: number, point: number) => at(at(rows, row), point) >= least;
  const everyPoint = Array.from({ length: points }, (_, point) => point);
  // Rows and points without an allowed pair change nothing, and cost much.
  const open = [...rows.keys()].filter((row) => everyPoint.some((point) => isAllowed(row, point)));
  const free = everyPoint.filter((point) => open.some((row) => isAllowed(row, point)));
  // The smaller side chooses: what is left over of the other costs the same.
  const isTurned = open.length > free.length;
  const [choosing, chosen] = isTurned ? [free.length, open.length] : [open.length, free.length];
  const columns = chosen + (least === Number.NEGATIVE_INFINITY ? 0 : choosing);
  const cost = new Float64Array(choosing * columns).fill(UNMATCHED_COST);
  open.forEach((row, index) => {
    free.forEach((point, place) => {
      const similarity = at(at(rows, row), point);
      // The last two terms only break ties: earlier positions and smaller ranks first.
      cost[isTurned ? place * columns + index : index * columns + place] = isAllowed(row, point)
        ? 1 - similarity + 1e-12 * row * similarity + 1e-13 * point
        : FORBIDDEN_COST;
    });
  });
  const matched = new Array<number>(rows.length).fill(-1);
  assign(cost, choosing, columns).forEach((column, index) => {
    if (column >= chosen) return;
    matched[at(open, isTurned ? column : index)] = at(free, isTurned ? index : column);
  });
  return matched;
}
