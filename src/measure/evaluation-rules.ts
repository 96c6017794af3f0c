/** Under which rules were runs measured? */
import type { RankRunOptions } from "../lists/rank-run.ts";
import type { EvaluateOptions } from "./measures/evaluate-run.ts";

/** As the documents of `measure` and `compare` have them. */
export interface EvaluationRules {
  /** Results used of each list; null for all. */
  readonly depth: number | null;
  readonly judgedOnly: boolean;
  /** `refuse`: runs with different queries were not compared. */
  readonly missingQueries: "zero" | "skip" | "refuse";
  readonly undefinedQueries: "zero" | "skip";
  /** The version of trec_eval whose digits these are. */
  readonly trecEval: 9 | 10;
}

type RuleOptions = Pick<EvaluateOptions, "depth" | "judgedOnly" | "undefinedQueries"> & RankRunOptions;

export function evaluationRules(
  { depth, judgedOnly, undefinedQueries, scorePrecision }: RuleOptions,
  missingQueries: EvaluationRules["missingQueries"],
): EvaluationRules {
  return {
    depth: Number.isFinite(depth) ? depth : null,
    judgedOnly,
    missingQueries,
    undefinedQueries,
    trecEval: scorePrecision === "double" ? 10 : 9,
  };
}

/** Sentences for a headline, each with a space before it: what changes every number and is in no warning. */
export function sayRules({ depth, judgedOnly, trecEval }: EvaluationRules): string {
  return [
    depth === null ? "" : ` Lists end at ${depth}.`,
    judgedOnly ? " Results without a judgment are left out." : "",
    trecEval === 10 ? " Ties and recall levels are trec_eval 10's." : "",
  ].join("");
}
