/** Elasticsearch's rank evaluation: a request for each query, with its ratings; whole numbers. */
import { SemqrelError } from "../../core/errors.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { responseKeyPaths } from "../tables/formats/response-key-paths.ts";
import { type JsonPlace, readJson } from "../tables/json-place.ts";
import { type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";

export const rankEval: JudgmentFormat = {
  name: "rank-eval",
  detect: (head) => responseKeyPaths(head).has("requests.ratings[]"),
  async read(input, columns) {
    for (const request of (await readJson(input)).get("requests").items()) {
      const query = request.get("id").text();
      const queryText = request.has("request") ? searchedText(request.get("request")) : undefined;
      for (const rating of request.get("ratings").items()) {
        const label = rating.get("rating").ratingOrNone();
        columns.addRow({ query, queryText, document: rating.get("_id").text(), label });
      }
    }
  },
};

export const rankEvalWriter: JudgmentWriter = {
  name: "rank-eval",
  holds: { ...textHolds, queryIds: "any", repeats: false, fractions: false, negatives: false },
  *write(judgments, { index, field }) {
    if (index === null) {
      const why = "every rating names the index of its document, and none was given. Pass --index NAME.";
      throw new SemqrelError("INVALID_OPTION", `Writing rank-eval: ${why}`);
    }
    const { names, queries, documents, labels } = judgments;
    yield '{"requests":[';
    let before = "\n";
    for (const [query, rows] of rowsByKey(queries)) {
      const request = {
        id: names.queries.nameOf(query),
        request: { query: { match: { [field]: textOfQuery(judgments, query) } } },
        ratings: rows.map((row) => ({
          _index: index,
          _id: names.documents.nameOf(documents[row] ?? 0),
          rating: labels[row],
        })),
      };
      yield `${before}${JSON.stringify(request)}`;
      before = ",\n";
    }
    yield '\n],"metric":{"dcg":{"k":10,"normalize":true}}}\n';
  },
};

/** What the usual kinds of requests search for; undefined for others. */
function searchedText(request: JsonPlace): string | undefined {
  if (!request.has("query")) return undefined;
  const query = request.get("query");
  const kinds = ["match", "match_phrase", "multi_match", "query_string", "simple_query_string"];
  const kind = kinds.find((known) => query.has(known));
  if (kind === undefined) return undefined;
  const clause = query.get(kind);
  // A match names its field, the others have their text beside their fields.
  const inside = kind.startsWith("match") ? clause.entries()[0]?.[1] : clause.get("query");
  const value = inside?.has("query") ? inside.get("query").value : inside?.value;
  return typeof value === "string" && value !== "" ? value : undefined;
}
