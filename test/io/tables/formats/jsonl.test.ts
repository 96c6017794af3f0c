/** Are objects with any keys read as rows? */
import { describe, expect, it } from "vitest";
import { jsonl } from "../../../../src/io/tables/formats/jsonl.ts";
import type { TitleChoice } from "../../../../src/io/tables/table.ts";
import { type GatheredRow, inPieces, rowGatherer } from "../../pieces.ts";

async function read(text: string, wants = (_: string) => true, titles?: TitleChoice): Promise<GatheredRow[]> {
  const { rows, onRow } = rowGatherer();
  await jsonl.read(inPieces(text, 3), "file.jsonl", wants, onRow, titles);
  return rows;
}

const required: TitleChoice = { field: null, isRequired: true };

function asObject({ names, cells }: GatheredRow) {
  return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
}

const pageOf = (index: string, page: number) => ({ query: "tea", index, page, results: [`${index}${page}`] });

describe("jsonl", () => {
  it("converts values of all types to texts", async () => {
    const [row] = await read('{"a":"x\\n\\u00e4","b":3,"c":0.5,"d":true,"e":null,"f":""}\n');
    expect(row).toEqual({
      names: ["a", "b", "c", "d", "e", "f"],
      cells: ["x\nä", "3", "0.5", "true", "", ""],
      line: 1,
    });
  });

  it("reuses the array of names as long as the keys do not change", async () => {
    const rows = await read('{"a":1,"b":2}\n\n{"a":3,"b":4}\r\n{"b":5,"a":6}\n{"a":7}');
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 4, 5]);
    expect(rows[1]?.names).toBe(rows[0]?.names);
    expect(rows[2]?.names).toEqual(["b", "a"]);
    expect(rows[3]).toEqual({ names: ["a"], cells: ["7"], line: 5 });
  });

  it("names columns by the path of keys in nested objects, unless a key has this name", async () => {
    const [row] = await read(
      '{"_id":"7","_source":{"title":"Pears","a.b":1,"authors":["x"]},"_source.title":"Plums","x.y":{"z":2}}\n',
      (name) => !["_source", "_source.authors", "x.y"].includes(name),
    );
    expect(row?.names).toEqual(["_id", "_source", "_source.a.b", "_source.authors", "_source.title", "x.y", "x.y.z"]);
    expect(row?.cells).toEqual(["7", "", "1", "", "Plums", "", "2"]);
  });

  // pandas' to_dict("list"), to_json() and to_json(orient="split", "table", "index"); R's toJSON(dataframe = "columns").
  it.each([
    ["lists", '{"query":["pears","pears","figs"],"rank":[1,2,1],"title":["A","B","C"]}'],
    [
      "objects with row numbers",
      '{"query":{"0":"pears","1":"pears","2":"figs"},"rank":{"0":1,"1":2,"2":1},"title":{"0":"A","1":"B","2":"C"}}',
    ],
    [
      "names and rows",
      '{"columns":["query","rank","title"],"index":[0,1,2],"data":[["pears",1,"A"],["pears",2,"B"],["figs",1,"C"]]}',
    ],
    [
      "rows below a schema",
      '{"schema":{"fields":[{"name":"query","type":"string"}],"pandas_version":"1.4.0"},"data":[{"query":"pears","rank":1,"title":"A"},{"query":"pears","rank":2,"title":"B"},{"query":"figs","rank":1,"title":"C"}]}',
    ],
    [
      "rows by their numbers",
      '{"0":{"query":"pears","rank":1,"title":"A"},"1":{"query":"pears","rank":2,"title":"B"},"10":{"query":"figs","rank":1,"title":"C"}}',
    ],
  ])("reads a table that was saved as %s", async (_, text) => {
    expect((await read(text)).map(({ cells }) => cells)).toEqual([
      ["pears", "1", "A"],
      ["pears", "2", "B"],
      ["figs", "1", "C"],
    ]);
  });

  it.each([
    ["a list in a response", '{"query":"pears","response":{"results":[{"title":"A"},{"title":"B"}]}}'],
    ["titles without other fields", '{"query":"pears","results":["A","B"]}'],
    ["queries as keys, one without a list", '{"plums":null,"pears":["A","B"]}'],
  ])("reads %s", async (_, text) => {
    const rows = (await read(text)).map(({ names, cells }) =>
      Object.fromEntries(names.map((name, at) => [name, cells[at]])),
    );
    expect(rows).toEqual([
      { query: "pears", rank: "0", title: "A" },
      { query: "pears", rank: "1", title: "B" },
    ]);
  });

  it("does not treat objects whose keys are not row numbers as columns", async () => {
    const [row, ...others] = await read('{"query":{"text":"pears","id":"7"},"title":{"text":"A","id":"8"}}\n');
    expect(others).toEqual([]);
    expect(row?.names).toEqual(["query.text", "query.id", "title.text", "title.id"]);
  });

  it("returns a column for each key of a title in several languages", async () => {
    const [row] = await read('{"query":"pears","title":{"en":"A","de":"B"}}\n');
    expect(row).toMatchObject({ names: ["query", "title.en", "title.de"], cells: ["pears", "A", "B"] });
  });

  it.each([
    ["keys that are queries", '{"a b":[{"title":"Pears"}],"c":[{"title":"Plums"}]}', ["a b,0,Pears", "c,0,Plums"]],
    ["titles without other fields", '{"a b":["Pears","Plums"],"c":[]}', ["a b,0,Pears", "a b,1,Plums"]],
    ["an answer without a query", '{"meta":{"count":1},"results":[{"title":"Pears"}]}', ["file,0,Pears"]],
    [
      "Crossref's answer",
      '{"status":"ok","message":{"items":[{"title":["Pears"]},{"title":[]}]}}',
      ["file,0,Pears", "file,1,"],
    ],
    ["Semantic Scholar's answer", '{"total":1,"data":[{"title":"Pears"}]}', ["file,0,Pears"]],
    ["SerpApi's answer", '{"organic_results":[{"position":1,"title":"Pears"}]}', ["file,,Pears"]],
    [
      "columns, with a value for all rows",
      '{"Query":["tea","tea","heat"],"rank":[1,2,1],"title":["Pears","Plums","Figs"],"engine":"x"}',
      ["tea,1,Pears", "tea,2,Plums", "heat,1,Figs"],
    ],
    ["columns with an unusual name", '{"query":["tea","heat"],"Titel":["Pears","Figs"]}', ["tea,,", "heat,,"]],
    ["columns of one row", '{"query":["tea"],"title":["Pears"],"authors":["x","y"]}', ["tea,,Pears"]],
    [
      "columns of questions and contexts",
      '{"user_input":["tea","heat"],"retrieved_contexts":[["Pears","Plums"],["Figs"]]}',
      ["tea,0,Pears", "tea,1,Plums", "heat,0,Figs"],
    ],
    [
      "deepeval's row with another list",
      '{"input":"tea","context":null,"tools":["x"],"retrieval_context":["Pears"]}',
      ["tea,0,Pears"],
    ],
    [
      "keys that are queries, beside a date",
      '{"tea":["Pears"],"generated":"2026-01-01","heat":["Figs"]}',
      ["tea,0,Pears", "heat,0,Figs"],
    ],
    ["keys that are queries inside results", '{"results":{"tea":["Pears"],"heat":[]}}', ["tea,0,Pears"]],
    [
      "answers by query",
      '{"tea":{"total":2,"data":[{"title":"Pears"}]},"heat":{"data":[]},"x":null,"figs":{"data":[{"title":"Figs"}]}}',
      ["tea,0,Pears", "figs,0,Figs"],
    ],
    [
      "Crossref's answers by query",
      '{"tea":{"message":{"query":{"search-terms":"x"},"items":[{"title":["Pears"]}]}}}',
      ["tea,0,Pears"],
    ],
    [
      "null for an empty list",
      '[{"query":"heat","results":null},{"query":"figs","engine":"x","page":1,"took":3,"docs":[],"data":null},{"query":"tea","results":["Pears"]}]',
      ["tea,0,Pears"],
    ],
    ["Scopus' answer", '{"search-results":{"total":"1","entry":[{"title":"Pears"}]}}', ["file,0,Pears"]],
    [
      "a wrapped answer of Crossref",
      '{"query":"tea","id":7,"response":{"message":{"query":{"search-terms":"x"},"items":[{"title":["Pears"]}]}}}',
      ["tea,0,Pears"],
    ],
  ])("reads lists in other shapes: %s", async (_, text, expected) => {
    const rows = await read(text);
    const cellOf = ({ names, cells }: GatheredRow, wanted: string) =>
      cells[names.findIndex((name) => name.toLowerCase() === wanted)] ?? "";
    expect(rows.map((row) => ["query", "rank", "title"].map((name) => cellOf(row, name)).join())).toEqual(expected);
  });

  it.each([
    ["objects with equal keys", '{"query":{"raw":"tea"},"title":{"raw":"Pears"}}', ["query.raw", "title.raw"]],
    ["an object called response", '{"q":"tea","response":{"title":"Pears"}}', ["q", "response", "response.title"]],
    ["a list beside a title", '{"Titel":"Pears","tags":["x"],"authors":["y"]}', ["Titel", "tags", "authors"]],
    ["a list beside one value", '{"a":"Pears","tags":["x"]}', ["a", "tags"]],
    ["objects by engine and query", '{"a":{"tea":[{"title":"Pears"}]}}', ["a", "a.tea"]],
    ["null beside a title", '{"query":"tea","title":"Pears","data":null}', ["query", "title", "data"]],
    ["null beside an unusual title", '{"query":"tea","Titel":"Pears","hits":null}', ["query", "Titel", "hits"]],
    ["null beside an unusual id", '{"query":"tea","sku":7,"response":null}', ["query", "sku", "response"]],
    ["null beside an empty title", '{"query":"tea","title":null,"data":null}', ["query", "title", "data"]],
    ["null beside another text", '{"query":"tea","Text":"Pears","data":null}', ["query", "Text", "data"]],
    ["an error beside a title", '{"query":"tea","title":"Pears","error":"x"}', ["query", "title", "error"]],
    ["an error beside an unusual title", '{"query":"tea","Titel":"Pears","error":"x"}', ["query", "Titel", "error"]],
    ["a number called error", '{"query":"tea","error":0.2}', ["query", "error"]],
    [
      "an error in a response beside a title",
      '{"query":"tea","Titel":"A","response":{"error":"x"}}',
      ["query", "Titel", "response", "response.error"],
    ],
    ["parts of results beside a query", '{"query":"tea","results":{"web":["x"]}}', ["query", "results", "results.web"]],
  ])("reads an object with %s as one row", async (_, text, names) => {
    expect((await read(text)).map((row) => row.names)).toEqual([names]);
  });

  it("keeps the ids of results inside a response that also has an id", async () => {
    const [row] = await read('{"query":"tea","id":7,"response":{"query":"x","results":[{"id":"1","title":"Pears"}]}}');
    expect(row).toMatchObject({ names: ["query", "rank", "id", "title"], cells: ["tea", "0", "1", "Pears"] });
  });

  it.each([
    [
      "with answers to other queries between them",
      '[{"query":"tea","results":["A","B"]},{"query":"heat","results":["X"]},{"query":"tea","start":2,"results":["C"]}]',
      ["tea,0,A", "tea,1,B", "heat,0,X", "tea,2,C"],
    ],
    [
      "with offsets",
      '{"query":"tea","offset":0,"hits":[{"title":"A"},{"title":"B"}]}\n{"query":"tea","offset":2,"hits":[{"title":"C"}]}',
      ["tea,0,A", "tea,1,B", "tea,2,C"],
    ],
    [
      "whose results also have pages",
      '{"results":[{"query":"tea","page":0,"hits":[{"title":"A","page":9}]},{"query":"tea","page":1,"hits":[{"title":"B","page":7}]}]}',
      ["tea,0,A", "tea,1,B"],
    ],
    [
      "of OpenAlex, whose query is the file name",
      '{"meta":{"page":1},"results":[{"title":"A"}]}\n{"meta":{"page":2},"results":[{"title":"B"}]}',
      ["file,0,A", "file,1,B"],
    ],
    [
      "of SerpApi, whose positions restart",
      ["", ',"start":10']
        .map(
          (start, page) =>
            `{"search_parameters":{"q":"tea"${start}},"organic_results":[{"position":1,"title":"A${page}"}]}`,
        )
        .join("\n"),
      ["tea,1,A0", "tea,2,A1"],
    ],
    [
      "inside responses",
      '[{"query":"tea","page":1,"response":{"items":[{"title":"A"}]}},{"query":"tea","response":{"page":2,"items":[{"title":"B"}]}}]',
      ["tea,0,A", "tea,1,B"],
    ],
    [
      "but not of several engines",
      '[{"query":"tea","source":"x","page":1,"results":["A"]},{"query":"tea","source":"y","page":2,"results":["B"]},{"query":"tea","source":"x","page":2,"results":["C"]}]',
      ["tea,0,A", "tea,0,B", "tea,1,C"],
    ],
    [
      "but not of variants, one after another",
      JSON.stringify(["x", "y"].flatMap((index) => [1, 2].map((page) => pageOf(index, page)))),
      ["tea,0,x1", "tea,1,x2", "tea,0,y1", "tea,1,y2"],
    ],
    [
      "but not of variants, page by page",
      JSON.stringify([1, 2].flatMap((page) => ["x", "y"].map((index) => pageOf(index, page)))),
      ["tea,0,x1", "tea,0,y1", "tea,1,x2", "tea,1,y2"],
    ],
    [
      "but not of answers without pages",
      '[{"query":"tea","index":"x","results":["A","B"]},{"query":"tea","index":"y","results":["C"]}]',
      ["tea,0,A", "tea,1,B", "tea,0,C"],
    ],
    [
      "but not of answers at other times",
      '[{"query":"tea","start":1732600000,"results":["A"]},{"query":"tea","start":1732700000,"results":["B"]}]',
      ["tea,0,A", "tea,0,B"],
    ],
    [
      "but not of pages in another order",
      '[{"query":"tea","page":2,"results":["B"]},{"query":"tea","page":1,"results":["A"]}]',
      ["tea,0,B", "tea,0,A"],
    ],
  ])("continues ranks over pages %s", async (_, text, expected) => {
    const rows = await read(text);
    const cellOf = ({ names, cells }: GatheredRow, wanted: readonly string[]) =>
      cells[names.findIndex((name) => wanted.includes(name))] ?? "";
    const shown = rows.map((row) =>
      [["query"], ["rank", "position"], ["title"]].map((name) => cellOf(row, name)).join(),
    );
    expect(shown).toEqual(expected);
  });

  it.each([
    ["its own names", '{"query":"tea","results":[{"title":["A"],"link":[{"URL":"u"}],"keywords":[{"id":"k"}]}]}'],
    ["a word in a name", '{"query":"tea","results":[{"title":"A","product_variants":[{"id":1}]}]}'],
    ["a name inside an object", '{"query":"tea","results":[{"title":"A","_source":{"title":{"raw":"B"}}}]}'],
  ])("does not treat objects as columns with a role: %s", async (_, text) => {
    const rows = (await read(text, (name) => name !== "_source", required)).map(asObject);
    expect(rows).toEqual([expect.objectContaining({ query: "tea", rank: "0", title: "A" })]);
    expect(Object.keys(rows[0] ?? {}).filter((name) => !["_source", "query", "rank", "title"].includes(name))).toEqual(
      [],
    );
  });

  it.each([
    ['{"q":"tea","titles":[{"value":"A"}]}', '"titles" contains a list'],
    ['{"title":[{"x":1}]}', '"title" contains a list'],
    ['{"attributes":{"titles":[{"title":"A"}]}}', '"attributes.titles" contains a list'],
    ['{"_source":{"title":{"raw":"A"}}}', '"_source.title" contains an object'],
  ])("rejects a title that is only in objects: %s", async (text, words) => {
    await expect(read(text, undefined, required)).rejects.toThrow(`file.jsonl:1: ${words}. Give text or a number.`);
    expect(await read(text, undefined, { field: null, isRequired: false })).toHaveLength(1);
  });

  it.each([
    ['{"document":{"text":"A"}}', ["document.text"]],
    ['{"title":[{"x":1}],"name":"A"}', ["name"]],
    ['{"title":[{"x":1}],"Text":"A"}', ["Text"]],
    ['{"Text":{"x":"A"}}', ["Text.x"]],
  ])("leaves out objects if another column may have titles: %s", async (text, names) => {
    const titles = { ...required, columns: { title: ["Text"] } };
    expect((await read(text, undefined, titles)).map((row) => row.names)).toEqual([names]);
  });

  it.each([
    ["titles", '{"query":"tea","titles":["A","B"]}\n{"query":"heat","titles":["C"]}', ["tea A", "tea B", "heat C"]],
    ["a usual name", '[{"query":"tea","title":["A","B"]},{"query":"heat","title":"C"}]', ["tea A", "tea B", "heat C"]],
    ["columns", '{"query":["tea","heat"],"title":[["A","B"],["C"]]}', ["tea A", "tea B", "heat C"]],
    ["names and rows", '{"columns":["query","title"],"data":[["tea",["A","B"]]]}', ["tea A", "tea B"]],
    ["a response", '{"query":"tea","response":{"titles":["A","B"],"took":3}}', ["tea A 3", "tea B 3"]],
    ["ids of the same length", '{"query":"tea","id":["1","2"],"title":["A","B"]}', ["tea 1 A", "tea 2 B"]],
    ["ranks of the same length", '{"query":"tea","rank":[2,1],"title":["A","B"]}', ["tea 2 A", "tea 1 B"]],
    ["lists of other lengths", '{"query":["tea"],"tags":["x","y","z"],"title":["A","B"]}', ["tea x A", "tea x B"]],
    ["ids without titles", '{"qid":"1","docno":["d1","d2"],"score":[2,1.5]}', ["1 d1 2", "1 d2 1.5"]],
    ["one hit", '{"query":"tea","results":[{"title":["A","Subtitle"]}]}', ["tea 0 A"]],
    ["one hit with a rank", '{"query":"tea","Rank":1,"title":["A","Subtitle"]}', ["tea 1 A"]],
  ])("returns one row for each title in a list, but one for a hit: %s", async (_, text, expected) => {
    const rows = await read(text, (name) => name !== "response", required);
    expect(rows.map(({ cells }) => cells.filter((cell) => cell !== "").join(" "))).toEqual(expected);
  });

  it("returns one row for a document with several titles in a file of titles", async () => {
    const rows = await read('{"id":"d1","title":["A","Subtitle"]}');
    expect(rows.map(({ cells }) => cells)).toEqual([["d1", "A"]]);
  });

  it.each([
    '{"query":"tea","id":"r","url":"https://x","name":"Search","score":9,"document_id":7,"results":[{"title":"A"}]}',
    '{"query":"tea","context":{"title":"Search"},"position":4,"response":{"url":"https://x","results":[{"title":"A"}]}}',
  ])("does not pass on what describes the answer to its results: %s", async (text) => {
    expect((await read(text, undefined, required)).map(asObject)).toEqual([{ query: "tea", rank: "0", title: "A" }]);
  });

  it("passes on the other fields of an answer, and columns of the request that an option names", async () => {
    const columns = { query: ["name"], "query id": ["id"] };
    const text = '[{"name":"tea","id":"q1","locale":"en","engine":"x","url":"https://x","results":[{"title":"A"}]}]';
    expect((await read(text, undefined, { ...required, columns })).map(asObject)).toEqual([
      { name: "tea", id: "q1", locale: "en", engine: "x", rank: "0", title: "A" },
    ]);
  });

  it("does not pass on what describes a whole table that was saved by columns", async () => {
    const text = '{"query":["tea","heat"],"title":["A","B"],"engine":"x","url":"https://x"}';
    expect((await read(text)).map(asObject)).toEqual([
      { query: "tea", title: "A", engine: "x" },
      { query: "heat", title: "B", engine: "x" },
    ]);
  });

  it.each(["mRNA", "pages", "search", "iPhone"])("reads answers by query if one query is %s", async (query) => {
    const text = JSON.stringify({ [query]: { results: [{ title: "A" }] }, "green tea": { results: [{ title: "B" }] } });
    expect((await read(text)).map(({ cells }) => cells)).toEqual([
      [query, "0", "A"],
      ["green tea", "0", "B"],
    ]);
  });

  it("passes on the results of a page before it reads the next page", async () => {
    const { rows, onRow } = rowGatherer();
    const given: number[] = [];
    async function* pages() {
      for (const page of [1, 2, 3]) {
        yield `${JSON.stringify(pageOf("x", page))}\n`;
        given.push(rows.length);
      }
    }
    await jsonl.read(pages(), "file.jsonl", () => true, onRow);
    expect(given).toEqual([1, 2, 3]);
  });

  it.each([
    '{"searchResults":{"results":[{"title":"Pears"}]}}',
    '{"products":{"items":[{"title":"Pears"}]},"categories":{"items":[{"title":"Fruit"}]}}',
  ])("does not treat names of fields as queries: %s", async (text) => {
    const { rows, onRow } = rowGatherer();
    await jsonl.read(inPieces(text), "file.json", () => true, onRow, { field: null, isRequired: true });
    expect(rows.some(({ names }) => names.includes("query"))).toBe(false);
  });

  it("restarts ranks for each engine in the column that an option names", async () => {
    const { rows, onRow } = rowGatherer();
    const saved = ["x", "y"].map((variant, page) => ({ query: "tea", variant, page, results: [{ title: variant }] }));
    const titles = { field: null, isRequired: true, columns: { engine: ["Variant"] } };
    await jsonl.read(inPieces(JSON.stringify(saved)), "file.jsonl", () => true, onRow, titles);
    expect(rows.map(({ names, cells }) => cells[names.indexOf("rank")])).toEqual(["0", "0"]);
  });

  it.each([
    '{"query":"heat","response":{"total":0}}',
    '{"query":"heat","response":{"message":"Invalid key","status":403}}',
    '{"query":"heat","response":{"message":["bad"],"code":"x","type":"y","link":"https://example.org"}}',
    '{"query":"heat","message":"Too many requests","link":"https://example.org"}',
    '{"query":"heat"}',
  ])("rejects an answer without a list in a file of answers: %s", async (answer) => {
    const found = '{"query":"tea","results":[{"title":"Pears"}]}';
    for (const text of [`${found}\n${answer}\n`, `${answer}\n${found}\n`]) {
      await expect(read(text)).rejects.toThrow('the answer to "heat" has no list of results');
    }
    // Alone, the same object may be a row, such as one of a file of queries.
    await expect(read(answer)).resolves.toHaveLength(1);
  });

  it("reads Scopus' answer without results, which has an entry with an error", async () => {
    const entry = [{ "@_fa": "true", error: "Result set was empty" }];
    expect(await read(JSON.stringify({ query: "heat", response: { "search-results": { entry } } }))).toEqual([]);
  });

  it.each([
    ["green tea", "green tea"],
    ["TITLE-ABS-KEY(green tea)", "green tea"],
    ["TITLE(green) AND TITLE(tea)", "TITLE(green) AND TITLE(tea)"],
  ])("reads the query %s that Scopus repeats in its answer", async (terms, query) => {
    const response = {
      "search-results": { "opensearch:Query": { "@searchTerms": terms }, entry: [{ title: "Leaves" }] },
    };
    const [row] = await read(`${JSON.stringify(response)}\n`);
    expect(row?.cells[row.names.indexOf("query")]).toBe(query);
  });

  it.each([
    (start: number, title: string) => ({
      message: { items: [{ title }], query: { "start-index": start, "search-terms": "tea" } },
    }),
    (start: number, title: string) => ({
      query: "tea",
      response: { "search-results": { "opensearch:startIndex": String(start), entry: [{ title }] } },
    }),
  ])("continues ranks over pages of Crossref and Scopus (%#)", async (answer) => {
    const rows = await read(JSON.stringify([answer(0, "A"), answer(1, "B")]));
    expect(rows.map(({ names, cells }) => cells[names.indexOf("rank")])).toEqual(["0", "1"]);
  });

  it.each([
    '[{"query":"tea","results":["Pears"]},{"query":"heat","error":"timeout"}]',
    '{"query":"heat","results":[],"error":"timeout"}',
    '{"query":"heat","response":{"error":{"message":"timeout"}}}',
    '{"query":"heat","response":{"errors":[{"message":"timeout"}]}}',
    '[{"query":"tea","results":["Pears"]},{"search_parameters":{"q":"heat"},"error":"timeout"}]',
    '{"tea":{"data":[{"title":"Pears"}]},"heat":{"error":"timeout"}}',
  ])("rejects an error without results: %s", async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: "INVALID_ROW",
      message: expect.stringContaining('the answer to "heat" is an error (timeout). Run the query again'),
    });
  });

  it("skips rows that have no values except row numbers", async () => {
    const rows = await read('{"a":"x"}\n{}\n{"a":null,"b":""}\n{"Unnamed: 0":3,"a":null}\n{"a":0}\n');
    expect(rows.map(({ cells, line }) => [...cells, line])).toEqual([
      ["x", 1],
      ["0", 5],
    ]);
  });

  it("returns one row per result, in order, if a line contains a whole list", async () => {
    const rows = await read(
      '{"query":"pears","results":[{"title":"A","id":"1"},{"title":"B","id":"2"}]}\n{"query":"plums","hits":[]}\n' +
        '{"query":"figs","docs":[{"title":"C","position":4}]}\n',
    );
    expect(
      rows.map(({ names, cells, line }) => ({
        ...Object.fromEntries(names.map((name, at) => [name, cells[at]])),
        line,
      })),
    ).toEqual([
      { query: "pears", rank: "0", title: "A", id: "1", line: 1 },
      { query: "pears", rank: "1", title: "B", id: "2", line: 1 },
      { query: "figs", title: "C", position: "4", line: 3 },
    ]);
    await expect(read('{"query":"x","results":[{"title":"A"}],"docs":[{"title":"B"}]}')).rejects.toMatchObject({
      message: expect.stringMatching(/file\.jsonl:1: .*two lists of results, "results" and "docs"/),
    });
    expect(await read('{"query":"x","items":["a"]}', (name) => name === "query")).toMatchObject([{ cells: ["x", ""] }]);
  });

  it.each([
    ["one line", '[{"a":1,"b":"x"},{"a":2,"b":"y"}]\n', [1, 1]],
    ["many lines", '\n[\n  {\n    "a": 1,\n    "b": "x"\n  },\n  {\n    "a": 2,\n    "b": "y"\n  }\n]\n', [3, 7]],
    ["one object", '{\n  "results": [\n    { "a": 1, "b": "x" },\n    { "a": 2, "b": "y" }\n  ]\n}\n', [1, 1]],
  ])("returns one row per object of a list in %s", async (_, text, lines) => {
    const rows = await read(text, (name) => name !== "rank");
    expect(rows.map(({ line }) => line)).toEqual(lines);
    expect(rows.map(({ names, cells }) => [cells[names.indexOf("a")], cells[names.indexOf("b")]])).toEqual([
      ["1", "x"],
      ["2", "y"],
    ]);
  });

  it("names the line on which an incomplete list starts", async () => {
    await expect(read('\n[\n{"a":1},\n')).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: expect.stringMatching(/^Reading file\.jsonl:2: this is not JSON, or it is incomplete/),
    });
  });

  it("converts only the requested values", async () => {
    const [row] = await read('{"a":1,"authors":["x","y"]}\n', (name) => name === "a");
    expect(row?.cells).toEqual(["1", ""]);
  });

  it.each([
    ['{"a":1}\n{"a":\n', 2, "not JSON"],
    ['{"a":1}\n\n\n[1]\n', 4, "not a JSON object"],
    ['"text"\n', 1, "not a JSON object"],
    ["null\n", 1, "not a JSON object"],
    ['[\n{"a":1},\n2]\n', 1, "not a JSON object"],
  ])("rejects %j", async (text, line, words) => {
    const reading = read(text);
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { file: "file.jsonl", line } });
    await expect(reading).rejects.toThrow(words);
  });

  it.each([
    ['{"a":1}', true],
    ['\n\n  {"a":1}', true],
    ["[1]", true],
    ["a,b", false],
    ["", false],
  ])("is recognised in %j: %s", (head, isJsonl) => {
    expect(jsonl.detect(head)).toBe(isJsonl);
  });
});
