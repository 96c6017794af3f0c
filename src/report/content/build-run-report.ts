/**
 * What does a report say, and in which order? A table of contents.
 */
import { reportHeadline } from "./report-headline.ts";
import type { ReportInputs } from "./report-inputs.ts";
import { measuresOf } from "./report-measures.ts";
import { reportQueries } from "./report-queries.ts";
import type { RunReport } from "./run-report.ts";
import {
  describeSection,
  distributionsSection,
  enginesSection,
  idealsSection,
  isRated,
  pairsSection,
  segmentsSection,
  testsSection,
} from "./sections/engine-sections.ts";
import {
  agreementSection,
  allChangesSection,
  changesSection,
  fidelitySection,
  odditiesSection,
  policiesSection,
  provenanceSection,
  rerankSection,
  trustSection,
} from "./sections/folder-sections.ts";
import {
  doubtsSection,
  holesSection,
  matchesSection,
  matchingSection,
  recallSection,
  referenceSection,
  similaritySection,
} from "./sections/label-sections.ts";
import { type SectionOf, sharedFindings } from "./shared-findings.ts";

/** For every reader, in the order of the page. */
const openSections: readonly SectionOf[] = [
  changesSection,
  // After ratings one chart alone may order the engines, that of the verdict.
  (inputs, shared) => (isRated(inputs) ? null : enginesSection(inputs, shared)),
  doubtsSection,
  odditiesSection,
];

/** For those who look things up, folded. */
export const reportSections: readonly SectionOf[] = [
  trustSection,
  (inputs, shared) => (isRated(inputs) ? enginesSection(inputs, shared) : null),
  testsSection,
  idealsSection,
  pairsSection,
  allChangesSection,
  describeSection,
  distributionsSection,
  recallSection,
  similaritySection,
  matchesSection,
  holesSection,
  segmentsSection,
  matchingSection,
  referenceSection,
  policiesSection,
  agreementSection,
  fidelitySection,
  rerankSection,
  provenanceSection,
];

/**
 * Pure: the same inputs and seed give the same report.
 *
 * Cost O(results), and for each engine resamples of its queries: some 30 ms an interval, 40 ms a pair of 225 queries.
 */
export function buildRunReport(inputs: ReportInputs): RunReport {
  const shared = sharedFindings(inputs);
  return {
    schema: "semqrel.report/1",
    title: inputs.name,
    headline: reportHeadline(inputs, shared),
    sections: [
      ...openSections.flatMap((section) => section(inputs, shared) ?? []),
      ...reportSections.flatMap((section) => {
        const made = section(inputs, shared);
        return made === null ? [] : { ...made, inAppendix: true };
      }),
    ],
    measures: measuresOf(inputs),
    engines: inputs.stored.engines.map(({ lists }) => lists.engine),
    reference: inputs.stored.reference?.lists.engine ?? inputs.origin.reference?.engine ?? null,
    labelRule: labelRuleOf(inputs),
    queries: reportQueries(inputs, shared.listed),
  };
}

function labelRuleOf({ summary, origin }: ReportInputs): string {
  if (origin.calibration !== null)
    return `people's grade, else what a calibration on them expects (${origin.calibration.method})`;
  const { labelColumn, labelFunction } = origin.options;
  const rule = summary?.label ?? (typeof labelColumn === "string" ? `column ${labelColumn}` : labelFunction);
  return `that of the reference title that it matched${typeof rule === "string" ? `, by ${rule}` : ""}; 0 without a match`;
}
