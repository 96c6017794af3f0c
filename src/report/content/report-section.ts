/** What makes a section of a report? */
import { type BlockPart, blocksOf } from "../../core/document/blocks.ts";
import { pageBlocks } from "../../core/document/page-blocks.ts";
import { type ComparedEngines, compareEngines } from "./compare-engines.ts";
import { type DoubtfulTitles, doubtfulTitles } from "./doubtful-titles.ts";
import { listedQueries } from "./listed-queries.ts";
import type { ReportInputs } from "./report-inputs.ts";
import type { ReportSection } from "./run-report.ts";

/** What several sections need, found once. */
export interface SharedFindings extends ComparedEngines {
  readonly doubts: DoubtfulTitles;
  /** Queries whose lists are shown, as places in the folder. */
  readonly listed: ReadonlySet<number>;
}

export function sharedFindings(inputs: ReportInputs): SharedFindings {
  const doubts = doubtfulTitles(inputs);
  return { ...compareEngines(inputs), doubts, listed: listedQueries(inputs, doubts) };
}

/** Null if there is nothing to say. */
export type SectionOf = (inputs: ReportInputs, shared: SharedFindings) => ReportSection | null;

export function reportSection(id: string, title: string, parts: readonly BlockPart[]): ReportSection {
  return { id, title, blocks: pageBlocks(blocksOf(...parts)) };
}
