/**
 * How does a command answer with a report?
 */
import type { Warning } from "../../core/warnings.ts";
import type { CliIo } from "../io.ts";
import { printJson } from "./print.ts";
import { type DocumentForms, printDocument, printReport, type ReportFlags, type ReportForms } from "./print-report.ts";
import { remark } from "./remark.ts";

/** Prints the report on stdout, and what was odd on stderr. @param further fields of the JSON document */
export async function answer(
  { report, warnings }: { readonly report: object; readonly warnings: readonly Warning[] },
  forms: () => Promise<DocumentForms | ReportForms>,
  flags: ReportFlags,
  io: CliIo,
  further: object = {},
): Promise<void> {
  const document = { ...report, ...further, warnings };
  if (flags.json || flags.format === "json") printJson(io, document);
  else {
    const made = await forms();
    if ("blocks" in made) await printDocument(document, async () => made, flags, io);
    else await printReport(document, async () => made, flags, io);
  }
  await remark(warnings, flags, io);
}
