/**
 * What changes where another model, or another precision, gives the labels?
 */

import { columns, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { sayShare } from "../../../core/text/say-numbers.ts";
import { counted } from "../../../core/text/wording.ts";
import type { LabelOfRow } from "../../../trust/fidelity/fidelity-report.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function fidelitySection({ documents: { fidelity: report } }: ReportInputs): ReportSection | null {
  if (report === null) return null;
  const { before, after, rows, rule, engines, order, examples, queries, sameModel } = report;
  const [was, is] = [before, after].map(({ model }) => `${model.name} (${model.precision})`);
  return {
    id: "fidelity",
    title: "What another model would say",
    blocks: [
      textBlock(report.verdict, "verdict"),
      textBlock(
        `${is}, compared with ${was}, on ${counted(rows.rows, "result")} of ${counted(queries, "query", "queries")}.${
          sameModel ? " Both labellings are the same model's: what changes is chance, or another machine's." : ""
        }`,
      ),
      ...(rule.holds === null || rows.clearKeptShare === null
        ? []
        : [
            textBlock(
              `${sayShare(rows.clearKeptShare)} of the results with a clear margin (above ${rule.clearMargin}) keep their reference title; where one model may stand for the other it is at least ${(100 * rule.leastKept).toFixed(1)} %: ${rule.holds ? "met" : "not met"}.`,
              rule.holds ? "plain" : "caution",
            ),
          ]),
      tableBlock("fidelity-engines", `Means of ${order.measure}, before and after`, {
        columns: [
          ...columns("text", "engine"),
          ...columns("measure", "before", "after", "change"),
          ...columns("count", "results"),
          ...columns("share", "labels changed"),
        ],
        rows: Object.entries(engines).map(([name, { rows: own, measures }]) => {
          const found = measures[order.measure];
          return [name, found.before, found.after, found.change, own.rows, own.otherLabelShare];
        }),
      }),
      ...(examples.length === 0
        ? []
        : [
            tableBlock(
              "fidelity-examples",
              "The largest changes of a label",
              {
                columns: [...columns("text", "query", "title", "engine"), ...columns("text", "before", "after")],
                rows: examples.map(({ query, title, engine, before: one, after: other }) => [
                  ...[query, title, engine, sayMatch(one), sayMatch(other)],
                ]),
              },
              true,
            ),
          ]),
    ],
  };
}

function sayMatch({ match, label, referenceRank, referenceTitle }: LabelOfRow): string {
  const shown = Number(label.toFixed(3));
  return match === "none"
    ? `${shown}, no match`
    : `${shown}, rank ${referenceRank ?? "unknown"}: ${referenceTitle ?? ""}`;
}
