import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { betweenness } from "../../../src/maths/graph/local-features.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { completeEdges, type Edge, graphOf, networkxCases, someEdges } from "../../support/graphs.ts";
import { runs } from "../../support/property.ts";

const exact = { sources: Number.POSITIVE_INFINITY, random: seededRandom(1) };
const star = Array.from({ length: 40 }, (_, leaf): Edge => [0, leaf + 1]);

describe("betweenness", () => {
  test.each(networkxCases)("matches networkx: $name", ({ edges, directed, betweenness: expected }) => {
    const graph = graphOf(edges, { directed });
    expected.forEach((value, node) => {
      expect(betweenness(graph, node, exact).value).toBeCloseTo(value, 12);
    });
  });

  describe("properties", () => {
    it("betweenness matches graphology for every node of any graph", () => {
      // CommonJS whose types declare a default export that it does not have.
      const load = createRequire(import.meta.url);
      const { DirectedGraph, UndirectedGraph } = load("graphology");
      const betweennessCentrality = load("graphology-metrics/centrality/betweenness.js");
      fc.assert(
        fc.property(someEdges, fc.boolean(), (edges, directed) => {
          const other = directed ? new DirectedGraph() : new UndirectedGraph();
          for (let node = 0; node < 12; node++) other.addNode(node);
          for (const [source, target] of edges) if (source !== target) other.mergeEdge(source, target);
          const expected = betweennessCentrality(other);
          const graph = graphOf(edges, { directed, order: 12 });
          for (let node = 0; node < 12; node++) {
            expect(betweenness(graph, node, exact).value).toBeCloseTo(expected[node], 12);
          }
        }),
        runs,
      );
    });

    it("betweenness estimates the exact value from samples without bias, and states the error correctly", () => {
      const [{ edges, betweenness: expected } = { edges: [], betweenness: [0] }] = networkxCases;
      const node = expected.indexOf(Math.max(...expected));
      const graph = graphOf(edges);
      const random = seededRandom(1);
      const samples = Array.from({ length: 2000 }, () => betweenness(graph, node, { sources: 8, random }));
      const mean = samples.reduce((sum, { value }) => sum + value, 0) / samples.length;
      const spread = Math.sqrt(samples.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / samples.length);
      const stated = Math.sqrt(samples.reduce((sum, { error }) => sum + error ** 2, 0) / samples.length);
      expect(Math.abs(mean - (expected[node] ?? 0))).toBeLessThan((4 * spread) / Math.sqrt(samples.length));
      // The variance is unbiased: over 2000 samples, the stated error is the real one to a few percent.
      expect(stated / spread).toBeGreaterThan(0.9);
      expect(stated / spread).toBeLessThan(1.1);
    });
  });

  describe("edge cases", () => {
    it("betweenness returns the number of sources, and marks the value as exact if all nodes were sources", () => {
      const graph = graphOf(star);
      expect(betweenness(graph, 0, { ...exact, sources: 10 })).toMatchObject({
        value: 1,
        sources: 10,
        isExact: false,
        error: 0,
      });
      expect(betweenness(graph, 0, { ...exact, sources: 40 })).toEqual({
        value: 1,
        sources: 40,
        isExact: true,
        error: 0,
      });
      expect(betweenness(graph, 0, exact).sources).toBe(40);
    });

    it("betweenness is 0 at a leaf, and at a node of a complete graph", () => {
      expect(betweenness(graphOf(star), 3, exact).value).toBe(0);
      expect(betweenness(graphOf(completeEdges(5)), 2, exact).value).toBe(0);
    });

    it("betweenness is 0 in a graph of one or two nodes, as in networkx", () => {
      expect(betweenness(graphOf([], { order: 1 }), 0, exact)).toEqual({
        value: 0,
        sources: 0,
        isExact: true,
        error: 0,
      });
      expect(betweenness(graphOf([[0, 1]]), 1, exact)).toEqual({ value: 0, sources: 1, isExact: true, error: 0 });
    });

    it("betweenness draws the same sample for the same seed", () => {
      const graph = graphOf(networkxCases[0]?.edges ?? []);
      const sample = () => betweenness(graph, 1, { sources: 5, random: seededRandom(7) });
      expect(sample()).toEqual(sample());
    });
  });
});
