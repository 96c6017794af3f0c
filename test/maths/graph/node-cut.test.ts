import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { hasCutNode, nodeCut } from "../../../src/maths/graph/node-cut.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { completeEdges, type Edge, graphOf, networkxCases, someEdges } from "../../support/graphs.ts";
import { runs } from "../../support/property.ts";

const exact = { steps: Number.POSITIVE_INFINITY, random: seededRandom(1) };

describe("nodeCut", () => {
  test.each(networkxCases)("matches networkx: $name", ({ edges, directed, node_cut_of_all }) => {
    expect(nodeCut(graphOf(edges, { directed }), exact)).toMatchObject({ size: node_cut_of_all, isExact: true });
  });

  describe("edge cases", () => {
    it("nodeCut is the number of nodes - 1 in a complete graph, which cannot be disconnected", () => {
      expect(nodeCut(graphOf(completeEdges(5)), exact).size).toBe(4);
      expect(nodeCut(graphOf(completeEdges(2)), exact).size).toBe(1);
      expect(nodeCut(graphOf([], { order: 1 }), exact)).toEqual({ size: 0, kind: "complete", isExact: true });
    });

    it("nodeCut is 0 in a disconnected graph", () => {
      const two: Edge[] = [...completeEdges(4), ...completeEdges(4).map(([one, other]): Edge => [one + 4, other + 4])];
      expect(nodeCut(graphOf(two), exact).size).toBe(0);
      expect(nodeCut(graphOf([[0, 1]], { order: 3 }), exact)).toMatchObject({ size: 0, kind: "disconnected" });
    });

    it("nodeCut is null without nodes", () => {
      expect(nodeCut(graphOf([], { order: 0 }), exact)).toEqual({ size: null, kind: "empty", isExact: true });
    });

    it("nodeCut finds the smallest cut even if it consists of several nodes", () => {
      // Two complete graphs of six that share nodes 0 and 1, the only cut of two nodes.
      const left = completeEdges(6);
      const right = completeEdges(6).map(
        ([one, other]): Edge => [one < 2 ? one : one + 4, other < 2 ? other : other + 4],
      );
      expect(nodeCut(graphOf([...left, ...right]), exact).size).toBe(2);
      // A wheel: its hub, of degree 6, is in every cut.
      const wheel: Edge[] = [0, 1, 2, 3, 4, 5].flatMap((node): Edge[] => [
        [node, (node + 1) % 6],
        [6, node],
      ]);
      expect(nodeCut(graphOf(wheel), exact).size).toBe(3);
    });

    it("nodeCut returns an upper bound, marked as not exact, if the steps run out", () => {
      // Two complete graphs of 20 that share 3 nodes: all degrees are much larger than the cut.
      const left = completeEdges(20);
      const right = completeEdges(20).map(
        ([one, other]): Edge => [one < 3 ? one : one + 17, other < 3 ? other : other + 17],
      );
      const graph = graphOf([...left, ...right]);
      expect(nodeCut(graph, exact)).toEqual({ size: 3, kind: "connected", isExact: true });
      const { size, isExact } = nodeCut(graph, { ...exact, steps: 1 });
      expect(isExact).toBe(false);
      expect(size).toBeGreaterThanOrEqual(3);
      expect(size).toBeLessThanOrEqual(19);
    });

    it("nodeCut is exact if the steps run out at the last pair of nodes", () => {
      // Complete except for one edge: no other pair can be separated.
      const edges = completeEdges(6).filter(([one, other]) => Math.max(one, other) < 5 || Math.min(one, other) > 0);
      expect(edges).toHaveLength(14);
      expect(nodeCut(graphOf(edges), { ...exact, steps: 1 })).toEqual({ size: 4, kind: "connected", isExact: true });
    });
  });
});

const has = (edges: readonly Edge[]) => {
  const { neighbours, order } = graphOf(edges);
  return hasCutNode(neighbours, order);
};

describe("hasCutNode", () => {
  test.each(networkxCases.filter((one) => one.node_cut_of_all > 0))(
    "is true exactly if networkx finds a cut of one node: $name",
    ({ edges, node_cut_of_all }) => {
      expect(has(edges)).toBe(node_cut_of_all === 1);
    },
  );

  it("is true exactly if the removal of some node disconnects the other nodes", () => {
    fc.assert(
      fc.property(someEdges, (drawn) => {
        // A path through all 12 nodes in some order keeps the graph connected.
        const edges = [
          ...drawn,
          ...Array.from({ length: 11 }, (_, node): Edge => [(node * 5) % 12, (node * 5 + 5) % 12]),
        ];
        const expected = Array.from({ length: 12 }, (_, gone) => gone).some((gone) => !isConnectedWithout(edges, gone));
        expect(has(edges)).toBe(expected);
      }),
      runs,
    );
  });

  it("is false for tiny graphs and a long ring, and true for a long path, without overflowing the stack", () => {
    expect(hasCutNode(graphOf([], { order: 1 }).neighbours, 1)).toBe(false);
    expect(has([[0, 1]])).toBe(false);
    const path = Array.from({ length: 50_000 }, (_, node): Edge => [node, node + 1]);
    const columns = { order: 50_001 };
    expect(hasCutNode(graphOf(path, columns).neighbours, 50_001)).toBe(true);
    expect(hasCutNode(graphOf([...path, [50_000, 0]], columns).neighbours, 50_001)).toBe(false);
  });
});

function isConnectedWithout(edges: readonly Edge[], gone: number): boolean {
  const seen = new Set([gone === 0 ? 1 : 0]);
  for (const node of seen) {
    for (const [one, other] of edges) {
      if (one === node && other !== gone) seen.add(other);
      if (other === node && one !== gone) seen.add(one);
    }
  }
  return seen.size === 11;
}
