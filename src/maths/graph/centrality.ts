/** Builds graphs from lists of edges, and computes the centrality of their nodes, which are numbered from 0. */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { sumOfSquares } from "../summary.ts";

const MOST_ROUNDS = 100_000;
/** Iteration stops after a round with at most this change. PageRank: Σ |change|. Katz: max |change| / max value. */
const TOLERANCE = 1e-14;

/**
 * Returns the PageRank of each node (> 0, sum 1), like networkx's `pagerank`: how often a random walk visits it. With
 * probability `damping` (between 0 and 1), a step follows an edge, chosen in proportion to edge weights. All other
 * steps, and steps from nodes without outgoing edges, go to a random node. Cost O(edges · rounds), about
 * 32 / -ln(damping) rounds. Source: Page et al. 1999.
 */
export function pageRank({ order, predecessors, successors }: Graph, damping: number): Float64Array {
  if (!(damping > 0 && damping < 1)) {
    throw invalidOption(`Computing PageRank: damping is ${damping}. Give a number between 0 and 1.`, { damping });
  }
  const ones = new Float64Array(order).fill(1);
  const given = ones.map((_, node) => sumOver(successors, node, ones));
  let values = new Float64Array(order).fill(1 / order);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let dangling = 0;
    for (let node = 0; node < order; node++) if (given[node] === 0) dangling += values[node] as number;
    const passed = values.map((value, node) => value / (given[node] as number));
    const next = new Float64Array(order).fill((1 - damping + damping * dangling) / order);
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

export interface KatzOptions {
  /** Factor per edge of a walk, > 0 and < 1 / `spectralRadius`. */
  readonly alpha: number;
  readonly beta: number;
}

/**
 * Returns the Katz centrality of each node, like networkx's `katz_centrality(normalized=False)`: β + α Σ w x over the
 * node's incoming edges, where w is the weight of the edge and x the centrality of its source. Cost O(edges · rounds);
 * rounds grow like 1 / (1 - alpha · spectralRadius). Source: Katz 1953 (Psychometrika 18, 39-43).
 */
export function katz({ order, predecessors }: Graph, { alpha, beta }: KatzOptions): Float64Array {
  for (const [name, value] of Object.entries({ alpha, beta })) {
    if (value > 0 && Number.isFinite(value)) continue;
    throw invalidOption(`Computing Katz centrality: ${name} is ${value}. Give a number above 0.`, { [name]: value });
  }
  let values = new Float64Array(order).fill(beta);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = new Float64Array(order);
    let change = 0;
    let largest = 0;
    for (let node = 0; node < order; node++) {
      const value = alpha * sumOver(predecessors, node, values) + beta;
      change = Math.max(change, Math.abs(value - (values[node] as number)));
      largest = Math.max(largest, value);
      next[node] = value;
    }
    values = next;
    if (!Number.isFinite(largest)) break;
    if (change <= TOLERANCE * largest) return values;
  }
  throw invalidOption(
    `Computing Katz centrality: with alpha ${alpha}, the sum over walks does not converge. Give an alpha well below 1 / the largest eigenvalue of the graph.`,
    { alpha },
  );
}

/** Default alpha of a graph without cycles, which allows any alpha. It is also networkx's default. */
const DEFAULT_ALPHA = 0.1;

/** Returns `requested`, or a default for null. `requested` must be below `limit`, which is infinite without cycles. */
export function katzAlpha(requested: number | null, radius: number) {
  const limit = radius > 0 ? 1 / radius : Number.POSITIVE_INFINITY;
  if (requested === null) return { alpha: radius > 0 ? limit / 2 : DEFAULT_ALPHA, limit };
  if (requested < limit) return { alpha: requested, limit };
  throw invalidOption(
    `Computing Katz centrality: alpha ${requested} is too large, because longer walks would count more and more. In this graph it must be below ${limit.toPrecision(6)} (1 / the largest eigenvalue, ${radius.toPrecision(6)}).`,
    { alpha: requested, limit },
  );
}

const POWER_ROUNDS = 500;
const POWER_TOLERANCE = 1e-12;

/**
 * Returns the largest eigenvalue of the adjacency matrix A, or 0 if no edge is on a cycle (undirected: if there is no
 * edge). Uses power iteration on A + I, which has one eigenvalue of largest size even if the graph is bipartite. In
 * directed graphs, omits nodes that are neither on nor between cycles, because they only add eigenvalues of 0.
 */
export function spectralRadius({ order, directed, predecessors, successors }: Graph): number {
  const isKept = directed ? nodesBetweenCycles(order, successors, predecessors) : new Uint8Array(order).fill(1);
  let vector = Float64Array.from(isKept, (kept) => kept);
  let estimate = 0;
  let stableRounds = 0;
  for (let round = 0; round < POWER_ROUNDS; round++) {
    const length = Math.sqrt(sumOfSquares(vector));
    if (length === 0) return 0;
    const next = new Float64Array(order);
    let quotient = 0;
    for (let node = 0; node < order; node++) {
      if (isKept[node] === 0) continue;
      const own = (vector[node] as number) / length;
      // Omitted nodes have the value 0.
      const arriving = sumOver(predecessors, node, vector) / length;
      next[node] = own + arriving;
      quotient += own * arriving;
    }
    const change = Math.abs(quotient - estimate);
    estimate = quotient;
    vector = next;
    // One small change may be a coincidence.
    stableRounds = change <= POWER_TOLERANCE * Math.max(estimate, 1e-300) ? stableRounds + 1 : 0;
    if (stableRounds === 5 || estimate === 0) break;
  }
  return estimate;
}

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

