import { evenlySeededRandom, type Random } from "../random.ts";
import { meanOf, squaresAround } from "../summary.ts";
import { type Adjacency, type Graph, type KatzOptions, katz } from "./centrality.ts";
import { nodeCut } from "./node-cut.ts";

interface LocalFeaturesOptions {
  /** Maximum steps along edges. If more are needed, betweenness is sampled, and node cuts are upper bounds. */
  readonly steps?: number;
  readonly seed: number;
  readonly twoHop: boolean;
  readonly katz: KatzOptions | null;
}

export type LocalFeatures = ReturnType<ReturnType<typeof localFeaturesOf>>;

/** Default number of steps, which takes about 30 ms. */
export const usualSteps = 2_000_000;
/** Minimum number of source nodes in a sample, even if this takes more than `steps` steps. Fewer would be useless. */
const FEWEST_SOURCES = 32;

/** Returns a function that computes features of a node in O(steps + sum of the degrees in its ego graph). */
export function localFeaturesOf(graph: Graph, options: LocalFeaturesOptions) {
  const { steps = usualSteps, seed, twoHop } = options;
  const egoGraph = egoGraphsOf(graph);
  // Every node gets a new generator, so that its features do not depend on earlier nodes.
  const newRandom = () => evenlySeededRandom(seed);
  const betweennessOf = (ego: Graph) => {
    const sources = Math.max(FEWEST_SOURCES, Math.floor(steps / (ego.order + ego.successors.targets.length)));
    return betweenness(ego, 0, { sources, random: newRandom() });
  };
  const ofTwoHop = (node: number) => {
    const ego = egoGraph(node, 2);
    const others = Int32Array.from({ length: ego.order - 1 }, (_, other) => other + 1);
    return {
      betweennessTwoHop: betweennessOf(ego),
      nodeCut: nodeCut(inducedGraphsOf(ego)(others), { steps, random: newRandom() }),
      katz: options.katz === null ? null : (katz(ego, options.katz)[0] ?? null),
    };
  };
  return (node: number) => ({
    /** Number of distinct neighbours; in a directed graph, number of incoming and outgoing edges. */
    degree: degreeOf(graph, node),
    betweennessOneHop: betweennessOf(egoGraph(node, 1)),
    ...(twoHop ? ofTwoHop(node) : { betweennessTwoHop: null, nodeCut: null, katz: null }),
  });
}

function degreeOf({ directed, successors, predecessors }: Graph, node: number): number {
  const count = ({ starts }: Graph["successors"]) => (starts[node + 1] as number) - (starts[node] as number);
  return count(successors) + (directed ? count(predecessors) : 0);
}

/** Returns a function that makes a subgraph: members[n] becomes node n. Cost O(sum of the members' degrees). */
export function inducedGraphsOf(graph: Graph): (members: Int32Array) => Graph {
  const newNodeOf = new Int32Array(graph.order).fill(-1);
  return (members) => {
    for (let place = 0; place < members.length; place++) newNodeOf[members[place] as number] = place;
    const restrict = (adjacency: Adjacency) => restricted(adjacency, members, newNodeOf);
    const neighbours = restrict(graph.neighbours);
    const successors = graph.directed ? restrict(graph.successors) : neighbours;
    const predecessors = graph.directed ? restrict(graph.predecessors) : neighbours;
    for (const member of members) newNodeOf[member] = -1;
    return { order: members.length, directed: graph.directed, successors, predecessors, neighbours };
  };
}

function restricted({ starts, targets, weights }: Adjacency, members: Int32Array, newNodeOf: Int32Array): Adjacency {
  const ownStarts = new Int32Array(members.length + 1);
  let most = 0;
  for (const member of members) most += (starts[member + 1] as number) - (starts[member] as number);
  const ownTargets = new Int32Array(most);
  const ownWeights = weights === null ? null : new Float64Array(most);
  let size = 0;
  for (let place = 0; place < members.length; place++) {
    const member = members[place] as number;
    const from = size;
    const end = starts[member + 1] as number;
    for (let at = starts[member] as number; at < end; at++) {
      const target = newNodeOf[targets[at] as number] as number;
      if (target < 0) continue;
      if (ownWeights !== null) ownWeights[size] = weights?.[at] ?? 0;
      ownTargets[size++] = target;
    }
    // Targets ascend in the whole graph, but may not after renumbering.
    if (ownWeights === null) ownTargets.subarray(from, size).sort();
    ownStarts[place + 1] = size;
  }
  return { starts: ownStarts, targets: ownTargets.slice(0, size), weights: ownWeights?.slice(0, size) ?? null };
}

/**
 * Returns a function that makes the subgraph of the centre, which becomes node 0, and all nodes up to `radius` edges
 * away, in either direction, like networkx's `ego_graph(graph, centre, radius, undirected=True)`.
 */
export function egoGraphsOf(graph: Graph): (centre: number, radius: number) => Graph {
  const induced = inducedGraphsOf(graph);
  const isSeen = new Uint8Array(graph.order);
  const queue = new Int32Array(graph.order);
  const { starts, targets } = graph.neighbours;
  return (centre, radius) => {
    queue[0] = centre;
    isSeen[centre] = 1;
    let size = 1;
    let first = 0;
    for (let distance = 0; distance < radius; distance++) {
      const end = size;
      for (; first < end; first++) {
        const node = queue[first] as number;
        const stop = starts[node + 1] as number;
        for (let at = starts[node] as number; at < stop; at++) {
          const neighbour = targets[at] as number;
          if (isSeen[neighbour] === 1) continue;
          isSeen[neighbour] = 1;
          queue[size++] = neighbour;
        }
      }
    }
    const members = queue.slice(0, size);
    for (const member of members) isSeen[member] = 0;
    return induced(members);
  };
}

interface BetweennessOptions {
  readonly sources: number;
  readonly random: Random;
}

/**
 * Returns the betweenness of one node, normalised like networkx: Σ σ(s, t | node) / σ(s, t) over ordered pairs of other
 * nodes, divided by (n - 1)(n - 2) for n nodes. σ(s, t) counts the shortest directed paths from s to t, and
 * σ(s, t | node) counts only those through the node. Samples s without replacement: `value` is unbiased, and `error` is
 * its standard error. Cost O(sources · edges). Source: Freeman 1977 (Sociometry 40, 35-41); sampling: Brandes and Pich
 * 2007 (International Journal of Bifurcation and Chaos 17, 2303-2318).
 */
export function betweenness(graph: Graph, node: number, options: BetweennessOptions) {
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
  const value = meanOf(shares);
  const variance = squaresAround(shares, value) / (count - 1);
  const error = Math.sqrt((variance / count) * (1 - count / others));
  return { value, sources: count, isExact: count === others, error };
}

type Paths = ReturnType<typeof newPaths>;

/** Shortest paths from one node. `reached` lists `size` nodes by distance. Nodes without a path have distance -1. */
function newPaths(order: number) {
  return {
    distances: new Int32Array(order).fill(-1),
    counts: new Float64Array(order),
    reached: new Int32Array(order),
    size: 0,
  };
}

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

/** Returns Σ over targets of the share of shortest paths from the source to the target that contain the node. */
function pathsThrough(source: Paths, fromNode: Paths, node: number): number {
  const before = source.distances[node] as number;
  if (before < 0) return 0;
  const count = source.counts[node] as number;
  let sum = 0;
  // Starts at 1, because the first node reached is `node` itself, which is not a target.
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
