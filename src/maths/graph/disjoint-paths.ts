/** How many paths between two nodes share no node on the way? */
import type { Adjacency } from "./build-graph.ts";

interface DisjointPaths {
  /** 0..limit */
  readonly count: number;
  /** Edges looked at: what it cost. */
  readonly steps: number;
}

/**
 * Gives a function that counts paths between two different nodes without an edge between them, up to `limit`. It keeps
 * its memory between calls.
 *
 * Each search (breadth first) adds one path, and may turn back parts of earlier ones: from a node on a path it must first
 * follow that path backwards. So a node is two places: its front, where paths arrive, and its back, where they leave.
 * Cost O(limit · edges). Source: Edmonds and Karp 1972 (Journal of the ACM 19, 248-264), with each node split in two
 * (Even and Tarjan 1975, SIAM Journal on Computing 4, 507-518).
 */
export function disjointPathsOf(
  { starts, targets }: Adjacency,
  order: number,
): (from: number, to: number, limit: number) => DisjointPaths {
  /** The node before it on the one path that runs through a node, -1 where none does. The two ends are on none. */
  const before = new Int32Array(order).fill(-1);
  const onPaths: number[] = [];
  /** By front (node) and back (order + node): the place that the search came from, -1 where it was not. */
  const cameFrom = new Int32Array(2 * order).fill(-1);
  const queue = new Int32Array(2 * order);
  let queued = 0;
  let steps = 0;

  const visit = (place: number, previous: number): void => {
    if (cameFrom[place] !== -1) return;
    cameFrom[place] = previous;
    queue[queued++] = place;
  };

  /** The node from which a further path reaches `to`; -1 where there is none. */
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
    // What is turned back goes first: its node may have got another path in the same search.
    for (const [previous, place] of found) {
      if (previous < order && place - order !== previous) before[previous] = -1;
    }
    for (const [previous, place] of found) {
      if (place >= order || previous - order === place) continue;
      before[place] = previous - order;
      onPaths.push(place);
    }
  };

  return (from, to, limit) => {
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
