import { describe, expect, it, test } from "vitest";
import { pageRank } from "../../../src/maths/graph/centrality.ts";
import { graphOf, networkxCases } from "../../support/graphs.ts";

describe("pageRank", () => {
  test.each(networkxCases)("matches networkx: $name", ({ edges, directed, pagerank: expected }) => {
    const values = pageRank(graphOf(edges, { directed }), 0.85);
    expected.forEach((value, node) => {
      expect(values[node]).toBeCloseTo(value, 10);
    });
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  });

  it("is the same for all nodes if there are no edges", () => {
    expect([...pageRank(graphOf([], { order: 4 }), 0.85)]).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it.each([0, 1, Number.NaN])("rejects the damping %s", (damping) => {
    expect(() => pageRank(graphOf([[0, 1]]), damping)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { damping } }),
    );
  });
});
