/** Finds the distinct documents of reference lists, and the document nearest to a vector. */

import { at } from "../../core/at.ts";
import type { NearestIndex, PointVectors } from "../../core/ports.ts";
import type { ReferencePoints, ResultLists } from "../../core/types.ts";
import { documentNumbers } from "../../lists/documents.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/numbers.ts";

/** Combines each query's rows of one document into one point. @param titleKeyOf - null if a row belongs to no point */
export function referencePoints(
  reference: ResultLists,
  titleKeyOf: (row: number) => string | null,
  identifiersOf: (row: number) => readonly string[] = () => [],
): ReferencePoints {
  const queries = reference.offsets.length - 1;
  const rows: number[] = [];
  const offsets = new Int32Array(queries + 1);
  const pointOfRow = new Int32Array(reference.titles.length).fill(-1);
  for (let query = 0; query < queries; query++) {
    const documentOf = documentNumbers();
    const first = rows.length;
    for (const row of rowsOfQuery(reference, query)) {
      const key = titleKeyOf(row);
      if (key === null) continue;
      const point = first + documentOf(identifiersOf(row), key);
      if (point === rows.length) rows.push(row);
      pointOfRow[row] = point;
    }
    offsets[query + 1] = rows.length;
  }
  return { rows: Int32Array.from(rows), offsets, pointOfRow };
}

/** Similarities that differ by at most this much count as equal, so that rounding errors never decide a label. */
export const tieTolerance = 1e-6;

export interface NearestPoint {
  /** Index of the point in its query, from 0. Points are sorted by their smallest rank. */
  readonly point: number;
  readonly similarity: number;
  /** `similarity` minus the best similarity of another point; `similarity` + 1 for a single point. May be negative. */
  readonly margin: number;
}

/**
 * Returns the reference point nearest to a vector. The index proposes points, and dot products in double precision
 * decide between them. Any index that proposes the right points gives the same result. Ties go to the smallest rank.
 * @param vectorOfPoint - returns the vector of a point, of length 1
 */
export function nearestPoint(
  vector: Float32Array,
  index: NearestIndex,
  vectorOfPoint: (point: number) => Float32Array,
): NearestPoint {
  for (let asked = 4; ; asked *= 2) {
    const proposed = index
      .nearest(vector, Math.min(asked, index.size))
      .map((point) => ({ point, similarity: cosine(vector, vectorOfPoint(point)) }))
      .sort((one, other) => other.similarity - one.similarity || one.point - other.point);
    const best = proposed[0]?.similarity ?? Number.NaN;
    const tied = proposed.filter((candidate) => best - candidate.similarity <= tieTolerance);
    // If all proposed points tie, another point may be equally near and have a smaller rank. So asks for more.
    // `tied.length` is not compared with `asked`, because an index may return fewer points than were asked for.
    if (tied.length === proposed.length && asked < index.size) continue;
    const winner = tied.reduce((first, candidate) => (candidate.point < first.point ? candidate : first));
    const next = proposed.find((candidate) => candidate.point !== winner.point);
    return { ...winner, margin: next === undefined ? winner.similarity + 1 : winner.similarity - next.similarity };
  }
}

/** Caches the results for one query, because engines often return the same titles. Compares vectors by identity. */
export function rememberingNearestPoint(): typeof nearestPoint {
  const known = new Map<Float32Array, NearestPoint>();
  return (vector, index, vectorOfPoint) => {
    const found = known.get(vector) ?? nearestPoint(vector, index, vectorOfPoint);
    known.set(vector, found);
    return found;
  };
}

/** Copies the vectors of rows into one array, in the order of the rows. @param rows - at least one, all with a title */
export function gatherVectors(rows: Int32Array, vectorOf: (row: number) => Float32Array): PointVectors {
  const dimensions = vectorOf(at(rows, 0)).length;
  const vectors = new Float32Array(rows.length * dimensions);
  rows.forEach((row, point) => {
    vectors.set(vectorOf(row), point * dimensions);
  });
  return { vectors, dimensions, count: rows.length };
}
