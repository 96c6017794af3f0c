/** Reads and writes JSON judgments of OpenSearch, Quepid, Elasticsearch, Rated Ranking Evaluator, umbrela and ranx. */
import { invalidOption } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { isNumber, quoted } from "../../core/text/wording.ts";
import type { RawJudgments } from "../../core/types.ts";
import { lineHolds, textHolds, type WriteOptions } from "../fit.ts";
import { type JudgmentColumns, type JudgmentFormat, type JudgmentWriter, jsonByQuery, ranxText } from "../format.ts";
import { inputError } from "../input-error.ts";
import { wholeText } from "../open-input.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { documentsOf, isRanx, mteb } from "../tables/formats/ranx.ts";
import { JsonPlace, parseJson, readJson, responseKeyPaths, sourcesOf } from "../tables/json-place.ts";

export const opensearchJudgments: JudgmentFormat & JudgmentWriter = {
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
  holds: textHolds,
  write(judgments) {
    const begin =
      '{"name":"judgments","description":"Converted by semqrel","type":"IMPORT_JUDGMENT","judgmentRatings":[';
    return jsonByQuery(begin, judgments, "\n]}\n", (query, rows, documentOf) => {
      const ratings = rows.map((row) => ({ docId: documentOf(row), rating: String(judgments.labels[row]) }));
      return JSON.stringify({ query: textOfQuery(judgments, query), ratings });
    });
  },
};

/** @param place - a list of rated queries, a document with `judgmentRatings`, or a response with such documents */
function ratedQueries(place: JsonPlace): JsonPlace[] {
  if (Array.isArray(place.value)) return place.items();
  return sourcesOf(place).flatMap((source) => source.get("judgmentRatings").items());
}

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
    const isBook = document.has("query_doc_pairs");
    for (const entry of document.get(isBook ? "query_doc_pairs" : "queries").items()) {
      if (isBook) addPair(entry, columns);
      else addQuery(entry, columns);
    }
  },
};