/** Node n has edges to targets[starts[n] .. starts[n + 1]), which are distinct, and ascend if there are no weights. */
export interface Adjacency {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
  readonly weights: Float64Array | null;
}

export function sumOver({ starts, targets, weights }: Adjacency, node: number, values: Float64Array): number {
  let sum = 0;
  const end = starts[node + 1] as number;
  for (let at = starts[node] as number; at < end; at++) {
    const value = values[targets[at] as number] as number;
    // Skips 0, because the weights of repeated edges may add up to infinity, and 0 times infinity is NaN.
    if (value !== 0) sum += value * (weights === null ? 1 : (weights[at] as number));
  }
  return sum;
}

export interface Graph {
  readonly order: number;
  readonly directed: boolean;
  /** Outgoing edges of each node; `predecessors`: incoming edges. In an undirected graph, both are `neighbours`. */
  readonly successors: Adjacency;
  readonly predecessors: Adjacency;
  readonly neighbours: Adjacency;
}

export interface EdgeColumns {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** Weight of each edge, > 0; null if all weights are 1. */
  readonly weights: Float64Array | null;
  readonly order: number;
}

/** Builds a graph like networkx's Graph or DiGraph, without loops. Sums weights of repeated edges. Cost O(input). */
export function buildGraph(columns: EdgeColumns, directed: boolean) {
  const kept = withoutLoops(columns);
  const neighbours = adjacency(bothWays(kept));
  const successors = directed ? adjacency(kept) : neighbours;
  const reversed = { ...kept, sources: kept.targets, targets: kept.sources };
  const predecessors = directed ? adjacency(reversed) : neighbours;
  const edges = directed ? successors.targets.length : neighbours.targets.length / 2;
  const graph: Graph = { order: columns.order, directed, successors, predecessors, neighbours };
  return {
    graph,
    edges,
    selfLoops: columns.sources.length - kept.sources.length,
    /** Number of edges merged into another edge with the same ends (undirected: in either direction). */
    repeatedEdges: kept.sources.length - edges,
  };
}

function withoutLoops({ sources, targets, weights, order }: EdgeColumns): EdgeColumns {
  const isKept = (_: number, edge: number) => sources[edge] !== targets[edge];
  const keptWeights = weights?.filter(isKept) ?? null;
  return { sources: sources.filter(isKept), targets: targets.filter(isKept), weights: keptWeights, order };
}

function bothWays({ sources, targets, weights, order }: EdgeColumns): EdgeColumns {
  const join = <Column extends Int32Array | Float64Array>(joined: Column, first: Column, second: Column) => {
    joined.set(first);
    joined.set(second, first.length);
    return joined;
  };
  const count = 2 * sources.length;
  return {
    sources: join(new Int32Array(count), sources, targets),
    targets: join(new Int32Array(count), targets, sources),
    weights: weights && join(new Float64Array(count), weights, weights),
    order,
  };
}

function adjacency({ sources, targets, weights, order }: EdgeColumns): Adjacency {
  // Sorts by target, then stably by source, so that each node's targets ascend, and repeated edges are adjacent.
  const edges = sortedBy(sources, order, sortedBy(targets, order, null));
  const starts = new Int32Array(order + 1);
  const found = new Int32Array(edges.length);
  const weighed = weights === null ? null : new Float64Array(edges.length);
  let size = 0;
  let last = -1;
  for (const edge of edges) {
    const source = sources[edge] as number;
    const target = targets[edge] as number;
    if (source !== last || found[size - 1] !== target) {
      found[size++] = target;
      starts[source + 1] = size;
    }
    if (weighed !== null) weighed[size - 1] = (weighed[size - 1] as number) + (weights?.[edge] ?? 0);
    last = source;
  }
  for (let node = 0; node < order; node++)
    starts[node + 1] = Math.max(starts[node] as number, starts[node + 1] as number);
  return { starts, targets: found.slice(0, size), weights: weighed?.slice(0, size) ?? null };
}

function sortedBy(ends: Int32Array, order: number, edges: Int32Array | null): Int32Array {
  const places = new Int32Array(order + 1);
  for (const end of ends) places[end + 1] = (places[end + 1] as number) + 1;
  for (let node = 0; node < order; node++) places[node + 1] = (places[node + 1] as number) + (places[node] as number);
  const sorted = new Int32Array(ends.length);
  for (let at = 0; at < ends.length; at++) {
    const edge = edges === null ? at : (edges[at] as number);
    const end = ends[edge] as number;
    const place = places[end] as number;
    sorted[place] = edge;
    places[end] = place + 1;
  }
  return sorted;
}
