/** Judgments of OpenSearch's Search Relevance Workbench; ratings are texts, and a query may stand there twice. */

import { rowsByKey } from "../../core/rows-by-key.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { responseKeyPaths } from "../tables/formats/response-key-paths.ts";
import { type JsonPlace, readJson } from "../tables/json-place.ts";
import { type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";

export const opensearchJudgments: JudgmentFormat = {
  name: "opensearch-judgments",
  detect(head) {
    const keys = [...responseKeyPaths(head)];
    return keys.some((key) => /(?:^|\.)judgmentRatings\[\]$/.test(key)) || keys.includes("ratings.docId");
  },
  async read(input, columns) {
    for (const entry of ratedQueries(await readJson(input))) {
      const query = entry.get("query").text();
      for (const rating of entry.get("ratings").value === null ? [] : entry.get("ratings").items()) {
        const label = rating.get("rating").ratingOrNone();
        columns.addRow({ query, document: rating.get("docId").text(), label });
      }
    }
  },
};

/** Of a list by itself, of a document that holds it, or of the answer to a GET, which is that of a search. */
function ratedQueries(place: JsonPlace): JsonPlace[] {
  if (Array.isArray(place.value)) return place.items();
  if (!place.has("hits")) return place.get("judgmentRatings").items();
  const hits = place.get("hits").get("hits").items();
  return hits.flatMap((hit) => hit.get("_source").get("judgmentRatings").items());
}

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