function addQuery(entry: JsonPlace, columns: JudgmentColumns): void {
  const query = entry.get(entry.has("query") ? "query" : "query_text").text();
  if (!entry.has("ratings")) return;
  const ratings = entry.get("ratings");
  const rated = Array.isArray(ratings.value)
    ? ratings.items().map((rating) => [rating.get("doc_id").text(), rating.get("rating")] as const)
    : ratings.entries();
  for (const [document, rating] of rated) columns.addRow({ query, document, label: rating.ratingOrNone() });
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

export const rankEval: JudgmentFormat & JudgmentWriter = {
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
  holds: { ...textHolds, queryIds: "any", fractions: false, negatives: false },
  write(judgments, { index, field }) {
    const _index = requireIndex("rank-eval", "every rating names the index of its document", index);
    const end = '\n],"metric":{"dcg":{"k":10,"normalize":true}}}\n';
    return jsonByQuery('{"requests":[', judgments, end, (query, rows, documentOf) =>
      JSON.stringify({
        id: judgments.names.queries.nameOf(query),
        request: { query: { match: { [field]: textOfQuery(judgments, query) } } },
        ratings: rows.map((row) => ({ _index, _id: documentOf(row), rating: judgments.labels[row] })),
      }),
    );
  },
};

/** Returns the text that a request searches for; undefined for unusual kinds of requests. */
function searchedText(request: JsonPlace): string | undefined {
  if (!request.has("query")) return undefined;
  const query = request.get("query");
  const kinds = ["match", "match_phrase", "multi_match", "query_string", "simple_query_string"];
  const kind = kinds.find((known) => query.has(known));
  if (kind === undefined) return undefined;
  const clause = query.get(kind);
  // `match` and `match_phrase` have the field's name as their key. In the other kinds, `query` is the text.
  const inside = kind.startsWith("match") ? clause.entries()[0]?.[1] : clause.get("query");
  const value = inside?.has("query") ? inside.get("query").value : inside?.value;
  return typeof value === "string" && value !== "" ? value : undefined;
}

export const rre: JudgmentFormat & JudgmentWriter = {
  name: "rre",
  detect: (head) =>
    [...responseKeyPaths(head)].some((path) => /^(?:topics|query_groups|queries)(?:\.|\[\]$)/.test(path)) &&
    /"(?:relevant_documents|placeholders)"\s*:/.test(head),
  async read(input, columns) {
    const inside = (place: JsonPlace, key: string) => (place.has(key) ? place.get(key).items() : [place]);
    const groups = inside(await readJson(input), "topics").flatMap((topic) => inside(topic, "query_groups"));
    for (const group of groups) {
      for (const query of group.get("queries").items()) {
        const owner = !query.has("relevant_documents") && group.has("relevant_documents") ? group : query;
        readDocuments(textOf(query.get("placeholders")), owner.get("relevant_documents"), columns);
      }
    }
  },
  holds: { ...textHolds, repeats: false },
  write(judgments, options) {
    const begin = `{"index":${indexOf(options)},"id_field":"id","topics":[{"description":"judgments","query_groups":[`;
    return rreText(begin, judgments, "\n]}]}\n", (text, documents) => {
      const query = `{"template":"template.json","placeholders":{"$query":${text}}}`;
      return `{"name":${text},"queries":[${query}],"relevant_documents":${documents}}`;
    });
  },
};

/** RRE's shorter form, which Quepid exports. Files in this form are recognised as `rre`, which reads both forms. */
export const rreFlat: JudgmentFormat & JudgmentWriter = {
  ...rre,
  name: "rre-flat",
  detect: () => false,
  write(judgments, options) {
    const begin = `{"id_field":"id","index":${indexOf(options)},"template":"template.json","queries":[`;
    const entry = (text: string, documents: string) =>
      `{"placeholders":{"$query":${text}},"relevant_documents":${documents}}`;
    return rreText(begin, judgments, "\n]}\n", entry);
  },
};

/** Returns the text of `$query`, or of the only placeholder. Rejects several placeholders if none is `$query`. */
function textOf(placeholders: JsonPlace): string {
  if (placeholders.has("$query")) return placeholders.get("$query").text();
  const [first, ...others] = placeholders.entries();
  if (first === undefined) throw placeholders.refuse("a placeholder with the query's text");
  if (others.length === 0) return first[1].text();
  const { source, path } = placeholders;
  const names = [first, ...others].map(([name]) => `"${name}"`).join(", ");
  const what =
    `${path} has ${names}, but none of them is "$query", so it is unclear which one is the query's text. ` +
    'Call that one "$query".';
  throw inputError("INVALID_FORMAT", source, what, { path });
}

function readDocuments(query: string, documents: JsonPlace, columns: JudgmentColumns): void {
  for (const [key, entry] of documents.entries()) {
    if (Array.isArray(entry.value)) {
      if (!isNumber(key)) throw entry.refuse(`a gain instead of the key ${quoted(key)}, or an object with a gain,`);
      for (const document of entry.items()) columns.addRow({ query, document: document.text(), label: Number(key) });
    } else {
      const label = (entry.has("gain") ? entry.get("gain") : entry).number();
      columns.addRow({ query, document: key, label });
    }
  }
}

function rreText(
  begin: string,
  judgments: RawJudgments,
  end: string,
  entry: (text: string, documents: string) => string,
): Iterable<string> {
  return jsonByQuery(begin, judgments, end, (query, rows, documentOf) => {
    // Builds the JSON from texts, because an object would sort numeric ids.
    const gainOf = (row: number) => JSON.stringify({ gain: judgments.labels[row] });
    const gains = rows.map((row) => `${JSON.stringify(documentOf(row))}:${gainOf(row)}`);
    return entry(JSON.stringify(textOfQuery(judgments, query)), `{${gains.join(",")}}`);
  });
}

function indexOf({ index }: WriteOptions): string {
  return JSON.stringify(requireIndex("rre", "the file names the index that it rates", index));
}

function requireIndex(format: string, why: string, index: string | null): string {
  if (index !== null) return index;
  throw invalidOption(`Cannot write ${format}: ${why}, but none was given. Pass --index NAME.`);
}

export const umbrela: JudgmentFormat = {
  name: "umbrela",
  detect(head) {
    const keys = responseKeyPaths(head);
    return keys.has("judgment") && (keys.has("passage") || keys.has("prediction"));
  },
  async read(input, columns) {
    const { source } = input;
    const text = await wholeText(input);
    const place = (line: string, number: number, name: string) =>
      new JsonPlace(parseJson(line, source, number), name, "");
    const answers = text.trimStart().startsWith("[")
      ? place(text, 1, source).items()
      : text.split("\n").flatMap((line, at) => (line.trim() ? [place(line, at + 1, `${source}:${at + 1}`)] : []));
    for (const answer of answers) addAnswer(answer, columns);
  },
};

function addAnswer(answer: JsonPlace, columns: JudgmentColumns): void {
  const isAnswered = !answer.has("result_status") || Number(answer.get("result_status").value) !== 0;
  const label = answer.get("judgment").ratingOrNone();
  const passage = answer.has("passage") ? answer.get("passage").text() : "";
  const query = answer.get("query");
  const isPair = typeof query.value === "object";
  const text = (isPair ? query.get("text") : query).text();
  const holder = isPair ? query : answer;
  const id = holder.has("qid") ? holder.get("qid").text() : null;
  if (passage === "" && !answer.has("docid")) throw answer.get("passage").refuse("a text, or a docid beside it,");
  columns.addRow({
    query: id ?? text,
    queryText: id === null ? undefined : text,
    document: answer.has("docid") ? answer.get("docid").text() : sha256(passage).slice(0, 16),
    label: isAnswered ? label : Number.NaN,
    title: passage,
    further: columns.keepsFurther ? furtherOf(answer) : [],
  });
}

const readKeys = ["query", "passage", "qid", "docid", "judgment", "result_status"];

function furtherOf(answer: JsonPlace): [string, string][] {
  return answer
    .entries()
    .filter(([key, { value }]) => !readKeys.includes(key) && value !== null)
    .map(([key, { value }]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
}

export const ranxQrels: JudgmentFormat & JudgmentWriter = {
  name: "ranx",
  detect: (head) => isRanx(head) && !mteb.test(head),
  async read(input, columns) {
    for (const [query, documents] of (await readJson(input)).entries()) {
      for (const [document, label] of documentsOf(documents)) {
        columns.addRow({ query, document, label: label.ratingOrNone() });
      }
    }
  },
  holds: { ...lineHolds, whiteSpace: true, fractions: false },
  write: (judgments) => ranxText(judgments, (row) => JSON.stringify(judgments.labels[row])),
};

export const jsonJudgments = [opensearchJudgments, quepidJson, rankEval, rre, rreFlat, umbrela, ranxQrels];
