/** Which formats of judgments are written? */

import { beirWriter } from "./beir.ts";
import type { JudgmentWriter } from "./judgment-format.ts";
import { ltrWriter } from "./ltr.ts";
import { opensearchJudgmentsWriter } from "./opensearch-judgments.ts";
import { quepidBookWriter } from "./quepid-book.ts";
import { quepidCsvWriter } from "./quepid-csv.ts";
import { rankEvalWriter } from "./rank-eval.ts";
import { ranxQrelsWriter } from "./ranx-qrels.ts";
import { rreFlatWriter, rreWriter } from "./rre.ts";
import { tableJudgmentsWriter } from "./table-judgments.ts";
import { trecPrefsWriter } from "./trec-prefs.ts";
import { trecQrelsWriter } from "./trec-qrels.ts";

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
  ...(["csv", "tsv", "jsonl"] as const).map(tableJudgmentsWriter),
];
