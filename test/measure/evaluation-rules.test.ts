/** Are rules reported that change every number? */
import { describe, expect, it } from "vitest";
import { evaluationRules, sayRules } from "../../src/measure/measure-report.ts";

const usual = {
  depth: Number.POSITIVE_INFINITY,
  judgedOnly: false,
  missingQueries: "zero",
  undefinedQueries: "zero",
  scorePrecision: "single",
} as const;

describe("evaluationRules", () => {
  it("returns values that JSON can represent", () => {
    expect(evaluationRules({ ...usual, missingQueries: "refuse" })).toEqual({
      ...{ depth: null, judgedOnly: false, missingQueries: "refuse", undefinedQueries: "zero", trecEval: 9 },
    });
    const rules = evaluationRules({
      ...{ depth: 20, judgedOnly: true, missingQueries: "zero", undefinedQueries: "skip", scorePrecision: "double" },
    });
    expect(rules).toEqual({
      ...{ depth: 20, judgedOnly: true, missingQueries: "zero", undefinedQueries: "skip", trecEval: 10 },
    });
  });
});

describe("sayRules", () => {
  it("does not mention defaults, or rules about which there are warnings", () => {
    expect(sayRules(evaluationRules({ ...usual, missingQueries: "skip", undefinedQueries: "skip" }))).toBe("");
  });

  it("mentions all rules that are neither defaults nor in a warning", () => {
    const rules = evaluationRules({ ...usual, depth: 20, judgedOnly: true, scorePrecision: "double" });
    expect(sayRules(rules)).toBe(
      " Lists are cut after 20 results. Results without a judgment are left out. Ties and recall levels follow trec_eval 10.",
    );
  });
});
