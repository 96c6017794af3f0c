/** TREC judgments as text: query, iteration, document, label; fractions are kept, which trec_eval cuts off. */
import type { JudgmentWriter } from "./judgment-format.ts";

export const trecQrelsWriter: JudgmentWriter = {
  name: "trec-qrels",
  holds: {
    queryIds: "any",
    queryTexts: false,
    titles: false,
    whiteSpace: false,
    repeats: true,
    fractions: true,
    negatives: true,
    unrated: false,
    raters: false,
    iterations: true,
  },
  *write({ names, queries, documents, labels, iterations }) {
    for (let row = 0; row < queries.length; row++) {
      const query = names.queries.nameOf(queries[row] ?? 0);
      yield `${query} ${iterations?.[row] || "0"} ${names.documents.nameOf(documents[row] ?? 0)} ${labels[row]}\n`;
    }
  },
};
