/** Are saved responses of Solr read as rows with their query? */
import { describe, expect, it } from "vitest";
import { solr } from "../../../../src/io/tables/formats/search-response.ts";
import { type GatheredRow, inPieces, rowGatherer } from "../../pieces.ts";

/** From https://solr.apache.org/guide/solr/latest/query-guide/response-writers.html. */
function response(docs: readonly object[], start = 0, q: unknown = "fender") {
  return {
    responseHeader: { status: 0, QTime: 1, params: { q, fl: "id,title,score", rows: "10" } },
    response: { numFound: 32, start, numFoundExact: true, maxScore: 1, docs },
  };
}

const documents = [
  { id: "1", title: ["Fender guitars", "b"], score: 1.5 },
  { id: "2", title: "Amplifiers" },
];

async function read(saved: unknown, field: string | null = null): Promise<GatheredRow[]> {
  const { rows, onRow } = rowGatherer();
  const text = typeof saved === "string" ? saved : JSON.stringify(saved);
  await solr.read(inPieces(text), "saved/amps.json", () => true, onRow, { field, isRequired: true });
  return rows;
}

describe("solr", () => {
  it("returns one row per document, with the query of the response", async () => {
    const names = ["query", "id", "score", "rank", "title"];
    expect(await read(response(documents))).toEqual([
      { names, cells: ["fender", "1", "1.5", "0", "Fender guitars"], line: 1 },
      { names, cells: ["fender", "2", "", "1", "Amplifiers"], line: 1 },
    ]);
  });

  it("continues ranks over pages by their start", async () => {
    const rows = await read([response(documents), response(documents, 2), response(documents, 0, ["gibson"])]);
    expect(rows.map(({ cells }) => [cells[0], cells[3]])).toEqual([
      ...[0, 1, 2, 3].map((rank) => ["fender", String(rank)]),
      ["gibson", "0"],
      ["gibson", "1"],
    ]);
  });

  it("continues ranks over pages of a simple grouping", async () => {
    const rows = await read({ grouped: { author: { matches: 9, doclist: { start: 2, docs: documents } } } });
    expect(rows.map(({ cells }) => cells[3])).toEqual(["2", "3"]);
  });

  it.each([
    [{ response: response(documents).response }, "amps"],
    [{ query: "strings", response: response(documents).response }, "strings"],
    [{ query: "strings", response: response(documents) }, "strings"],
    [response(documents, 0, ""), "amps"],
  ])("reads the query from the wrapper, the response, or the file name (%#)", async (saved, query) => {
    const [row] = await read(saved);
    expect(row?.cells[0]).toBe(query);
  });

  it("uses the query id beside the response, and then ignores the query's text in the response", async () => {
    const [row] = await read({ query_id: "q7", response: response(documents) });
    expect(row?.names).toEqual(["query_id", "id", "score", "rank", "title"]);
  });

  it("marks responses that Solr calls partial", async () => {
    const { responseHeader, ...rest } = response(documents);
    const [row] = await read({ responseHeader: { ...responseHeader, partialResults: true }, ...rest });
    expect(row?.cells[row.names.indexOf("partial_response")]).toBe("true");
  });

  it.each([
    '{"responseHeader":{"status":400,"QTime":1},"error":{"msg":"undefined field","code":400}}',
    '{"error":{"msg":"undefined field","code":400}}',
  ])("reports the message of an error: %s", async (text) => {
    expect(solr.detect(text)).toBe(true);
    await expect(read(text)).rejects.toThrow("response 1 is an error (undefined field)");
  });

  it("finds the title in the given field", async () => {
    const [row] = await read(response([{ id: "1", title_t: [], name: { en: ["Guitar"] } }]), "name.en");
    expect(row?.cells.at(-1)).toBe("Guitar");
    await expect(read(response([{ id: "1", name_s: "Guitar" }]))).rejects.toMatchObject({
      code: "MISSING_COLUMN",
      details: { columns: ["id", "name_s"] },
    });
  });

  it("returns no rows for a query without results", async () => {
    expect(await read(response([]))).toEqual([]);
  });

  it.each([
    [
      { responseHeader: { status: 400 }, error: { msg: "undefined field x", code: 400 } },
      "is an error (undefined field x)",
    ],
    [{ grouped: { author: { groups: [] }, year: { groups: [] } } }, "several groupings (author, year)"],
    [{ responseHeader: { status: 0 }, grouped: {} }, "no list of hits (it has: responseHeader, grouped)"],
    [[{ response: { docs: [] } }, response(documents)], "has no query"],
  ])("rejects %j", async (saved, words) => {
    const reading = read(saved);
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 1, response: 1 } });
    await expect(reading).rejects.toThrow(words);
  });

  it.each([
    [response([]), true],
    [[{ query: "a", response: response([]) }], true],
    [{ response: { docs: [] } }, true],
    [{ query: "a", response: { response: { docs: [] } } }, true],
    [{ responseHeader: { status: 400 }, error: {} }, true],
    [{ query: "a", response: { hits: { hits: [] } } }, false],
    [{ query: "a", response: "docs", docs: [] }, false],
    [{ query: "a", rank: 0, title: "t" }, false],
  ])("is recognised in %j: %s", (saved, isMine) => {
    expect(solr.detect(JSON.stringify(saved))).toBe(isMine);
  });
});
