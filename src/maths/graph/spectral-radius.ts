/** How much can following edges multiply what flows along them? */
import { at } from "../../core/at.ts";
import { type Adjacency, type Graph, sumOver } from "./build-graph.ts";

export interface SpectralRadius {
  /** The largest eigenvalue of the adjacency matrix, >= 0; 0 where no edge lies on a cycle (directed graphs only). */
  readonly value: number;
  /** Rounds of the iteration. */
  readonly rounds: number;
  /** False where it still moved by more than one part in 10^12 after all rounds. */
  readonly isSettled: boolean;
}

const MOST_ROUNDS = 500;
const TOLERANCE = 1e-12;

/**
 * Power iteration on A + I, whose eigenvectors are those of A and whose largest eigenvalue is alone in size, also where
 * the graph is bipartite. The estimate is Rayleigh's quotient, whose error is the square of the vector's (undirected);
 * in directed graphs nodes that lie on no cycle are left out, as they change no eigenvalue but 0. Cost O(rounds ·
 * edges).
 */
export function spectralRadius({ order, directed, predecessors, successors }: Graph): SpectralRadius {
  const isKept = directed ? nodesBetweenCycles(order, successors, predecessors) : new Uint8Array(order).fill(1);
  let vector = Float64Array.from(isKept, (kept) => kept);
  let estimate = 0;
  let calm = 0;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (length === 0) return { value: 0, rounds: round, isSettled: true };
    const next = new Float64Array(order);
    let quotient = 0;
    for (let node = 0; node < order; node++) {
      if (isKept[node] === 0) continue;
      const own = (vector[node] as number) / length;
      // Nodes that are left out have 0.
      const arriving = sumOver(predecessors, node, vector) / length;
      next[node] = own + arriving;
      quotient += own * arriving;
    }
    const change = Math.abs(quotient - estimate);
    estimate = quotient;
    vector = next;
    // One small change may be chance; several in a row are not.
    calm = change <= TOLERANCE * Math.max(estimate, 1e-300) ? calm + 1 : 0;
    if (calm === 5 || estimate === 0) return { value: estimate, rounds: round, isSettled: true };
  }
  return { value: estimate, rounds: MOST_ROUNDS, isSettled: false };
}

/** 1 for nodes that can be reached from a cycle and reach one. */
function nodesBetweenCycles(order: number, successors: Adjacency, predecessors: Adjacency): Uint8Array {
  const isKept = new Uint8Array(order).fill(1);
  for (const [from, to] of [
    [predecessors, successors],
    [successors, predecessors],
  ] as const) {
    const left = Int32Array.from({ length: order }, (_, node) => at(from.starts, node + 1) - at(from.starts, node));
    const queue = [...left.keys()].filter((node) => left[node] === 0);
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      isKept[node] = 0;
      for (const target of to.targets.subarray(to.starts[node], to.starts[node + 1])) {
        left[target] = (left[target] as number) - 1;
        if (left[target] === 0) queue.push(target);
      }
    }
  }
  return isKept;
}
