/**
 * What does a report say, and in which order? A table of contents: one file a section.
 */
import { reportHeadline } from "./report-headline.ts";
import type { ReportInputs } from "./report-inputs.ts";
import { measuresOf } from "./report-measures.ts";
import { reportQueries } from "./report-queries.ts";
import { type SectionOf, sharedFindings } from "./report-section.ts";
import type { RunReport } from "./run-report.ts";
import { allChangesSection, changesSection } from "./sections/changes-section.ts";
import { describeSection } from "./sections/describe-section.ts";
import { distributionsSection } from "./sections/distributions-section.ts";
import { agreementSection, fidelitySection, policiesSection, rerankSection } from "./sections/document-sections.ts";
import { doubtsSection } from "./sections/doubts-section.ts";
import { enginesSection, isRated, testsSection } from "./sections/engines-section.ts";
import { holesSection } from "./sections/holes-section.ts";
import { idealsSection } from "./sections/ideals-section.ts";
import { matchesSection } from "./sections/matches-section.ts";
import { matchingSection } from "./sections/matching-section.ts";
import { odditiesSection } from "./sections/oddities-section.ts";
import { pairsSection } from "./sections/pairs-section.ts";
import { provenanceSection } from "./sections/provenance-section.ts";
import { recallSection } from "./sections/recall-section.ts";
import { referenceSection } from "./sections/reference-section.ts";
import { segmentsSection } from "./sections/segments-section.ts";
import { similaritySection } from "./sections/similarity-section.ts";
import { trustSection } from "./sections/trust-section.ts";

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
