/** On which share of the shortest paths between other nodes does a node lie? */
import type { Random } from "../random/seeded-random.ts";
import type { Adjacency, Graph } from "./build-graph.ts";

interface BetweennessOptions {
  /** Nodes from which paths are followed, at most. A whole number >= 2, or infinite. */
  readonly sources: number;
  readonly random: Random;
}

export interface Betweenness {
  /** 0..1 */
  readonly value: number;
  /** Sources followed. */
  readonly sources: number;
  readonly isExact: boolean;
  /** Standard error of the value; 0 where all sources were followed and it is exact. */
  readonly error: number;
}

/**
 * Betweenness of one node, normalised as networkx does it: Σ σ(s, t | node) / σ(s, t) over ordered pairs of other nodes,
 * through (n - 1)(n - 2); 0 in a graph of one or two nodes. σ counts shortest paths along the edges' directions. A
 * sample of m sources, drawn without repetition, gives the unbiased mean of their shares, whose standard error is
 * sqrt(variance of the shares / m · (1 - m / (n - 1))). Cost O(sources · edges). Source: Freeman 1977 (Sociometry 40,
 * 35-41); sampling: Brandes and Pich 2007 (International Journal of Bifurcation and Chaos 17, 2303-2318).
 */
export function betweenness(graph: Graph, node: number, options: BetweennessOptions): Betweenness {
  const others = graph.order - 1;
  if (others < 2) return { value: 0, sources: Math.max(0, others), isExact: true, error: 0 };
  const sources = drawSources(graph.order, node, options);
  const fromNode = countPaths(graph.successors, node, newPaths(graph.order));
  const fromSource = newPaths(graph.order);
  const shares = Float64Array.from(
    sources,
    (source) => pathsThrough(countPaths(graph.successors, source, fromSource), fromNode, node) / (others - 1),
  );
  const count = shares.length;
  const value = shares.reduce((sum, share) => sum + share, 0) / count;
  const variance = shares.reduce((sum, share) => sum + (share - value) ** 2, 0) / (count - 1);
  const error = Math.sqrt((variance / count) * (1 - count / others));
  return { value, sources: count, isExact: count === others, error };
}

/** Shortest paths from one node: how long they are, how many there are, and which nodes they reach in which order. */
interface Paths {
  /** -1 where there is none. */
  readonly distances: Int32Array;
  readonly counts: Float64Array;
  readonly reached: Int32Array;
  size: number;
}

function newPaths(order: number): Paths {
  return {
    distances: new Int32Array(order).fill(-1),
    counts: new Float64Array(order),
    reached: new Int32Array(order),
    size: 0,
  };
}

/** Writes into `paths`, which may hold those of another node. */
function countPaths({ starts, targets }: Adjacency, from: number, paths: Paths): Paths {
  const { distances, counts, reached } = paths;
  for (let place = 0; place < paths.size; place++) distances[reached[place] as number] = -1;
  distances[from] = 0;
  counts[from] = 1;
  reached[0] = from;
  let size = 1;
  for (let place = 0; place < size; place++) {
    const node = reached[place] as number;
    const next = (distances[node] as number) + 1;
    const count = counts[node] as number;
    const end = starts[node + 1] as number;
    for (let at = starts[node] as number; at < end; at++) {
      const target = targets[at] as number;
      const distance = distances[target] as number;
      if (distance === next) counts[target] = (counts[target] as number) + count;
      else if (distance < 0) {
        distances[target] = next;
        counts[target] = count;
        reached[size++] = target;
      }
    }
  }
  paths.size = size;
  return paths;
}

/** Σ over targets of the share of the source's shortest paths that lead through the node. */
function pathsThrough(source: Paths, fromNode: Paths, node: number): number {
  const before = source.distances[node] as number;
  if (before < 0) return 0;
  const count = source.counts[node] as number;
  let sum = 0;
  // The node itself is reached first, and is no target.
  for (let place = 1; place < fromNode.size; place++) {
    const target = fromNode.reached[place] as number;
    if (source.distances[target] !== before + (fromNode.distances[target] as number)) continue;
    sum += (count * (fromNode.counts[target] as number)) / (source.counts[target] as number);
  }
  return sum;
}

function drawSources(order: number, node: number, { sources, random }: BetweennessOptions): Int32Array {
  const others = new Int32Array(order - 1);
  for (let place = 0; place < others.length; place++) others[place] = place < node ? place : place + 1;
  if (sources >= others.length) return others;
  for (let place = 0; place < sources; place++) {
    const drawn = place + Math.floor(random() * (others.length - place));
    const kept = others[place] as number;
    others[place] = others[drawn] as number;
    others[drawn] = kept;
  }
  return others.slice(0, sources);
}
