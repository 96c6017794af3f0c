/** How does a list of edges become a graph that algorithms can walk? Nodes are numbers from 0. */

/** Node n leads to targets[starts[n] .. starts[n + 1]), each once, never to itself, rising (but in weighted subgraphs). */
export interface Adjacency {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
  /** By target, > 0; null if each edge weighs 1. */
  readonly weights: Float64Array | null;
}

export function sumOver({ starts, targets, weights }: Adjacency, node: number, values: Float64Array): number {
  let sum = 0;
  const end = starts[node + 1] as number;
  for (let at = starts[node] as number; at < end; at++) {
    const value = values[targets[at] as number] as number;
    // Weights of repeated edges are added, and may be infinite together.
    if (value !== 0) sum += value * (weights === null ? 1 : (weights[at] as number));
  }
  return sum;
}

export interface Graph {
  readonly order: number;
  readonly directed: boolean;
  /** Where edges lead, and where they come from; in an undirected graph both are `neighbours`. */
  readonly successors: Adjacency;
  readonly predecessors: Adjacency;
  readonly neighbours: Adjacency;
}

export interface EdgeColumns {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** Each > 0; null if each edge weighs 1. */
  readonly weights: Float64Array | null;
  readonly order: number;
}

export type BuiltGraph = ReturnType<typeof buildGraph>;

/** Simple graphs only, as networkx's Graph and DiGraph without loops. Cost O(nodes + edges). */
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
    /** Counted once, their weights added; undirected, the other way round is the same edge. */
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
  // Stable: sorted by target and then by source, each node's targets rise, and repeated ones are next to each other.
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
