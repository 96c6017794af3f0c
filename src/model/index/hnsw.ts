/** Wraps hnswlib-node. Rejects what hnswlib-node silently accepts: vectors of wrong length, NaN, and wrong files. */
import { createRequire } from "node:module";
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import type { PointVectors } from "../../core/ports.ts";
import { requireVector } from "./exact.ts";
import { explainMissingHnsw } from "./missing-hnsw.ts";

/** The bytes of an index depend only on these parameters and on the vectors. */
export const hnswParameters = { space: "cosine", M: 16, efConstruction: 200, seed: 100 } as const;

/** The interface of hnswlib-node 3. Declared here, because the package and its types may not be installed. */
interface HnswLibrary {
  readonly HierarchicalNSW: new (space: "cosine", dimensions: number) => NativeIndex;
}
interface NativeIndex {
  initIndex(maxElements: number, M: number, efConstruction: number, seed: number): void;
  addPoint(vector: readonly number[], label: number): void;
  searchKnn(vector: readonly number[], k: number): { readonly neighbors: readonly number[] };
  setEf(ef: number): void;
  getCurrentCount(): number;
  getNumDimensions(): number;
  readIndexSync(path: string): void;
  writeIndexSync(path: string): void;
}

export type Hnsw = ReturnType<typeof hnswOf>;

export function findHnsw() {
  try {
    // Not import(), because Node finds no named exports in this CommonJS package, although its types declare some.
    return { hnsw: hnswOf(createRequire(import.meta.url)("hnswlib-node")), missing: null };
  } catch (cause) {
    return { hnsw: null, missing: explainMissingHnsw(cause) };
  }
}

function hnswOf(library: HnswLibrary) {
  return {
    build(points: PointVectors) {
      const index = new library.HierarchicalNSW("cosine", points.dimensions);
      const { M, efConstruction, seed } = hnswParameters;
      const groups = equalPoints(points);
      index.initIndex(groups.length, M, efConstruction, seed);
      for (const [number, [first = 0]] of groups.entries()) {
        const vector = vectorOf(points, first);
        requireVector(vector, points.dimensions);
        index.addPoint(plain(vector), number);
      }
      return wrap(index, points, groups);
    },
    /** The caller must verify the file first, because a wrong file can crash the process or give wrong neighbours. */
    read(path: string, points: PointVectors) {
      const { dimensions } = points;
      const groups = equalPoints(points);
      const index = new library.HierarchicalNSW("cosine", dimensions);
      index.readIndexSync(path);
      const found = index.getCurrentCount();
      if (found !== groups.length || index.getNumDimensions() !== dimensions) {
        throw new SemqrelError("INVALID_FORMAT", `Reading ${path}: ${found} points, not ${groups.length}.`);
      }
      return wrap(index, points, groups);
    },
  };
}

/** Groups equal vectors into one point, because equal points might only link to each other and never be found. */
function equalPoints(points: PointVectors): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (let point = 0; point < points.count; point++) {
    const { buffer, byteOffset, byteLength } = vectorOf(points, point);
    const key = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [point]);
    else group.push(point);
  }
  return [...groups.values()];
}

function vectorOf({ vectors, dimensions }: PointVectors, point: number): Float32Array {
  return vectors.subarray(point * dimensions, (point + 1) * dimensions);
}

function wrap(index: NativeIndex, { dimensions, count }: PointVectors, groups: readonly (readonly number[])[]) {
  // If there are at most 2,000 vectors, the search visits all, because a missed neighbour would cause a wrong label.
  index.setEf(groups.length <= 2000 ? groups.length : Math.max(400, Math.ceil(groups.length / 10)));
  return {
    size: count,
    nearest(vector: Float32Array, k: number) {
      requireVector(vector, dimensions);
      const { neighbors } = index.searchKnn(plain(vector), Math.min(k, groups.length));
      return neighbors.flatMap((number) => at(groups, number)).slice(0, k);
    },
    /** The folder must exist. Check the file afterwards, because hnswlib does not report failures. */
    write: (path: string) => index.writeIndexSync(path),
  };
}

/** hnswlib-node only accepts plain arrays. A loop is used because Array.from takes longer than the search. */
function plain(vector: Float32Array): number[] {
  const numbers = new Array<number>(vector.length);
  for (let dimension = 0; dimension < vector.length; dimension++) numbers[dimension] = vector[dimension] as number;
  return numbers;
}
