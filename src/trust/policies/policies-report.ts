import { at } from "../../core/at.ts";
import {
  type Block,
  blocksOf,
  type ColumnOf,
  column,
  noteBlock,
  onPage,
  onTerminal,
  plotOf,
  tableOf,
  textBlock,
} from "../../core/document/blocks.ts";
import { sayMeasure, signed } from "../../core/text/wording.ts";
import type { ScoredPrecision } from "../../maths/classification.ts";
import { FEWEST_ENGINES } from "../../maths/correlation/rank-correlation.ts";
import { roundScore } from "../../maths/numbers.ts";
import type { ResampleOptions } from "../../maths/random.ts";
import type { JudgedLists } from "../engine-values.ts";
import { FEW_ENGINES } from "../say.ts";
import {
  type orderSensitivity,
  type PolicyAgreement,
  type PolicyChoice,
  QUERIES_FOR_EVERY_POLICY,
} from "./choose-policy.ts";
import { defaultPolicy, measureName, notebookPolicy, type Policy, policyName } from "./policy-values.ts";

export interface ComparedPolicy {
  readonly policy: Policy;
  readonly isPredeclared: boolean;
  readonly means: Float64Array;
  readonly precision: ScoredPrecision | null;
}

export interface PoliciesToReport extends ResampleOptions {
  readonly engines: readonly string[];
  readonly reference: string;
  /** Number of queries that the labels can measure. */
  readonly queries: number;
  readonly policies: readonly ComparedPolicy[];
  readonly truth: {
    readonly choice: PolicyChoice;
    readonly gold: string;
    readonly measure: string;
    readonly queries: number;
    readonly leftOut: JudgedLists["leftOut"];
  } | null;
  readonly sensitivity: ReturnType<typeof orderSensitivity>;
}

/** Without judgments, agreement and `averagePrecision` are null. With judgments, a field is null if it is undefined. */
export interface ReportedPolicy extends PolicyAgreement {
  readonly name: string;
  readonly policy: Policy;
  readonly predeclared: boolean;
  readonly averagePrecision: number | null;
  /** First engine by these labels, over all measurable queries; null if several tie. */
  readonly winner: string | null;
}

export type PoliciesReport = ReturnType<typeof policiesReport>;

const noAgreement: PolicyAgreement = { tauB: null, interval: null, gain: null, standardErrorOfGain: null };

