import { describe, expect, it, test } from "vitest";
import { spectralRadius } from "../../../src/maths/graph/centrality.ts";
import { completeEdges, type Edge, graphOf, networkxCases } from "../../support/graphs.ts";

describe("spectralRadius", () => {
  // numpy.linalg.eigvals
  test.each(networkxCases)("matches numpy: $name", ({ edges, directed, spectral_radius: expected }) => {
    expect(spectralRadius(graphOf(edges, { directed }))).toBeCloseTo(expected, 9);
  });

  describe("edge cases", () => {
    it("spectralRadius is n - 1 in a complete graph and sqrt(n) in a star of n leaves (which is bipartite)", () => {
      expect(spectralRadius(graphOf(completeEdges(7)))).toBeCloseTo(6, 10);
      const star = Array.from({ length: 9 }, (_, leaf): Edge => [0, leaf + 1]);
      expect(spectralRadius(graphOf(star))).toBeCloseTo(3, 10);
    });

    it("spectralRadius is the largest spectral radius of all components", () => {
      const parts: Edge[] = [...completeEdges(4), [4, 5], [5, 6]];
      expect(spectralRadius(graphOf(parts))).toBeCloseTo(3, 9);
    });

    it("spectralRadius is exactly 0 without cycles", () => {
      const path: Edge[] = [
        [0, 1],
        [1, 2],
        [0, 2],
      ];
      expect(spectralRadius(graphOf(path, { directed: true }))).toBe(0);
      expect(spectralRadius(graphOf([], { order: 3 }))).toBe(0);
      expect(spectralRadius(graphOf([], { order: 0 }))).toBe(0);
    });

    it("spectralRadius is the spectral radius of a ring even if an edge of infinite weight leads into the ring", () => {
      const edges: Edge[] = [
        [0, 1, Number.POSITIVE_INFINITY],
        [1, 2, 1],
        [2, 1, 1],
      ];
      expect(spectralRadius(graphOf(edges, { directed: true }))).toBeCloseTo(1, 12);
    });

    it("spectralRadius is 1 for a directed ring, however long the path that leads to it is", () => {
      const ring: Edge[] = [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 2],
      ];
      expect(spectralRadius(graphOf(ring, { directed: true }))).toBeCloseTo(1, 12);
    });
  });
});
