/**
 * How much of all that was retrieved is relevant?
 */
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, type ParameterRule, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of SetP. */
export interface SetPrecisionOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
  /** Divides by no more documents than are relevant, so that a perfect long list reaches 1. @default false */
  readonly relative?: boolean;
}

/**
 * Set precision: relevant results divided by all results.
 *
 * @returns 0..1, 0 for an empty list; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(n). Source: trec_eval, set_P and set_relative_P.
 */
export function setPrecision(list: RankedList, options: SetPrecisionOptions = {}): number {
  const { rel = 1, relative = false } = options;
  checkOption("SetP", "rel", rel, relParameter);
  const retrieved = list.labels.length;
  if (!hasRelevant(list, rel)) return Number.NaN;
  if (retrieved === 0) return 0;
  const possible = relative ? Math.min(retrieved, countRelevant(list, rel)) : retrieved;
  return countRelevantRetrieved(list, rel, retrieved) / possible;
}

const relativeParameter: ParameterRule<boolean> = {
  default: false,
  meaning: "divides by no more documents than are relevant",
  takes: "True or False",
  accepts: (value) => typeof value === "boolean",
};

export const setPrecisionMeasure = defineMeasure({
  name: "SetP",
  presets: { SetRelP: { relative: true } },
  summary: "Share of relevant documents among all retrieved.",
  citation: "trec_eval",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, relative: relativeParameter, judged_only: judgedOnlyParameter },
  trecInput: { set_P: "SetP", set_relative_P: "SetRelP" },
  trecName: ({ rel, relative, judged_only }) =>
    rel !== 1 || judged_only ? null : relative ? "set_relative_P" : "set_P",
  compute: (list, { rel, relative }) => setPrecision(list, { rel, relative }),
});