export function policiesReport(found: PoliciesToReport) {
  const { engines, reference, queries, truth, sensitivity, samples, seed } = found;
  const policies = found.policies.map(({ policy, isPredeclared, means, precision }, place): ReportedPolicy => {
    const rounded = Array.from(means, roundScore);
    const best = Math.max(...rounded);
    const first = engines.filter((_, engine) => rounded[engine] === best);
    return {
      name: policyName(policy),
      policy,
      predeclared: isPredeclared,
      ...(truth === null ? noAgreement : at(truth.choice.policies, place)),
      averagePrecision: precision?.averagePrecision ?? null,
      winner: first.length === 1 ? at(first, 0) : null,
    };
  });
  return {
    schema: "semqrel.policies/1" as const,
    engines,
    reference,
    queries,
    ratedQueries: truth?.queries ?? null,
    leftOut: truth?.leftOut ?? null,
    gold: truth?.gold ?? null,
    measure: truth?.measure ?? null,
    /** Share of pairs of query and title that are relevant. Random labels have about this average precision. */
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

function chosenOf(choice: PolicyChoice, policies: readonly ReportedPolicy[], queries: number) {
  const { name, policy } = at(policies, choice.chosen);
  const best = at(policies, choice.best);
  const { apparent, heldOut, optimism, eligible } = choice;
  const among =
    queries < QUERIES_FOR_EVERY_POLICY
      ? `the ${eligible} policies fixed in advance (choosing among all policies needs ${QUERIES_FOR_EVERY_POLICY} rated queries)`
      : `${eligible} policies`;
  const gain = `${best.gain === null ? "an undefined gain" : signed(best.gain, 3)} with a standard error of ${best.standardErrorOfGain?.toFixed(3) ?? "unknown size"}`;
  const reasons: Record<PolicyChoice["reason"], string> = {
    gain: `Of ${among}, it agrees best with people, and its gain over the default exceeds one standard error: ${gain}.`,
    "gain within one standard error":
      `Of ${among}, ${best.name} agrees best with people, but its gain over the default does not exceed one standard error: ${gain}. ` +
      "So the default stays.",
    "default is best": `None of ${among} agrees better with people than the default.`,
  };
  return { name, policy, apparent, heldOut, optimism, eligible, reason: reasons[choice.reason] };
}

/** Maximum number of policies that the terminal shows in addition to the predeclared ones. */
const SHOWN_BEST = 10;
const LONG_TABLE = 10;

export function policiesBlocks(report: PoliciesReport): Block[] {
  const { policies, chosen, gold } = report;
  const named = policies.filter(({ predeclared, name }) => predeclared || name === chosen?.name);
  const best = policies
    .filter(({ tauB }) => tauB !== null)
    .sort((one, other) => (other.tauB ?? 0) - (one.tauB ?? 0))
    .slice(0, SHOWN_BEST);
  const sorted = [...new Set([...named, ...best])].sort((one, other) => (other.tauB ?? -1) - (one.tauB ?? -1));
  const columns = policyColumns(report);
  const scope =
    gold === null
      ? `${report.queries} queries`
      : `against ${report.measure} by ${gold} on ${report.ratedQueries} rated queries`;
  const heading = `${policies.length} label policies, ${report.engines.length} engines, ${scope}`;
  return [
    ...onTerminal(tableOf("policies-best", heading, sorted, columns), ...choiceBlocks(report)),
    ...orderBlocks(report),
    ...onPage(
      ...choiceBlocks(report),
      tableOf("policies-named", "Policies fixed in advance, and the chosen one", named, columns, {
        folded: named.length > LONG_TABLE,
      }),
    ),
  ];
}

export function* policyRows({ policies, chosen }: PoliciesReport): Iterable<readonly string[]> {
  const matching = ["label_function", "threshold", "reference_depth", "one_to_one"];
  const agreement = ["tau_b", "low", "high", "gain", "standard_error_of_gain", "average_precision", "winner"];
  const choices = [...matching, "ideal", "cutoff", "reference", "titles", "once"];
  yield ["policy", ...choices, "predeclared", "chosen", ...agreement];
  for (const { name, policy, predeclared, ...found } of policies) {
    const { labelFunction, threshold, referenceDepth, oneToOne, ideal, cutoff, reference, titles, once } = policy;
    const { tauB, interval, gain, standardErrorOfGain, averagePrecision, winner } = found;
    const cells = [
      ...[labelFunction, threshold, referenceDepth, oneToOne, ideal, cutoff, reference, titles, once],
      ...[predeclared, name === chosen?.name, tauB, interval?.[0], interval?.[1]],
      ...[gain, standardErrorOfGain, averagePrecision, winner],
    ];
    yield [name, ...cells.map((cell) => String(cell ?? ""))];
  }
}

function policyColumns({ chosen, default: own, gold }: PoliciesReport): ColumnOf<ReportedPolicy>[] {
  const notes = new Map([
    [policyName(notebookPolicy), "notebook"],
    [own.name, "default"],
  ]);
  const remark = ({ name, predeclared }: ReportedPolicy) =>
    [notes.get(name) ?? (predeclared ? "fixed in advance" : ""), name === chosen?.name ? "chosen" : ""]
      .filter((word) => word !== "")
      .join(", ");
  const judged: ColumnOf<ReportedPolicy>[] = [
    column("τ-b", "measure", ({ tauB }) => tauB),
    column("95 %", "interval", ({ interval }) => interval, { digits: 2 }),
    column("gain", "measure", ({ gain }) => gain),
    column("s.e.", "measure", ({ standardErrorOfGain }) => standardErrorOfGain, { on: "terminal" }),
    column("label AP", "measure", ({ averagePrecision }) => averagePrecision),
  ];
  return [
    column("policy", "text", ({ name }) => name),
    column("", "text", remark),
    ...(gold === null ? judged.map((one) => ({ ...one, on: "page" as const })) : judged),
    column("first engine", "text", ({ winner }) => winner),
  ];
}

function choiceBlocks(report: PoliciesReport): Block[] {
  const { chosen, prevalence, samples, seed, engines, measure, gold } = report;
  if (chosen === null) {
    return [
      textBlock(
        "Without judgments (--gold), this shows only how far the order of the engines depends on the policy, not which policy is right.",
      ),
    ];
  }
  const held =
    chosen.heldOut === null
      ? "One rated query cannot show how much of this is luck."
      : `τ-b is ${sayMeasure(chosen.apparent)} on the queries used for the choice, and ${sayMeasure(chosen.heldOut)} on queries that were not. ` +
        `For new queries, expect the second value. The difference is ${sayMeasure(chosen.optimism)}.`;
  return blocksOf(
    textBlock(`Chosen by ${measure} on ${gold}: ${chosen.name}. ${chosen.reason}`),
    noteBlock(held),
    noteBlock(`To label this way: semqrel label ${labelOptions(chosen.policy)}; read ${measureName(chosen.policy)}.`),
    engines.length < FEWEST_ENGINES && noteBlock(`${FEW_ENGINES} Look at the differences instead.`),
    onTerminal(
      noteBlock(
        `τ-b shows whether labels and people order the engines alike (1: same order, 0: no relation, -1: reversed). Intervals and standard errors: ${samples} resamples of queries (seed ${seed}).` +
          (prevalence === null
            ? ""
            : ` Label AP: average precision of the labels; random labels reach ${sayMeasure(prevalence)}.`),
      ),
    ),
  );
}

function labelOptions(policy: Policy): string {
  const { labelFunction, titles, threshold, referenceDepth, once, oneToOne, reference } = policy;
  const isNotebook = titles === "as read";
  const unasked = isNotebook ? notebookPolicy : defaultPolicy;
  return [
    `--label "${labelFunction}"`,
    ...(isNotebook ? ["--preset notebook"] : []),
    ...(threshold === unasked.threshold ? [] : [`--threshold ${threshold ?? "none"}`]),
    ...(referenceDepth === null ? [] : [`--reference-depth ${referenceDepth}`]),
    ...(once === unasked.once ? [] : ["--without once"]),
    ...(oneToOne ? ["--one-to-one"] : []),
    ...(reference === null ? [] : [`--reference ${reference}`]),
  ].join(" ");
}

const factorNames: { readonly [factor in keyof Policy]: string } = {
  labelFunction: "the label function",
  titles: "titles cleaned or as read",
  threshold: "the threshold",
  referenceDepth: "the depth of the reference",
  once: "each reference title once",
  oneToOne: "one-to-one matching",
  ideal: "the ideal",
  cutoff: "the cutoff",
  reference: "the reference",
};

/** Names the engine that more policies put first, and counts these policies. Null unless there are two engines. */
function sayFirst({ engines, policies }: PoliciesReport): string | null {
  if (engines.length !== 2) return null;
  const wins = engines.map((engine) => policies.filter(({ winner }) => winner === engine).length);
  const most = Math.max(...wins);
  return `${most} of ${policies.length} policies put ${engines[wins.indexOf(most)]} first. The smaller this number, the more the order depends on the policy rather than on the engines.`;
}

function orderBlocks(report: PoliciesReport): Block[] {
  const { sensitivity, queries } = report;
  const { tauB, factors, withoutOrder } = sensitivity;
  const engines = Object.entries(sensitivity.engines).sort(
    ([, one], [, other]) => one.best - other.best || one.worst - other.worst,
  );
  const order = textBlock(
    tauB === null
      ? "No two policies rank these engines, so their agreement cannot be measured."
      : (sayFirst(report) ??
          `Between two policies, τ-b of the engines' order is ${sayMeasure(tauB.median)} (median; lowest ${sayMeasure(tauB.lowest)}). The lower it is, the more the order depends on the policy rather than on the engines.`),
    "verdict",
  );
  return blocksOf(
    onPage(order),
    plotOf(
      "policies-places",
      {
        shape: "intervals",
        title: `Places of the engines under ${sensitivity.policies} policies, ${queries} queries`,
        marks: [],
        description: "The best and the worst place of each engine; points mark the middle of the range.",
        axis: { title: "place", from: 1, to: null },
        groups: engines.map(([name, { best, worst }]) => ({
          name,
          points: [{ series: "best to worst place", value: (best + worst) / 2, interval: [best, worst] as const }],
        })),
      },
      engines,
      [
        column("engine", "text", ([name]) => name),
        column("best", "number", ([, { best }]) => best),
        column("worst", "number", ([, { worst }]) => worst),
        column("first in", "share", ([, { wins }]) => wins),
      ],
    ),
    factors.length > 0 &&
      tableOf(
        "policies-factors",
        "What matters most: mean τ-b of two policies that differ only in this choice (lower: matters more)",
        factors,
        [
          column("choice", "text", ({ factor }) => factorNames[factor]),
          column("τ-b", "measure", (row) => row.tauB),
          column("pairs", "count", ({ pairs }) => pairs),
        ],
      ),
    withoutOrder > 0 && noteBlock(`${withoutOrder} policies are left out because all engines tie under them.`),
    onTerminal(order),
  );
}
