/** How far can the labels be trusted, and what would tell more? */
import { type Block, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { estimateBlocks, type LabelsAlone } from "../../../estimate/estimate-blocks.ts";
import { noRatings } from "../../../gold/known-ratings.ts";
import { meanInterval } from "../../../measure/measures/compare-engines.ts";
import { validationBlocks } from "../../../trust/validation-blocks.ts";
import { estimateStep } from "../next-step.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { calibratedScore, enginesByMean, isCalibrated, measuresOf } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function trustSection(inputs: ReportInputs): ReportSection {
  const { validation, estimate } = inputs.documents;
  return reportSection("trust", "How far the labels can be trusted", [
    validation && validationBlocks(validation),
    estimate && estimateBlocks(estimate, labelsAlone(inputs)),
    missingEvidence(inputs),
  ]);
}

/** Null where the decisive measure is a calibrated score already. */
function labelsAlone(inputs: ReportInputs): LabelsAlone | null {
  const [measure] = measuresOf(inputs);
  if (measure === undefined || measure === calibratedScore || isCalibrated(inputs)) return null;
  const engines = enginesByMean(inputs.measures, measure).flatMap(({ engine, values, mean }) =>
    mean === null ? [] : [[engine, { value: mean, interval: meanInterval(values, inputs) }] as const],
  );
  return engines.length === 0 ? null : { measure, engines: new Map(engines) };
}

/** What is not known here, and which command tells. */
function missingEvidence(inputs: ReportInputs): Block[] {
  const { documents, summary, name, ratings = noRatings } = inputs;
  const { validation, estimate, policies, fidelity, agreement } = documents;
  // The other commands judge labels that a reference gave, not those of calibrate.
  const isLabel = !isCalibrated(inputs);
  const questions: readonly (readonly [isMissing: boolean, question: string, answeredBy: string])[] = [
    [
      // It asks about whole queries.
      isLabel && (validation === null || validation.gold === null) && !ratings.singled,
      "Do people order the engines as these labels do?",
      "semqrel validate DIR --gold QRELS",
    ],
    [
      estimate === null,
      "What do the engines reach by people's measure, from ratings of a few queries?",
      ratings.judgments === null
        ? "semqrel pool --plan, then semqrel estimate DIR --gold QRELS"
        : estimateStep("", { folder: name, ratings }).command,
    ],
    [agreement === null, "Do raters agree with each other?", "semqrel gold --agreement DB"],
    [
      isLabel && policies === null,
      "Does the order depend on label function, threshold and ideal?",
      "semqrel validate --policies DIR",
    ],
    [
      summary !== null && summary.references === undefined,
      "Does the order depend on the reference?",
      "semqrel label with two references or more",
    ],
    [
      isLabel && fidelity === null,
      "Does another model give the same labels?",
      "semqrel compare --fidelity DIR --model NAME",
    ],
  ];
  const missing = questions.filter(([isMissing]) => isMissing);
  if (missing.length === 0) return [];
  return [
    tableOf("trust-missing", "Not known here", missing, [
      column("question", "text", ([, question]) => question),
      column("answered by", "text", ([, , answeredBy]) => answeredBy),
    ]),
    textBlock(
      "With --json those commands print documents that the report shows: put them into the folder, or name them --with.",
    ),
  ];
}
