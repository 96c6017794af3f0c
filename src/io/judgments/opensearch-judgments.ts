/** Judgments of OpenSearch's Search Relevance Workbench; ratings are texts, and a query may stand there twice. */

import { rowsByKey } from "../../core/rows-by-key.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { responseKeyPaths } from "../tables/formats/response-key-paths.ts";
import { readJson } from "../tables/json-place.ts";
import { type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";

export const opensearchJudgments: JudgmentFormat = {
  name: "opensearch-judgments",
  detect: (head) => responseKeyPaths(head).has("judgmentRatings[]"),
  async read(input, columns) {
    for (const entry of (await readJson(input)).get("judgmentRatings").items()) {
      const query = entry.get("query").text();
      for (const rating of entry.get("ratings").items()) {
        const label = rating.get("rating").ratingOrNone();
        columns.addRow({ query, document: rating.get("docId").text(), label });
      }
    }
  },
};

export const opensearchJudgmentsWriter: JudgmentWriter = {
  name: "opensearch-judgments",
  holds: textHolds,
  *write(judgments) {
    const { names, queries, documents, labels } = judgments;
    yield '{"name":"judgments","description":"Converted by semqrel","type":"IMPORT_JUDGMENT","judgmentRatings":[';
    let before = "\n";
    for (const [query, rows] of rowsByKey(queries)) {
      const ratings = rows.map((row) => {
        const docId = names.documents.nameOf(documents[row] ?? 0);
        return JSON.stringify({ docId, rating: String(labels[row]) });
      });
      yield `${before}{"query":${JSON.stringify(textOfQuery(judgments, query))},"ratings":[${ratings.join(",")}]}`;
      before = ",\n";
    }
    yield "\n]}\n";
  },
};
