/**
 * What does a user see of a comparison of label policies?
 */

import { renderBlocks } from "../../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../../core/text/render-table.ts";
import { FEWEST_ENGINES } from "../../maths/correlation/order-agreement.ts";
import type { PoliciesReport, ReportedPolicy } from "./policies-report.ts";
import type { Policy } from "./policy.ts";
import { notebookPolicy, policyName } from "./policy.ts";

/** All of it for a terminal of `width` columns; of the policies those named beforehand and the ten that agree best. */
export function renderPolicies(report: PoliciesReport, width?: number): string {
  const [policies, engines] = [renderTable(policyTable(report), width), renderTable(engineTable(report), width)];
  return renderBlocks([
    [heading(report)],
    policies,
    verdict(report),
    [ordersHeading(report)],
    engines,
    sensitivity(report),
  ]);
}

/** The same for a pull request. */
export function renderPoliciesAsMarkdown(report: PoliciesReport): string {
  const [policies, engines] = [renderMarkdownTable(policyTable(report)), renderMarkdownTable(engineTable(report))];
  const bold = (text: string) => [`**${text}**`];
  return renderBlocks([
    bold(heading(report)),
    ...[policies, ...verdict(report).map((line) => [line])],
    bold(ordersHeading(report)),
    ...[engines, ...sensitivity(report).map((line) => [line])],
  ]);
}

/** One row a policy, full precision, for CSV and TSV; an empty cell is undefined. */
export function* policyRows({ policies, chosen }: PoliciesReport): Iterable<readonly string[]> {
  yield [
    ...["policy", "label_function", "threshold", "reference_depth", "one_to_one", "ideal", "cutoff", "reference"],
    ...[
      "predeclared",
      "chosen",
      "tau_b",
      "low",
      "high",
      "gain",
      "standard_error_of_gain",
      "average_precision",
      "winner",
    ],
  ];
  for (const { name, policy, predeclared, ...found } of policies) {
    const { labelFunction, threshold, referenceDepth, oneToOne, ideal, cutoff, reference } = policy;
    const cells = [labelFunction, threshold, referenceDepth, oneToOne, ideal, cutoff, reference, predeclared];
    const { tauB, interval, gain, standardErrorOfGain, averagePrecision, winner } = found;
    const numbers = [tauB, interval?.[0], interval?.[1], gain, standardErrorOfGain, averagePrecision, winner];
    yield [name, ...[...cells, name === chosen?.name, ...numbers].map((cell) => String(cell ?? ""))];
  }
}

const SHOWN_BEST = 10;
function heading({ engines, queries, ratedQueries, measure, gold, policies }: PoliciesReport): string {
  const base = `${policies.length} label policies, ${engines.length} engines`;
  return gold === null
    ? `${base}, ${queries} queries`
    : `${base}, against ${measure} by ${gold} on ${ratedQueries} rated queries`;
}

function policyTable({ policies, chosen, default: own, gold }: PoliciesReport): TextTable {
  const best = policies
    .filter(({ tauB }) => tauB !== null)
    .sort((one, other) => (other.tauB ?? 0) - (one.tauB ?? 0))
    .slice(0, SHOWN_BEST);
  const shown = policies.filter(
    (policy) => policy.predeclared || best.includes(policy) || policy.name === chosen?.name,
  );
  const sorted = shown.sort((one, other) => (other.tauB ?? -1) - (one.tauB ?? -1));
  const notes = new Map([
    [policyName(notebookPolicy), "notebook"],
    [own.name, "default"],
  ]);
  const remark = ({ name, predeclared }: ReportedPolicy) =>
    [notes.get(name) ?? (predeclared ? "beforehand" : ""), ...(name === chosen?.name ? ["chosen"] : [])].filter(
      Boolean,
    );
  const row = (policy: ReportedPolicy) => [
    ...[policy.name, remark(policy).join(", ")],
    ...(gold === null
      ? []
      : [
          digits(policy.tauB),
          interval(policy),
          digits(policy.gain),
          digits(policy.standardErrorOfGain),
          digits(policy.averagePrecision),
        ]),
    policy.winner ?? "",
  ];
  const numbers = gold === null ? [] : ["τ-b", "95 %", "gain", "s.e.", "label AP"];
  return { header: ["policy", "", ...numbers, "first engine"], rows: sorted.map(row) };
}

