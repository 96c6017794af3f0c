import { describe, expect, it } from "vitest";
import { egoGraphsOf, inducedGraphsOf } from "../../../src/maths/graph/local-features.ts";
import { graphOf } from "../../support/graphs.ts";

describe("inducedGraphsOf", () => {
  const square = graphOf([
    [0, 1, 1],
    [1, 2, 2],
    [2, 3, 3],
    [3, 0, 4],
  ]);

  it("keeps the edges between members, in the order of members, with their weights", () => {
    const { order, neighbours } = inducedGraphsOf(square)(Int32Array.of(3, 2, 1));
    expect(order).toBe(3);
    expect([...neighbours.starts]).toEqual([0, 1, 3, 4]);
    expect([...neighbours.targets].map((target, at) => [target, neighbours.weights?.[at]])).toEqual([
      [1, 3],
      // Node 2 of the square keeps the weights of its edges.
      [2, 2],
      [0, 3],
      [1, 2],
    ]);
  });

  it("keeps the directions of edges", () => {
    const path = graphOf(
      [
        [0, 1],
        [1, 2],
      ],
      { directed: true },
    );
    const { successors, predecessors, neighbours } = inducedGraphsOf(path)(Int32Array.of(1, 0));
    expect([[...successors.starts], [...successors.targets]]).toEqual([[0, 0, 1], [0]]);
    expect([[...predecessors.starts], [...predecessors.targets]]).toEqual([[0, 1, 1], [1]]);
    expect([[...neighbours.starts], [...neighbours.targets]]).toEqual([
      [0, 1, 2],
      [1, 0],
    ]);
  });

  it("returns the same graph again after a call for other members", () => {
    const induced = inducedGraphsOf(square);
    const first = induced(Int32Array.of(0, 1));
    induced(Int32Array.of(2, 3));
    expect(induced(Int32Array.of(0, 1))).toEqual(first);
  });

  it("builds a graph without nodes", () => {
    expect(inducedGraphsOf(square)(new Int32Array(0))).toMatchObject({ order: 0 });
  });
});

describe("egoGraphsOf", () => {
  // 0 - 1 - 2 - 3 - 0, and 3 - 4 - 5.
  const graph = graphOf([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [3, 4],
    [4, 5],
  ]);
  const sizeOf = (centre: number, radius: number) => {
    const { order, neighbours } = egoGraphsOf(graph)(centre, radius);
    return { order, edges: neighbours.targets.length / 2 };
  };

  it("contains nearby nodes and the edges between them", () => {
    expect(sizeOf(0, 0)).toEqual({ order: 1, edges: 0 });
    expect(sizeOf(0, 1)).toEqual({ order: 3, edges: 2 });
    expect(sizeOf(0, 2)).toEqual({ order: 5, edges: 5 });
    expect(sizeOf(0, 9)).toEqual({ order: 6, edges: 6 });
  });

  it("has the centre as node 0", () => {
    const { neighbours } = egoGraphsOf(graph)(5, 1);
    expect([...neighbours.targets]).toEqual([1, 0]);
    expect([...egoGraphsOf(graph)(3, 1).neighbours.starts]).toEqual([0, 3, 4, 5, 6]);
  });

  it("also follows directed edges backwards", () => {
    const inward = graphOf(
      [
        [1, 0],
        [2, 1],
      ],
      { directed: true },
    );
    expect(egoGraphsOf(inward)(0, 2).order).toBe(3);
  });

  it("returns the same graph again after a call for another centre", () => {
    const egoGraph = egoGraphsOf(graph);
    const first = egoGraph(0, 1);
    egoGraph(4, 2);
    expect(egoGraph(0, 1)).toEqual(first);
  });
});
