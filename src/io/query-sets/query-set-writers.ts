/** How is a set of queries written for other tools? */
import { sha256 } from "../../core/files/read-whole.ts";
import type { QueryTable } from "../../core/types.ts";

export interface QueryWriter {
  readonly name: string;
  readonly holdsIds: boolean;
  write(queries: QueryTable): Iterable<string>;
}

export const queryWriters: readonly QueryWriter[] = [
  {
    // The JSON document of OpenSearch's Search Relevance Workbench.
    name: "opensearch-query-set",
    holdsIds: false,
    *write(queries) {
      yield '{"name":"query_set","description":"Converted by semqrel","sampling":"manual","querySetQueries":[';
      let before = "\n";
      for (const { text } of entries(queries)) {
        yield `${before}${JSON.stringify({ queryText: text })}`;
        before = ",\n";
      }
      yield "\n]}\n";
    },
  },
  {
    // The lines that the Workbench's page takes.
    name: "opensearch-queries",
    holdsIds: false,
    *write(queries) {
      for (const { text } of entries(queries)) yield `${JSON.stringify({ queryText: text })}\n`;
    },
  },
  {
    // BEIR's queries.jsonl; a query without id gets a hash of its text, as in the files of `label`.
    name: "beir-queries",
    holdsIds: true,
    *write(queries) {
      for (const { id, text } of entries(queries)) {
        yield `${JSON.stringify({ _id: id || sha256(text).slice(0, 16), text })}\n`;
      }
    },
  },
  {
    // `id TAB text`; text alone where no query has an id. White space inside becomes a space.
    name: "queries-tsv",
    holdsIds: true,
    *write(queries) {
      const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
      for (const { id, text } of entries(queries)) {
        yield queries.ids === null ? `${oneLine(text)}\n` : `${oneLine(id)}\t${oneLine(text)}\n`;
      }
    },
  },
];

function* entries({ ids, texts, lines }: QueryTable): Iterable<{ id: string; text: string }> {
  for (let row = 0; row < lines.length; row++) {
    const id = ids?.[row] ?? "";
    yield { id, text: texts?.[row] || id };
  }
}
