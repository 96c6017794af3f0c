/** Are the formats of query sets what other tools take? */
import { describe, expect, it } from "vitest";
import { queryFormatNames } from "../../../src/io/choose-formats.ts";
import { queryWriters } from "../../../src/io/query-sets/write-queries.ts";
import { textOf } from "../../support/judged-rows.ts";

const phone = { source: "made", ids: ["q1"], texts: ["phone"], lines: Int32Array.of(1) };

function written(name: string): string {
  return textOf(queryWriters.find((writer) => writer.name === name)?.write(phone) ?? []);
}

describe("queryWriters", () => {
  // OpenSearch's Search Relevance Workbench: what its page takes; BEIR: queries.jsonl.
  it.each([
    ["opensearch-queries", '{"queryText":"phone"}\n'],
    ["beir-queries", '{"_id":"q1","text":"phone"}\n'],
    ["queries-tsv", "q1\tphone\n"],
  ])("%s writes %j", (name, text) => {
    expect(written(name)).toBe(text);
  });

  // OpenSearch's documentation of query sets: sampling is manual where the queries are given.
  it("opensearch-query-set writes a document with all that OpenSearch asks for", () => {
    expect(JSON.parse(written("opensearch-query-set"))).toEqual({
      name: "query_set",
      description: expect.any(String),
      sampling: "manual",
      querySetQueries: [{ queryText: "phone" }],
    });
  });

  it("has every name once, and reads what it writes", () => {
    const names = queryWriters.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !queryFormatNames.includes(name))).toEqual([]);
  });
});
