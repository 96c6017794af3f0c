import { describe, expect, it } from "vitest";
import { madeEdges } from "../../src/bench/made-edges.ts";
import { buildGraph } from "../../src/maths/graph/build-graph.ts";

describe("madeEdges", () => {
  it("has as many edges as asked for, all but a few of them distinct, between all of the nodes", () => {
    const made = madeEdges(2000, 10_000, 1);
    expect([made.sources.length, made.targets.length, made.order]).toEqual([10_000, 10_000, 2000]);
    expect(Math.max(...made.sources, ...made.targets)).toBeLessThan(2000);
    expect(Math.min(...made.sources, ...made.targets)).toBeGreaterThanOrEqual(0);
    const { graph, edges } = buildGraph(made, false);
    // About 5 loops (1 in 2,000) and 25 pairs drawn twice (10,000² / 2 pairs of draws among 1,999,000 pairs of nodes).
    expect(edges).toBeGreaterThan(9900);
    expect(graph.neighbours.targets).toHaveLength(2 * edges);
  });

  it("is the same for the same seed and another for another", () => {
    expect(madeEdges(100, 500, 7)).toEqual(madeEdges(100, 500, 7));
    expect(madeEdges(100, 500, 7)).not.toEqual(madeEdges(100, 500, 8));
  });
});
