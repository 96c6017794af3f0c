/** What do other commands' documents add to a report? Their own blocks; null without the document. */
import type { Block } from "../../../core/document/blocks.ts";
import { agreementBlocks } from "../../../gold/agreement/agreement-blocks.ts";
import { rerankBlocks } from "../../../rerank/rerank-blocks.ts";
import { fidelityBlocks } from "../../../trust/fidelity/fidelity-blocks.ts";
import { policiesBlocks } from "../../../trust/policies/policies-blocks.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function fidelitySection({ documents: { fidelity } }: ReportInputs): ReportSection | null {
  return sectionOf("fidelity", "What another model would say", fidelity, fidelityBlocks);
}

export function policiesSection({ documents: { policies } }: ReportInputs): ReportSection | null {
  return sectionOf("policies", "What depends on how labels are made", policies, policiesBlocks);
}

export function agreementSection({ documents: { agreement } }: ReportInputs): ReportSection | null {
  return sectionOf("agreement", "How far raters agree", agreement, agreementBlocks);
}

export function rerankSection({ documents: { rerank } }: ReportInputs): ReportSection | null {
  return sectionOf("rerank", `Reranking ${rerank?.engine}`, rerank, rerankBlocks);
}

function sectionOf<Document>(
  id: string,
  title: string,
  document: Document | null,
  blocksOf: (document: Document) => readonly Block[],
): ReportSection | null {
  return document && reportSection(id, title, blocksOf(document));
}
