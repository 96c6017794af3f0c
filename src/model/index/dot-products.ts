/** Dot products of a vector with many points, equal to `cosine` to the last bit. */
import type { PointVectors } from "../../core/ports.ts";
import { type Memory, webAssembly } from "../../core/webassembly.ts";
import { code } from "./dot-products.wasm.ts";

const GROUP = 8;

interface SumMachine {
  readonly memory: Memory;
  readonly begin: { readonly value: number };
  sumUp(points: number, vector: number, vectorEnd: number, sums: number, sumsEnd: number): void;
}

const openMachine = webAssembly<SumMachine>(code);
let machine: SumMachine | null | undefined;
let loaded: PointVectors | null = null;

/**
 * Returns a function that computes dot products with all points; null if they do not fit into the memory (about 3,000
 * points of 384 numbers) or the machine lacks SIMD. All indexes share the memory, so alternating between two is slow.
 */
export function dotProducts(points: PointVectors): ((vector: Float32Array) => Float64Array) | null {
  const { vectors, dimensions, count } = points;
  machine ??= openMachine();
  if (machine === null || count === 0 || dimensions === 0) return null;
  const { sumUp, memory, begin } = machine;
  const slots = GROUP * Math.ceil(count / GROUP);
  const firstSum = begin.value + 8 * dimensions;
  const firstPoint = firstSum + 8 * slots;
  if (firstPoint + 4 * slots * dimensions > memory.buffer.byteLength) return null;
  const inMemory = new Float32Array(memory.buffer, firstPoint, slots * dimensions);
  const asked = new Float64Array(memory.buffer, begin.value, dimensions);
  const sums = new Float64Array(memory.buffer, firstSum, count);
  return (vector) => {
    if (loaded !== points) {
      loaded = points;
      for (let point = 0; point < count; point++) {
        const to = Math.floor(point / GROUP) * GROUP * dimensions + (point % GROUP);
        for (let dimension = 0; dimension < dimensions; dimension++) {
          inMemory[to + dimension * GROUP] = vectors[point * dimensions + dimension] as number;
        }
      }
    }
    asked.set(vector);
    sumUp(firstPoint, begin.value, firstSum, firstSum, firstPoint);
    return sums.slice();
  };
}
