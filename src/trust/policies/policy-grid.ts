/**
 * Which policies are compared?
 */
import { defaultPolicy, notebookPolicy, type Policy } from "./policy.ts";

/** The values of each factor; 0.99 is the same title, but for case, accents and white space. */
export const policyFactors = {
  labelFunction: [
    "inverse(top=5)",
    "log(top=5)",
    "linear(top=5,depth=20)",
    "flat(top=1,depth=20)",
    "graded(depths=1/5/10/20)",
  ],
  threshold: [null, 0.5, 0.7, 0.9, 0.99],
  referenceDepth: [null, 20, 10],
  oneToOne: [false, true],
  ideal: ["reference", "returned"],
  cutoff: [10, null],
} as const;

const flat = { ...defaultPolicy, labelFunction: "flat(top=1,depth=20)" };
const log = { ...defaultPolicy, labelFunction: "log(top=5)" };

/**
 * The few that a small gold set may choose from, named before anybody looked at one: the more are tried on few queries,
 * the better the best looks by chance.
 */
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

/**
 * Every combination of the factors, 600, policies with equal labels side by side; then the predeclared ones under each
 * reference alone.
 */
export function policyGrid(references: readonly string[] = []): Policy[] {
  const { labelFunction, threshold, referenceDepth, oneToOne, ideal, cutoff } = policyFactors;
  let policies: Policy[] = [defaultPolicy];
  const vary = <Factor extends keyof Policy>(factor: Factor, values: readonly Policy[Factor][]) => {
    policies = policies.flatMap((policy) => values.map((value) => ({ ...policy, [factor]: value })));
  };
  vary("oneToOne", oneToOne);
  vary("referenceDepth", referenceDepth);
  vary("threshold", threshold);
  vary("labelFunction", labelFunction);
  vary("ideal", ideal);
  vary("cutoff", cutoff);
  const underEach = references.flatMap((reference) => predeclaredPolicies.map((policy) => ({ ...policy, reference })));
  return [...policies, ...underEach];
}
