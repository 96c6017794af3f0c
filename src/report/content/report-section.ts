/** What makes a section of a report? */
import { type BlockPart, blocksOf } from "../../core/document/blocks.ts";
import { pageBlocks } from "../../core/document/page-blocks.ts";
import type { EngineComparison } from "../../measure/measures/compare-engines.ts";
import type { DoubtfulTitles } from "./doubtful-titles.ts";
import type { ReportInputs } from "./report-inputs.ts";
import type { ReportSection } from "./run-report.ts";

/** What several sections need, found once. */
export interface SharedFindings {
  readonly comparison: EngineComparison | null;
  readonly doubts: DoubtfulTitles;
  /** Queries whose lists are shown, as places in the folder. */
  readonly listed: ReadonlySet<number>;
}

/** Null where there is nothing to say. */
export type SectionOf = (inputs: ReportInputs, shared: SharedFindings) => ReportSection | null;

export function reportSection(id: string, title: string, parts: readonly BlockPart[]): ReportSection {
  return { id, title, blocks: pageBlocks(blocksOf(...parts)) };
}
