/** Does an engine do well on some kinds of queries only, or once queries weigh what they are asked? */
import { blocksOf, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import { type MeasureName, measureNames } from "../../../core/types.ts";
import type { EngineMeans } from "../../../label/folder/label-segments.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function segmentsSection({ summary }: ReportInputs): ReportSection | null {
  if (summary === null) return null;
  const { segments, weighted, order } = summary;
  const table = (id: string, caption: string, means: EngineMeans) =>
    tableOf(id, caption, measureNames, [
      column("measure", "text", (measure) => measure),
      ...order.flatMap((engine) => [
        column<MeasureName>(engine, "measure", (measure) => means[engine]?.[measure].mean),
        column<MeasureName>("queries", "count", (measure) => means[engine]?.[measure].count ?? 0),
      ]),
    ]);
  const tables = blocksOf(
    weighted !== undefined && table("segments-weighted", `Means weighted by ${weighted.column}`, weighted.engines),
    (segments?.groups ?? []).map(({ segment, queries, engines }, place) => {
      const kind = `${segments?.column} = ${segment === "" ? "(not said)" : segment}`;
      const caption = `Means where ${kind}: ${counted(queries, "query", "queries")}`;
      return table(`segments-${place + 1}`, caption, engines);
    }),
  );
  if (tables.length === 0) return null;
  return reportSection("segments", "Kinds of queries", [
    textBlock(
      "Means of parts rest on fewer queries than those of all, and nothing here tests them: differences of a few queries are no findings. Verdicts above weigh all queries alike.",
    ),
    ...tables,
  ]);
}
