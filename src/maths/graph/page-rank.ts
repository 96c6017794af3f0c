/** Where is a walker likely to be who follows edges at random and sometimes starts anew? */
import { invalidOption } from "../../core/errors.ts";
import { type Graph, sumOver } from "./build-graph.ts";

interface PageRankOptions {
  /** Share of steps that follow an edge, between 0 and 1. */
  readonly damping: number;
}

const MOST_ROUNDS = 100_000;
const TOLERANCE = 1e-14;

/**
 * PageRank as networkx's `pagerank`: edges are followed in proportion to their weight; who stands at a node without a
 * way out starts anew anywhere. Cost O(edges · rounds), some 32 / -ln(damping) rounds. Source: Page, Brin, Motwani and
 * Winograd 1999.
 * @returns by node, > 0; they sum to 1
 */
export function pageRank({ order, predecessors, successors }: Graph, { damping }: PageRankOptions): Float64Array {
  if (!(damping > 0 && damping < 1)) {
    throw invalidOption(`Computing PageRank: damping is ${damping}. Give a number between 0 and 1.`, { damping });
  }
  const ones = new Float64Array(order).fill(1);
  const given = ones.map((_, node) => sumOver(successors, node, ones));
  let values = new Float64Array(order).fill(1 / order);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let stranded = 0;
    for (let node = 0; node < order; node++) if (given[node] === 0) stranded += values[node] as number;
    const passed = values.map((value, node) => value / (given[node] as number));
    const next = new Float64Array(order).fill((1 - damping + damping * stranded) / order);
    let change = 0;
    for (let node = 0; node < order; node++) {
      next[node] = (next[node] as number) + damping * sumOver(predecessors, node, passed);
      change += Math.abs((next[node] as number) - (values[node] as number));
    }
    values = next;
    if (change <= TOLERANCE) break;
  }
  return values;
}
