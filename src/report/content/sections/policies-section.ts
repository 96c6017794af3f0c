/**
 * How far does the order of the engines depend on how labels were made and read?
 */

import { columns, plotBlock, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { sayMeasure } from "../../../core/text/say-numbers.ts";
import { defaultPolicy, policyName } from "../../../trust/policies/policy.ts";
import { factorNames } from "../../../trust/policies/render-policies.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function policiesSection({ documents: { policies: report } }: ReportInputs): ReportSection | null {
  if (report === null) return null;
  const { sensitivity, chosen, policies, gold } = report;
  const { tauB, factors, withoutOrder } = sensitivity;
  const engines = Object.entries(sensitivity.engines).sort(
    ([, one], [, other]) => one.best - other.best || one.worst - other.worst,
  );
  const shown = policies.filter(({ predeclared, name }) => predeclared || name === chosen?.name);
  return {
    id: "policies",
    title: "What depends on how labels are made",
    blocks: [
      textBlock(
        tauB === null
          ? "No two policies order these engines, so nothing can be said about the choice."
          : `Of ${sensitivity.policies} ways to make and read the labels, any two order the engines with a τ-b of ${sayMeasure(tauB.median)} (median; lowest ${sayMeasure(tauB.lowest)}): the lower, the more the order is a matter of this choice.`,
        "verdict",
      ),
      ...(withoutOrder === 0
        ? []
        : [textBlock(`Under ${withoutOrder} policies all engines are equal; they are left out.`)]),
      ...(engines.length === 0
        ? []
        : [
            plotBlock(
              "policies-places",
              {
                ...{ shape: "intervals", title: "Places of the engines under all policies", marks: [] },
                description: "The best and the worst place of each engine; the points are the middles of these ranges.",
                axis: { title: "place", from: 1, to: null },
                groups: engines.map(([name, { best, worst }]) => ({
                  name,
                  points: [
                    { series: "best to worst place", value: (best + worst) / 2, interval: [best, worst] as const },
                  ],
                })),
              },
              {
                columns: [
                  ...columns("text", "engine"),
                  ...columns("number", "best", "worst"),
                  ...columns("share", "first in"),
                ],
                rows: engines.map(([name, { best, worst, wins }]) => [name, best, worst, wins]),
              },
            ),
          ]),
      ...(factors.length === 0
        ? []
        : [
            tableBlock("policies-factors", "What matters most: mean τ-b of two policies that differ in it alone", {
              columns: [...columns("text", "choice"), ...columns("measure", "τ-b"), ...columns("count", "pairs")],
              rows: factors.map(({ factor, tauB: mean, pairs }) => [factorNames[factor], mean, pairs]),
            }),
          ]),
      ...(chosen === null
        ? [textBlock("Without judgments nobody knows which of them is right: semqrel policies --gold says.")]
        : [textBlock(`Chosen against ${report.measure} by ${gold}: ${chosen.name}. ${chosen.reason}`)]),
      tableBlock(
        "policies-named",
        "Policies named beforehand, and the chosen one",
        {
          columns: [
            ...columns("text", "policy", ""),
            ...columns("measure", "τ-b", "low", "high"),
            ...columns("measure", "gain", "label AP"),
            ...columns("text", "first engine"),
          ],
          rows: shown.map(({ name, tauB: tau, interval, gain, averagePrecision, winner }) => [
            ...[
              name,
              [
                ...(name === policyName(defaultPolicy) ? ["default"] : []),
                ...(name === chosen?.name ? ["chosen"] : []),
              ].join(", "),
            ],
            ...[tau, interval?.[0] ?? null, interval?.[1] ?? null, gain, averagePrecision, winner],
          ]),
        },
        shown.length > 10,
      ),
    ],
  };
}
