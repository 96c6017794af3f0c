/** Are Elasticsearch's rank evaluations read and written? */
import { describe, expect, it } from "vitest";
import { rankEval } from "../../../src/io/judgments/json-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("rankEval", () => {
  it("reads the documented example and the text of its request", async () => {
    expect(await readRows(`${examples}rank-eval.json`)).toEqual({
      format: "rank-eval",
      rows: [{ query: "amsterdam_query", queryText: "amsterdam", document: "doc2", label: 3 }],
    });
  });

  it.each([
    [{ query: { match: { title: { query: "a b" } } } }, "a b"],
    [{ query: { match_phrase: { title: "a b" } } }, "a b"],
    [{ query: { multi_match: { query: "a b", fields: ["x"] } } }, "a b"],
    [{ query: { query_string: { query: "a b" } } }, "a b"],
    [{ query: { bool: {} } }, undefined],
    [{ size: 10 }, undefined],
  ])("returns for the request %j the query text %j", async (request, queryText) => {
    const requests = [{ id: "q", request, ratings: [{ _index: "i", _id: "d", rating: 1 }] }];
    const { rows } = await readRows(fileWith(JSON.stringify({ requests })));
    expect(rows[0]?.queryText).toBe(queryText);
  });

  it("writes one request per query", () => {
    const judgments = judgmentsOf([
      { query: "amsterdam_query", queryText: "amsterdam", document: "doc2", label: 3 },
      { query: "berlin", document: "doc3", label: 0 },
    ]);
    const options = { ...plainly, index: "my_index", field: "title" };
    expect(JSON.parse(textOf(rankEval.write(judgments, options)))).toEqual({
      requests: [
        {
          id: "amsterdam_query",
          request: { query: { match: { title: "amsterdam" } } },
          ratings: [{ _index: "my_index", _id: "doc2", rating: 3 }],
        },
        {
          id: "berlin",
          request: { query: { match: { title: "berlin" } } },
          ratings: [{ _index: "my_index", _id: "doc3", rating: 0 }],
        },
      ],
      metric: { dcg: { k: 10, normalize: true } },
    });
  });

  it("requires the name of the index", () => {
    const judgments = judgmentsOf([{ query: "q", document: "d", label: 1 }]);
    expect(() => textOf(rankEval.write(judgments, { ...plainly, index: null }))).toThrow("Pass --index NAME");
  });

  it.each([
    ['{"requests":[{"id":"a","ratings":[{"rating":1}]}]}', "requests[0].ratings[0]._id"],
    ['{"requests":[{"ratings":[{"_id":"d","rating":1}]}]}', "requests[0].id"],
    ['{"requests":[{"id":"a","ratings":[{"_id":"d","rating":true}]}]}', "requests[0].ratings[0].rating"],
  ])("names the invalid field in %s", async (text, path) => {
    await expect(readRows(fileWith(text))).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { path } });
  });
});
