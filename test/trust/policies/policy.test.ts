import { describe, expect, it } from "vitest";
import { parseLabelFunction } from "../../../src/label/relevance/label-function.ts";
import { defaultPolicy, notebookPolicy, policyName } from "../../../src/trust/policies/policy.ts";

describe("policyName", () => {
  it("names what label does unasked by its label function and measure", () => {
    expect(policyName(defaultPolicy)).toBe("inverse(top=5), ndcg_reference@10");
    expect(policyName(notebookPolicy)).toBe("inverse(top=5), ndcg_returned");
  });

  it("names every choice that is not label's own", () => {
    const policy = {
      ...defaultPolicy,
      threshold: 0.7,
      referenceDepth: 20,
      oneToOne: true,
      cutoff: null,
      reference: "old",
    };
    expect(policyName(policy)).toBe("inverse(top=5), cosine >= 0.7, first 20, one-to-one, ndcg_reference, by old");
  });
});

describe("defaultPolicy", () => {
  it("has the label function of label in its printed form", () => {
    expect(defaultPolicy.labelFunction).toBe(parseLabelFunction("inverse").name);
  });
});
