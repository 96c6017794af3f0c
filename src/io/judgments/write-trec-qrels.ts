/** TREC judgments as text: query, iteration, document, label; fractions are kept, which trec_eval cuts off. */
import type { JudgmentWriter } from "./judgment-format.ts";
import { judgmentLines, lineHolds } from "./judgment-lines.ts";

export const trecQrelsWriter: JudgmentWriter = {
  name: "trec-qrels",
  holds: { ...lineHolds, iterations: true },
  write: (judgments) =>
    judgmentLines(
      judgments,
      (query, document, label, row) => `${query} ${judgments.iterations?.[row] || "0"} ${document} ${label}`,
    ),
};
