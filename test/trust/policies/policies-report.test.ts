import { describe, expect, it } from "vitest";
import type { PolicyChoice } from "../../../src/trust/policies/choose-policy.ts";
import { type PoliciesToReport, policiesReport } from "../../../src/trust/policies/policies-report.ts";
import { defaultPolicy, notebookPolicy, policyName } from "../../../src/trust/policies/policy-values.ts";

const precision = { averagePrecision: 0.5, prevalence: 0.25 };
const agreement = { tauB: 0.5, interval: [0.25, 0.75] as const, gain: 0, standardErrorOfGain: null };
const choice: PolicyChoice = {
  policies: [{ ...agreement, tauB: 0.75, gain: 0.25, standardErrorOfGain: 0.125 }, agreement],
  ...{ chosen: 0, best: 0, reason: "gain", eligible: 8, apparent: 0.75, heldOut: 0.5, optimism: 0.25 },
};

const found: PoliciesToReport = {
  engines: ["new", "newer"],
  reference: "old",
  queries: 5,
  policies: [
    { policy: notebookPolicy, isPredeclared: true, means: Float64Array.of(0.5, 0.25), precision },
    { policy: defaultPolicy, isPredeclared: true, means: Float64Array.of(0.5, 0.5), precision },
  ],
  truth: {
    choice,
    gold: "gold.qrels",
    measure: "nDCG@10",
    queries: 4,
    leftOut: { unjudged: 1, nothingRelevant: 0, unlabelled: 0 },
  },
  sensitivity: {
    ...{ policies: 1, withoutOrder: 1, tauB: null, factors: [] },
    engines: [
      { best: 1, worst: 1, wins: 1 },
      { best: 2, worst: 2, wins: 0 },
    ],
  },
  samples: 200,
  seed: 1,
};

function withChoice(changed: Partial<PolicyChoice>, queries = 4) {
  return policiesReport({
    ...found,
    truth: found.truth && { ...found.truth, choice: { ...choice, ...changed }, queries },
  });
}

describe("policiesReport", () => {
  it("contains the agreement of each policy, and its first engine", () => {
    const report = policiesReport(found);
    expect(report.policies[0]).toEqual({
      name: policyName(notebookPolicy),
      policy: notebookPolicy,
      predeclared: true,
      ...{ tauB: 0.75, interval: [0.25, 0.75], gain: 0.25, standardErrorOfGain: 0.125 },
      ...{ averagePrecision: 0.5, winner: "new" },
    });
    expect(report).toMatchObject({
      schema: "semqrel.policies/1",
      ratedQueries: 4,
      prevalence: 0.25,
      measure: "nDCG@10",
    });
    expect(report.default.name).toBe(policyName(defaultPolicy));
    expect(report.sensitivity.engines).toEqual({
      new: { best: 1, worst: 1, wins: 1 },
      newer: { best: 2, worst: 2, wins: 0 },
    });
  });

  it("has no winner if engines tie", () => {
    expect(policiesReport(found).default.winner).toBeNull();
  });

  it("states why a policy is chosen, and from how many policies", () => {
    expect(policiesReport(found).chosen).toMatchObject({
      name: policyName(notebookPolicy),
      ...{ apparent: 0.75, heldOut: 0.5, optimism: 0.25, eligible: 8 },
      reason: expect.stringMatching(/the 8 policies fixed in advance .*exceeds one standard error: \+0\.250 .* 0\.125/),
    });
    const kept = withChoice({ chosen: 1, reason: "gain within one standard error", eligible: 600 }, 40).chosen;
    expect(kept?.name).toBe(policyName(defaultPolicy));
    expect(kept?.reason).toMatch(
      /^Of 600 policies, inverse\(top=5\), titles as read, ndcg_returned agrees best with people, .*So the default stays/,
    );
    expect(withChoice({ chosen: 1, best: 1, reason: "default is best" }).chosen?.reason).toMatch(/^None of the 8/);
  });

  it("contains null for all values that need judgments if there are no judgments", () => {
    const policies = found.policies.map((policy) => ({ ...policy, precision: null }));
    const report = policiesReport({ ...found, policies, truth: null });
    expect(report).toMatchObject({ ratedQueries: null, measure: null, gold: null, chosen: null, prevalence: null });
    expect(report.policies[0]).toMatchObject({
      tauB: null,
      standardErrorOfGain: null,
      averagePrecision: null,
      winner: "new",
    });
  });
});
