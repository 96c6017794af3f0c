/** Are saved responses of Elasticsearch and OpenSearch read, however they were saved? */
import { describe, expect, it } from "vitest";
import { elasticsearch } from "../../../../src/io/tables/formats/search-response.ts";
import type { TitleChoice } from "../../../../src/io/tables/table.ts";
import { type GatheredRow, inPieces, rowGatherer } from "../../pieces.ts";

type Hit = Readonly<Record<string, unknown>>;

/** From https://www.elastic.co/guide/en/elasticsearch/reference/8.15/search-search.html. */
function response(...hits: readonly Hit[]) {
  return {
    took: 5,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { total: { value: 20, relation: "eq" }, max_score: 1.3862942, hits },
  };
}

const one: Hit = { _index: "i", _id: "d1", _score: 1.2, _source: { title: "Pears" }, highlight: { title: ["<em>P"] } };
const two: Hit = { _index: "i", _id: "d2", _score: null, _source: { title: "Plums" } };

async function read(
  saved: unknown,
  titles: TitleChoice = { field: null, isRequired: true },
  source = "saved/red pears.json",
): Promise<GatheredRow[]> {
  const { rows, onRow } = rowGatherer();
  const text = typeof saved === "string" ? saved : JSON.stringify(saved);
  await elasticsearch.read(inPieces(text, 50), source, () => true, onRow, titles);
  return rows;
}

const cellsOf = (rows: readonly GatheredRow[], name: string) =>
  rows.map(({ names, cells }) => cells[names.indexOf(name)]);
const titleIn = (field: string) => ({ field, isRequired: true });

