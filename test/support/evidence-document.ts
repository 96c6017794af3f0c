/** The JSON in `evidence/` of a folder of labels. `keepEvidence` writes it; docs/schema describes it by this type. */
import type { EstimateReport } from "../../src/estimate/estimate-report.ts";
import type { SuggestReport } from "../../src/estimate/suggest-report.ts";
import type { GoldDocument } from "../../src/gold/gold-view.ts";
import type { JudgingReport } from "../../src/gold/judge/judging-report.ts";
import type { ValidationReport } from "../../src/trust/validation-report.ts";

interface EvidenceInput {
  readonly role: "gold" | "pool" | "proxy";
  /** Relative to the folder of labels. */
  readonly path: string;
  readonly sha256: string;
}

/** What the document was made from. If a checksum has changed, the report omits the document. */
interface EvidenceSums {
  /** SHA-256 of each file of the folder. */
  readonly labels: Readonly<Record<string, string>>;
  readonly inputs: readonly EvidenceInput[];
  /** From 1. Later results in the folder have larger numbers. */
  readonly step?: number;
}

interface Kept {
  readonly evidence: EvidenceSums;
}

export type EvidenceDocument =
  | (ValidationReport & Kept)
  | (GoldDocument & Kept)
  | (EstimateReport & Kept)
  | (SuggestReport & Kept)
  | (JudgingReport & Kept);
