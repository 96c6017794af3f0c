import { type Random, shuffle } from "../random.ts";
import type { Adjacency, Graph } from "./centrality.ts";

/**
 * Returns the size of the smallest set of nodes whose removal disconnects the graph, ignoring directions, like
 * networkx's `node_connectivity`; order - 1 if the graph is complete. Let v be a node of smallest degree d. A smallest
 * cut either separates v from a node that is not its neighbour, or contains v and separates two neighbours of v. The
 * number of nodes needed to separate two nodes is the number of disjoint paths between them (Menger). Cost O((order +
 * d²) · d · edges). Source: Esfahanian 2013, Connectivity Algorithms, in Topics in Structural Graph Theory.
 * @param options - `steps`: number of visited edges after which no further pair is tried; `random`: shuffles v's pairs
 * @returns `size` null for an empty graph; `isExact` false if the steps ran out, because there may be a smaller cut
 */
export function nodeCut({ order, neighbours }: Graph, options: { readonly steps: number; readonly random: Random }) {
  if (order === 0) return { size: null, kind: "empty", isExact: true };
  const { node, degree } = smallestDegree(neighbours, order);
  if (degree === order - 1) return { size: degree, kind: "complete", isExact: true };
  if (degree === 0 || !isConnected(neighbours, order)) return { size: 0, kind: "disconnected", isExact: true };
  const kind = "connected";
  if (degree === 1 || hasCutNode(neighbours, order)) return { size: 1, kind, isExact: true };
  const countPaths = disjointPathsOf(neighbours, order);
  let size = degree;
  let steps = 0;
  // A cut of 1 was excluded above, so a cut of 2 is the smallest.
  if (size === 2) return { size, kind, isExact: true };
  for (const [one, other] of pairsToSeparate(neighbours, order, node, options.random)) {
    if (steps > options.steps) return { size, kind, isExact: false };
    const paths = countPaths(one, other, size);
    size = Math.min(size, paths.count);
    steps += paths.steps;
    if (size === 2) break;
  }
  return { size, kind, isExact: true };
}

function smallestDegree({ starts }: Adjacency, order: number) {
  let [node, degree] = [0, order];
  for (let other = 0; other < order; other++) {
    const ofOther = (starts[other + 1] as number) - (starts[other] as number);
    if (ofOther < degree) [node, degree] = [other, ofOther];
  }
  return { node, degree };
}

function isConnected({ starts, targets }: Adjacency, order: number): boolean {
  const isSeen = new Uint8Array(order);
  const queue = new Int32Array(order);
  isSeen[0] = 1;
  let size = 1;
  for (let first = 0; first < size; first++) {
    const node = queue[first] as number;
    for (let at = starts[node] as number; at < (starts[node + 1] as number); at++) {
      const target = targets[at] as number;
      if (isSeen[target] === 1) continue;
      isSeen[target] = 1;
      queue[size++] = target;
    }
  }
  return size === order;
}

/** Yields pairs of nodes without an edge between them: first the pairs of `node`, then pairs of its neighbours. */
function* pairsToSeparate(
  adjacency: Adjacency,
  order: number,
  node: number,
  random: Random,
): Iterable<readonly [one: number, other: number]> {
  const around = neighboursOf(adjacency, node);
  const isAround = new Set(around);
  const others: number[] = [];
  for (let other = 0; other < order; other++) if (other !== node && !isAround.has(other)) others.push(other);
  for (const other of shuffle(others, random)) yield [node, other];
  for (const [place, one] of around.entries()) {
    const isNext = new Set(neighboursOf(adjacency, one));
    for (const other of around.subarray(place + 1)) if (!isNext.has(other)) yield [one, other];
  }
}

function neighboursOf({ starts, targets }: Adjacency, node: number): Int32Array {
  return targets.subarray(starts[node], starts[node + 1]);
}

/**
 * Returns true if a connected graph has a node whose removal disconnects it. The adjacency must have both directions of
 * each edge. Cost O(edges). Does not recurse: graphs may be deep. Source: Hopcroft and Tarjan 1973 (CACM 16, 372-378).
 */
