/** How does a command answer with a report? */
import type { Warning } from "../../core/warnings.ts";
import type { CliIo } from "../io.ts";
import { type DocumentForms, printReport, type ReportFlags } from "./print-report.ts";
import { remark } from "./remark.ts";

/** Prints the report on stdout, and what was odd on stderr. @param further fields of the JSON document */
export async function answer(
  { report, warnings }: { readonly report: object; readonly warnings: readonly Warning[] },
  forms: () => Promise<DocumentForms>,
  flags: ReportFlags,
  io: CliIo,
  further: object = {},
): Promise<void> {
  await printReport({ ...report, ...further, warnings }, forms, flags, io);
  await remark(warnings, flags, io);
}
