/** Are query sets of OpenSearch's Workbench and of Quepid read? */
import { describe, expect, it } from "vitest";
import { readQueries } from "../../../src/io/query-sets/read-pairs.ts";
import { examples, fileWith } from "../../support/judged-rows.ts";

describe("readQueries", () => {
  it.each([
    ["opensearch-query-set.json", null, ["phone"]],
    ["quepid-information-needs.csv", null, ["star trek"]],
    ["queries.jsonl", ["q1"], ["red apples"]],
  ])("reads the example %s", async (name, ids, texts) => {
    expect((await readQueries(examples + name)).queries).toMatchObject({ ids, texts });
  });

  it.each([
    [
      "a document on many lines",
      '{\n "querySetQueries": [\n  {"queryText": "phone"},\n  {"queryText": "a \\"b\\""}\n ]\n}',
    ],
    [
      "the response to a request by id",
      '{"_id":"1","_source":{"querySetQueries":[{"queryText":"phone"},{"queryText":"a \\"b\\""}]}}',
    ],
    [
      "the response to a search",
      '{"took":1,"hits":{"hits":[{"_id":"1","_source":{"querySetQueries":[{"queryText":"phone"},{"queryText":"a \\"b\\""}]}}]}}',
    ],
    ["one object per line", '{"queryText":"phone","referenceAnswer":"x"}\n{"queryText":"a \\"b\\""}\n'],
    ["lines with answers", 'query: "phone", answer: "a, \\"b\\""\nquery: "a \\"b\\""\n'],
    ["plain lines", 'phone\na "b"\n'],
  ])("reads %s", async (_, text) => {
    expect((await readQueries(fileWith(text))).queries).toMatchObject({ ids: null, texts: ["phone", 'a "b"'] });
  });

  it.each([
    [
      '{"querySetQueries":[{"queryText":"a"},{"text":"b"}]}',
      "INVALID_FORMAT",
      "querySetQueries[1].queryText is missing",
    ],
    ['query: "a"\nquery: b\n', "INVALID_ROW", 'Expected: query: "…", answer: "…"'],
  ])("rejects %s", async (text, code, words) => {
    const reading = readQueries(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code });
    await expect(reading).rejects.toThrow(words);
  });
});
