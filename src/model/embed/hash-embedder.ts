/** A fast embedder for tests. Its vectors have no meaning, but similar spellings have similar vectors. */

import { createHash } from "node:crypto";
import { throwIfAborted } from "../../core/errors.ts";
import type { Embedder } from "../../core/ports.ts";

const DIMENSIONS = 64;

/** Returns a deterministic embedder that ignores letter case. */
export function hashEmbedder(): Embedder {
  // Cached, because hashing takes most of the time, and titles share most of their letter groups.
  const known = new Map<string, number>();
  const signedDimensionOf = (group: string) => {
    const found = known.get(group) ?? signedDimension(group);
    known.set(group, found);
    return found;
  };
  return {
    model: { name: "hash", sha256: "0".repeat(64), dimensions: DIMENSIONS, precision: "float32", maxTokens: 256 },
    async embed(titles, options = {}) {
      throwIfAborted(options.signal, "Embedding");
      const vectors = new Float32Array(titles.length * DIMENSIONS);
      titles.forEach((title, index) => {
        vectors.set(vectorOf(title.toLowerCase(), signedDimensionOf), index * DIMENSIONS);
      });
      options.onProgress?.(titles.length);
      return {
        dimensions: DIMENSIONS,
        vectors,
        tokenKeys: titles.map((title) => title.toLowerCase()),
        tokenCounts: Int32Array.from(titles, (title) => title.split(/\s+/).length + 2),
        flags: new Uint8Array(titles.length),
      };
    },
  };
}

function vectorOf(text: string, signedDimensionOf: (group: string) => number): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const padded = `  ${text}  `;
  for (let at = 0; at + 3 <= padded.length; at++) {
    const signed = signedDimensionOf(padded.slice(at, at + 3));
    if (signed < 0) vector[~signed] = (vector[~signed] as number) - 1;
    else vector[signed] = (vector[signed] as number) + 1;
  }
  const norm = Math.sqrt(vector.reduce((sum, number) => sum + number ** 2, 0));
  if (norm === 0) vector[0] = 1;
  return norm === 0 ? vector : vector.map((number) => number / norm);
}

/** Returns the dimension to which a letter group adds 1, or ~dimension (its complement) if the group subtracts 1. */
function signedDimension(group: string): number {
  const [bucket = 0, sign = 0] = createHash("sha256").update(group).digest();
  const dimension = bucket % DIMENSIONS;
  return sign % 2 === 0 ? dimension : ~dimension;
}
