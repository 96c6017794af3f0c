/** Does the report contain all findings, in the documented shape and with only values that JSON supports? */
import { describe, expect, it, test } from "vitest";
import { judgedLists } from "../../src/trust/engine-values.ts";
import { validationGround } from "../../src/trust/validate-labels.ts";
import type { ValidationReport } from "../../src/trust/validation-report.ts";
import {
  chanceLabels,
  makeValidationReport,
  nobodyAlike,
  noisyLabels,
  someEngines,
  titlesOf,
  validateOptions,
} from "../support/make-validation.ts";

const lists = someEngines({ judged: 0.6 });
const source = noisyLabels(lists, 2);
const report = makeValidationReport(lists, [source, chanceLabels(lists, 3, "llm"), noisyLabels(lists, 0, "clicks")]);

/** Replaces every value of the document by its type. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

describe("validationReport", () => {
  it("has the documented shape of validate --json", () => {
    const pair = ["number", "number"];
    expect(shapeOf(report)).toMatchObject({
      ...{ schema: "string", engines: "number", queries: "number", tauAp: "number", upperHalfTauB: "number" },
      tauB: { observed: "number", interval: pair, nullTitle: pair, nullList: pair },
      labels: { auc: "number", averagePrecision: "number", prevalence: "number", kappa: "number" },
      conclusions: { agree: "number", missed: "number", reversed: "number", invented: "number" },
      holes: { "engine 0": { share: "number" } },
      ...{ sameEmbedder: [], verdict: "string", spearman: "number", unjudgedShare: "number", cutoff: "number" },
    });
    expect(Object.keys(report.baselines ?? {})).toEqual(["exact", "overlap@10", "popularity", "queryTitleCosine"]);
    expect(Object.keys(report.holes ?? {})).toEqual(lists.engines.map(({ lists: { engine } }) => engine));
  });

  it("compares each proxy with the same judgments side by side", () => {
    expect(Object.keys(report.proxies)).toEqual(["llm", "clicks"]);
    expect(report.proxies["clicks"]).toMatchObject({
      ...{ tauB: { observed: expect.closeTo(1, 12) }, labels: { auc: 1, kappa: 1 }, queries: 20 },
      conclusions: { reversed: 0, missed: 0, invented: 0 },
    });
    const people = (of: Pick<ValidationReport, "means"> | undefined) => of?.means.map(({ grades }) => grades);
    expect(people(report.proxies["llm"])).toEqual(people(report));
    expect(report.proxies["llm"]?.tauB?.observed).not.toBe(report.tauB?.observed);
  });

  it("states how many rated queries are left out, or that the labels contain the grades of all rated queries", () => {
    const taught = { queries: 4, areJudged: false, humanShare: 0.875 };
    const leftOut = makeValidationReport(lists, [source, chanceLabels(lists, 3, "llm")], { taught });
    expect(leftOut.limits.at(-1)).toBe("4 rated queries are left out, because their labels are people's own grades");
    // The four were counted as unjudged.
    expect([leftOut.leftOut.unjudged, leftOut.proxies["llm"]?.leftOut.unjudged]).toEqual([-4, -4]);
    expect(leftOut.verdict).toBe(makeValidationReport(lists, [source]).verdict);
    const judged = makeValidationReport(lists, [source], { taught: { ...taught, areJudged: true } });
    expect(judged.verdict).toMatch(
      /^These ratings cannot judge these labels: in all 4 rated queries.* \(88 % of the rated/,
    );
    expect(judged.limits).toHaveLength(1);
    expect(judged.leftOut.unjudged).toBe(0);
  });

  it("contains the share of first results that are unjudged", () => {
    const { unjudged } = validationGround(judgedLists(lists, source), titlesOf(lists), validateOptions().measure, 1);
    const sum = (key: "unjudged" | "results") => unjudged.engines.reduce((total, engine) => total + engine[key], 0);
    expect(report.unjudgedShare).toBe(sum("unjudged") / sum("results"));
    expect(report.unjudgedShare).toBeGreaterThan(0.1);
    expect(makeValidationReport(someEngines(), [noisyLabels(someEngines(), 0)]).unjudgedShare).toBe(0);
  });

  it("names engines that seem to use the model, but does not name the reference", () => {
    const sameEmbedder = {
      ...{ engines: ["engine 1", "engine 0", "old"], scores: Float64Array.of(0.3, Number.NaN, 0.4) },
      ...{ median: 0.1, inOrder: new Float64Array(3), named: ["engine 1", "old"] },
    };
    const found = makeValidationReport(lists, [source, noisyLabels(lists, 2, "llm")], { sameEmbedder });
    expect(found.sameEmbedder).toEqual(["engine 1"]);
    // Other labels do not come from this model.
    expect(found.proxies["llm"]?.limits.join()).not.toContain("engine 1");
    const unknown = Object.fromEntries(["engine 2", "engine 3", "engine 4", "engine 5"].map((name) => [name, null]));
    expect(found.sameEmbedderScores).toEqual({ "engine 0": null, "engine 1": 0.3, ...unknown });
    expect(found.limits[0]).toMatch(/engine 1/);
  });

  describe("without judgments", () => {
    const none = { validation: null, ground: null, gold: null, proxies: [] };

    it("validationReport states that there are no judgments, and contains only values that need no judgments", () => {
      const sameEmbedder = { ...nobodyAlike, engines: ["engine 0"], scores: Float64Array.of(0.2), named: ["engine 0"] };
      const found = makeValidationReport(lists, [source], { ...none, sameEmbedder });
      expect(found).toMatchObject({
        ...{ gold: null, engines: 6, queries: 20, tauB: null, labels: null, conclusions: null, holes: null },
        ...{ baselines: null, proxies: {}, means: [], pairs: null, unjudgedShare: null },
        ...{ sameEmbedder: ["engine 0"], limits: [expect.stringMatching(/engine 0/)] },
        verdict: expect.stringMatching(
          /^Without people's judgments of whole queries, it is unknown how far these labels can be trusted/,
        ),
      });
    });

    it("validationReport states that there are too few queries to detect the model if no engine has a score", () => {
      expect(makeValidationReport(lists, [source], none).limits).toEqual([
        expect.stringMatching(/too few queries to show whether an engine uses the labels' model/),
      ]);
      const sameEmbedder = { ...nobodyAlike, engines: ["engine 0"], scores: Float64Array.of(0.01) };
      expect(makeValidationReport(lists, [source], { ...none, sameEmbedder }).limits).toEqual([]);
    });
  });

  test.each([
    { engines: 6, queries: 1 },
    { engines: 1, queries: 20 },
    { engines: 2, queries: 1 },
    { engines: 4, queries: 20 },
    { engines: 5, queries: 2 },
  ])("contains only values that JSON supports: $engines engines, $queries queries", (size) => {
    const few = someEngines({ ...size, judged: 0.3 });
    const found = makeValidationReport(few, [noisyLabels(few, 2), chanceLabels(few, 2)]);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  test("contains only values that JSON supports without a cutoff, and if all engines tie", () => {
    const deep = makeValidationReport(lists, [source], { options: validateOptions({ name: "AP" }) });
    expect(deep.cutoff).toBeNull();
    const tied = { name: "tied", labelOf: () => 1, idealOf: () => Float64Array.from({ length: 10 }, () => 1) };
    const same = makeValidationReport(lists, [tied]);
    expect(same.tauB).toMatchObject({ observed: null, interval: null, nullTitle: null });
    expect(same.verdict).toMatch(/tie/);
    for (const found of [deep, same]) expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  test("accepts any text as the name of an engine", () => {
    const odd = someEngines({ names: ["__proto__", "constructor", "10", "9", "", "a b"] });
    const found = makeValidationReport(odd, [noisyLabels(odd, 1)]);
    expect(Object.keys(found.holes ?? {}).toSorted()).toEqual(["", "10", "9", "__proto__", "a b", "constructor"]);
    expect(JSON.parse(JSON.stringify(found)).holes.constructor.share).toBe(0);
  });
});
