/** Are queries and titles read from any small table? */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readQueries, readTitles } from "../../../src/io/query-sets/read-pairs.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

function fileWith(content: string | Uint8Array): string {
  return join(temporaryFolder({ input: content }), "input");
}

describe("readQueries", () => {
  it.each([
    ["id TAB text", 'q1\tred apples\nq2\tgroße, "grüne" Birnen\n'],
    [
      "id TAB text with CRLF, a byte order mark and blank lines",
      '\ufeffq1\tred apples\r\n\r\nq2\tgroße, "grüne" Birnen\r\n',
    ],
    ["TSV with column names", 'query_id\tquery\nq1\tred apples\nq2\tgroße, "grüne" Birnen\n'],
    ["TSV with other column names", 'Query\tQID\nred apples\tq1\ngroße, "grüne" Birnen\tq2\n'],
    ["TSV with other spellings of column names", 'Query ID\tQuery\nq1\tred apples\nq2\tgroße, "grüne" Birnen\n'],
    ["a table with further columns", 'rank;Query-ID;id;query\n1;q1;d1;red apples\n1;q2;d1;"große, ""grüne"" Birnen"\n'],
    ["CSV with column names", 'id,text\nq1,red apples\nq2,"große, ""grüne"" Birnen"\n'],
    ["CSV with quoted column names", '"qid","keyword"\nq1,red apples\nq2,"große, ""grüne"" Birnen"\n'],
    [
      "BEIR's JSONL",
      '{"_id":"q1","text":"red apples","metadata":{}}\n{"_id":"q2","text":"große, \\"grüne\\" Birnen"}\n',
    ],
  ])("reads %s, plain and compressed", async (_, text) => {
    for (const content of [text, gzipSync(text)]) {
      const path = fileWith(content);
      const { queries, file } = await readQueries(path);
      expect(queries).toMatchObject({
        source: path,
        ids: ["q1", "q2"],
        texts: ["red apples", 'große, "grüne" Birnen'],
      });
      expect(file).toMatchObject({ path, rows: 2, sizeBytes: Buffer.byteLength(content) });
    }
  });

  it("reads texts without ids, even if they contain commas", async () => {
    const { queries } = await readQueries(fileWith('red apples, green pears\n\n"quoted" plums\n'));
    expect(queries).toMatchObject({ ids: null, texts: ["red apples, green pears", '"quoted" plums'] });
    expect([...queries.lines]).toEqual([1, 3]);
  });

  it("reads texts that contain commas and words for columns", async () => {
    const { queries } = await readQueries(fileWith("tea\nsearch engines, document titles\nred apples, pears\n"));
    expect(queries.texts).toEqual(["tea", "search engines, document titles", "red apples, pears"]);
  });

  it("removes a spreadsheet's quotes from id TAB text, but not other quotes", async () => {
    const textsOf = async (text: string) => (await readQueries(fileWith(text))).queries.texts;
    expect(await textsOf('q1\theat\nq2\t"tea, green"\nq3\t"the ""good"" tea"\n')).toEqual([
      "heat",
      "tea, green",
      'the "good" tea',
    ]);
    expect(await textsOf('q1\t"heat islands"\nq2\tgreen tea\n')).toEqual(['"heat islands"', "green tea"]);
  });

  it("keeps tabs in texts, and empty texts", async () => {
    const { queries } = await readQueries(fileWith("q1\ta\tb\nq2\t\n"));
    expect(queries).toMatchObject({ ids: ["q1", "q2"], texts: ["a\tb", ""] });
  });

  it.each([
    ["information_need", "id\tquery\tinformation_need\nq1\tpears\tripe ones\nq2\tplums\t\n"],
    ["Information Need", "Query,Information Need\npears,ripe ones\nplums,\n"],
    ["description", "query,description\npears,ripe ones\nplums,\n"],
    ["narrative", '{"text":"pears","narrative":"ripe ones"}\n{"text":"plums"}\n'],
    ["the first of several columns", "narrative,description,query\nx,ripe ones,pears\ny,,plums\n"],
  ])("reads the information need from %s", async (_, text) => {
    const { queries, informationNeeds } = await readQueries(fileWith(text));
    expect(queries.texts).toEqual(["pears", "plums"]);
    expect(informationNeeds).toEqual(["ripe ones", ""]);
  });

  it("returns null if there is no column of information needs", async () => {
    expect((await readQueries(fileWith("q1\tpears\n"))).informationNeeds).toBeNull();
    expect((await readQueries(fileWith("id,text\nq1,pears\n"))).informationNeeds).toBeNull();
  });

  it("recognises a table by the further columns that the caller requests", async () => {
    const path = fileWith("text,kind\npears,fruit\n");
    expect((await readQueries(path)).queries.texts).toEqual(["text,kind", "pears,fruit"]);
    expect((await readQueries(path, ["kind"])).queries).toMatchObject({ ids: null, texts: ["pears"] });
  });

  it.each([
    "query,volume\ngreen tea,10\nheat island,3\n",
    "Query,Clicks\r\ngreen tea,10\r\nheat island,3\r\n",
    '"keyword","kd"\n"green tea","10"\n"heat island",""\n',
    "query,volume,segment\ngreen tea,10,drinks\nheat island,3,cities\n",
    "query;volume\ngreen tea;10\nheat island;3\n",
    "volume,query\n10,green tea\n3,heat island\n",
    "query\tvolume\ngreen tea\t10\nheat island\t3\n",
    "volume\tquery\tsegment\n10\tgreen tea\tdrinks\n3\theat island\tcities\n",
  ])("recognises a table by a usual column name if all lines have the same number of cells: %j", async (text) => {
    const { queries } = await readQueries(fileWith(text));
    expect(queries).toMatchObject({ ids: null, texts: ["green tea", "heat island"] });
  });

  it.each([
    ["search, filter\nred, green, blue\npears\n", ["search, filter", "red, green, blue", "pears"]],
    ["search, rescue\ntea, green\nbread, rye\n", ["search, rescue", "tea, green", "bread, rye"]],
    ["1,keyword\n2,green tea\n3,black\n", ["1,keyword", "2,green tea", "3,black"]],
    ["search, filter\n", ["search, filter"]],
    ["red, green\nsearch, filter\n", ["red, green", "search, filter"]],
    ["query rewriting, synonyms\nred, green\n", ["query rewriting, synonyms", "red, green"]],
  ])("keeps commas in a plain list: %j", async (text, texts) => {
    expect((await readQueries(fileWith(text))).queries).toMatchObject({ ids: null, texts });
  });

  it("reads rows that have only ids", async () => {
    const { queries } = await readQueries(fileWith("qid\nq1\nq2\n"));
    expect(queries).toMatchObject({ ids: ["q1", "q2"], texts: null });
  });

  it.each([
    ["q1\tsearch\nq2\tpears\n", ["search", "pears"]],
    ["q1\tquery, title and text\n", ["query, title and text"]],
    ["search engines, ranking\npears\n", ["search engines, ranking", "pears"]],
  ])("treats %j as rows without column names", async (text, texts) => {
    expect((await readQueries(fileWith(text))).queries.texts).toEqual(texts);
  });

  it("accepts repeated rows, and rows with only an id or a text", async () => {
    const { queries } = await readQueries(fileWith("id,text\nq1,a\nq1,a\nq2,\n,b\n,b\n"));
    expect(queries).toMatchObject({ ids: ["q1", "q1", "q2", "", ""], texts: ["a", "a", "", "b", "b"] });
    expect((await readQueries(fileWith("a\nb\na\n"))).queries.texts).toEqual(["a", "b", "a"]);
  });

  it.runIf(process.platform !== "win32").each(["q1\tpears\n", "id,text\nq1,pears\n"])(
    "reads a pipe, although it can only be read once: %j",
    async (text) => {
      const path = join(temporaryFolder(), "pipe");
      execFileSync("mkfifo", [path]);
      const [{ queries }] = await Promise.all([readQueries(path), writeFile(path, text)]);
      expect(queries).toMatchObject({ ids: ["q1"], texts: ["pears"] });
    },
  );

  it.each([
    ["a rank", "query_id,query,rank,clicks\nq1,pears,1,700\n"],
    ["titles of topics", "topic_id,title,description\nq1,pears,ripe ones\n"],
    ["titles of topics and a place", "topic_id,title,position\nq1,pears,1\n"],
    ["results", "query_id,query,rank,title\nq1,pears,1,Pears\n"],
    ["results with document ids", "query_id,query,rank,id,title\nq1,pears,1,d1,Pears\n"],
    ["results without ids", '{"query":"pears","score":1.5,"title":"Pears"}\n'],
    ["an engine", "query,engine,title\npears,a,Pears\n"],
  ])("reads the queries of a table with %s", async (_, text) => {
    expect((await readQueries(fileWith(text))).queries.texts).toEqual(["pears"]);
  });

  it.each(["q1\tipad pro 11 2021 case", "windows server update 2019 2022 differences"])(
    "treats six words and numbers as a query, not as a row of a run: %j",
    async (line) => {
      expect((await readQueries(fileWith(`${line}\n`))).queries.texts).toEqual([line.replace("q1\t", "")]);
    },
  );

  it("accepts a text that has two ids", async () => {
    const { queries } = await readQueries(fileWith("q1\tpears\nq2\tpears\n"));
    expect(queries.texts).toEqual(["pears", "pears"]);
  });

  it.each([
    ["a repeated id", "q1\ta\n\nq1\tb\n", { code: "INVALID_ROW", details: { line: 3, entry: "q1" } }],
    [
      "a row with neither id nor text",
      "id,text,metadata\nq1,a,x\n,,x\n",
      { code: "INVALID_ROW", details: { line: 3, entry: "" } },
    ],
    ["line ends of old Macs", "q1\ta\rq2\tb\r", { code: "INVALID_FORMAT" }],
    ["a missing tab", "q1\ta\nb\n", { code: "INVALID_ROW", details: { line: 2 } }],
    ["an unexpected tab", "a\nq1\tb\n", { code: "INVALID_ROW", details: { line: 2 } }],
    ["only blank lines", "\n\n", { code: "EMPTY_FILE" }],
    ["column names only", "query_id\tquery\n", { code: "EMPTY_FILE" }],
    ["a table without ids or texts", '{"a":"b"}\n', { code: "MISSING_COLUMN" }],
    ["information needs only", "information_need\nripe ones\n", { code: "MISSING_COLUMN" }],
    ["result lists", "query,rank,id,title\npears,0,d1,Pears\n", { code: "INVALID_FORMAT" }],
    ["labels", "engine,query_id,id,title,label\na,q1,d1,Pears,5\n", { code: "INVALID_FORMAT" }],
    ["results in JSON Lines", '{"query":"pears","id":"d1","score":1.5,"title":"Pears"}\n', { code: "INVALID_FORMAT" }],
    ["a TREC run", "q1 Q0 d1 1 0.5 run\n", { code: "INVALID_FORMAT" }],
    [
      "a saved response",
      '{"query":"pears","response":{"hits":{"hits":[{"_id":"d1","_source":{}}]}}}\n',
      { code: "INVALID_FORMAT", message: expect.stringContaining("it contains result lists, not queries") },
    ],
  ])("rejects %s", async (_, text, error) => {
    await expect(readQueries(fileWith(text))).rejects.toMatchObject(error);
  });
});

