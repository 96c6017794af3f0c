import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Adjacency, buildGraph } from "../../../src/maths/graph/centrality.ts";
import { type Edge, edgeColumns, networkxCases, someEdges } from "../../support/graphs.ts";
import { runs } from "../../support/property.ts";

const rowsOf = ({ starts, targets }: Adjacency) =>
  Array.from({ length: starts.length - 1 }, (_, node) => [...targets.subarray(starts[node], starts[node + 1])]);

describe("buildGraph", () => {
  it.each(networkxCases)("keeps the same number of edges as networkx: $name", ({ edges, directed, edge_count }) => {
    const built = buildGraph(edgeColumns(edges), directed);
    const loops = edges.filter(([source, target]) => source === target).length;
    expect(built).toMatchObject({ edges: edge_count, selfLoops: loops });
    expect(built.repeatedEdges).toBe(edges.length - loops - edge_count);
  });

  describe("properties", () => {
    it("buildGraph lists the same neighbours of each node as a plain search through all edges", () => {
      fc.assert(
        fc.property(someEdges, fc.boolean(), (edges, directed) => {
          const { graph } = buildGraph(edgeColumns(edges, 12), directed);
          const listed = (ways: readonly Edge[]) =>
            Array.from({ length: 12 }, (_, node) =>
              [
                ...new Set(ways.filter(([one, other]) => one === node && other !== node).map(([, other]) => other)),
              ].sort((one, other) => one - other),
            );
          const back = edges.map(([source, target]): Edge => [target, source]);
          expect(rowsOf(graph.neighbours)).toEqual(listed([...edges, ...back]));
          expect(rowsOf(graph.successors)).toEqual(listed(directed ? edges : [...edges, ...back]));
          expect(rowsOf(graph.predecessors)).toEqual(listed(directed ? back : [...edges, ...back]));
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("buildGraph counts a reversed edge as repeated, unless the graph is directed", () => {
      const columns = edgeColumns([
        [0, 1],
        [1, 0],
        [0, 1],
      ]);
      expect(buildGraph(columns, false)).toMatchObject({ edges: 1, repeatedEdges: 2 });
      expect(buildGraph(columns, true)).toMatchObject({ edges: 2, repeatedEdges: 1 });
    });

    it("buildGraph adds the weights of repeated edges", () => {
      const { graph } = buildGraph(
        edgeColumns([
          [0, 1, 2],
          [1, 0, 0.5],
          [1, 2, 4],
        ]),
        false,
      );
      expect([...(graph.neighbours.weights ?? [])]).toEqual([2.5, 2.5, 4, 4]);
    });

    it("buildGraph keeps nodes that have only loops or no edges", () => {
      const { graph, selfLoops } = buildGraph(edgeColumns([[1, 1]], 3), false);
      expect(selfLoops).toBe(1);
      expect(rowsOf(graph.neighbours)).toEqual([[], [], []]);
    });

    it("buildGraph builds a graph without nodes", () => {
      expect(buildGraph(edgeColumns([], 0), true)).toMatchObject({ edges: 0, selfLoops: 0, repeatedEdges: 0 });
    });
  });
});
