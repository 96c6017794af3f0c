/** Which reference point is nearest to a candidate title, and by how much? */
import type { NearestIndex } from "../../core/ports.ts";
import { cosine } from "../../maths/numbers.ts";

/** Points closer together than this count as tied, so that the last bits of a float never decide a label. */
export const tieTolerance = 1e-6;

/** The reference point nearest to a title. */
export interface NearestPoint {
  /** 0-based number; points are in order of their smallest rank. */
  readonly point: number;
  /** -1..1 */
  readonly similarity: number;
  /** Similarity minus that of the best other point, >= 0 but for ties; similarity + 1 where there is one point. */
  readonly margin: number;
}

/**
 * Returns the reference point nearest to a vector. The index proposes, the dot product in double precision decides: any
 * index with the right neighbours among its first proposals gives the same numbers. Among tied points the smallest rank
 * wins.
 *
 * @param vectorOfPoint the vector of a point, of length 1
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
    // All proposals tie: the smallest rank may be among those not proposed yet. (An index may give fewer than asked.)
    if (tied.length === proposed.length && asked < index.size) continue;
    const winner = tied.reduce((first, candidate) => (candidate.point < first.point ? candidate : first));
    const next = proposed.find((candidate) => candidate.point !== winner.point);
    return { ...winner, margin: next === undefined ? winner.similarity + 1 : winner.similarity - next.similarity };
  }
}

/** For one query: asks about each vector once, because many engines return a title. Equal texts must share one vector. */
export function rememberingNearestPoint(): typeof nearestPoint {
  const known = new Map<Float32Array, NearestPoint>();
  return (vector, index, vectorOfPoint) => {
    const found = known.get(vector) ?? nearestPoint(vector, index, vectorOfPoint);
    known.set(vector, found);
    return found;
  };
}
