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

/** The line after an empty one names what is below it. */
export const headings = /(?<=\n\n).+/g;

/** The faces of one report; only the one that is printed is made. */
export interface ReportForms {
  /** @param width of the terminal, in columns; infinite without one */
  text(width: number): string;
  markdown(): string;
  /** With the names of the columns first. */
  rows(): Iterable<readonly string[]>;
  /** What of the text is set in bold on a terminal. */
  readonly bold: RegExp;
}

/** What a command says of its document; only the form that is asked for is made. */
export interface DocumentForms {
  blocks(): readonly Block[];
  /** With the names of the columns first. */
  rows(): Iterable<readonly string[]>;
}

/** @param document what JSON shows */
export async function printReport(
  document: object,
  forms: () => Promise<DocumentForms | ReportForms>,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return printJson(io, document);
  const made = await forms();
  if (format === "md") {
    const { markdownText } = await import("../../core/document/markdown-text.ts");
    io.stdout.write("blocks" in made ? markdownText(made.blocks()) : made.markdown());
  } else if (format === "table") {
    const { terminalText } = await import("../../core/document/terminal-text.ts");
    const { bold } = await colorsFor(io.stdout, io, flags.color);
    const width = terminalWidth(io.stdout, io);
    const text =
      "blocks" in made
        ? terminalText(made.blocks(), { width, bold })
        : made.text(width).replace(made.bold, (part) => bold(part));
    printText(io, text);
  } else {
    const { csvText } = await import("../../io/tables/write-csv.ts");
    for (const piece of csvText(made.rows(), format === "tsv" ? "\t" : ",")) io.stdout.write(piece);
  }
}
