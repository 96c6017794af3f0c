/**
 * Which formats of judgments are written?
 */
import { beirWriter } from "./judgments/beir.ts";
import type { JudgmentWriter } from "./judgments/judgment-format.ts";
import { ltrWriter } from "./judgments/ltr.ts";
import { opensearchJudgmentsWriter } from "./judgments/opensearch-judgments.ts";
import { quepidBookWriter } from "./judgments/quepid-book.ts";
import { quepidCsvWriter } from "./judgments/quepid-csv.ts";
import { rankEvalWriter } from "./judgments/rank-eval.ts";
import { ranxQrelsWriter } from "./judgments/ranx-qrels.ts";
import { rreFlatWriter, rreWriter } from "./judgments/rre.ts";
import { csvJudgmentsWriter, jsonlJudgmentsWriter, tsvJudgmentsWriter } from "./judgments/table-judgments.ts";
import { trecPrefsWriter } from "./judgments/trec-prefs.ts";
import { trecQrelsWriter } from "./judgments/write-trec-qrels.ts";

export const judgmentWriters: readonly JudgmentWriter[] = [
  trecQrelsWriter,
  trecPrefsWriter,
  quepidCsvWriter,
  quepidBookWriter,
  ltrWriter,
  rreWriter,
  rreFlatWriter,
  opensearchJudgmentsWriter,
  rankEvalWriter,
  beirWriter,
  ranxQrelsWriter,
  csvJudgmentsWriter,
  tsvJudgmentsWriter,
  jsonlJudgmentsWriter,
];
