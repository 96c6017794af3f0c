/** Can everything that other commands said of a folder be shown, and if not, which document is broken? */
import { attempt } from "../core/attempt.ts";
import { messageOf, type SemqrelError } from "../core/errors.ts";
import { inputError } from "../io/input-error.ts";
import { buildRunReport } from "./content/build-run-report.ts";
import type { ReportInputs } from "./content/report-inputs.ts";
import type { RunReport } from "./content/run-report.ts";
import { renderBlock } from "./page/render-block.ts";
import { type FoundDocuments, noDocuments } from "./report-documents.ts";

/**
 * Only the outermost names of documents were checked: what lies inside may be broken. The error then names the document,
 * or the folder's own summary.
 *
 * @throws SemqrelError INVALID_FORMAT   details: { file }
 */
export function buildSoundReport(inputs: ReportInputs, files: FoundDocuments["files"]): RunReport {
  try {
    return build(inputs);
  } catch (cause) {
    const bare = { ...inputs, documents: noDocuments };
    if (fails(bare)) {
      if (inputs.summary === null || fails({ ...bare, summary: null })) throw cause;
      throw broken(`${inputs.stored.source}/summary.json`, cause);
    }
    for (const [role, file] of files) {
      if (fails({ ...bare, documents: { ...noDocuments, [role]: inputs.documents[role] } })) throw broken(file, cause);
    }
    throw cause;
  }
}

function build(inputs: ReportInputs): RunReport {
  const report = buildRunReport(inputs);
  // Showing it finds what should be text and is none.
  for (const blocks of [report.headline, ...report.sections.map(({ blocks }) => blocks)]) blocks.forEach(renderBlock);
  return report;
}

function fails(inputs: ReportInputs): boolean {
  return attempt(() => build(inputs)) === null;
}

function broken(file: string, cause: unknown): SemqrelError {
  const what = `a part is missing, or of another kind than its schema says (${messageOf(cause)}). Make it again.`;
  return inputError("INVALID_FORMAT", file, what, { cause });
}
