import { describe, expect, it } from "vitest";
import { markdownText } from "../../../src/core/document/markdown-text.ts";
import { terminalText } from "../../../src/core/document/terminal-text.ts";
import {
  type PoliciesReport,
  policiesBlocks,
  policyRows,
  type ReportedPolicy,
} from "../../../src/trust/policies/policies-report.ts";
import { defaultPolicy, notebookPolicy, type Policy, policyName } from "../../../src/trust/policies/policy-values.ts";

const render = (report: PoliciesReport) => terminalText(policiesBlocks(report));

function reported(policy: Policy, tauB: number | null, more: Partial<ReportedPolicy> = {}): ReportedPolicy {
  return {
    ...{ name: policyName(policy), policy, predeclared: false, tauB, interval: null, gain: null },
    ...{ standardErrorOfGain: null, averagePrecision: 0.25, winner: "new", ...more },
  };
}

const strict = { ...defaultPolicy, threshold: 0.9, referenceDepth: 10, oneToOne: true };
const own = reported(defaultPolicy, 0.25, { predeclared: true, gain: 0 });
const others = Array.from({ length: 12 }, (_, place) =>
  reported({ ...defaultPolicy, referenceDepth: 30 + place }, -place / 100),
);
const report: PoliciesReport = {
  schema: "semqrel.policies/1",
  engines: ["new", "newer\u001b[2J"],
  reference: "old",
  ...{ queries: 50, ratedQueries: 45, gold: "gold.qrels", measure: "nDCG@10", prevalence: 0.125 },
  leftOut: { unjudged: 5, nothingRelevant: 0, unlabelled: 0 },
  default: own,
  policies: [
    own,
    reported(notebookPolicy, -0.5, { predeclared: true, winner: null }),
    reported(strict, 0.75, { interval: [0.5, 0.875], gain: 0.5, standardErrorOfGain: 0.0625 }),
    ...others,
  ],
  chosen: {
    ...{ name: policyName(strict), policy: strict, apparent: 0.75, heldOut: 0.625, optimism: 0.125, eligible: 600 },
    reason: "A sentence.",
  },
  sensitivity: {
    ...{ policies: 3, withoutOrder: 2, tauB: { median: 0.5, lowest: -0.25 } },
    factors: [
      { factor: "ideal", tauB: 0.25, pairs: 1 },
      { factor: "threshold", tauB: 0.5, pairs: 1 },
    ],
    engines: { new: { best: 1, worst: 2, wins: 0.75 }, "newer\u001b[2J": { best: 1, worst: 1.5, wins: 0.25 } },
  },
  samples: 200,
  seed: 1,
};
const withoutGold: PoliciesReport = {
  ...report,
  ...{ gold: null, measure: null, ratedQueries: null, leftOut: null, prevalence: null, chosen: null },
};

describe("policiesBlocks", () => {
  const text = render(report);

  it("shows the policies that agree best and the predeclared policies, best policy first", () => {
    expect(text).toContain("15 label policies, 2 engines, against nDCG@10 by gold.qrels on 45 rated queries");
    expect(text).toMatch(
      /first 10, one-to-one, ndcg_reference@10 +chosen +0\.750 +0\.50 … 0\.88 +0\.500 +0\.063 +0\.250 +new\n/,
    );
    expect(text).toMatch(/ndcg_reference@10 +default +0\.250/);
    expect(text).toMatch(/ndcg_returned +notebook +-0\.500 .*0\.250 +-\n/);
    const shown = text.split("\n").filter((line) => /^inverse/.test(line));
    // The ten best policies, and the notebook's.
    expect(shown).toHaveLength(11);
    expect(text.indexOf("notebook")).toBeGreaterThan(text.indexOf("first 30"));
  });

  it("shows the chosen policy, its agreement on held-out queries, and the command to label with it", () => {
    expect(text).toContain("A sentence.");
    expect(text).toContain("τ-b is 0.750 on the queries used for the choice, and 0.625 on queries that were not");
    expect(text).toContain(
      'semqrel label --label "inverse(top=5)" --threshold 0.9 --reference-depth 10 --one-to-one; read ndcg_reference@10',
    );
    expect(text).toContain("With fewer than 5 engines");
  });

  it.each([
    [{ ...defaultPolicy, threshold: null, once: false }, "--threshold none --without once;"],
    [notebookPolicy, "--preset notebook;"],
    [defaultPolicy, '--label "inverse(top=5)";'],
  ])("shows the command to label with the policy %o", (policy, options) => {
    const chosen = report.chosen && { ...report.chosen, policy };
    expect(render({ ...report, chosen })).toContain(options);
  });

  it("says how much the order of engines depends on the policy", () => {
    expect(text).toMatch(/new +1 +2 +75\.0 %\n/);
    // 15 policies, one of them without a winner.
    expect(text).toContain("14 of 15 policies put new first");
    const ofThree = render({ ...report, engines: [...report.engines, "third"] });
    expect(ofThree).toContain("is 0.500 (median; lowest -0.250)");
    expect(text).toContain("the ideal      0.250      1\nthe threshold  0.500      1\n");
    expect(text).toContain("2 policies are left out because all engines tie");
  });

  it("escapes control characters in names", () => {
    expect(text).not.toContain("\u001b");
  });

  it("omits all numbers that need judgments if there are no judgments", () => {
    const plain = render(withoutGold);
    expect(plain).toContain("15 label policies, 2 engines, 50 queries");
    expect(plain).toContain("Without judgments (--gold)");
    expect(plain.split("\n")[1]).toMatch(/^policy +first engine$/);
  });
});

describe("policiesBlocks in Markdown", () => {
  it("writes Markdown tables", () => {
    const text = markdownText(policiesBlocks(report));
    expect(text).toContain("**Places of the engines under 3 policies, 50 queries**");
    expect(text).toContain(
      "| inverse(top=5), cosine \\>= 0.4, once, ndcg\\_reference@<!-- -->10 | default | 0.250 | - | 0.000 | - | 0.250 | new |",
    );
  });
});

describe("policyRows", () => {
  it("returns every policy with full precision, and empty cells for undefined values", () => {
    const [header, first, , third] = [...policyRows(report)];
    expect(header).toHaveLength(19);
    expect(first).toEqual([
      ...["inverse(top=5), cosine >= 0.4, once, ndcg_reference@10", "inverse(top=5)", "0.4", "", "false"],
      ...["reference", "10", "", "cleaned", "true"],
      ...["true", "false", "0.25", "", "", "0", "", "0.25", "new"],
    ]);
    expect(third?.slice(10)).toEqual(["false", "true", "0.75", "0.5", "0.875", "0.5", "0.0625", "0.25", "new"]);
    expect([...policyRows(report)]).toHaveLength(16);
  });
});
