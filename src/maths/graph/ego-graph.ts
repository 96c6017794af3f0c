/**
 * What lies around a node?
 */
import type { Graph } from "./build-graph.ts";
import { inducedGraphsOf } from "./induced-graph.ts";

/** Gives the graph of a node and of all that is up to `radius` edges away, whichever way they point: node 0 is the centre. */
export type EgoGraphs = (centre: number, radius: number) => Graph;

/** As networkx's `ego_graph(graph, centre, radius, undirected=True)`. Cost of each: O(sum of its nodes' degrees). */
export function egoGraphsOf(graph: Graph): EgoGraphs {
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
        const node = queue[first] ?? 0;
        const stop = starts[node + 1] ?? 0;
        for (let at = starts[node] ?? 0; at < stop; at++) {
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
