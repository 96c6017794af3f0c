/** A TREC run as text, every list by score; equal scores keep the order that they have. */
import { rowsByQuery } from "../rows-by-query.ts";
import type { RunWriter } from "./run-format.ts";

export const trecRunWriter: RunWriter = {
  name: "trec-run",
  holds: { queryIds: "any", queryTexts: false, titles: false, whiteSpace: false, repeats: true, engines: false },
  *write(runs) {
    for (const { name, tag, names, queries, documents, scores } of runs) {
      const shown = (tag ?? name).replace(/\s+/g, "-") || "run";
      for (const [query, rows] of rowsByQuery(queries)) {
        rows.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
        for (const [place, row] of rows.entries()) {
          const document = names.documents.nameOf(documents[row] ?? 0);
          yield `${names.queries.nameOf(query)} Q0 ${document} ${place + 1} ${scores[row]} ${shown}\n`;
        }
      }
    }
  },
};
