/**
 * How does a command print a report in the form that was asked for?
 */

import type { Block } from "../../core/document/blocks.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { colorsFor } from "./colors.ts";
import { printJson, printText } from "./print.ts";
import { terminalWidth } from "./terminal-width.ts";

export interface ReportFlags extends CommonFlags {
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
}

/** What a command says of its document; only the form that is asked for is made. */
export interface DocumentForms {
  blocks(): readonly Block[];
  /** With the names of the columns first. Absent where a command prints neither CSV nor TSV. */
  rows?(): Iterable<readonly string[]>;
}

/** @param document what JSON shows */
export async function printReport(
  document: object,
  forms: () => Promise<DocumentForms>,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return printJson(io, document);
  const made = await forms();
  if (format === "md") {
    const { markdownText } = await import("../../core/document/markdown-text.ts");
    io.stdout.write(markdownText(made.blocks()));
  } else if (format === "table") {
    const { terminalText } = await import("../../core/document/terminal-text.ts");
    const { bold } = await colorsFor(io.stdout, io, flags.color);
    printText(io, terminalText(made.blocks(), { width: terminalWidth(io.stdout, io), bold }));
  } else {
    const { csvText } = await import("../../io/tables/write-csv.ts");
    for (const piece of csvText(made.rows?.() ?? [], format === "tsv" ? "\t" : ",")) io.stdout.write(piece);
  }
}
