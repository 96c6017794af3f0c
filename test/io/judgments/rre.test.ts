/** Are all dialects of the Rated Ranking Evaluator read, and two of them written? */
import { describe, expect, it } from "vitest";
import { rre, rreFlat } from "../../../src/io/judgments/json-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

const both = [
  { query: "fender", document: "1", label: 3 },
  { query: "fender", document: "2", label: 3 },
];

describe("rre", () => {
  it.each([
    ["rre.json", both],
    ["rre-gains.json", both],
    ["rre-flat.json", both.slice(0, 1)],
  ])("reads the example %s", async (name, rows) => {
    expect(await readRows(examples + name)).toEqual({ format: "rre", rows });
  });

  it("gives each query its own documents if it has any, otherwise the documents of its group", async () => {
    const group = {
      queries: [
        { placeholders: { $query: "a", $filter: "x" } },
        { placeholders: { $query: "b" }, relevant_documents: { 7: { gain: 1.5 } } },
      ],
      relevant_documents: { 1: { gain: 2 } },
    };
    const { rows } = await readRows(fileWith(JSON.stringify({ query_groups: [group] })));
    expect(rows).toEqual([
      { query: "a", document: "1", label: 2 },
      { query: "b", document: "7", label: 1.5 },
    ]);
  });

  it("reads the query from the placeholder $query, or from the only placeholder", async () => {
    const placeholders = [{ $lang: "en", $query: "fender" }, { $query: "gibson", $lang: "en" }, { $text: "ibanez" }];
    const queries = placeholders.map((each) => ({ placeholders: each, relevant_documents: { 1: { gain: 2 } } }));
    const { rows } = await readRows(fileWith(JSON.stringify({ queries })), { format: "rre" });
    expect(rows.map(({ query }) => query)).toEqual(["fender", "gibson", "ibanez"]);
  });

  it("rejects several placeholders if none of them is $query", async () => {
    const queries = [{ placeholders: { $lang: "en", $text: "fender" }, relevant_documents: {} }];
    const reading = readRows(fileWith(JSON.stringify({ queries })), { format: "rre" });
    await expect(reading).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      details: { path: "queries[0].placeholders" },
    });
    await expect(reading).rejects.toThrow(
      'queries[0].placeholders has "$lang", "$text", but none of them is "$query", so it is unclear which one is the query\'s text. Call that one "$query".',
    );
  });

  it("writes judgments in the structure of the examples", () => {
    const judgments = judgmentsOf([{ query: 'a "b"', document: "__proto__", label: 3 }]);
    const options = { ...plainly, index: "core1" };
    expect(JSON.parse(textOf(rre.write(judgments, options)))).toEqual({
      index: "core1",
      id_field: "id",
      topics: [
        {
          description: "judgments",
          query_groups: [
            {
              name: 'a "b"',
              queries: [{ template: "template.json", placeholders: { $query: 'a "b"' } }],
              relevant_documents: JSON.parse('{"__proto__":{"gain":3}}'),
            },
          ],
        },
      ],
    });
    expect(JSON.parse(textOf(rreFlat.write(judgments, options)))).toEqual({
      id_field: "id",
      index: "core1",
      template: "template.json",
      queries: [{ placeholders: { $query: 'a "b"' }, relevant_documents: JSON.parse('{"__proto__":{"gain":3}}') }],
    });
  });

  it("requires the name of the index", () => {
    const judgments = judgmentsOf(both);
    expect(() => textOf(rre.write(judgments, { ...plainly, index: null }))).toThrow("Pass --index NAME");
  });

  it.each([
    ['{"queries":[{"placeholders":{},"relevant_documents":{}}]}', "queries[0].placeholders"],
    ['{"queries":[{"placeholders":{"$query":"a"}}]}', "queries[0].relevant_documents"],
    [
      '{"queries":[{"placeholders":{"$query":"a"},"relevant_documents":{"x":["1"]}}]}',
      "queries[0].relevant_documents.x",
    ],
    [
      '{"queries":[{"placeholders":{"$query":"a"},"relevant_documents":{"1":{"gain":"much"}}}]}',
      'queries[0].relevant_documents["1"].gain',
    ],
    ['{"topics":[{"query_groups":{"placeholders":1}}]}', "topics[0].query_groups"],
  ])("rejects %s", async (text, path) => {
    const reading = readRows(fileWith(text), { format: "rre" });
    await expect(reading).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { path } });
    await expect(reading).rejects.toThrow(path);
  });
});
