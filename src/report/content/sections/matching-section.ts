/** What did one-to-one matching and vetoes change? */
import { type Block, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { type MeasureName, measureNames } from "../../../core/types.ts";
import type { EngineSummary } from "../../../label/folder/label-summary.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

interface NamedSummary extends EngineSummary {
  readonly name: string;
}

export function matchingSection({ summary }: ReportInputs): ReportSection | null {
  const engines = (summary?.order ?? []).flatMap((name): NamedSummary[] => {
    const found = summary?.engines[name];
    return found === undefined ? [] : [{ name, ...found }];
  });
  const blocks = [...oneToOneBlocks(engines), ...vetoBlocks(engines)];
  return blocks.length === 0 ? null : reportSection("matching", "What one-to-one matching and vetoes change", blocks);
}

function oneToOneBlocks(engines: readonly NamedSummary[]): Block[] {
  const known = engines.flatMap(({ name, one_to_one: means }) => (means === undefined ? [] : [{ name, means }]));
  if (known.length === 0) return [];
  return [
    textBlock("One-to-one: a reference title gives its label to one result of a list at most."),
    tableOf("matching-one-to-one", "Means with nearest matching, and the change by one-to-one", measureNames, [
      column("measure", "text", (measure) => measure),
      ...known.flatMap(({ name, means }) => [
        column<MeasureName>(`${name}: nearest`, "measure", (measure) => means[measure].nearest),
        column<MeasureName>("change", "measure", (measure) => means[measure].change),
      ]),
    ]),
  ];
}

function vetoBlocks(engines: readonly NamedSummary[]): Block[] {
  const known = engines.flatMap(({ name, veto }) => (veto === undefined ? [] : [{ name, ...veto }]));
  if (known.length === 0) return [];
  return [
    tableOf("matching-veto", "Matches by meaning that a veto refused", known, [
      column("engine", "text", ({ name }) => name),
      column("columns", "text", ({ columns }) => columns.join(", ")),
      column("refused", "count", ({ refused }) => refused),
      column("another title now", "count", ({ moved }) => moved),
      column("none now", "count", ({ unmatched }) => unmatched),
    ]),
    tableOf("matching-veto-measures", "Means without the veto, and the change by it", measureNames, [
      column("measure", "text", (measure) => measure),
      ...known.flatMap(({ name, measures }) => [
        column<MeasureName>(`${name}: without`, "measure", (measure) => measures[measure].without),
        column<MeasureName>("change", "measure", (measure) => measures[measure].change),
      ]),
    ]),
  ];
}
