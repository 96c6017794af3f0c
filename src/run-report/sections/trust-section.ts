/**
 * How far can the labels be trusted, and what would tell more?
 */
import { textBlock } from "../report-blocks.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportBlock, ReportSection } from "../run-report.ts";
import { estimateBlocks } from "./estimate-blocks.ts";
import { validationBlocks } from "./validation-blocks.ts";

export function trustSection(inputs: ReportInputs): ReportSection {
  const { validation, estimate } = inputs.documents;
  return {
    id: "trust",
    title: "How far the labels can be trusted",
    blocks: [
      ...(validation === null ? [] : validationBlocks(validation)),
      ...(estimate === null ? [] : estimateBlocks(inputs, estimate)),
      ...missingEvidence(inputs),
    ],
  };
}

/** One line each: what is not known here, and which command tells. */
function missingEvidence({ documents, summary }: ReportInputs): ReportBlock[] {
  const { validation, estimate, policies, fidelity, agreement } = documents;
  const hasGold = validation !== null && validation.gold !== null;
  return [
    ...(hasGold
      ? []
      : ["Whether people order the engines as these labels do: semqrel validate, with judgments (--gold)."]),
    ...(estimate === null
      ? [
          "What the engines reach by people's measure, from ratings of a few queries: semqrel estimate (semqrel plan says how many).",
        ]
      : []),
    ...(agreement === null ? ["Whether raters agree with each other: semqrel agree."] : []),
    ...(policies === null
      ? ["How far the order depends on label function, threshold and ideal: semqrel policies."]
      : []),
    ...(summary !== null && summary.references === undefined
      ? ["How far the order depends on the reference: semqrel label with two references or more."]
      : []),
    ...(fidelity === null ? ["Whether another model gives the same labels: semqrel fidelity."] : []),
  ].map((line) => textBlock(`Not known here. ${line}`));
}
