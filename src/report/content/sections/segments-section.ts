/**
 * Does an engine do well on some kinds of queries only, or once queries weigh what they are asked?
 */

import type { ReportTable } from "../../../core/document/blocks.ts";
import { columns, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import { measureNames } from "../../../core/types.ts";
import type { EngineMeans } from "../../../label/folder/label-segments.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function segmentsSection({ summary }: ReportInputs): ReportSection | null {
  if (summary === null) return null;
  const { segments, weighted, order } = summary;
  const table = (id: string, caption: string, means: EngineMeans): ReportTable =>
    tableBlock(id, caption, {
      columns: [
        ...columns("text", "measure"),
        ...order.flatMap((engine) => [...columns("measure", engine), ...columns("count", "queries")]),
      ],
      rows: measureNames.map((measure) => [
        measure,
        ...order.flatMap((engine) => [means[engine]?.[measure].mean ?? null, means[engine]?.[measure].count ?? 0]),
      ]),
    });
  const tables = [
    ...(weighted === undefined
      ? []
      : [table("segments-weighted", `Means weighted by ${weighted.column}`, weighted.engines)]),
    ...(segments?.groups ?? []).map(({ segment, queries, engines }, place) =>
      table(
        `segments-${place + 1}`,
        `Means where ${segments?.column} = ${segment === "" ? "(not said)" : segment}: ${counted(queries, "query", "queries")}`,
        engines,
      ),
    ),
  ];
  if (tables.length === 0) return null;
  return {
    id: "segments",
    title: "Kinds of queries",
    blocks: [
      textBlock(
        "Means of parts rest on fewer queries than those of all, and nothing here tests them: differences of a few queries are no findings. Verdicts above weigh all queries alike.",
      ),
      ...tables,
    ],
  };
}
