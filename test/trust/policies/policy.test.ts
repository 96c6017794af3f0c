import { describe, expect, it } from "vitest";
import { parseLabelFunction } from "../../../src/label/label-functions/label-function.ts";
import { matchPresets, rulesWithout } from "../../../src/label/match/match-rules.ts";
import {
  defaultPolicy,
  notebookPolicy,
  policyFactors,
  policyGrid,
  policyName,
  predeclaredPolicies,
} from "../../../src/trust/policies/policy-values.ts";

describe("policyName", () => {
  it("names the default policy of label by its label function and measure", () => {
    expect(policyName(defaultPolicy)).toBe("inverse(top=5), cosine >= 0.4, once, ndcg_reference@10");
    expect(policyName(notebookPolicy)).toBe("inverse(top=5), titles as read, ndcg_returned");
  });

  it("names every choice that differs from the default", () => {
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
  it("has the label function of label, in the form that label prints", () => {
    expect(defaultPolicy.labelFunction).toBe(parseLabelFunction("inverse").name);
  });

  it("has the rules and the threshold of label", () => {
    const { threshold, without } = matchPresets.default;
    expect(defaultPolicy).toMatchObject({ titles: "cleaned", threshold, once: rulesWithout(without).once });
  });
});

describe("notebookPolicy", () => {
  it("has no match rules and no threshold", () => {
    expect(notebookPolicy).toMatchObject({ titles: "as read", threshold: null, once: false, oneToOne: false });
  });
});

describe("policyGrid", () => {
  const names = policyGrid().map(policyName);

  it("contains each of 5 x 5 x 2 x 3 x 2 x 2 combinations once, and the notebook's policy", () => {
    expect([names.length, new Set(names).size]).toEqual([601, 601]);
  });

  it("contains the policies of label and of the notebook, and all predeclared policies", () => {
    const known = [defaultPolicy, notebookPolicy, ...predeclaredPolicies].map(policyName);
    expect(known.filter((name) => !names.includes(name))).toEqual([]);
  });

  it("puts policies with equal labels side by side, so that each labelling is made once", () => {
    const labellings = policyGrid().map(({ ideal: _, cutoff: __, ...labelling }) => JSON.stringify(labelling));
    const changes = labellings.filter((labelling, place) => labelling !== labellings[place - 1]);
    expect(changes).toHaveLength(151);
  });

  it("adds the predeclared policies for each single reference", () => {
    const added = policyGrid(["old", "older"]).slice(601);
    expect(added.map(({ reference }) => reference)).toEqual([...Array(8).fill("old"), ...Array(8).fill("older")]);
    expect(added.slice(0, 8).map((policy) => policyName({ ...policy, reference: null }))).toEqual(
      predeclaredPolicies.map(policyName),
    );
  });

  it("names label functions as label prints them", () => {
    const { labelFunction } = policyFactors;
    expect(labelFunction.map((name) => parseLabelFunction(name).name)).toEqual([...labelFunction]);
  });
});

describe("predeclaredPolicies", () => {
  it("contain at most eight different policies, with the default policy first", () => {
    const names = predeclaredPolicies.map(policyName);
    expect(names.length).toBeLessThanOrEqual(8);
    expect(new Set(names).size).toBe(names.length);
    expect(names[0]).toBe(policyName(defaultPolicy));
  });
});
