/** What does a comparison of label policies say? */
import { at } from "../../core/at.ts";
import { signed } from "../../core/text/wording.ts";
import type { ScoredPrecision } from "../../maths/classification.ts";
import { roundScore } from "../../maths/numbers.ts";
import type { JudgedLists } from "../judged-lists.ts";
import type { OrderSensitivity } from "../order-sensitivity.ts";
import { type PolicyAgreement, type PolicyChoice, QUERIES_FOR_EVERY_POLICY } from "./choose-policy.ts";
import { defaultPolicy, type Policy, policyName } from "./policy.ts";

export interface ComparedPolicy {
  readonly policy: Policy;
  readonly isPredeclared: boolean;
  /** By engine, over all measurable queries. */
  readonly means: Float64Array;
  readonly precision: ScoredPrecision | null;
}

export interface PoliciesToReport
  extends Pick<PoliciesReport, "engines" | "reference" | "queries" | "samples" | "seed"> {
  readonly policies: readonly ComparedPolicy[];
  readonly truth: {
    readonly choice: PolicyChoice;
    readonly gold: string;
    readonly measure: string;
    /** Of `queries`, those that people rated. */
    readonly queries: number;
    readonly leftOut: JudgedLists["leftOut"];
  } | null;
  readonly sensitivity: OrderSensitivity;
}

/** Numbers are null without judgments, and where they are undefined. */
export interface ReportedPolicy extends PolicyAgreement {
  readonly name: string;
  readonly policy: Policy;
  readonly predeclared: boolean;
  readonly averagePrecision: number | null;
  /** The first engine by these labels, over all measurable queries; null where several tie. */
  readonly winner: string | null;
}

/** The document of `semqrel validate --policies --json`. */
export interface PoliciesReport {
  readonly schema: "semqrel.policies/1";
  readonly engines: readonly string[];
  readonly reference: string;
  /** That the labels can measure. */
  readonly queries: number;
  readonly ratedQueries: number | null;
  readonly leftOut: JudgedLists["leftOut"] | null;
  readonly gold: string | null;
  readonly measure: string | null;
  /** About the average precision of random labels. */
  readonly prevalence: number | null;
  readonly default: ReportedPolicy;
  readonly policies: readonly ReportedPolicy[];
  readonly chosen: {
    readonly name: string;
    readonly policy: Policy;
    readonly apparent: number | null;
    readonly heldOut: number | null;
    readonly optimism: number | null;
    readonly eligible: number;
    readonly reason: string;
  } | null;
  readonly sensitivity: Omit<OrderSensitivity, "engines"> & {
    readonly engines: Readonly<Record<string, OrderSensitivity["engines"][number]>>;
  };
  readonly samples: number;
  readonly seed: number;
}

const noAgreement: PolicyAgreement = { tauB: null, interval: null, gain: null, standardErrorOfGain: null };

export function policiesReport(found: PoliciesToReport): PoliciesReport {
  const { engines, reference, queries, truth, sensitivity, samples, seed } = found;
  const policies = found.policies.map(
    ({ policy, isPredeclared, means, precision }, place): ReportedPolicy => ({
      name: policyName(policy),
      policy,
      predeclared: isPredeclared,
      ...(truth === null ? noAgreement : at(truth.choice.policies, place)),
      averagePrecision: precision?.averagePrecision ?? null,
      winner: winnerOf(means, engines),
    }),
  );
  return {
    schema: "semqrel.policies/1",
    engines,
    reference,
    queries,
    ratedQueries: truth?.queries ?? null,
    leftOut: truth?.leftOut ?? null,
    gold: truth?.gold ?? null,
    measure: truth?.measure ?? null,
    prevalence: found.policies[0]?.precision?.prevalence ?? null,
    default: policies.find(({ name }) => name === policyName(defaultPolicy)) ?? at(policies, 0),
    policies,
    chosen: truth && chosenOf(truth.choice, policies, truth.queries),
    sensitivity: {
      ...sensitivity,
      engines: Object.fromEntries(sensitivity.engines.map((places, engine) => [at(engines, engine), places])),
    },
    samples,
    seed,
  };
}

function winnerOf(means: Float64Array, engines: readonly string[]): string | null {
  const rounded = Array.from(means, roundScore);
  const best = Math.max(...rounded);
  const [first = null, ...others] = engines.filter((_, engine) => rounded[engine] === best);
  return others.length > 0 ? null : first;
}

function chosenOf(choice: PolicyChoice, policies: readonly ReportedPolicy[], queries: number) {
  const { name, policy } = at(policies, choice.chosen);
  const best = at(policies, choice.best);
  const { apparent, heldOut, optimism, eligible } = choice;
  const among =
    queries < QUERIES_FOR_EVERY_POLICY
      ? `the ${eligible} policies fixed in advance (with ${QUERIES_FOR_EVERY_POLICY} rated queries or more, all policies compete)`
      : `${eligible} policies`;
  const gain = `${best.gain === null ? "an undefined gain" : signed(best.gain, 3)} with a standard error of ${best.standardErrorOfGain?.toFixed(3) ?? "unknown size"}`;
  const reasons: Record<PolicyChoice["reason"], string> = {
    gain: `Of ${among} it agrees best, and its gain over the default exceeds one standard error: ${gain}.`,
    "gain within one standard error":
      `Of ${among}, ${best.name} agrees best, but its gain over the default does not exceed one standard error: ${gain}. ` +
      "So the default stays.",
    "default is best": `None of ${among} agrees better than the default.`,
  };
  return { name, policy, apparent, heldOut, optimism, eligible, reason: reasons[choice.reason] };
}
