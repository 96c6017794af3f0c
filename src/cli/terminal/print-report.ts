/** How does a command print a report in the form that was asked for, and say what was odd? */

import { Argument, type Option } from "commander";
import type { View } from "../../command/terminal.ts";
import { printable } from "../../core/text/escape.ts";
import { counted } from "../../core/text/wording.ts";
import type { Warning } from "../../core/warnings.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { paintText, printJson } from "./print.ts";
import { colorsFor, terminalWidth } from "./progress.ts";

export interface ReportFlags extends CommonFlags {
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
  readonly excel?: string;
  readonly spreadsheetSafe?: boolean;
}

export async function answer<Report extends object>(
  { report, warnings }: { readonly report: Report; readonly warnings: readonly Warning[] },
  forms: View<Report>,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  await printReport<Report>({ ...report, warnings }, forms, flags, io);
  await remark(warnings, flags, io);
}

/** @param document what JSON shows */
export async function printReport<Document extends object>(
  document: Document,
  forms: View<Document>,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return printJson(io, document);
  if (format === "md") {
    const { markdownText } = await import("../../core/document/markdown-text.ts");
    io.stdout.write(markdownText(forms.blocks(document)));
  } else if (format === "table") {
    const { terminalText } = await import("../../core/document/terminal-text.ts");
    const { bold } = await colorsFor(io.stdout, io, flags.color);
    paintText(io, terminalText(forms.blocks(document), { width: terminalWidth(io.stdout, io), bold }));
  } else {
    const { csvText } = await import("../../io/tables/write-csv.ts");
    const { csvFormOf } = await import("../../command/shared-settings.ts");
    const form = { ...csvFormOf(flags), delimiter: format === "tsv" ? "\t" : "," } as const;
    for (const piece of csvText(forms.rows?.(document) ?? [], form)) io.stdout.write(piece);
  }
}

/** @param isShown others are only counted */
export async function remark(
  warnings: readonly Warning[],
  flags: CommonFlags,
  io: CliIo,
  isShown: (warning: Warning) => boolean = () => true,
): Promise<void> {
  if (warnings.length === 0 || flags.quiet === true) return;
  const { gravestFirst, renderWarning } = await import("../../core/warnings.ts");
  const { yellow } = await colorsFor(io.stderr, io, flags.color);
  const lines = gravestFirst(warnings)
    .filter(isShown)
    .map((warning) => `- ${printable(renderWarning(warning))}`);
  const rest = warnings.length - lines.length;
  const more = lines.length > 0 ? `- and ${rest} more` : `${counted(rest, "note")} on lists and files`;
  io.stderr.write(
    [
      "",
      ...(lines.length > 0 ? [yellow("Warnings:"), ...lines] : []),
      ...(rest > 0 ? [`${more}: --full prints them.`] : []),
      "",
    ].join("\n"),
  );
}

// Settings that may contain secrets say here how they are shown.

type Shown = (text: string) => string;

const shownAs = new WeakMap<Option, Shown>();

export function showValues(option: Option, shown: Shown): Option {
  shownAs.set(option, shown);
  return option;
}

/** The value as it may be printed; of a form that the option does not take, nothing of it. */
export function shownValue(taker: Option | Argument, value: unknown): unknown {
  const shown = taker instanceof Argument ? undefined : shownAs.get(taker);
  if (shown === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => shownValue(taker, one));
  return typeof value === "string" ? shown(value) : "***";
}
