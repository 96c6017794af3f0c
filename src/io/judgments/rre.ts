/**
 * Ratings of the Rated Ranking Evaluator: topics of query groups of queries, or Quepid's flat list of queries.
 * Relevant documents are `{"doc":{"gain":3}}` or `{"3":["doc"]}`; the placeholder `$query`, or the only one, is a query's text.
 */
import { SemqrelError } from "../../core/errors.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { isNumber, quoted } from "../../core/text/wording.ts";
import type { RawJudgments } from "../../core/types.ts";
import type { WriteOptions } from "../format-capabilities.ts";
import { inputError } from "../input-error.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { responseKeyPaths } from "../tables/formats/response-key-paths.ts";
import { type JsonPlace, readJson } from "../tables/json-place.ts";
import { type JudgmentColumns, type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";

export const rre: JudgmentFormat = {
  name: "rre",
  detect: (head) =>
    [...responseKeyPaths(head)].some((path) => /^(?:topics|query_groups|queries)(?:\.|\[\]$)/.test(path)) &&
    /"(?:relevant_documents|placeholders)"\s*:/.test(head),
  async read(input, columns) {
    const document = await readJson(input);
    const topics = document.has("topics") ? document.get("topics").items() : [document];
    for (const topic of topics) {
      const groups = topic.has("query_groups") ? topic.get("query_groups").items() : [topic];
      for (const group of groups) readGroup(group, columns);
    }
  },
};

/** What Quepid exports; recognised as `rre`, which reads both. */
export const rreFlat: JudgmentFormat = { ...rre, name: "rre-flat", detect: () => false };

/** Queries that share their relevant documents, or have their own. */
function readGroup(group: JsonPlace, columns: JudgmentColumns): void {
  for (const query of group.get("queries").items()) {
    const owner = !query.has("relevant_documents") && group.has("relevant_documents") ? group : query;
    readDocuments(textOf(query.get("placeholders")), owner.get("relevant_documents"), columns);
  }
}

/** Templates also take languages, filters and the like: of several placeholders only `$query` is known to be the query. */
function textOf(placeholders: JsonPlace): string {
  if (placeholders.has("$query")) return placeholders.get("$query").text();
  const [first, ...others] = placeholders.entries();
  if (first === undefined) throw placeholders.refuse("a placeholder with the query's text");
  if (others.length === 0) return first[1].text();
  const { source, path } = placeholders;
  const names = [first, ...others].map(([name]) => `"${name}"`).join(", ");
  const what =
    `${path} has ${names}, and none of them is "$query"; which one is the query's text is not known. ` +
    'Call it "$query".';
  throw inputError("INVALID_FORMAT", source, what, { path });
}

function readDocuments(query: string, documents: JsonPlace, columns: JudgmentColumns): void {
  for (const [key, entry] of documents.entries()) {
    if (!Array.isArray(entry.value)) {
      const label = (entry.has("gain") ? entry.get("gain") : entry).number();
      columns.addRow({ query, document: key, label });
      continue;
    }
    if (!isNumber(key)) throw entry.refuse(`a gain instead of the key ${quoted(key)}, or an object with a gain,`);
    for (const document of entry.items()) columns.addRow({ query, document: document.text(), label: Number(key) });
  }
}

const holds = { ...textHolds, repeats: false };

export const rreWriter: JudgmentWriter = {
  name: "rre",
  holds,
  *write(judgments, options) {
    yield `{"index":${JSON.stringify(indexOf(options))},"id_field":"id","topics":[{"description":"judgments","query_groups":[`;
    yield* queryEntries(
      judgments,
      (text, documents) =>
        `{"name":${text},"queries":[{"template":"template.json","placeholders":{"$query":${text}}}],"relevant_documents":${documents}}`,
    );
    yield "\n]}]}\n";
  },
};

/** As Quepid exports it. */
export const rreFlatWriter: JudgmentWriter = {
  name: "rre-flat",
  holds,
  *write(judgments, options) {
    yield `{"id_field":"id","index":${JSON.stringify(indexOf(options))},"template":"template.json","queries":[`;
    yield* queryEntries(
      judgments,
      (text, documents) => `{"placeholders":{"$query":${text}},"relevant_documents":${documents}}`,
    );
    yield "\n]}\n";
  },
};

/** @param entry from the query's text and its documents, both as JSON */
function* queryEntries(judgments: RawJudgments, entry: (text: string, documents: string) => string): Iterable<string> {
  const { names, queries, documents, labels } = judgments;
  let before = "\n";
  for (const [query, rows] of rowsByKey(queries)) {
    const gains = rows.map((row) => {
      const document = JSON.stringify(names.documents.nameOf(documents[row] ?? 0));
      return `${document}:{"gain":${JSON.stringify(labels[row])}}`;
    });
    yield `${before}${entry(JSON.stringify(textOfQuery(judgments, query)), `{${gains.join(",")}}`)}`;
    before = ",\n";
  }
}

function indexOf({ index }: WriteOptions): string {
  if (index !== null) return index;
  const why = "the file names the index that it rates, and none was given. Pass --index NAME.";
  throw new SemqrelError("INVALID_OPTION", `Writing rre: ${why}`);
}
