import { reportHeadline } from "./report-headline.ts";
import { measuresOf, type ReportInputs } from "./report-inputs.ts";
import { reportQueries } from "./report-queries.ts";
import type { RunReport } from "./run-report.ts";
import * as engines from "./sections/engine-sections.ts";
import {
  changesSection,
  documentSections,
  odditiesSection,
  provenanceSection,
  trustSection,
} from "./sections/folder-sections.ts";
import * as labels from "./sections/label-sections.ts";
import { type SectionOf, sharedFindings } from "./shared-findings.ts";

const when =
  (holds: (inputs: ReportInputs) => boolean, section: SectionOf): SectionOf =>
  (inputs, shared) =>
    holds(inputs) ? section(inputs, shared) : null;
const { isRated } = engines;
/** Whether there is only one engine. The report then begins with what changed from the reference. */
const isAlone = ({ summary }: ReportInputs) => summary?.order.length === 1;

const openSections: readonly SectionOf[] = [
  when(isAlone, changesSection),
  // With ratings, this section is in the appendix, because labels may order the engines differently from the verdict.
  when((inputs) => !isRated(inputs), engines.enginesSection),
  labels.doubtsSection,
  odditiesSection,
];

/** Sections of the folded appendix. */
export const reportSections: readonly SectionOf[] = [
  trustSection,
  when(isRated, engines.enginesSection),
  engines.testsSection,
  engines.idealsSection,
  engines.pairsSection,
  when((inputs) => !isAlone(inputs), changesSection),
  engines.describeSection,
  engines.distributionsSection,
  labels.recallSection,
  labels.similaritySection,
  labels.matchesSection,
  labels.holesSection,
  engines.segmentsSection,
  labels.matchingSection,
  labels.referenceSection,
  ...Object.values(documentSections),
  provenanceSection,
];

/** Cost: O(results); with 225 queries, also about 30 ms for each interval and 40 ms for each pair of engines. */
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
    return `people's grade, or the calibration's prediction (${origin.calibration.method}) if there is none`;
  const { labelColumn, labelFunction } = origin.options;
  const rule = summary?.label ?? labelFunction;
  const ofRank = typeof rule === "string" ? `their ranks by ${rule}` : null;
  const source = typeof labelColumn === "string" ? `column ${labelColumn}` : ofRank;
  const ofReference = source === null ? "" : `; reference titles get their labels from ${source}`;
  return `the label of the reference title that it matched, or 0 without a match${ofReference}`;
}
