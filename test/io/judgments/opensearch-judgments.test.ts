/** Are judgments of OpenSearch's Workbench read and written? */
import { describe, expect, it } from "vitest";
import { opensearchJudgments } from "../../../src/io/judgments/json-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("opensearchJudgments", () => {
  it("reads the documented example, in which ratings are strings", async () => {
    expect(await readRows(`${examples}opensearch-judgments.json`)).toEqual({
      format: "opensearch-judgments",
      rows: [
        { query: "metal frame", document: "B071XJXHPN", label: 1 },
        { query: "metal frame", document: "B097Q69V1B", label: 0.9 },
      ],
    });
  });

  it("reads a repeated query, ratings that are numbers, and missing ratings", async () => {
    const judgmentRatings = [
      { query: "a", ratings: [{ docId: 1, rating: 2 }] },
      { query: "b", ratings: [] },
      { query: "a", ratings: [{ docId: "2", rating: "" }] },
    ];
    expect((await readRows(fileWith(JSON.stringify({ judgmentRatings })))).rows).toEqual([
      { query: "a", document: "1", label: 2 },
      { query: "a", document: "2", label: Number.NaN },
    ]);
  });

  it.each([
    ["a bare list", (judgmentRatings: unknown) => judgmentRatings],
    [
      "the response to a GET",
      (judgmentRatings: unknown) => ({ took: 3, hits: { hits: [{ _id: "j", _source: { judgmentRatings } }] } }),
    ],
    ["a single document", (judgmentRatings: unknown) => ({ _id: "j", found: true, _source: { judgmentRatings } })],
  ])("reads %s with missing ratings", async (_, wrapped) => {
    const judgmentRatings = [
      {
        query: "hat",
        ratings: [
          { docId: 9, rating: "1.0" },
          { docId: "b", rating: null },
        ],
      },
      { query: "cap", ratings: null },
    ];
    expect(await readRows(fileWith(JSON.stringify(wrapped(judgmentRatings))))).toEqual({
      format: "opensearch-judgments",
      rows: [
        { query: "hat", document: "9", label: 1 },
        { query: "hat", document: "b", label: Number.NaN },
      ],
    });
  });

  it("writes the JSON that the API accepts, with ratings as strings", () => {
    const judgments = judgmentsOf([
      { query: "metal frame", document: "B1", label: 1 },
      { query: "q2", queryText: "größe", document: "B2", label: 0.30000000000000004 },
    ]);
    expect(JSON.parse(textOf(opensearchJudgments.write(judgments, plainly)))).toEqual({
      name: "judgments",
      description: "Converted by semqrel",
      type: "IMPORT_JUDGMENT",
      judgmentRatings: [
        { query: "metal frame", ratings: [{ docId: "B1", rating: "1" }] },
        { query: "größe", ratings: [{ docId: "B2", rating: "0.30000000000000004" }] },
      ],
    });
  });

  it.each([
    ['{"judgmentRatings":[{"query":"a","ratings":[{"rating":"1"}]}]}', "judgmentRatings[0].ratings[0].docId"],
    [
      '{"judgmentRatings":[{"query":"a","ratings":[{"docId":"d","rating":"high"}]}]}',
      "judgmentRatings[0].ratings[0].rating",
    ],
    ['{"judgmentRatings":[{"query":"a"}]}', "judgmentRatings[0].ratings"],
    ['{"judgmentRatings":[{"ratings":[]}]}', "judgmentRatings[0].query"],
  ])("names the invalid field in %s", async (text, path) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { path } });
    await expect(reading).rejects.toThrow(path);
  });

  it("names the line on which incomplete JSON ends", async () => {
    const reading = readRows(fileWith('{"judgmentRatings":[\n{"query":"a",\n"ratings":[{"docId"'));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { line: 3 } });
  });

  it("rejects a document without judgments", async () => {
    await expect(readRows(fileWith('{"judgmentRatings":[]}'))).rejects.toMatchObject({ code: "EMPTY_FILE" });
  });
});
