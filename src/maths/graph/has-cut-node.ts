/**
 * Is there one node without which a graph falls apart?
 */
import type { Adjacency } from "./build-graph.ts";

/**
 * @param adjacency of a connected graph, each edge both ways
 * @returns whether it has an articulation point
 *
 * Cost O(edges). Source: Hopcroft and Tarjan 1973 (Communications of the ACM 16, 372-378), without recursion: a graph may
 * be deeper than the stack.
 */
export function hasCutNode({ starts, targets }: Adjacency, order: number): boolean {
  if (order < 3) return false;
  /** In which order nodes are met, from 1; 0 for those that are not. */
  const met = new Int32Array(order);
  /** The earliest node that can be reached from below without the way down. */
  const earliest = new Int32Array(order);
  const next = starts.slice(0, order);
  const path = [0];
  let count = 1;
  let branches = 0;
  met[0] = 1;
  earliest[0] = 1;
  while (path.length > 0) {
    const node = path.at(-1) ?? 0;
    const at = next[node] ?? 0;
    if (at < (starts[node + 1] ?? 0)) {
      next[node] = at + 1;
      const target = targets[at] ?? 0;
      if (met[target] === 0) {
        if (node === 0) branches++;
        count++;
        met[target] = count;
        earliest[target] = count;
        path.push(target);
      } else earliest[node] = Math.min(earliest[node] ?? 0, met[target] ?? 0);
      continue;
    }
    path.pop();
    const above = path.at(-1);
    if (above === undefined) break;
    // What hangs below the node reaches nothing above it (the first node has nothing above: its branches count).
    if (above !== 0 && (earliest[node] ?? 0) >= (met[above] ?? 0)) return true;
    earliest[above] = Math.min(earliest[above] ?? 0, earliest[node] ?? 0);
  }
  return branches > 1;
}