describe("elasticsearch", () => {
  it.each([
    { error: { type: "index_not_found_exception", reason: "no such index [x]" }, status: 404 },
    { status: 404, error: { reason: "no such index [x]" } },
  ])("reports the message of an error: %j", async (saved) => {
    expect(elasticsearch.detect(JSON.stringify(saved))).toBe(true);
    await expect(read(saved)).rejects.toThrow("no such index [x]). Run the query again");
  });

  it("returns one row per hit, in the order of the response", async () => {
    const names = ["query", "id", "score", "rank", "title"];
    expect(await read({ query: "pears", response: response(one, two) })).toEqual([
      { names, cells: ["pears", "d1", "1.2", "0", "Pears"], line: 1 },
      { names, cells: ["pears", "d2", "", "1", "Plums"], line: 1 },
    ]);
  });

  it.each([
    ["one per line", (saved: unknown[]) => `${saved.map((entry) => JSON.stringify(entry)).join("\n\n")}\n`, [1, 5, 5]],
    ["in a list", (saved: unknown[]) => JSON.stringify(saved), [1, 1, 1]],
    ["in an indented list", (saved: unknown[]) => `\n${JSON.stringify(saved, null, 2)}\n`, [2, 2, 2]],
    ["in a multi-search", (saved: unknown[]) => JSON.stringify({ took: 9, responses: saved }), [1, 1, 1]],
  ])("reads wrapped responses %s", async (_, save, lines) => {
    const rows = await read(
      save([
        { query: "pears", response: response(one) },
        { query: "figs", response: response() },
        { query: "plums", response: response(two, one) },
      ]),
    );
    expect(cellsOf(rows, "query")).toEqual(["pears", "plums", "plums"]);
    expect(cellsOf(rows, "rank")).toEqual(["0", "0", "1"]);
    expect(rows.map(({ line }) => line)).toEqual(lines);
  });

  it("continues ranks in further responses to a query only if these have a start", async () => {
    const answers = [response(two, one), response(one)].map((answer) => ({ query: "pears", response: answer }));
    expect(cellsOf(await read(answers), "rank")).toEqual(["0", "1", "0"]);
    const pages = answers.map((answer, page) => ({ ...answer, from: 2 * page }));
    expect(cellsOf(await read(pages), "rank")).toEqual(["0", "1", "2"]);
  });

  it("reads responses that are values of their queries", async () => {
    const saved = { plums: null, "green tea": response(two, one), figs: response(), mRNA: response(one) };
    expect(elasticsearch.detect(JSON.stringify(saved))).toBe(true);
    const rows = await read(saved);
    expect(cellsOf(rows, "query")).toEqual(["green tea", "green tea", "mRNA"]);
    expect(cellsOf(rows, "rank")).toEqual(["0", "1", "0"]);
  });

  it.each([
    { body: response(one), statusCode: 200 },
    { data: response(one) },
    { products: response(one), categories: response() },
    { query: { match: { title: "pears" } }, body: response(one) },
  ])("does not treat other keys as queries: %j", async (saved) => {
    await expect(read(saved)).rejects.toThrow("has no list of hits");
  });

  it.each([
    ["that is the whole file", response(one)],
    ["that is indented", JSON.stringify(response(one), null, 2)],
    ["in a multi-search of one", { responses: [response(one)] }],
    ["of an asynchronous search", { id: "FmRl", is_partial: false, response: response(one) }],
  ])("uses the file name as the query of a response %s", async (_, saved) => {
    expect(cellsOf(await read(saved), "query")).toEqual(["red pears"]);
  });

  it.each([
    [{ query: { match: { title: "pears" } }, query_id: "q1", response: response(one) }, ["query_id"], ["q1"]],
    [{ query: "pears", qid: 7, response: response(one) }, ["query", "query_id"], ["pears", "7"]],
    [{ query_id: "q1", ...response(one) }, ["query_id"], ["q1"]],
    [{ query: 1984, response: response(one) }, ["query"], ["1984"]],
  ])("reads the query's id, text or both (%#)", async (saved, names, cells) => {
    const [row] = await read(saved);
    expect(row?.names.slice(0, names.length)).toEqual(names);
    expect(row?.cells.slice(0, names.length)).toEqual(cells);
    expect(row?.names).toHaveLength(names.length + 4);
  });

  it.each([
    [{ query: "a", from: 10, response: response(one, two) }, ["10", "11"]],
    [{ query: { from: 20, query: { match_all: {} } }, query_id: "a", response: response(one, two) }, ["20", "21"]],
  ])("adds the number of skipped hits to ranks (%#)", async (saved, ranks) => {
    expect(cellsOf(await read(saved), "rank")).toEqual(ranks);
  });

  it.each([
    [{ fields: { title: ["Pears", "Others"] } }, null],
    [{ _source: { title: ["Pears", "Others"] } }, null],
    [{ _source: { name: "Pears", title: "Other" } }, "name"],
    [{ _source: { name: "Pears" } }, "_source.name"],
    [{ _source: { "book.name": "Pears" } }, "book.name"],
    [{ _source: { book: { "name.de": "Pears" } } }, "book.name.de"],
    [{ _source: { books: [{ name: "Pears" }, { name: "Plums" }] } }, "books.name"],
    [{ fields: { "book.name": ["Pears"] } }, "book.name"],
    [{ fields: { "book.name": ["Pears"] } }, "fields.book.name"],
  ])("finds the title in %j with field %j", async (hit, field) => {
    expect(cellsOf(await read(response({ _id: "x", ...hit }), { field, isRequired: true }), "title")).toEqual([
      "Pears",
    ]);
  });

  it("returns an empty title for a hit without a title", async () => {
    const rows = await read(response({ _id: "x", _source: {} }, one, { _id: "y", _source: { title: null } }));
    expect(cellsOf(rows, "title")).toEqual(["", "Pears", ""]);
  });

  it("returns no column of titles if titles may come from another file", async () => {
    const [row] = await read(response({ _id: "x" }), { field: null, isRequired: false });
    expect(row?.names).toEqual(["query", "id", "score", "rank"]);
  });

  it("returns no rows for responses without hits", async () => {
    expect(await read(response())).toEqual([]);
    expect(await read({ query: "a", response: { hits: { max_score: null } } })).toEqual([]);
  });

  it("names the fields of the hits if no hit has the title", async () => {
    const saved = response(
      { _id: "x", _source: { name: "a", book: { de: "b" } } },
      { _id: "y", fields: { isbn: ["c"] } },
    );
    const reading = read(saved);
    const columns = ["_source.name", "_source.book.de", "fields.isbn"];
    await expect(reading).rejects.toMatchObject({ code: "MISSING_COLUMN", details: { columns, role: "title" } });
    await expect(reading).rejects.toThrow(`the hits have: ${columns.join(", ")}. Pass --title-field PATH`);
    await expect(read(saved, titleIn("constructor.name"))).rejects.toThrow('"_source.constructor.name"');
    await expect(read(response({ _id: "x" }))).rejects.toThrow("no fields at all");
  });

  const failed = {
    error: {
      root_cause: [{ type: "parsing_exception", reason: "Unknown key" }],
      type: "search_phase_execution_exception",
      reason: "all shards failed",
    },
    status: 400,
  };
  it.each([
    [failed, "response 1 is an error (parsing_exception: Unknown key)"],
    [{ responses: [{ hits: { hits: [] }, query: "a" }, failed] }, "response 2 is an error"],
    [{ query: "a", response: { error: "no handler found" } }, "(no handler found)"],
    [{ query: "a", response: null }, "no list of hits (it has: query, response)"],
    [{ query: "a", response: { hits: { hits: {} } } }, "no list of hits"],
    [[3], "not a JSON object"],
    [response(3 as unknown as Hit), "hit 1"],
    [response({ _id: "x", _source: { title: { en: "a", de: "b" } } }), "_source.title.en, _source.title.de"],
    [[response(one), response(two)], "response 1 has no query, and the file has several responses"],
    [[{ query: "a", response: response(one) }, response(two)], "response 2 has no query"],
    [[response(one), { query: "a", response: response(two) }], "response 1 has no query"],
    [{ query: { match_all: {} }, response: response(one) }, "query_id"],
    [{ query: "a", from: -1, response: response(one) }, "start or from"],
    [{ query: "a", from: "x", response: response(one) }, "start or from"],
  ])("rejects %j", async (saved, words) => {
    const reading = read(saved);
    const details = { file: "saved/red pears.json", line: 1 };
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details });
    await expect(reading).rejects.toThrow(words);
  });

  it("does not use the name of standard input as a query", async () => {
    await expect(read(response(one), undefined, "standard input")).rejects.toThrow("standard input has no file name");
  });

  it.each([
    [response(one), true],
    [JSON.stringify(response(one), null, 2), true],
    [JSON.stringify({ responses: [response(one)] }).slice(0, 200), true],
    [[{ query: "a", response: response() }], true],
    [{ query: { match_all: {} }, query_id: "1", response: response(one) }, true],
    [failed, true],
    [{ query: "a", rank: 0, title: "t" }, false],
    [{ query: "a", hits: 3, response: "hits.hits" }, false],
    [{ responseHeader: {}, response: { docs: [] } }, false],
    [{ name: "n", judgmentRatings: [{ query: "q", ratings: [] }] }, false],
    [{ requests: [{ id: "q", request: { query: {} }, ratings: [{ _id: "d", rating: 1 }] }] }, false],
    [{ q_1: { d_12: 0.9 }, hits: { d_1: 1 } }, false],
    [{ index: "i", corpora_file: "c", queries: [{ query: "q", relevant_documents: {} }] }, false],
    [{ case_name: "c", queries: [{ query_text: "q", ratings: { d: 1 } }] }, false],
    ["query,title\n", false],
  ])("is recognised in %j: %s", (saved, isMine) => {
    expect(elasticsearch.detect(typeof saved === "string" ? saved : JSON.stringify(saved))).toBe(isMine);
  });
});
