/** Which choices turn matched titles into a number for an engine, and which combinations of them are compared? */

/** The first four are options of `label`, the next two say which of its measures is read. */
export interface Policy {
  /** In its printed form, which `parseLabelFunction` reads. */
  readonly labelFunction: string;
  /** A title less similar than this matches nothing, -1..1; null matches every title. */
  readonly threshold: number | null;
  /** Results used of each reference list, >= 1; null for all. */
  readonly referenceDepth: number | null;
  /** Whether a reference title matches one result at most. */
  readonly oneToOne: boolean;
  /** Labels of all reference titles, or the list's own labels, sorted. */
  readonly ideal: "reference" | "returned";
  /** Results that count, >= 1; null for all. */
  readonly cutoff: number | null;
  /** Of several references, the one taken alone; null for the reference as it was labelled by. */
  readonly reference: string | null;
}

/** What `label` does unasked, read as `ndcg_reference@10`. */
export const defaultPolicy: Policy = {
  labelFunction: "inverse(top=5)",
  threshold: null,
  referenceDepth: null,
  oneToOne: false,
  ideal: "reference",
  cutoff: 10,
  reference: null,
};

/** What the notebook computed: `ndcg_returned`. */
export const notebookPolicy: Policy = { ...defaultPolicy, ideal: "returned", cutoff: null };

/** Different for each policy. @example policyName(defaultPolicy) // "inverse(top=5), ndcg_reference@10" */
export function policyName(policy: Policy): string {
  const { labelFunction, threshold, referenceDepth, oneToOne, ideal, cutoff, reference } = policy;
  return [
    labelFunction,
    ...(threshold === null ? [] : [`cosine >= ${threshold}`]),
    ...(referenceDepth === null ? [] : [`first ${referenceDepth}`]),
    ...(oneToOne ? ["one-to-one"] : []),
    `ndcg_${ideal}${cutoff === null ? "" : `@${cutoff}`}`,
    ...(reference === null ? [] : [`by ${reference}`]),
  ].join(", ");
}

/**
 * The values of each factor; 0.99 is the same title, but for case, accents and white space. The last factors vary fastest,
 * so that equal labels lie side by side.
 */
export const policyFactors = {
  oneToOne: [false, true],
  referenceDepth: [null, 20, 10],
  threshold: [null, 0.5, 0.7, 0.9, 0.99],
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

const flat = { ...defaultPolicy, labelFunction: "flat(top=1,depth=20)" };
const log = { ...defaultPolicy, labelFunction: "log(top=5)" };

/** A small gold set may choose from these alone: the more are tried on few queries, the better the best looks by chance. */
export const predeclaredPolicies: readonly Policy[] = [
  defaultPolicy,
  notebookPolicy,
  { ...defaultPolicy, threshold: 0.7 },
  { ...defaultPolicy, oneToOne: true },
  log,
  { ...log, threshold: 0.7 },
  { ...log, threshold: 0.99 },
  { ...flat, threshold: 0.7, referenceDepth: 20 },
];

/** All 600 combinations of the factors, equal labels side by side; then the predeclared ones under each reference alone. */
export function policyGrid(references: readonly string[] = []): Policy[] {
  let policies: Policy[] = [defaultPolicy];
  for (const [factor, values] of Object.entries(policyFactors)) {
    policies = policies.flatMap((policy) => values.map((value) => ({ ...policy, [factor]: value })));
  }
  const underEach = references.flatMap((reference) => predeclaredPolicies.map((policy) => ({ ...policy, reference })));
  return [...policies, ...underEach];
}
