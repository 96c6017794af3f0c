/**
 * How far do raters agree with each other, and with themselves?
 */

import type { ReportBlock } from "../../../core/document/blocks.ts";
import { columns, plotBlock, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function agreementSection({ documents: { agreement: report } }: ReportInputs): ReportSection | null {
  if (report === null) return null;
  const { raters, items, sharedItems, scale, krippendorff, cohen, habits, notes, disagreements, disagreeing } = report;
  const overall = [
    { name: "equal grades", value: report.raw, interval: report.rawInterval },
    { name: "Fleiss' κ", value: report.fleiss, interval: report.fleissInterval },
    { name: "Krippendorff's α, nominal", value: krippendorff.nominal, interval: krippendorff.nominalInterval },
    { name: "Krippendorff's α, ordinal", value: krippendorff.ordinal, interval: krippendorff.ordinalInterval },
    { name: "Krippendorff's α, interval", value: krippendorff.interval, interval: krippendorff.intervalInterval },
  ];
  const rest: ReportBlock[] = [
    ...(cohen.length === 0
      ? []
      : [
          tableBlock("agreement-pairs", "Pairs of raters: Cohen's κ by how much a disagreement counts", {
            columns: [
              ...columns("text", "rater", "and"),
              ...columns("count", "items"),
              ...columns("share", "equal grades"),
              ...columns("measure", "plain", "linear", "quadratic"),
              ...columns("measure", "low", "high"),
            ],
            rows: cohen.map(
              ({ raters: [one, other], items: shared, raw, plain, linear, quadratic, quadraticInterval }) => [
                ...[one, other, shared, raw, plain, linear, quadratic],
                ...[quadraticInterval?.[0] ?? null, quadraticInterval?.[1] ?? null],
              ],
            ),
          }),
        ]),
    ...(habits.length === 0
      ? []
      : [
          tableBlock("agreement-raters", "Raters: bias above 0 is milder than the others", {
            columns: [
              ...columns("text", "rater"),
              ...columns("count", "rated", "flagged", "shared"),
              ...columns("measure", "bias"),
              ...columns("number", "median seconds"),
              ...columns("count", "repeats"),
              ...columns("share", "same grade again"),
            ],
            rows: habits.map(({ rater, rated, flagged, shared, bias, medianSeconds, self }) => [
              ...[rater, rated, flagged, shared, bias],
              ...[medianSeconds === null ? null : Number(medianSeconds.toFixed(1)), self.items, self.raw],
            ]),
          }),
        ]),
    ...(disagreements.length === 0
      ? []
      : [
          tableBlock(
            "agreement-items",
            `Items with unequal grades: ${disagreeing} of ${sharedItems}, the worst first`,
            {
              columns: [
                ...columns("text", "query", "title"),
                ...columns("count", "spread"),
                ...columns("text", "grades"),
              ],
              rows: disagreements.map(({ query, title, id, spread, grades }) => [
                ...[query, title === "" ? id : title, spread],
                grades.map(({ rater, grade }) => `${rater} ${grade}`).join(", "),
              ]),
            },
          ),
        ]),
  ];
  return {
    id: "agreement",
    title: "How far raters agree",
    blocks: [
      textBlock(
        `${counted(items, "item")} rated on the scale ${scale} by ${counted(raters.length, "rater")}, ${sharedItems} of them by two or more. 1 is complete agreement; κ and α are 0 for chance.`,
      ),
      plotBlock(
        "agreement-overall",
        {
          ...{ shape: "intervals", title: "Agreement of all raters", marks: [{ value: 0, label: "chance" }] },
          description:
            "Share of equal grades, Fleiss' κ and Krippendorff's α with 95 % intervals over items (bootstrap).",
          axis: { title: "agreement", from: null, to: 1 },
          groups: overall.map(({ name, value, interval }) => ({
            name,
            points: value === null ? [] : [{ series: "agreement", value, interval }],
          })),
        },
        {
          columns: [...columns("text", ""), ...columns("measure", "value", "low", "high")],
          rows: overall.map(({ name, value, interval }) => [name, value, interval?.[0] ?? null, interval?.[1] ?? null]),
        },
      ),
      ...rest,
      ...notes.map((note) =>
        textBlock(
          note.kind === "without-grades"
            ? `${note.rater} gave no grade and is not compared.`
            : `${note.rater} shares ${counted(note.items, "item")} with others: too few to say much.`,
          "caution",
        ),
      ),
    ],
  };
}
