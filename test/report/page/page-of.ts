/** Renders a page with the script as it would be built. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { RunReport } from "../../../src/report/content/run-report.ts";
import { renderReportPage } from "../../../src/report/page/render-report-page.ts";
import { root } from "../../support/run-cli.ts";

/** SHA-256 in base64, as in policies. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

export const script = ts.transpileModule(readFileSync(join(root, "src/report/page/script/report-script.ts"), "utf8"), {
  compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, removeComments: true },
}).outputText;

export function pageOf(report: RunReport): string {
  return [...renderReportPage(report, { script, hash })].join("");
}