export function hasCutNode({ starts, targets }: Adjacency, order: number): boolean {
  /** Position of each node in the order of visits, from 1; 0 if not visited. */
  const visited = new Int32Array(order);
  /** For each node, the smallest position in `visited` that an edge from its subtree leads to. */
  const earliest = new Int32Array(order);
  const next = starts.slice(0, order);
  const path = [0];
  let count = 1;
  let branches = 0;
  visited[0] = 1;
  earliest[0] = 1;
  while (path.length > 0) {
    const node = path.at(-1) as number;
    const at = next[node] as number;
    if (at < (starts[node + 1] as number)) {
      next[node] = at + 1;
      const target = targets[at] as number;
      if (visited[target] === 0) {
        if (node === 0) branches++;
        count++;
        visited[target] = count;
        earliest[target] = count;
        path.push(target);
      } else earliest[node] = Math.min(earliest[node] as number, visited[target] as number);
      continue;
    }
    path.pop();
    const above = path.at(-1);
    if (above === undefined) break;
    // If no edge leads from the node's subtree to a node visited before `above`, removing `above` cuts off the subtree.
    // The first node is different: its removal disconnects the graph if it has several branches.
    if (above !== 0 && (earliest[node] as number) >= (visited[above] as number)) return true;
    earliest[above] = Math.min(earliest[above] as number, earliest[node] as number);
  }
  return branches > 1;
}

/**
 * Returns a function that counts the disjoint paths (up to `limit`) between two nodes that are not neighbours, and the
 * edges visited. Each breadth-first search adds one path. If the search arrives at a node of an earlier path, it must
 * go back along that path by at least one edge. These edges are then removed from that path. To enforce this, the
 * search treats each node n as two states. Paths arrive at its front (state n) and leave from its back (state
 * order + n). Cost O(limit · edges). Source: Edmonds and Karp 1972 (JACM 19, 248-264); two states: Even and Tarjan 1975
 * (SIAM Journal on Computing 4, 507-518).
 */
export function disjointPathsOf({ starts, targets }: Adjacency, order: number) {
  /** For each node, the previous node on its path; -1 for nodes on no path and for the two ends. */
  const before = new Int32Array(order).fill(-1);
  const onPaths: number[] = [];
  /** For each state (front or back of a node), the state from which the search reached it; -1 if not reached. */
  const cameFrom = new Int32Array(2 * order).fill(-1);
  const queue = new Int32Array(2 * order);
  let queued = 0;
  let steps = 0;

  const visit = (state: number, previous: number): void => {
    if (cameFrom[state] !== -1) return;
    cameFrom[state] = previous;
    queue[queued++] = state;
  };

  /** Searches for one more path. Returns the node before `to` on this path; -1 if there is no such path. */
  const search = (from: number, to: number): number => {
    visit(order + from, order + from);
    for (let first = 0; first < queued; first++) {
      const state = queue[first] as number;
      const node = state % order;
      const previous = before[node] as number;
      if (state < order) {
        visit(order + (previous < 0 ? node : previous), state);
        continue;
      }
      if (previous >= 0) visit(node, state);
      const end = starts[node + 1] as number;
      for (let at = starts[node] as number; at < end; at++) {
        const target = targets[at] as number;
        steps++;
        if (target === to) return node;
        if (before[target] !== node) visit(target, state);
      }
    }
    return -1;
  };

  const join = (last: number): void => {
    const found: [previous: number, state: number][] = [];
    for (let state = order + last; cameFrom[state] !== state; state = cameFrom[state] as number) {
      found.push([cameFrom[state] as number, state]);
    }
    // First removes edges that the search followed backwards. The second loop then gives new edges to some nodes.
    for (const [previous, state] of found) {
      if (previous < order && state - order !== previous) before[previous] = -1;
    }
    for (const [previous, state] of found) {
      if (state >= order || previous - order === state) continue;
      before[state] = previous - order;
      onPaths.push(state);
    }
  };

  return (from: number, to: number, limit: number) => {
    steps = 0;
    let count = 0;
    for (let last = 0; count < limit && last >= 0; ) {
      last = search(from, to);
      if (last >= 0) {
        join(last);
        count++;
      }
      for (let place = 0; place < queued; place++) cameFrom[queue[place] as number] = -1;
      queued = 0;
    }
    for (const node of onPaths) before[node] = -1;
    onPaths.length = 0;
    return { count, steps };
  };
}
