import { describe, expect, it } from "vitest";
import { egoGraphsOf } from "../../../src/maths/graph/ego-graph.ts";
import { graphOf } from "../../support/graphs.ts";

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

  it("holds what is near, and the edges between", () => {
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

  it("follows edges against their direction too", () => {
    const inward = graphOf(
      [
        [1, 0],
        [2, 1],
      ],
      { directed: true },
    );
    expect(egoGraphsOf(inward)(0, 2).order).toBe(3);
  });

  it("forgets one centre before the next", () => {
    const egoGraph = egoGraphsOf(graph);
    const first = egoGraph(0, 1);
    egoGraph(4, 2);
    expect(egoGraph(0, 1)).toEqual(first);
  });
});
