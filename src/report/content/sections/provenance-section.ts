/** From what, with what and how were these labels made? */
import { type BlockTable, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { sayOption } from "../../../core/text/wording.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function provenanceSection({ origin, documents, name, stored }: ReportInputs): ReportSection {
  const { reference, model, calibration, versions } = origin;
  const given = Object.entries(documents).flatMap(([kind, document]) => (document === null ? [] : [kind]));
  return reportSection("provenance", "How it was made", [
    namesAndValues("provenance-made", "Labels", [
      ["folder", name],
      ["queries", String(stored.queries.length)],
      ["reference", reference?.engine],
      ["reference sha256", reference?.sha256],
      ["model", model && `${model.name} (${model.precision})`],
      ["model sha256", model?.sha256],
      ...(calibration === null
        ? []
        : [["calibrated by", calibration.method] as const, ["calibration sha256", calibration.sha256] as const]),
      ...Object.entries(versions),
      ...(given.length === 0 ? [] : [["documents of other commands", given.join(", ")] as const]),
    ]),
    given.length > 0 &&
      textBlock(
        "Documents in the folder's evidence have the sums of these labels. One that was given otherwise is known to be about them by its engines alone.",
      ),
    origin.inputs.length > 0 &&
      tableOf("provenance-inputs", "Input files", origin.inputs, [
        column("file", "text", ({ path }) => path),
        column("format", "text", ({ format }) => format),
        column("rows", "count", ({ rows }) => rows),
        column("sha256", "text", ({ sha256 }) => sha256),
      ]),
    optionsTable("provenance-options", "Options", origin.options),
    optionsTable("provenance-counts", "Counts", origin.counts),
  ]);
}

function optionsTable(id: string, caption: string, options: Readonly<Record<string, unknown>>): BlockTable | null {
  const entries = Object.entries(options).map(([option, value]) => [option, sayOption(value)] as const);
  return entries.length === 0 ? null : namesAndValues(id, caption, entries, true);
}

type NameAndValue = readonly [name: string, value: string | null | undefined];

function namesAndValues(id: string, caption: string, rows: readonly NameAndValue[], folded = false): BlockTable {
  const columns = [
    column<NameAndValue>("", "text", ([name]) => name),
    column<NameAndValue>("", "text", ([, value]) => value),
  ];
  return tableOf(id, caption, rows, columns, { folded });
}
