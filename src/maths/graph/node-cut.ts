/** How many nodes must be removed to disconnect a graph? */
import { type Random, shuffle } from "../random.ts";
import type { Adjacency, Graph } from "./centrality.ts";

/**
 * Returns the size of the smallest set of nodes whose removal disconnects the graph, ignoring directions, like
 * networkx's `node_connectivity`; order - 1 if the graph is complete. A cut either keeps a node of smallest degree, and
 * separates it from a node that is not a neighbour, or contains it, and separates two of its neighbours. As many nodes
 * separate two nodes as there are disjoint paths between them (Menger). Cost up to O((order + d²) · d · edges) for the
 * smallest degree d; O(edges) for d < 3. Source: Esfahanian 2013, Connectivity Algorithms, in Topics in Structural
 * Graph Theory.
 * @param options `random` orders the pairs, so if the steps run out, chance decides which are left out
 * @returns size null for an empty graph; `isExact` is false if the steps ran out: there may be a smaller cut
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
  // No cut is smaller, because one node is not enough.
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

/** Yields pairs without an edge: the node with others, then pairs of its neighbours. */
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
 * Returns whether a connected graph, with edges in both directions, has an articulation point. Cost O(edges). Source:
 * Hopcroft and Tarjan 1973 (Communications of the ACM 16, 372-378), without recursion, because graphs may be deep.
 */
export function hasCutNode({ starts, targets }: Adjacency, order: number): boolean {
  if (order < 3) return false;
  /** By node, its number in the order of visits, from 1; 0 if not visited. */
  const visited = new Int32Array(order);
  /** By node, the earliest visit that its subtree has an edge to. */
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
    // The subtree reaches nothing above. The first node has nothing above it, so its branches are counted instead.
    if (above !== 0 && (earliest[node] as number) >= (visited[above] as number)) return true;
    earliest[above] = Math.min(earliest[above] as number, earliest[node] as number);
  }
  return branches > 1;
}

/**
 * Returns a function that counts disjoint paths between two nodes without an edge between them, up to `limit`, and the
 * edges visited. Each breadth-first search adds one path, and may undo parts of earlier ones: from a node on a path, it
 * must first follow that path backwards. So a node has two places: its front, where paths arrive, and its back, where
 * they leave. Cost O(limit · edges). Source: Edmonds and Karp 1972 (Journal of the ACM 19, 248-264), with each node
 * split in two (Even and Tarjan 1975, SIAM Journal on Computing 4, 507-518).
 */
export function disjointPathsOf({ starts, targets }: Adjacency, order: number) {
  /** By node, the previous node on its path; -1 if it is on no path, like the two ends. */
  const before = new Int32Array(order).fill(-1);
  const onPaths: number[] = [];
  /** By front (node) and back (order + node), the place that the search came from; -1 if not reached. */
  const cameFrom = new Int32Array(2 * order).fill(-1);
  const queue = new Int32Array(2 * order);
  let queued = 0;
  let steps = 0;

  const visit = (place: number, previous: number): void => {
    if (cameFrom[place] !== -1) return;
    cameFrom[place] = previous;
    queue[queued++] = place;
  };

  /** Returns the node from which another path reaches `to`; -1 if there is none. */
  const search = (from: number, to: number): number => {
    visit(order + from, order + from);
    for (let first = 0; first < queued; first++) {
      const place = queue[first] as number;
      const node = place % order;
      const previous = before[node] as number;
      if (place < order) {
        visit(order + (previous < 0 ? node : previous), place);
        continue;
      }
      if (previous >= 0) visit(node, place);
      const end = starts[node + 1] as number;
      for (let at = starts[node] as number; at < end; at++) {
        const target = targets[at] as number;
        steps++;
        if (target === to) return node;
        if (before[target] !== node) visit(target, place);
      }
    }
    return -1;
  };

  const join = (last: number): void => {
    const found: [previous: number, place: number][] = [];
    for (let place = order + last; cameFrom[place] !== place; place = cameFrom[place] as number) {
      found.push([cameFrom[place] as number, place]);
    }
    // Reversed edges go first, because their node may have another path from the same search.
    for (const [previous, place] of found) {
      if (previous < order && place - order !== previous) before[previous] = -1;
    }
    for (const [previous, place] of found) {
      if (place >= order || previous - order === place) continue;
      before[place] = previous - order;
      onPaths.push(place);
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
