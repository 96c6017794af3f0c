import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { makeNumberedNames } from "../../../src/core/titles/name-table.ts";
import { katz } from "../../../src/maths/graph/centrality.ts";
import { localFeaturesOf } from "../../../src/maths/graph/local-features.ts";
import { completeEdges, type Edge, graphOf, networkxCases } from "../../support/graphs.ts";
import { hasShared, sharedFolder } from "../../support/shared.ts";

const plain = { seed: 1, twoHop: true, katz: null };

describe("localFeaturesOf", () => {
  test.each(networkxCases)("matches networkx around every node: $name", (expected) => {
    const featuresOf = localFeaturesOf(graphOf(expected.edges, expected), plain);
    expected.degree.forEach((degree, node) => {
      const features = featuresOf(node);
      expect(features.degree).toBe(degree);
      expect(features.betweennessOneHop.value).toBeCloseTo(expected.betweenness_1hop[node] ?? -1, 12);
      expect(features.betweennessTwoHop?.value).toBeCloseTo(expected.betweenness_2hop[node] ?? -1, 12);
      expect(features.nodeCut).toMatchObject({ size: expected.node_cut[node], isExact: true });
    });
  });

  // networkx 3.6.1, see golden/README.md
  test.skipIf(!hasShared)("matches the golden values", () => {
    const golden = JSON.parse(readFileSync(`${sharedFolder}golden/experiment/graph.json`, "utf8"));
    const names = makeNumberedNames();
    const edges = golden.edges.map(([one, other]: [string, string]): Edge => [names.add(one), names.add(other)]);
    const graph = graphOf(edges);
    const featuresOf = localFeaturesOf(graph, plain);
    const each = (expected: Record<string, number>, check: (node: number, value: number) => void) => {
      const entries = Object.entries(expected);
      expect(entries.length).toBeGreaterThan(10);
      for (const [name, value] of entries) check(names.find(name), value);
    };
    each(golden.degree, (node, value) => expect(featuresOf(node).degree).toBe(value));
    each(golden.betweenness_1hop_ego, (node, value) =>
      expect(featuresOf(node).betweennessOneHop.value).toBeCloseTo(value, 10),
    );
    each(golden.betweenness_2hop_ego, (node, value) =>
      expect(featuresOf(node).betweennessTwoHop?.value).toBeCloseTo(value, 10),
    );
    each(golden.minimum_node_cut_2hop_ego_minus_center, (node, value) =>
      expect(featuresOf(node).nodeCut?.size).toBe(value),
    );
    const centralities = katz(graph, { alpha: golden.katz_alpha, beta: golden.katz_beta });
    each(golden.katz, (node, value) => expect(centralities[node]).toBeCloseTo(value, 10));
  });

  describe("edge cases", () => {
    it("localFeaturesOf gives a node without edges degree 0 and no node cut", () => {
      const features = localFeaturesOf(graphOf([[0, 1]], { order: 3 }), { ...plain, katz: { alpha: 0.1, beta: 2 } })(2);
      expect(features).toMatchObject({ degree: 0, nodeCut: { size: null }, katz: 2 });
      expect(features.betweennessTwoHop).toEqual({ value: 0, sources: 0, isExact: true, error: 0 });
    });

    it("localFeaturesOf omits two-hop features if they are not requested", () => {
      const features = localFeaturesOf(graphOf(completeEdges(4)), { ...plain, twoHop: false })(0);
      expect(features).toMatchObject({ degree: 3, betweennessTwoHop: null, nodeCut: null, katz: null });
    });

    it("localFeaturesOf samples a large ego graph if an exact value needs too many steps, and states the error", () => {
      // A ring of 200 around a hub, and a second hub behind half of it.
      const edges = Array.from({ length: 200 }, (_, node): Edge[] => [
        [node + 2, ((node + 1) % 200) + 2],
        [0, node + 2],
        ...(node < 100 ? [[1, node + 2] as const] : []),
      ]).flat();
      const graph = graphOf(edges);
      const exact = localFeaturesOf(graph, { ...plain, steps: Number.POSITIVE_INFINITY })(0).betweennessTwoHop;
      const sampled = localFeaturesOf(graph, { ...plain, steps: 60_000 })(0).betweennessTwoHop;
      expect(exact).toMatchObject({ sources: 201, error: 0 });
      expect(sampled?.sources).toBeGreaterThanOrEqual(32);
      expect(sampled?.sources).toBeLessThan(201);
      expect(sampled?.error).toBeGreaterThan(0);
      expect(Math.abs((sampled?.value ?? 0) - (exact?.value ?? 1))).toBeLessThan(4 * (sampled?.error ?? 0));
    });

    it("localFeaturesOf computes Katz centrality within the ego graph only", () => {
      // The ends of the path are three hops apart, so the last node is not in the ego graph.
      const path = graphOf([
        [0, 1],
        [1, 2],
        [2, 3],
      ]);
      const options = { alpha: 0.3, beta: 1 };
      const local = localFeaturesOf(path, { ...plain, katz: options })(0).katz ?? 0;
      const shorter = graphOf([
        [0, 1],
        [1, 2],
      ]);
      expect(local).toBeCloseTo(katz(shorter, options)[0] ?? 0, 12);
      expect(local).toBeLessThan(katz(path, options)[0] ?? 0);
    });
  });
});
