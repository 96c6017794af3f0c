import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { disjointPathsOf } from "../../../src/maths/graph/node-cut.ts";
import { completeEdges, type Edge, graphOf, networkxCases, someEdges } from "../../support/graphs.ts";
import { runs } from "../../support/property.ts";

function countPaths(edges: readonly Edge[], one: number, other: number, limit = Number.POSITIVE_INFINITY) {
  const { neighbours, order } = graphOf(edges, { order: 25 });
  return disjointPathsOf(neighbours, order)(one, other, limit).count;
}

describe("disjointPathsOf", () => {
  test.each(networkxCases)("matches networkx: $name", ({ edges, paths }) => {
    const { neighbours, order } = graphOf(edges);
    const count = disjointPathsOf(neighbours, order);
    for (const [one, other, expected] of paths) {
      expect([one, other, count(one, other, order).count]).toEqual([one, other, expected]);
    }
  });

  describe("properties", () => {
    const isEdge = (edges: readonly Edge[], one: number, other: number) =>
      edges.some(([source, target]) => (source === one && target === other) || (source === other && target === one));

    it("disjointPathsOf equals the smallest number of nodes that separate two nodes (Menger), found by brute force", () => {
      fc.assert(
        fc.property(someEdges, (edges) => {
          fc.pre(!isEdge(edges, 0, 1));
          expect(countPaths(edges, 0, 1)).toBe(smallestCut(edges, 0, 1));
        }),
        { ...runs, numRuns: 60 },
      );
    });

    it("disjointPathsOf returns the same count in both directions", () => {
      fc.assert(
        fc.property(someEdges, (edges) => {
          fc.pre(!isEdge(edges, 0, 1));
          expect(countPaths(edges, 0, 1)).toBe(countPaths(edges, 1, 0));
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("disjointPathsOf finds two paths even if the shortest path blocks both of them", () => {
      // The shortest path 0-1-2-5 blocks all others; 0-1-4-5 and 0-3-2-5 are two.
      const edges: Edge[] = [
        [0, 1],
        [1, 2],
        [2, 5],
        [0, 3],
        [3, 2],
        [1, 4],
        [4, 6],
        [6, 5],
      ];
      expect(countPaths(edges, 0, 5)).toBe(2);
    });

    it("disjointPathsOf counts no more paths than the limit", () => {
      const withoutOne = completeEdges(8).filter(([one, other]) => one !== 1 || other !== 0);
      expect(countPaths(withoutOne, 0, 1)).toBe(6);
      expect(countPaths(withoutOne, 0, 1, 4)).toBe(4);
      expect(countPaths(withoutOne, 0, 1, 0)).toBe(0);
    });

    it("disjointPathsOf is 0 if the nodes are in different components", () => {
      const edges: Edge[] = [
        [0, 2],
        [1, 3],
      ];
      expect(countPaths(edges, 0, 1)).toBe(0);
    });
  });
});

/** Minimum number of the nodes 2..11 whose removal disconnects 0 and 1. */
function smallestCut(edges: readonly Edge[], one: number, other: number): number {
  let smallest = 10;
  for (let set = 0; set < 1 << 10; set++) {
    const size = set.toString(2).replaceAll("0", "").length;
    if (size < smallest && !reaches(edges, one, other, (node) => node > 1 && (set & (1 << (node - 2))) !== 0)) {
      smallest = size;
    }
  }
  return smallest;
}

function reaches(edges: readonly Edge[], from: number, to: number, isGone: (node: number) => boolean): boolean {
  const seen = new Set([from]);
  for (const node of seen) {
    for (const [source, target] of edges) {
      for (const [one, next] of [
        [source, target],
        [target, source],
      ] as const) {
        if (one === node && !isGone(next)) seen.add(next);
      }
    }
  }
  return seen.has(to);
}
