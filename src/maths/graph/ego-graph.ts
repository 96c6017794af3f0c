/** Which graph do some nodes form among themselves, and what lies around one? */
import type { Adjacency, Graph } from "./build-graph.ts";

/**
 * Makes graphs of some nodes of one graph: `members[n]` becomes node n. Cost of each: O(sum of the members' degrees); the
 * places of all nodes are kept between calls.
 */
export function inducedGraphsOf(graph: Graph): (members: Int32Array) => Graph {
  const placeOf = new Int32Array(graph.order).fill(-1);
  return (members) => {
    for (let place = 0; place < members.length; place++) placeOf[members[place] as number] = place;
    const restrict = (adjacency: Adjacency) => restricted(adjacency, members, placeOf);
    const neighbours = restrict(graph.neighbours);
    const successors = graph.directed ? restrict(graph.successors) : neighbours;
    const predecessors = graph.directed ? restrict(graph.predecessors) : neighbours;
    for (const member of members) placeOf[member] = -1;
    return { order: members.length, directed: graph.directed, successors, predecessors, neighbours };
  };
}

function restricted({ starts, targets, weights }: Adjacency, members: Int32Array, placeOf: Int32Array): Adjacency {
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
      const target = placeOf[targets[at] as number] as number;
      if (target < 0) continue;
      if (ownWeights !== null) ownWeights[size] = weights?.[at] ?? 0;
      ownTargets[size++] = target;
    }
    // Rising numbers of the whole graph need not rise here.
    if (ownWeights === null) ownTargets.subarray(from, size).sort();
    ownStarts[place + 1] = size;
  }
  return { starts: ownStarts, targets: ownTargets.slice(0, size), weights: ownWeights?.slice(0, size) ?? null };
}

/**
 * Gives the graph of a node, which becomes node 0, and of all that is up to `radius` edges away, whichever way they point:
 * networkx's `ego_graph(graph, centre, radius, undirected=True)`. Cost of each: O(sum of its nodes' degrees).
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
