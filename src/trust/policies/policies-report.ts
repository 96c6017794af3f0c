/** What does a comparison of label policies say? */
import { signed } from "../../core/text/numbers.ts";
import { roundScore } from "../../maths/classification/round-score.ts";
import type { ScoredPrecision } from "../../maths/classification/separation.ts";
import type { JudgedLists } from "../judged-lists.ts";
import type { OrderSensitivity } from "../order-sensitivity.ts";
import { type PolicyChoice, QUERIES_FOR_EVERY_POLICY } from "./choose-policy.ts";
import { defaultPolicy, type Policy, policyName } from "./policy.ts";

export interface ComparedPolicy {
  readonly policy: Policy;
  readonly isPredeclared: boolean;
  /** By engine, over all measurable queries. */
  readonly means: Float64Array;
  /** Null without judgments. */
  readonly precision: ScoredPrecision | null;
}

export interface PoliciesToReport {
  readonly engines: readonly string[];
  readonly reference: string;
  /** Queries that the labels can measure. */
  readonly queries: number;
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
  readonly samples: number;
  readonly seed: number;
}

/** Numbers are null without judgments, and where they are undefined. */
export interface ReportedPolicy {
  readonly name: string;
  readonly policy: Policy;
  readonly predeclared: boolean;
  /** Between the engines' means by these labels and by judgments, over the rated queries. */
  readonly tauB: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly gain: number | null;
  readonly standardErrorOfGain: number | null;
  readonly averagePrecision: number | null;
  /** The first engine by these labels, over all measurable queries; null where several tie. */
  readonly winner: string | null;
}

/** What `semqrel policies --json` prints. */
export interface PoliciesReport {
  readonly schema: "semqrel.policies/1";
  readonly engines: readonly string[];
  readonly reference: string;
  readonly queries: number;
  readonly ratedQueries: number | null;
  readonly leftOut: JudgedLists["leftOut"] | null;
  readonly gold: string | null;
  readonly measure: string | null;
  /** About what the average precision of labels that know nothing would be. */
  readonly prevalence: number | null;
  readonly default: ReportedPolicy;
  readonly policies: readonly ReportedPolicy[];
  readonly chosen: {
    readonly name: string;
    readonly policy: Policy;
    readonly apparent: number | null;
    readonly heldOut: number | null;
    readonly optimism: number | null;
    /** Policies that could be chosen. */
    readonly eligible: number;
    /** One sentence. */
    readonly reason: string;
  } | null;
  readonly sensitivity: Omit<OrderSensitivity, "engines"> & {
    readonly engines: Readonly<Record<string, OrderSensitivity["engines"][number]>>;
  };
  readonly samples: number;
  readonly seed: number;
}

export function policiesReport(found: PoliciesToReport): PoliciesReport {
  const { engines, truth, sensitivity } = found;
  const policies = found.policies.map(({ policy, isPredeclared, means, precision }, place): ReportedPolicy => {
    const agreement = truth?.choice.policies[place];
    return {
      name: policyName(policy),
      policy,
      predeclared: isPredeclared,
      tauB: agreement?.tauB ?? null,
      interval: agreement?.interval ?? null,
      gain: agreement?.gain ?? null,
      standardErrorOfGain: agreement?.standardErrorOfGain ?? null,
      averagePrecision: precision?.averagePrecision ?? null,
      winner: winnerOf(means, engines),
    };
  });
  const own = policies.find(({ name }) => name === policyName(defaultPolicy)) ?? policies[0];
  if (own === undefined) throw new RangeError("no policy was compared");
  return {
    schema: "semqrel.policies/1",
    engines,
    reference: found.reference,
    queries: found.queries,
    ratedQueries: truth?.queries ?? null,
    leftOut: truth?.leftOut ?? null,
    gold: truth?.gold ?? null,
    measure: truth?.measure ?? null,
    prevalence: found.policies[0]?.precision?.prevalence ?? null,
    default: own,
    policies,
    chosen: truth && chosenOf(truth.choice, policies, truth.queries),
    sensitivity: {
      ...sensitivity,
      engines: Object.fromEntries(
        engines.flatMap((engine, place) => {
          const places = sensitivity.engines[place];
          return places === undefined ? [] : [[engine, places]];
        }),
      ),
    },
    samples: found.samples,
    seed: found.seed,
  };
}

function winnerOf(means: Float64Array, engines: readonly string[]): string | null {
  const rounded = Array.from(means, roundScore);
  const best = Math.max(...rounded);
  const [first = -1, ...others] = rounded.flatMap((mean, engine) => (mean === best ? engine : []));
  return others.length > 0 ? null : (engines[first] ?? null);
}

function chosenOf(choice: PolicyChoice, policies: readonly ReportedPolicy[], queries: number) {
  const [chosen, best] = [policies[choice.chosen], policies[choice.best]];
  if (chosen === undefined || best === undefined) return null;
  const { apparent, heldOut, optimism, eligible } = choice;
  const among =
    queries < QUERIES_FOR_EVERY_POLICY
      ? `the ${eligible} policies named beforehand (all may be chosen from ${QUERIES_FOR_EVERY_POLICY} rated queries on)`
      : `${eligible} policies`;
  const gain = `${best.gain === null ? "an undefined gain" : signed(best.gain, 3)} with a standard error of ${best.standardErrorOfGain?.toFixed(3) ?? "unknown size"}`;
  const reasons: Record<PolicyChoice["reason"], string> = {
    gain: `Of ${among} it agrees best, and its gain over the default exceeds one standard error: ${gain}.`,
    "gain within one standard error":
      `Of ${among}, ${best.name} agrees best, but its gain over the default does not exceed one standard error: ${gain}. ` +
      "So the default stays.",
    "default is best": `None of ${among} agrees better than the default.`,
  };
  return {
    name: chosen.name,
    policy: chosen.policy,
    apparent,
    heldOut,
    optimism,
    eligible,
    reason: reasons[choice.reason],
  };
}
