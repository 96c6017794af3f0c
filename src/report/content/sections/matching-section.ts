/**
 * What did one-to-one matching and vetoes change?
 */

import type { ReportBlock } from "../../../core/document/blocks.ts";
import { columns, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { measureNames } from "../../../core/types.ts";
import type { EngineSummary } from "../../../label/folder/label-summary.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function matchingSection({ summary }: ReportInputs): ReportSection | null {
  if (summary === null) return null;
  const engines = summary.order.flatMap((name) => {
    const found = summary.engines[name];
    return found === undefined ? [] : [{ name, found }];
  });
  const blocks = [...oneToOneBlocks(engines), ...vetoBlocks(engines)];
  return blocks.length === 0 ? null : { id: "matching", title: "What one-to-one matching and vetoes change", blocks };
}

interface NamedSummary {
  readonly name: string;
  readonly found: EngineSummary;
}

function oneToOneBlocks(engines: readonly NamedSummary[]): ReportBlock[] {
  const known = engines.flatMap(({ name, found: { one_to_one } }) =>
    one_to_one === undefined ? [] : [{ name, one_to_one }],
  );
  if (known.length === 0) return [];
  return [
    textBlock("One-to-one: a reference title gives its label to one result of a list at most."),
    tableBlock("matching-one-to-one", "Means with nearest matching, and the change by one-to-one", {
      columns: [
        ...columns("text", "measure"),
        ...known.flatMap(({ name }) => columns("measure", `${name}: nearest`, "change")),
      ],
      rows: measureNames.map((measure) => [
        measure,
        ...known.flatMap(({ one_to_one }) => [one_to_one[measure].nearest, one_to_one[measure].change]),
      ]),
    }),
  ];
}

function vetoBlocks(engines: readonly NamedSummary[]): ReportBlock[] {
  const known = engines.flatMap(({ name, found: { veto } }) => (veto === undefined ? [] : [{ name, veto }]));
  if (known.length === 0) return [];
  return [
    tableBlock("matching-veto", "Matches by meaning that a veto refused", {
      columns: [
        ...columns("text", "engine", "columns"),
        ...columns("count", "refused"),
        ...columns("count", "another title now", "none now"),
      ],
      rows: known.map(({ name, veto: { columns, refused, moved, unmatched } }) => [
        ...[name, columns.join(", "), refused, moved, unmatched],
      ]),
    }),
    tableBlock("matching-veto-measures", "Means without the veto, and the change by it", {
      columns: [
        ...columns("text", "measure"),
        ...known.flatMap(({ name }) => columns("measure", `${name}: without`, "change")),
      ],
      rows: measureNames.map((measure) => [
        measure,
        ...known.flatMap(({ veto: { measures } }) => [measures[measure].without, measures[measure].change]),
      ]),
    }),
  ];
}
