/** The choices that turn matched titles into a number for an engine, and the combinations that are compared. */
import { matchPresets } from "../../label/match/match-rules.ts";

/** The first six are options of `label`, the next two say which of its measures is read. */
export interface Policy {
  /** As `parseLabelFunction` reads it. */
  readonly labelFunction: string;
  /** How titles are compared: cleaned and equal ones first, as `label` does, or as its preset `notebook` does. */
  readonly titles: "cleaned" | "as read";
  /** A title less similar than this matches nothing, -1..1; null matches every title. */
  readonly threshold: number | null;
  /** Results used of each reference list, >= 1; null for all. */
  readonly referenceDepth: number | null;
  /** Whether later results of a list that are matched to one reference title get the label 0. */
  readonly once: boolean;
  /** Whether a reference title matches one result at most. */
  readonly oneToOne: boolean;
  /** Labels of all reference titles, or the list's own labels, sorted. */
  readonly ideal: "reference" | "returned";
  /** Results that count, >= 1; null for all. */
  readonly cutoff: number | null;
  /** Of several references, the one taken alone; null for the reference that the labels come from. */
  readonly reference: string | null;
}

/** The defaults of `label`, read as `ndcg_reference@10`. */
export const defaultPolicy: Policy = {
  labelFunction: "inverse(top=5)",
  titles: "cleaned",
  threshold: matchPresets.default.threshold,
  referenceDepth: null,
  once: true,
  oneToOne: false,
  ideal: "reference",
  cutoff: 10,
  reference: null,
};

/** What the notebook computed: `ndcg_returned`. */
export const notebookPolicy: Policy = {
  ...defaultPolicy,
  titles: "as read",
  threshold: matchPresets.notebook.threshold,
  once: false,
  ideal: "returned",
  cutoff: null,
};

/** Different for each policy, such as "inverse(top=5), cosine >= 0.4, once, ndcg_reference@10". */
export function policyName(policy: Policy): string {
  const { labelFunction, titles, threshold, referenceDepth, once, oneToOne, ideal, cutoff, reference } = policy;
  return [
    labelFunction,
    ...(titles === "cleaned" ? [] : [`titles ${titles}`]),
    ...(threshold === null ? [] : [`cosine >= ${threshold}`]),
    ...(referenceDepth === null ? [] : [`first ${referenceDepth}`]),
    ...(once && !oneToOne ? ["once"] : []),
    ...(oneToOne ? ["one-to-one"] : []),
    `ndcg_${ideal}${cutoff === null ? "" : `@${cutoff}`}`,
    ...(reference === null ? [] : [`by ${reference}`]),
  ].join(", ");
}

/** The last factors vary fastest, so policies with equal labels follow each other. */
export const policyFactors = {
  once: [false, true],
  oneToOne: [false, true],
  referenceDepth: [null, 20],
  threshold: [null, 0.3, 0.4, 0.5, 0.6],
  labelFunction: [
    "inverse(top=5)",
    "log(top=5)",
    "linear(top=5,depth=20)",
    "flat(top=1,depth=20)",
    "graded(depths=1/5/10/20)",
  ],
  ideal: ["reference", "returned"],
  cutoff: [10, null],
} as const satisfies { readonly [factor in keyof Policy]?: readonly Policy[factor][] };

/** A small gold set may only choose from these: the more are tried on few queries, the better the best looks by chance. */
export const predeclaredPolicies: readonly Policy[] = [
  defaultPolicy,
  notebookPolicy,
  { ...defaultPolicy, threshold: null, once: false },
  { ...defaultPolicy, threshold: 0.6 },
  { ...defaultPolicy, oneToOne: true },
  { ...defaultPolicy, labelFunction: "log(top=5)" },
  { ...defaultPolicy, labelFunction: "linear(top=5,depth=20)" },
  { ...defaultPolicy, labelFunction: "flat(top=1,depth=20)" },
];

/**
 * All 600 combinations of the factors and the notebook's; then the predeclared ones under each reference alone.
 * One-to-one matching counts each title once anyway.
 */
export function policyGrid(references: readonly string[] = []): Policy[] {
  let policies: Policy[] = [defaultPolicy];
  for (const [factor, values] of Object.entries(policyFactors)) {
    policies = policies.flatMap((policy) => values.map((value) => ({ ...policy, [factor]: value })));
  }
  const combined = policies.filter(({ once, oneToOne }) => once || !oneToOne);
  const underEach = references.flatMap((reference) => predeclaredPolicies.map((policy) => ({ ...policy, reference })));
  return [...combined, notebookPolicy, ...underEach];
}
