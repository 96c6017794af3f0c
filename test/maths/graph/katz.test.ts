import { describe, expect, it, test } from "vitest";
import { katz, katzAlpha } from "../../../src/maths/graph/centrality.ts";
import { completeEdges, graphOf, networkxCases } from "../../support/graphs.ts";

describe("katz", () => {
  // numpy.linalg.solve with networkx's matrices, using incoming edges.
  test.each(networkxCases)("matches networkx: $name", ({ edges, directed, katz_alpha: alpha, katz: expected }) => {
    const values = katz(graphOf(edges, { directed }), { alpha, beta: 1 });
    expected.forEach((value, node) => {
      expect(values[node]).toBeCloseTo(value, 9);
    });
  });

  describe("edge cases", () => {
    it("katz is beta at a node without edges, and proportional to beta at every node", () => {
      const graph = graphOf(
        [
          [0, 1],
          [1, 2],
        ],
        { order: 4 },
      );
      const [one, two] = [katz(graph, { alpha: 0.3, beta: 1 }), katz(graph, { alpha: 0.3, beta: 2 })];
      expect(two[3]).toBe(2);
      expect([...two]).toEqual([...one].map((value) => expect.closeTo(2 * value, 12)));
    });

    it("katz converges if alpha is just below the limit", () => {
      // Every node of a complete graph of 4 has x = 3 alpha x + 1.
      const values = katz(graphOf(completeEdges(4)), { alpha: 0.333, beta: 1 });
      expect(values[0]).toBeCloseTo(1000, 6);
    });
  });

  describe("errors", () => {
    it("katz refuses an alpha for which the sum diverges", () => {
      expect(() => katz(graphOf(completeEdges(4)), { alpha: 0.5, beta: 1 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { alpha: 0.5 } }),
      );
    });

    it.each([
      { alpha: 0, beta: 1 },
      { alpha: Number.NaN, beta: 1 },
      { alpha: 0.1, beta: 0 },
      { alpha: 0.1, beta: Number.POSITIVE_INFINITY },
    ])("katz rejects alpha $alpha with beta $beta", (options) => {
      expect(() => katz(graphOf([[0, 1]]), options)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});

describe("katzAlpha", () => {
  it("accepts an alpha below 1 / spectral radius", () => {
    expect(katzAlpha(0.2, 4)).toEqual({ alpha: 0.2, limit: 0.25 });
    expect(katzAlpha(5, 0)).toEqual({ alpha: 5, limit: Number.POSITIVE_INFINITY });
  });

  it("defaults to half of the limit, or to a tenth if there is no limit", () => {
    expect(katzAlpha(null, 4).alpha).toBe(0.125);
    expect(katzAlpha(null, 0).alpha).toBe(0.1);
  });

  it.each([0.25, 0.3, 9])("refuses alpha %s for the spectral radius 4 and names the limit", (alpha) => {
    expect(() => katzAlpha(alpha, 4)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { alpha, limit: 0.25 } }),
    );
  });
});
