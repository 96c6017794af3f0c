/** Which formats of judgments are written? */

import { beirWriter, quepidBookWriter, quepidCsvWriter } from "./fixed-tables.ts";
import {
  opensearchJudgmentsWriter,
  rankEvalWriter,
  ranxQrelsWriter,
  rreFlatWriter,
  rreWriter,
} from "./json-judgments.ts";
import type { JudgmentWriter } from "./judgment-format.ts";
import { ltrWriter, trecPrefsWriter, trecQrelsWriter } from "./line-judgments.ts";
import { tableJudgmentsWriter } from "./table-judgments.ts";

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
