/** Formats of query sets for other tools. */
import { sha256 } from "../../core/files/read-whole.ts";
import { oneWordKey } from "../../core/titles/keys.ts";
import type { QueryTable } from "../../core/types.ts";
import { jsonList } from "../format.ts";
import { rowError } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import { splitLines } from "../tables/delimiter.ts";
import { readJson, responseKeyPaths, sourcesOf } from "../tables/json-place.ts";

export interface QueryTexts {
  readonly texts: readonly string[];
  /** Line of each query, from 1. In a JSON document, the query's number instead, also from 1. */
  readonly lines: Int32Array;
  readonly further: ReadonlyMap<string, readonly string[]>;
}

export interface QueryFormat {
  readonly name: string;
  detect?(head: string): boolean;
  read?(input: InputText): Promise<QueryTexts>;
  readonly holds?: { readonly queryIds: "any" | "none" };
  write?(queries: QueryTable): Iterable<string>;
}
export type QueryWriter = Required<Pick<QueryFormat, "name" | "holds" | "write">>;

export const queryFormats: readonly QueryFormat[] = [
  {
    // The JSON document of OpenSearch's Search Relevance Workbench.
    name: "opensearch-query-set",
    detect: (head) => [...responseKeyPaths(head)].some((key) => /(?:^|\.)querySetQueries\[\]$/.test(key)),
    async read(input) {
      const queries = sourcesOf(await readJson(input)).flatMap((set) => set.get("querySetQueries").items());
      const texts = queries.map((query) => (typeof query.value === "string" ? query : query.get("queryText")).text());
      const further = new Map<string, string[]>();
      for (const [row, query] of queries.entries()) {
        for (const [key, { value }] of typeof query.value === "string" ? [] : query.entries()) {
          if (key === "queryText" || value === null) continue;
          const cells = further.get(key) ?? texts.map(() => "");
          further.set(key, cells);
          cells[row] = typeof value === "string" ? value : JSON.stringify(value);
        }
      }
      return { texts, lines: Int32Array.from(texts, (_, index) => index + 1), further };
    },
    holds: { queryIds: "none" },
    write(queries) {
      const begin = '{"name":"query_set","description":"Converted by semqrel","sampling":"manual","querySetQueries":[';
      return jsonList(begin, entries(queries), "\n]}\n", ({ text }) => JSON.stringify({ queryText: text }));
    },
  },
  {
    // The lines that the Workbench's page accepts.
    name: "opensearch-queries",
    detect: (head) => /^\s*query:\s*"/.test(head),
    async read({ pieces, source }) {
      const found: { readonly text: string; readonly answer: string; readonly line: number }[] = [];
      for await (const { text, line } of splitLines(pieces)) {
        if (text.trim() === "") continue;
        const pattern = /^\s*query:\s*"((?:[^"\\]|\\.)*)"\s*(?:,\s*answer:\s*"(.*)"\s*)?$/;
        const [, query, answer = ""] = pattern.exec(text) ?? [];
        if (query === undefined) {
          throw rowError(source, line, `the line is not a query: ${text}. Expected: query: "…", answer: "…".`);
        }
        found.push({ text: query.replace(/\\(.)/g, "$1"), answer, line });
      }
      const further = new Map([["answer", found.map(({ answer }) => answer)]]);
      return { texts: found.map(({ text }) => text), lines: Int32Array.from(found, ({ line }) => line), further };
    },
    holds: { queryIds: "none" },
    *write(queries) {
      for (const { text } of entries(queries)) yield `${JSON.stringify({ queryText: text })}\n`;
    },
  },
  { name: "quepid-information-needs" },
  {
    // BEIR's queries.jsonl. A query without an id gets the name that it has in files of `label`.
    name: "beir-queries",
    holds: { queryIds: "any" },
    *write(queries) {
      for (const { id, text } of entries(queries)) {
        yield `${JSON.stringify({ _id: id || oneWordKey(text, text, sha256), text })}\n`;
      }
    },
  },
  {
    // `id TAB text`, or only texts if no query has an id. White space in a text becomes one space.
    name: "queries-tsv",
    holds: { queryIds: "any" },
    *write(queries) {
      const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
      for (const { id, text } of entries(queries)) {
        yield queries.ids === null ? `${oneLine(text)}\n` : `${oneLine(id)}\t${oneLine(text)}\n`;
      }
    },
  },
];

/** Returns the format of a query set that is not a table; undefined for other texts. */
export function textFormatOf(head: string) {
  return queryFormats.find(
    (format): format is QueryFormat & Required<Pick<QueryFormat, "read">> => format.detect?.(head) === true,
  );
}

function* entries({ ids, texts, lines }: QueryTable): Iterable<{ id: string; text: string }> {
  for (let row = 0; row < lines.length; row++) {
    const id = ids?.[row] ?? "";
    yield { id, text: texts?.[row] || id };
  }
}
