/**
 * Query sets of OpenSearch's Search Relevance Workbench: its JSON document, and the lines `query: "phone", answer: "…"`
 * that its page takes. Its lines of JSON objects and of plain text need no reader of their own.
 */

import { rowError } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import { responseKeyPaths } from "../tables/formats/response-key-paths.ts";
import { readJson } from "../tables/json-place.ts";
import { splitLines } from "../tables/split-lines.ts";

export interface QueryTexts {
  readonly texts: readonly string[];
  /** 1-based; of a JSON document the numbers of the queries. */
  readonly lines: Int32Array;
  /** What stands beside the texts, by name and row. */
  readonly further: ReadonlyMap<string, readonly string[]>;
}

export function isOpensearchQuerySet(head: string): boolean {
  return responseKeyPaths(head).has("querySetQueries[]");
}

/** @throws SemqrelError INVALID_FORMAT */
export async function readOpensearchQuerySet(input: InputText): Promise<QueryTexts> {
  const queries = (await readJson(input)).get("querySetQueries").items();
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
  return { texts, lines: Int32Array.from(texts, (_, place) => place + 1), further };
}

export function isQueryAnswerLines(head: string): boolean {
  return /^\s*query:\s*"/.test(head);
}

/** @throws SemqrelError INVALID_ROW */
export async function readQueryAnswerLines(input: InputText): Promise<QueryTexts> {
  const texts: string[] = [];
  const answers: string[] = [];
  const lines: number[] = [];
  for await (const { text, line } of splitLines(input.pieces)) {
    if (text.trim() === "") continue;
    const [, query, answer = ""] = /^\s*query:\s*"((?:[^"\\]|\\.)*)"\s*(?:,\s*answer:\s*"(.*)"\s*)?$/.exec(text) ?? [];
    if (query === undefined) {
      throw rowError(input.source, line, `the line is no query: ${text}. Expected: query: "…", answer: "…".`);
    }
    texts.push(query.replace(/\\(.)/g, "$1"));
    answers.push(answer);
    lines.push(line);
  }
  return { texts, lines: Int32Array.from(lines), further: new Map([["answer", answers]]) };
}
