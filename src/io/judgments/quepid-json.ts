/** Quepid's JSON: the ratings of a case, a case, or a book, which has each judge's rating of a query and a document. */
import { responseKeyPaths } from "../tables/formats/response-key-paths.ts";
import { type JsonPlace, readJson } from "../tables/json-place.ts";
import type { JudgmentColumns, JudgmentFormat } from "./judgment-format.ts";

export const quepidJson: JudgmentFormat = {
  name: "quepid-json",
  detect(head) {
    const keys = responseKeyPaths(head);
    return (
      keys.has("query_doc_pairs[]") ||
      (keys.has("queries[]") && (keys.has("queries.ratings") || keys.has("queries.ratings[]")))
    );
  },
  async read(input, columns) {
    const document = await readJson(input);
    if (document.has("query_doc_pairs")) {
      for (const pair of document.get("query_doc_pairs").items()) addPair(pair, columns);
    } else {
      for (const query of document.get("queries").items()) addQuery(query, columns);
    }
  },
};

function addQuery(entry: JsonPlace, columns: JudgmentColumns): void {
  const query = entry.get(entry.has("query") ? "query" : "query_text").text();
  const ratings = entry.get("ratings");
  if (Array.isArray(ratings.value)) {
    for (const rating of ratings.items()) {
      columns.addRow({ query, document: rating.get("doc_id").text(), label: rating.get("rating").ratingOrNone() });
    }
    return;
  }
  for (const [document, rating] of entry.has("ratings") ? ratings.entries() : []) {
    columns.addRow({ query, document, label: rating.ratingOrNone() });
  }
}

function addPair(pair: JsonPlace, columns: JudgmentColumns): void {
  const [query, document] = [pair.get("query_text").text(), pair.get("doc_id").text()];
  const judgements = pair.has("judgements") ? pair.get("judgements").items() : [];
  if (judgements.length === 0) columns.addRow({ query, document, label: Number.NaN, rater: "" });
  for (const judgement of judgements) {
    const rater = judgement.has("user_email") ? judgement.get("user_email").text() : "";
    columns.addRow({ query, document, label: judgement.get("rating").ratingOrNone(), rater });
  }
}