describe("readTitles", () => {
  it.each([
    ["id TAB title", "d1\tPears, a book\nd2\t\n"],
    ["TSV with column names", "docno\ttitle\nd1\tPears, a book\nd2\t\n"],
    ["CSV", 'title,doc_id\n"Pears, a book",d1\n,d2\n'],
    ["JSONL", '{"id":"d1","title":"Pears, a book"}\n{"id":"d2","title":""}\n'],
    [
      "a BEIR corpus",
      '{"_id":"d1","title":"Pears, a book","text":"The whole text"}\n{"_id":"d2","title":"","text":"x"}\n',
    ],
  ])("reads %s, plain and compressed", async (_, text) => {
    for (const content of [text, gzipSync(text.replaceAll("\n", "\r\n"))]) {
      const { titles } = await readTitles(fileWith(content));
      expect([...titles]).toEqual([
        ["d1", "Pears, a book"],
        ["d2", ""],
      ]);
    }
  });

  it("reads the texts of a BEIR corpus in which all titles are empty", async () => {
    const { titles } = await readTitles(
      fileWith('{"_id":"d1","title":"","text":"Pears"}\n{"_id":"d2","title":"","text":"Plums"}\n'),
    );
    expect(Object.fromEntries(titles)).toEqual({ d1: "Pears", d2: "Plums" });
  });

  it("accepts repeated rows, and reads document ids of a table of results", async () => {
    const { titles } = await readTitles(fileWith("query_id,query,id,title\nq1,a,d1,Pears\nq2,b,d1,Pears\n"));
    expect([...titles]).toEqual([["d1", "Pears"]]);
  });

  it.each([
    ["titles without ids", "Pears\nQuinces\n", "MISSING_COLUMN"],
    ["ids without titles", "doc_id,year\nd1,1999\n", "MISSING_COLUMN"],
    ["a repeated id", "d1\ta\nd1\tb\n", "INVALID_ROW"],
    ["an empty id", "d1\ta\n\tb\n", "INVALID_ROW"],
  ])("rejects %s", async (_, text, code) => {
    await expect(readTitles(fileWith(text))).rejects.toMatchObject({ code });
  });
});
