import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { hasCutNode } from "../../../src/maths/graph/has-cut-node.ts";
import { type Edge, graphOf, networkxCases, someEdges } from "../../support/graphs.ts";
import { runs } from "../../support/property.ts";

const has = (edges: readonly Edge[]) => {
  const { neighbours, order } = graphOf(edges);
  return hasCutNode(neighbours, order);
};

describe("hasCutNode", () => {
  test.each(networkxCases.filter((one) => one.node_cut_of_all > 0))(
    "is true where networkx finds a cut of one node: $name",
    ({ edges, node_cut_of_all }) => {
      expect(has(edges)).toBe(node_cut_of_all === 1);
    },
  );

  it("is true where leaving some node out disconnects the others", () => {
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

  it("is false in a graph of one or two nodes, and in a long ring; true in a path deeper than any stack", () => {
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
