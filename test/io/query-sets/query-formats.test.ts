/** Are written query sets read back unchanged? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QueryTable } from "../../../src/core/types.ts";
import { formats, writers } from "../../../src/io/formats.ts";
import { readQueries } from "../../../src/io/query-sets/read-pairs.ts";
import { fileWith, textOf } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

function tableOf(texts: readonly string[], ids: readonly string[] | null): QueryTable {
  return { source: "made", ids, texts, lines: Int32Array.from(texts, (_, row) => row + 1) };
}

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .map((value) => value.replace(/\s+/g, " ").trim())
  .filter((value) => value !== "" && !value.includes("\ufeff") && !/^[[{"]/.test(value));

describe("queryWriters", () => {
  it.each(writers.queries.map((writer) => [writer.name, writer] as const))(
    "%s writes queries that can be read again",
    async (_, writer) => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 6 }), fc.boolean(), async (texts, hasIds) => {
          const ids = hasIds ? texts.map((_text, row) => `q${row}`) : null;
          const written = textOf(writer.write(tableOf(texts, ids)));
          const { queries } = await readQueries(fileWith(written));
          expect(queries.texts).toEqual(texts);
          if (writer.holds.queryIds === "any" && hasIds) expect(queries.ids).toEqual(ids);
        }),
        { ...runs, numRuns: 100 },
      );
    },
  );

  // The start of sha256("phone"): printf phone | sha256sum
  it("writes the same id as semqrel label if a query of beir-queries has none", () => {
    const writer = writers.queries.find(({ name }) => name === "beir-queries");
    const texts = textOf(writer?.write(tableOf(["phone", "old phone"], null)) ?? []);
    expect(texts).toBe('{"_id":"phone","text":"phone"}\n{"_id":"b05f38efec7607ce","text":"old phone"}\n');
  });

  it("replaces white space that would break the lines of queries-tsv", () => {
    const writer = writers.queries.find(({ name }) => name === "queries-tsv");
    expect(textOf(writer?.write(tableOf(["a\tb\nc"], ["q"])) ?? [])).toBe("q\ta b c\n");
  });
});

const phone = { source: "made", ids: ["q1"], texts: ["phone"], lines: Int32Array.of(1) };

function written(name: string): string {
  return textOf(writers.queries.find((writer) => writer.name === name)?.write(phone) ?? []);
}

describe("queryWriters", () => {
  // As in OpenSearch's Search Relevance Workbench and in BEIR's queries.jsonl.
  it.each([
    ["opensearch-queries", '{"queryText":"phone"}\n'],
    ["beir-queries", '{"_id":"q1","text":"phone"}\n'],
    ["queries-tsv", "q1\tphone\n"],
  ])("%s writes %j", (name, text) => {
    expect(written(name)).toBe(text);
  });

  // OpenSearch's documentation of query sets: sampling is manual if the queries are given.
  it("opensearch-query-set writes a document with all fields that OpenSearch requires", () => {
    expect(JSON.parse(written("opensearch-query-set"))).toEqual({
      name: "query_set",
      description: expect.any(String),
      sampling: "manual",
      querySetQueries: [{ queryText: "phone" }],
    });
  });

  it("have different names, and readers with the same names", () => {
    const names = writers.queries.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !formats.queries.map(({ name }) => name).includes(name))).toEqual([]);
  });
});
