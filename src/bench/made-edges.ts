/**
 * Which graph does the bench walk?
 */
import type { EdgeColumns } from "../maths/graph/build-graph.ts";
import { seededRandom } from "../maths/random/seeded-random.ts";

/** Both ends of each edge are drawn from all nodes: a few edges lead a node to itself or are there twice. */
export function madeEdges(nodes: number, edges: number, seed: number): EdgeColumns {
  const random = seededRandom(seed);
  const ends = () => Int32Array.from({ length: edges }, () => Math.floor(random() * nodes));
  return { sources: ends(), targets: ends(), weights: null, order: nodes };
}
