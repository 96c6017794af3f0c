/**
 * From what, with what and how were these labels made?
 */

import type { ReportBlock } from "../../../core/document/blocks.ts";
import { columns, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { sayOption } from "../../../core/text/say-numbers.ts";
import type { LabelFolderOrigin } from "../../../core/types.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function provenanceSection({ origin, documents, name, stored }: ReportInputs): ReportSection {
  const given = Object.entries(documents).flatMap(([kind, document]) => (document === null ? [] : [kind]));
  return {
    id: "provenance",
    title: "How it was made",
    blocks: [
      tableBlock("provenance-made", "Labels", {
        columns: [...columns("text", "", "")],
        rows: [
          ["folder", name],
          ["queries", String(stored.queries.length)],
          ["reference", origin.reference?.engine ?? null],
          ["reference sha256", origin.reference?.sha256 ?? null],
          ["model", origin.model === null ? null : `${origin.model.name} (${origin.model.precision})`],
          ["model sha256", origin.model?.sha256 ?? null],
          ...(origin.calibration === null
            ? []
            : [
                ["calibrated by", origin.calibration.method],
                ["calibration sha256", origin.calibration.sha256],
              ]),
          ...Object.entries(origin.versions).map(([program, version]) => [program, version]),
          ...(given.length === 0 ? [] : [["documents of other commands", given.join(", ")]]),
        ],
      }),
      ...(given.length === 0
        ? []
        : [
            textBlock(
              "Documents of other commands are known to be about these labels by the engines in them alone: after another run of label, make them again.",
            ),
          ]),
      ...inputBlocks(origin),
      ...optionBlocks("provenance-options", "Options", origin.options),
      ...optionBlocks("provenance-counts", "Counts", origin.counts),
    ],
  };
}

function inputBlocks({ inputs }: LabelFolderOrigin): ReportBlock[] {
  if (inputs.length === 0) return [];
  return [
    tableBlock("provenance-inputs", "Input files", {
      columns: [...columns("text", "file", "format"), ...columns("count", "rows"), ...columns("text", "sha256")],
      rows: inputs.map(({ path, format, rows, sha256 }) => [path, format, rows, sha256]),
    }),
  ];
}

function optionBlocks(id: string, caption: string, options: Readonly<Record<string, unknown>>): ReportBlock[] {
  const entries = Object.entries(options);
  if (entries.length === 0) return [];
  return [
    tableBlock(
      id,
      caption,
      {
        columns: [...columns("text", "", "")],
        rows: entries.map(([option, value]) => [option, sayOption(value)]),
      },
      true,
    ),
  ];
}
