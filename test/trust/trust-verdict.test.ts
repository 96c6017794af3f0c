/** Does the verdict say in one short sentence what the numbers allow, and are its limits listed? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgedLists } from "../../src/trust/engine-values.ts";
import type { OrderTrust } from "../../src/trust/order-trust.ts";
import { type EvidenceOfTrust, trustVerdict } from "../../src/trust/say.ts";
import { validateLabels } from "../../src/trust/validate-labels.ts";
import { noisyLabels, someEngines, validateOptions } from "../support/make-validation.ts";
import { runs } from "../support/property.ts";

const lists = someEngines();
const perfect = validateLabels(judgedLists(lists, noisyLabels(lists, 0)), validateOptions());
const four = someEngines({ engines: 4 });
const perfectPairs = validateLabels(judgedLists(four, noisyLabels(four, 0)), validateOptions());
const noBaselines = { exact: null, "overlap@10": null, popularity: null, queryTitleCosine: null };

interface Figures {
  readonly tau?: number | null;
  readonly nullTitle?: number;
  readonly nullList?: number;
  readonly order?: Partial<OrderTrust>;
  readonly conclusions?: EvidenceOfTrust["validation"]["conclusions"];
  readonly evidence?: Partial<EvidenceOfTrust>;
}

function nullUpTo(high: number, observed: number | null) {
  const isExceeded = observed !== null && observed > high;
  return { taus: new Float64Array(0), interval: [-high, high] as const, leftOut: 0, p: null, isExceeded };
}

function judge({ tau = 0.7, nullTitle = 0.4, nullList = 0.5, order = {}, conclusions, evidence }: Figures = {}) {
  const tauB = {
    observed: tau,
    interval: null,
    nullTitle: nullUpTo(nullTitle, tau),
    nullList: nullUpTo(nullList, tau),
  };
  return trustVerdict({
    validation: {
      ...perfect,
      order: { ...perfect.order, engines: 20, queries: 50, upperHalfTauB: 0.6, tauB, ...order },
      conclusions: conclusions === undefined ? perfect.conclusions : conclusions,
    },
    ...{ baselines: noBaselines, unjudgedShare: 0, sameEmbedder: [], ...evidence },
  });
}

describe("trustVerdict", () => {
  it("says that labels can tell engines apart if they are people's grades", () => {
    expect(trustVerdict({ validation: perfect, baselines: noBaselines, unjudgedShare: 0, sameEmbedder: [] })).toEqual({
      verdict: "These labels can tell engines apart that differ clearly (τ 1.00).",
      limits: [],
    });
  });

  it.each([
    {
      name: "too few queries, whatever τ is",
      figures: { order: { queries: 9 }, tau: 0.1 },
      expected:
        /^There are too few queries to evaluate these labels: only 9 rated queries have labels.* at least 10 are needed\.$/,
    },
    { name: "one query", figures: { order: { queries: 1 } }, expected: /: only 1 rated query has labels,/ },
    { name: "all engines tie", figures: { tau: null }, expected: /all of them tie/ },
    {
      name: "no better than chance, although better than the baselines",
      figures: { tau: 0.4, evidence: { baselines: { ...noBaselines, exact: 0.1 } } },
      expected: /^Do not compare engines .* just as well \(τ 0\.40; random labels: up to 0\.40\)\.$/,
    },
    {
      name: "a baseline does as well",
      figures: { evidence: { baselines: { ...noBaselines, exact: 0.7, popularity: 0.5 } } },
      expected: /^Do not rely .*counting equal titles only does \(τ 0\.70\)/,
    },
    {
      name: "several baselines do better, and the best is named",
      figures: { evidence: { baselines: { ...noBaselines, exact: 0.75, popularity: 0.8 } } },
      expected: /how many engines return a title does \(τ 0\.80\)/,
    },
    {
      name: "better than chance, but weak",
      figures: { tau: 0.3, nullTitle: 0.2 },
      expected: /^Do not choose an engine .*weakly \(τ 0\.30\)/,
    },
    {
      // 15 of 39 significant differences were confirmed on a collection whose labels order engines well.
      name: "most significant differences are invented",
      figures: { conclusions: { pairs: 66, agree: 15, agreeNot: 20, missed: 7, reversed: 0, invented: 24, wrong: [] } },
      expected: /^Do not trust a difference .*\(τ 0\.70\), but people confirm fewer than half/,
    },
    {
      name: "half of the significant differences are confirmed",
      figures: { conclusions: { pairs: 66, agree: 4, agreeNot: 50, missed: 8, reversed: 1, invented: 3, wrong: [] } },
      expected: /^These labels can tell engines apart/,
    },
    {
      name: "better than chance and than the best baseline",
      figures: { evidence: { baselines: { ...noBaselines, exact: 0.65, popularity: -0.2 } } },
      expected: /^These labels can tell engines apart .*τ 0\.70; the best baseline has 0\.65\)\.$/,
    },
  ])("returns the verdict for this case: $name", ({ figures, expected }) => {
    expect(judge(figures).verdict).toMatch(expected);
  });

  it.each([
    { name: "no limit for good labels", figures: {}, expected: [] },
    {
      name: "engines that retrieve with the model",
      figures: { evidence: { sameEmbedder: ["a", "b", "c", "d", "e"] } },
      expected: [
        "a, b, c and 2 more seem to use the same model as these labels, so the labels favour them. This is a hint, not proof.",
      ],
    },
    {
      name: "a loose order among the good engines",
      figures: { order: { upperHalfTauB: 0.1 } },
      expected: ["less reliable among the better half of the engines (τ 0.10 there)"],
    },
    {
      name: "no limit from the better half of fewer than ten engines",
      figures: { order: { engines: 9, upperHalfTauB: -1 } },
      expected: [],
    },
    {
      name: "ranks that add nothing",
      figures: { nullList: 0.7 },
      expected: [expect.stringMatching(/whether ranks matter cannot be shown/)],
    },
    { name: "no limit about ranks if no order could be better", figures: { tau: 1, nullList: 1 }, expected: [] },
    {
      name: "no limit about ranks if the labels are no better than chance",
      figures: { tau: 0.3, nullList: 0.3 },
      expected: [],
    },
    {
      name: "differences that people do not confirm",
      figures: { conclusions: { pairs: 99, agree: 5, agreeNot: 80, missed: 10, reversed: 1, invented: 3, wrong: [] } },
      expected: ["labels find 9 significant differences between engines, of which people confirm 5 and reverse 1"],
    },
    {
      name: "no limit because of missed differences",
      figures: { conclusions: { pairs: 99, agree: 5, agreeNot: 0, missed: 94, reversed: 0, invented: 0, wrong: [] } },
      expected: [],
    },
    {
      name: "few judgments",
      figures: { evidence: { unjudgedShare: 0.76 } },
      expected: ["people judged 24 % of the first results; the others count as not relevant"],
    },
    {
      name: "no limits if there are too few queries",
      figures: { order: { queries: 2, upperHalfTauB: 0 } },
      expected: [],
    },
  ])("lists these limits: $name", ({ figures, expected }) => {
    expect(judge(figures).limits).toEqual(expected);
  });

  describe("for fewer than five engines", () => {
    const say = (pairs: OrderTrust["pairs"], engines = 4) =>
      trustVerdict({
        validation: { ...perfectPairs, order: { ...perfectPairs.order, engines, pairs } },
        ...{ baselines: noBaselines, unjudgedShare: 0, sameEmbedder: [] },
      }).verdict;
    const pairs = perfectPairs.order.pairs ?? [];

    it("trustVerdict counts the pairs of engines in which labels and people prefer the same engine", () => {
      expect(say(pairs)).toMatch(
        /^4 engines are too few .*; at least 5 are needed\..* in 6 of 6 pairs; by chance, this happens in 1 of 24 cases\./,
      );
      const turned = pairs.map((pair, place) => ({ ...pair, signsAgree: place === 0 ? null : place > 2 }));
      // A tie is not agreement.
      expect(say(turned)).toContain("in 3 of 6 pairs");
      expect(say(pairs.slice(0, 1), 2)).toContain("in 1 of 1 pair;");
    });

    it("trustVerdict says that one engine is too few", () => {
      expect(say([], 1)).toMatch(/^One engine is too few/);
    });
  });

  it("returns one sentence of at most 45 words, without invalid numbers", () => {
    const tau = fc.double({ min: -1, max: 1, noNaN: true });
    const orNull = fc.option(tau);
    fc.assert(
      fc.property(
        orNull,
        tau,
        orNull,
        orNull,
        fc.nat(20),
        orNull,
        (observed, high, exact, popularity, queries, half) => {
          const { verdict, limits } = judge({
            ...{ tau: observed, nullTitle: high, order: { queries, upperHalfTauB: half } },
            evidence: { baselines: { ...noBaselines, exact, popularity }, sameEmbedder: ["dense"], unjudgedShare: 0.9 },
          });
          expect(verdict.split(/\s+/).length).toBeLessThanOrEqual(45);
          expect(verdict).toMatch(/^[A-Z][^.]*(?:\d\.\d[^.]*)*\.$/);
          expect([verdict, ...limits].join(" ")).not.toMatch(/NaN|null|undefined|Infinity/);
        },
      ),
      runs,
    );
  });
});
