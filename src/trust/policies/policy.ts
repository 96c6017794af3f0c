/**
 * Which choices turn matched titles into a number for an engine?
 */

/** All of them together; the first four are options of `label`, the next two say which of its measures is read. */
export interface Policy {
  /** In its printed form, which `parseLabelFunction` reads. */
  readonly labelFunction: string;
  /** A title less similar than this matches nothing, -1..1; null matches every title. */
  readonly threshold: number | null;
  /** Results used of each reference list, >= 1; null for all. */
  readonly referenceDepth: number | null;
  /** Each reference title for one result at most; else each result has its nearest. */
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