function interval({ interval }: ReportedPolicy): string {
  return interval === null ? "" : `[${interval.map((bound) => bound.toFixed(2)).join(", ")}]`;
}

function digits(value: number | null): string {
  return value === null ? "" : value.toFixed(3);
}

function verdict(report: PoliciesReport): string[] {
  const { chosen, prevalence, samples, seed, engines } = report;
  if (chosen === null) {
    return [
      "Without --gold nobody knows which policy is right: below is how far the order of engines depends on the choice.",
    ];
  }
  const held =
    chosen.heldOut === null
      ? "One rated query cannot say how much of that is luck."
      : `τ-b ${digits(chosen.apparent)} on the queries that chose it; ${digits(chosen.heldOut)} on queries left out of the choice: ` +
        `expect the second. Optimism: ${digits(chosen.optimism)}.`;
  return [
    `Chosen: ${chosen.name}. ${chosen.reason}`,
    held,
    `To label so: semqrel label ${labelOptions(chosen.policy)}; read ${measureOf(chosen.policy)}.`,
    ...(engines.length < FEWEST_ENGINES
      ? ["Below five engines τ-b says next to nothing: look at the differences themselves."]
      : []),
    `τ-b: do labels and people order the engines alike (1: the same, 0: no relation, -1: reversed)? Intervals and standard errors: ${samples} resamples of queries (seed ${seed}).` +
      (prevalence === null
        ? ""
        : ` Label AP: results with high labels are relevant; labels that know nothing reach ${digits(prevalence)}.`),
  ];
}

function labelOptions({ labelFunction, threshold, referenceDepth, oneToOne, reference }: Policy): string {
  return [
    `--label "${labelFunction}"`,
    ...(threshold === null ? [] : [`--threshold ${threshold}`]),
    ...(referenceDepth === null ? [] : [`--reference-depth ${referenceDepth}`]),
    ...(oneToOne ? ["--one-to-one"] : []),
    ...(reference === null ? [] : [`--reference ${reference}`]),
  ].join(" ");
}

function measureOf({ ideal, cutoff }: Policy): string {
  return `ndcg_${ideal}${cutoff === null ? "" : `@${cutoff}`}`;
}

function ordersHeading({ sensitivity, queries }: PoliciesReport): string {
  return `Places of the engines under ${sensitivity.policies} policies, ${queries} queries`;
}

function engineTable({ sensitivity }: PoliciesReport): TextTable {
  const engines = Object.entries(sensitivity.engines).sort(
    ([, one], [, other]) => one.best - other.best || one.worst - other.worst,
  );
  return {
    header: ["engine", "best", "worst", "first in"],
    rows: engines.map(([engine, { best, worst, wins }]) => [
      engine,
      ...[String(best), String(worst), `${(100 * wins).toFixed(0)} %`],
    ]),
  };
}

/** What a policy chooses, in words. */
export const factorNames: { readonly [factor in keyof Policy]: string } = {
  labelFunction: "the label function",
  threshold: "the threshold",
  referenceDepth: "the depth of the reference",
  oneToOne: "one-to-one matching",
  ideal: "the ideal",
  cutoff: "the cutoff",
  reference: "the reference",
};

function sensitivity({ sensitivity: { tauB, factors, withoutOrder } }: PoliciesReport): string[] {
  const effects = factors.map(({ factor, tauB: mean }) => `${factorNames[factor]} ${digits(mean)}`);
  return [
    ...(tauB === null
      ? ["No two policies order these engines, so nothing can be said about the choice."]
      : [
          `Two policies order the engines with a τ-b of ${digits(tauB.median)} (median; lowest ${digits(tauB.lowest)}): the lower, the more ` +
            "the order is a matter of the choice, and not of the engines.",
        ]),
    ...(effects.length === 0
      ? []
      : [`What matters most (mean τ-b of policies that differ in it alone): ${effects.join(", ")}.`]),
    ...(withoutOrder === 0 ? [] : [`Under ${withoutOrder} policies all engines are equal; they are left out.`]),
  ];
}
