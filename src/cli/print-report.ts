/**
 * How does a command print a report in the form that was asked for?
 */
import { colorsFor } from "./colors.ts";
import type { CliIo, CommonFlags } from "./io.ts";
import { printJson } from "./print.ts";

export interface ReportFlags extends CommonFlags {
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
}

/** The faces of one report; only the one that is printed is made. */
export interface ReportForms {
  text(): string;
  markdown(): string;
  /** With the names of the columns first. */
  rows(): Iterable<readonly string[]>;
  /** What of the text is set in bold on a terminal. */
  readonly bold: RegExp;
}

/** @param document what JSON shows */
export async function printReport(
  document: object,
  forms: () => Promise<ReportForms>,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return printJson(io, document);
  const { text, markdown, rows, bold: strong } = await forms();
  if (format === "md") io.stdout.write(markdown());
  else if (format === "table") {
    const { bold } = await colorsFor(io.stdout, io, flags.color);
    io.stdout.write(text().replace(strong, (part) => bold(part)));
  } else {
    const { csvText } = await import("../io/write-csv.ts");
    for (const piece of csvText(rows(), format === "tsv" ? "\t" : ",")) io.stdout.write(piece);
  }
}
