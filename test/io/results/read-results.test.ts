/** Are the queries, titles and ranks of each engine in a file read unchanged, and checked? */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { identifierKind } from "../../../src/core/titles/identifiers.ts";
import type { RawResults } from "../../../src/core/types.ts";
import { type ReadResultsOptions, readResults } from "../../../src/io/results/read-results.ts";
import { engineOfPath } from "../../../src/io/results/results-file.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const defaults: ReadResultsOptions = { format: null, columns: {}, rankBase: null, further: [], titles: null };

async function readAll(
  content: string | Uint8Array,
  options: Partial<ReadResultsOptions> = {},
  engine: string | null = null,
) {
  const path = join(temporaryFolder({ "engine.csv": content }), "engine.csv");
  return readResults({ path, engine }, { ...defaults, ...options });
}

async function read(content: string | Uint8Array, options: Partial<ReadResultsOptions> = {}): Promise<RawResults> {
  const { results } = await readAll(content, options);
  expect(results).toHaveLength(1);
  const [only] = results;
  if (only === undefined) throw new Error("no engine");
  return only;
}

describe("readResults", () => {
  it.each([
    ["CSV", 'Query ID,Keyword,Position,Headline,URL\nq1,pears,1,"A, b",http://x\nq1,pears,3,C,\n'],
    ["CSV with semicolons", 'query_id;query;rank;title;url\nq1;pears;1;"A, b";http://x\nq1;pears;3;C;\n'],
    ["TSV", "qid\tsearch\tranking\tname\tlink\nq1\tpears\t1\tA, b\thttp://x\nq1\tpears\t3\tC\t\n"],
    [
      "JSONL",
      '{"query_id":"q1","query":"pears","rank":1,"title":"A, b","url":"http://x"}\n{"query_id":"q1","query":"pears","rank":3,"title":"C"}\n',
    ],
  ])("reads %s, plain, compressed, with CRLF and a byte order mark", async (_, text) => {
    for (const content of [text, gzipSync(text), `\ufeff${text.replaceAll("\n", "\r\n")}`]) {
      const results = await read(content);
      expect(results).toMatchObject({
        engine: "engine",
        queryIds: ["q1", "q1"],
        queryTexts: ["pears", "pears"],
        titles: ["A, b", "C"],
        ids: ["http://x", ""],
      });
      expect([...results.ranks]).toEqual([0, 2]);
    }
  });

  it("uses a column of ids rather than a column of addresses", async () => {
    expect((await read("query,title,url,id\na,b,http://x,d1\n")).ids).toEqual(["d1"]);
    expect((await read("query,title\na,b\n")).ids).toBeNull();
  });

  it.each([
    ["url", {}],
    ["link", {}],
    ["Adresse", { url: ["Adresse"] }],
  ])(
    "keeps the addresses of the column %s beside another id, because they show which documents are the same",
    async (name, columns) => {
      const { columns: kept } = await read(`query,title,${name},id\na,b,http://x.org,d1\n`, { columns });
      expect([...kept.values()]).toEqual([["http://x.org"]]);
      expect([...kept.keys()].map(identifierKind)).toEqual(["url"]);
    },
  );

  it("ignores addresses that an option excludes", async () => {
    const { columns } = await read("query,title,url,id\na,b,http://x.org,d1\n", { columns: { url: [] } });
    expect([...columns]).toEqual([]);
  });

  it("reads spellings of a query that differ in white space or invisible characters as one list", async () => {
    const { queryTexts, ranks } = await read(
      "query,title\ngreen tea ,a\ngreen tea,b\n\u00a0green  tea\u200b,c\nGreen tea,d\n",
    );
    expect(queryTexts).toEqual(["green tea ", "green tea ", "green tea ", "Green tea"]);
    expect([...ranks]).toEqual([0, 1, 2, 0]);
  });

  it("keeps the requested further columns, and the lines on which rows start", async () => {
    const results = await read('query,title,Citations\na,"b\nc",5\n\na,d,6\n', { further: ["Citations", "none"] });
    expect(Object.fromEntries(results.columns)).toEqual({ Citations: ["5", "6"] });
    const { columns } = await read("query,title,Times-Cited\na,b,5\n", { further: ["times_cited"] });
    expect(Object.fromEntries(columns)).toEqual({ times_cited: ["5"] });
    expect([...results.lines]).toEqual([2, 5]);
    expect(results.titles).toEqual(["b\nc", "d"]);
  });

  it("returns the file's format, rows and size, and the warnings", async () => {
    const { file, warnings } = await readAll("query,title,headline\na,b,c\n");
    expect(file).toMatchObject({ format: "csv", rows: 1, sizeBytes: 27 });
    expect(warnings).toEqual([
      { kind: "two-columns-for-role", source: file.path, role: "title", used: "title", ignored: ["headline"] },
    ]);
  });
});

describe("a column of scores without a column of ranks", () => {
  const rows = "q,7.5,a\nq,9,b\nq,8,c\nq,8.5,d\nr,12,e\nr,,f\nr,99,g\n";
  const given = (text: string, rank?: readonly string[]) =>
    readAll(text, rank === undefined ? {} : { columns: { rank } }).then(({ warnings }) => warnings);

  it("causes a warning if rows are not in the order of scores", async () => {
    expect(await given(`query,score,title\n${rows}`)).toMatchObject([
      { kind: "rows-against-scores", column: "score", count: 2 },
    ]);
  });

  it.each([
    ["rows are in the order of scores", "query,score,title\nq,9,a\nq,8,b\nq,8,c\nr,12,d\n", undefined],
    [
      "there are ranks",
      `query,score,title,rank\n${rows.replaceAll(/\w\n/g, (title) => title.replace("\n", ",1\n"))}`,
      undefined,
    ],
    ["the order of rows is requested", `query,score,title\n${rows}`, []],
  ])("does not cause a warning if %s", async (_, text, rank) => {
    expect((await given(text, rank)).map(({ kind }) => kind)).not.toContain("rows-against-scores");
  });
});

describe("titles with numbers or a common ending", () => {
  const fruit = ["Apples", "Pears", "12 Figs", "Plums", "Quinces", "Cherries"];
  const rows = (titleAt: (place: number) => string, rankAt: (place: number) => number) =>
    `query,rank,title\n${fruit.map((_, place) => `q,${rankAt(place)},${titleAt(place)}\n`).join("")}`;
  const numbered = (place: number) => `${place + 1}. ${fruit[place]}`;
  const [examples, count, titles] = [["1. Apples", "2. Pears", "3. 12 Figs"], fruit.length, fruit.length];

  it.each([
    ["counted from 1", rows(numbered, (place) => place + 1)],
    ["counted from 0", rows(numbered, (place) => place)],
    ["from the order of rows", `query,title\n${fruit.map((_, place) => `q,${numbered(place)}\n`).join("")}`],
    [
      "with missing results",
      rows(
        (place) => `${place < 4 ? place + 1 : place + 3}. ${fruit[place]}`,
        (place) => place,
      ),
    ],
  ])("cause a warning if they begin with ranks %s, and lose the ranks if stripNumbers is true", async (_, text) => {
    const found = await readAll(text);
    expect(found.warnings).toEqual([{ kind: "numbered-titles", engine: "engine", count, titles, examples }]);
    expect(found.results[0]?.titles[2]).toBe("3. 12 Figs");
    const stripped = await readAll(text, { stripNumbers: true });
    expect(stripped.warnings).toEqual([
      { kind: "numbered-titles", engine: "engine", count, titles, examples, stripped: true },
    ]);
    expect(stripped.results[0]?.titles).toEqual(fruit);
  });

  it.each([
    [
      "some titles have no number",
      rows(
        (place) => (place === 3 ? "Plums" : numbered(place)),
        (place) => place,
      ),
    ],
    [
      "numbers are not ranks",
      rows(
        (place) => `${place + 9} ${fruit[place]}`,
        (place) => place,
      ),
    ],
    ["there are few titles", "query,rank,title\nq,1,1 Samuel\nq,2,2 Samuel\n"],
  ])("are unchanged if %s", async (_, text) => {
    const kept = await readAll(text, { stripNumbers: true });
    expect(kept.warnings).toEqual([]);
    expect(kept.results).toEqual((await readAll(text)).results.map((one) => ({ ...one, source: kept.file.path })));
  });

  it("cause a warning if they share an ending, and lose the ending if stripEndings is true", async () => {
    const text = rows(
      (place) => `${fruit[place]} | The Shop`,
      (place) => place,
    );
    const warning = { kind: "same-endings", engine: "engine", count, titles, ending: " | The Shop" };
    expect((await readAll(text)).warnings).toMatchObject([warning]);
    const stripped = await readAll(text, { stripEndings: true });
    expect(stripped.warnings).toMatchObject([{ ...warning, stripped: true }]);
    expect(stripped.results[0]?.titles).toEqual(fruit);
  });

  it("are checked for each engine separately", async () => {
    const lines = (engine: string, titleAt: (place: number) => string) =>
      fruit.map((_, place) => `${engine},q,${place + 1},${titleAt(place)}\n`).join("");
    const text = `engine,query,rank,title\n${lines("a", numbered)}${lines("b", (place) => (place === 2 ? "3 Figs" : (fruit[place] ?? "")))}`;
    const { results, warnings } = await readAll(text, { stripNumbers: true });
    expect(results.map((one) => one.titles[2])).toEqual(["12 Figs", "3 Figs"]);
    expect(warnings).toMatchObject([{ engine: "a" }]);
  });
});

describe("saved responses", () => {
  const page = (first: number, hit: object) =>
    JSON.stringify({ query: "pears", from: first, response: { hits: { hits: [{ _id: `d${first}`, ...hit }] } } });
  const text = `${page(2, { _source: { name: "Pears" } })}\n${page(5, { _source: { name: "Figs" } })}\n`;

  it("cause a warning if the engine marks them as incomplete", async () => {
    const hits = { hits: [{ _id: "x", _source: { title: "X" } }] };
    const saved = [
      { query: "late", response: { timed_out: true, hits } },
      { query: "whole", response: { hits } },
    ];
    const { warnings } = await readAll(JSON.stringify(saved));
    expect(warnings).toEqual([{ kind: "partial-responses", run: "engine", count: 1, examples: ["late"] }]);
  });

  it("keep their ranks and columns, even if options name ranks and columns of other files", async () => {
    const columns = { title: ["headline"], query: [], rank: [] };
    for (const rankBase of [null, 0, 1] as const) {
      const { results, warnings } = await readAll(text, { titleField: "name", columns, rankBase });
      expect(results[0]).toMatchObject({
        queryTexts: ["pears", "pears"],
        titles: ["Pears", "Figs"],
        ids: ["d2", "d5"],
      });
      expect([...(results[0]?.ranks ?? [])]).toEqual([2, 5]);
      expect(warnings).toEqual([]);
    }
  });

  it("need a field of titles unless titles come from another file", async () => {
    await expect(readAll(text)).rejects.toMatchObject({
      code: "MISSING_COLUMN",
      details: { columns: ["_source.name"] },
    });
    const titles = new Map([
      ["d2", "Two"],
      ["d5", "Five"],
    ]);
    expect((await read(text, { titles })).titles).toEqual(["Two", "Five"]);
  });
});

describe("ranks in a file", () => {
  const ranksOf = async (cells: readonly string[], options: Partial<ReadResultsOptions> = {}) => [
    ...(await read(`query,rank,title\n${cells.map((cell) => `q,${cell},t\n`).join("")}`, options)).ranks,
  ];

  it.each([
    { cells: ["0", "1", "2"], ranks: [0, 1, 2] },
    { cells: ["1", "2", "3"], ranks: [0, 1, 2] },
    { cells: ["3", "7"], ranks: [2, 6] },
    { cells: ["5", "0", "9"], ranks: [5, 0, 9] },
    { cells: ["1.0", " 2 ", "3.00", "4.000000"], ranks: [0, 1, 2, 3] },
    { cells: ["007", "1"], ranks: [6, 0] },
    { cells: ["1", "1", "2"], ranks: [0, 0, 1] },
  ])("are converted from $cells to $ranks", async ({ cells, ranks }) => {
    expect(await ranksOf(cells)).toEqual(ranks);
  });

  it("count from rankBase if it is given", async () => {
    expect(await ranksOf(["3", "4"], { rankBase: 0 })).toEqual([3, 4]);
    expect(await ranksOf(["1", "2"], { rankBase: 0 })).toEqual([1, 2]);
    expect(await ranksOf(["1", "2"], { rankBase: 1 })).toEqual([0, 1]);
    await expect(ranksOf(["1", "0"], { rankBase: 1 })).rejects.toMatchObject({
      code: "INVALID_RANK",
      details: { line: 3 },
    });
  });

  it("count from the same number for all engines and queries of a file", async () => {
    const { results } = await readAll("engine,query,rank,title\na,q,1,t\na,r,2,t\nb,q,0,t\nb,q,1,t\n");
    expect(results.map(({ ranks }) => [...ranks])).toEqual([
      [1, 2],
      [0, 1],
    ]);
  });

  it.each(["-1", "1.5", "one", "", "1e2", "0x1", "NaN", "1234567890", "1,5", "+1", "١", "1000001", "20240131"])(
    "cannot be %j",
    async (cell) => {
      const reading = read(`query;rank;title\nq;1;t\nq;${cell};t\n`);
      await expect(reading).rejects.toMatchObject({
        code: "INVALID_RANK",
        details: expect.objectContaining({ line: 3, column: "rank", value: cell }),
      });
    },
  );

  it("can be up to a million", async () => {
    expect(await ranksOf(["0", "1000000"])).toEqual([0, 1_000_000]);
    await expect(ranksOf(["1", "1000001.0"])).rejects.toThrow("is above 1000000");
    await expect(ranksOf(["20240131"])).rejects.toThrow("a date or an id in the rank column?");
  });

  it("are counted per query id, or per text of queries without an id, if there is no rank column", async () => {
    const text = "qid,query,title\n1,a,t\n1,,t\n,b,t\n1,A,t\n,b,t\n";
    expect([...(await read(text)).ranks]).toEqual([0, 1, 0, 2, 1]);
  });

  it("follow the order of each query's rows if there is no rank column", async () => {
    const text = "query,title\na,1\nb,2\na,3\na,4\nb,5\n";
    expect([...(await read(text)).ranks]).toEqual([0, 0, 1, 2, 1]);
    const withRanks = "query,title,rank\na,1,9\nb,2,x\na,3,4\n";
    expect([...(await read(withRanks, { columns: { rank: [] } })).ranks]).toEqual([0, 0, 1]);
  });
});

describe("columns that are recognised by their cells", () => {
  it("do not include a column of journals as engines if the file has no ranks", async () => {
    const { results } = await readAll("query,title,Source\nq,Bees,Cell\nq,Wasps,Science\nq,Ants,Nature\n");
    expect(results.map(({ engine }) => engine)).toEqual(["engine"]);
  });

  it("include a column of sources as engines if the sources share titles, even without ranks", async () => {
    const { results } = await readAll("query,title,Source\nq,Bees,A\nq,Wasps,A\nq,Wasps,B\nq,Bees,B\n");
    expect(results.map(({ engine, titles }) => [engine, titles])).toEqual([
      ["A", ["Bees", "Wasps"]],
      ["B", ["Wasps", "Bees"]],
    ]);
  });

  it.each([
    ["CSV", "query,title,SalesRank\nq,Bees,900\nq,Wasps,20\nq,Ants,300\n"],
    [
      "JSON Lines",
      ["Bees", "Wasps", "Ants"]
        .map((title, row) => `{"query":"q","title":"${title}","SalesRank":${9 - row}}\n`)
        .join(""),
    ],
  ])("do not include SalesRank as ranks, which causes a warning: %s", async (_, content) => {
    const { results, warnings } = await readAll(content);
    expect([...(results[0]?.ranks ?? [])]).toEqual([0, 1, 2]);
    expect(warnings).toMatchObject([{ kind: "ranks-not-read", column: "SalesRank" }]);
  });

  it("do not include row numbers as ranks, even if the first list is longer than the examined rows", async () => {
    const rows = Array.from({ length: 240 }, (_, row) => `${row + 1},q${Math.floor(row / 120)},Title ${row}\n`);
    const { ranks } = await read(`#,query,title\n${rows.join("")}`);
    expect([ranks[0], ranks[119], ranks[120], ranks[239]]).toEqual([0, 119, 0, 119]);
  });
});

describe("engines in a file", () => {
  const several = "engine,query,title\nold,a,1\nnew,a,2\nold,a,3\nnew,b,4\n";

  it("are distinguished by their column, in order of appearance", async () => {
    const { results, file } = await readAll(several);
    expect(results.map(({ engine, titles, queryTexts }) => [engine, titles, queryTexts])).toEqual([
      ["old", ["1", "3"], ["a", "a"]],
      ["new", ["2", "4"], ["a", "b"]],
    ]);
    expect(results.map(({ lines, ranks }) => [[...lines], [...ranks]])).toEqual([
      [
        [2, 4],
        [0, 1],
      ],
      [
        [3, 5],
        [0, 0],
      ],
    ]);
    expect(file.rows).toBe(4);
  });

  it("are one engine if their names differ only in white space or invisible characters", async () => {
    const { results } = await readAll("engine,query,title\nA ,a,1\nA,a,2\nA\u00a0,a,3\n\ufeffA,a,4\na,a,5\n");
    expect(results.map(({ engine, titles }) => [engine, titles])).toEqual([
      ["A", ["1", "2", "3", "4"]],
      ["a", ["5"]],
    ]);
  });

  it("get the given name if their column is excluded or has only one value", async () => {
    expect((await readAll(several, { columns: { engine: [] } }, "mine")).results).toMatchObject([
      { engine: "mine", titles: ["1", "2", "3", "4"] },
    ]);
    expect((await readAll("engine,query,title\nx,a,1\n", {}, "mine")).results).toMatchObject([{ engine: "mine" }]);
    expect((await readAll(several, {}, "new")).results.map(({ engine }) => engine)).toEqual(["old", "new"]);
  });

  it("are rejected if several engines are in a file with one given name, or if a name is empty", async () => {
    await expect(readAll(several, {}, "mine")).rejects.toMatchObject({ code: "AMBIGUOUS_ENGINE" });
    await expect(readAll("engine,query,title\nx,a,1\n,a,2\n")).rejects.toMatchObject({
      code: "INVALID_ROW",
      details: { line: 3 },
    });
  });
});

describe("lists without titles", () => {
  const titles = new Map([
    ["d1", "One"],
    ["d2", "Two"],
    ["d10", "Ten"],
  ]);
  const run = "q1 Q0 d1 1 1.0 me\nq1 Q0 d2 2 3.0 me\nq2 Q0 d1 1 5 me\nq1 Q0 d10 3 3.0 me\n";

  it("are ordered in TREC runs by descending score and, for ties, by descending id", async () => {
    const results = await read(run, { titles });
    expect(results).toMatchObject({
      queryIds: ["q1", "q1", "q2", "q1"],
      queryTexts: null,
      titles: ["One", "Two", "One", "Ten"],
      ids: ["d1", "d2", "d1", "d10"],
    });
    expect([...results.ranks]).toEqual([2, 0, 0, 1]);
  });

  it("have fixed fields in TREC runs, even if options name columns of other files", async () => {
    const columns = { query: ["q"], "query id": [], id: ["key"], rank: ["place"] };
    const { results, warnings } = await readAll(run, { titles, columns });
    expect(results).toMatchObject([{ queryIds: ["q1", "q1", "q2", "q1"], ids: ["d1", "d2", "d1", "d10"] }]);
    expect(warnings).toEqual([]);
  });

  it("need a title for every document", async () => {
    await expect(read(run)).rejects.toMatchObject({ code: "MISSING_TITLE" });
    const reading = read(run, { titles: new Map([["d1", "One"]]) });
    await expect(reading).rejects.toMatchObject({
      code: "MISSING_TITLE",
      details: expect.objectContaining({ line: 2, id: "d2", count: 2 }),
    });
  });

  it("get titles from another file if their column of documents has ids", async () => {
    const ids = "query,document\ngreen tea,d12\ngreen tea,d7\n";
    await expect(readAll(ids)).rejects.toMatchObject({
      code: "MISSING_TITLE",
      message: expect.stringContaining(
        'column "document" has ids such as "d12", and no column has titles. If these are titles, pass --title-column document.',
      ),
    });
    const titles = new Map([
      ["d12", "Green tea catechins"],
      ["d7", "Brewing time"],
    ]);
    expect(await read(ids, { titles })).toMatchObject({ ids: ["d12", "d7"], titles: [...titles.values()] });
    const chosen = await read(ids, { columns: { title: ["document"] } });
    expect(chosen).toMatchObject({ ids: null, titles: ["d12", "d7"] });
  });

  it("get titles by id from another file, unless they have their own titles", async () => {
    expect((await read("query,id\na,d2\na,d1\n", { titles })).titles).toEqual(["Two", "One"]);
    expect((await read("query,id,title\na,d2,Own\n", { titles })).titles).toEqual(["Own"]);
  });
});

describe("missing values", () => {
  it.each([
    ["are reported for a query column", "text,title\na,b\n", { code: "MISSING_COLUMN", details: { role: "query" } }],
    ["are reported for a title column", "query,rank\na,1\n", { code: "MISSING_COLUMN", details: { role: "title" } }],
    ["are reported for an empty query", "query,title\na,b\n,c\n", { code: "INVALID_ROW", details: { line: 3 } }],
    [
      "are reported for a row with neither id nor text",
      "query,qid,title\na,,b\n,1,b\n,,c\n",
      { code: "INVALID_ROW", details: { line: 4 } },
    ],
  ])("%s", async (_, text, { code, details }) => {
    await expect(read(text)).rejects.toMatchObject({ code, details: expect.objectContaining(details) });
  });

  it("are accepted if a row has the id or the text of the query", async () => {
    expect(await read("query,qid,title\na,,b\n,1,b\n")).toMatchObject({ queryTexts: ["a", ""], queryIds: ["", "1"] });
  });
});

describe("an option that names a missing column", () => {
  it("is an error only if the role is required and no other column can have it", async () => {
    const columns = { title: ["titel"], id: ["key"] };
    const { results, warnings } = await readAll("query,name\na,b\n", { columns });
    expect(results).toMatchObject([{ titles: ["b"], ids: null }]);
    expect(warnings.map(({ kind }) => kind)).toEqual(["column-not-found", "column-not-found"]);
    const reading = readAll("query,other\na,b\n", { columns });
    await expect(reading).rejects.toMatchObject({ code: "MISSING_COLUMN", details: { role: "title" } });
    await expect(reading).rejects.toThrow('"titel"');
  });
});

describe("engineOfPath", () => {
  it.each([
    ["scopus.csv", "scopus"],
    ["a/b/scopus.2024.csv.gz", "scopus.2024"],
    ["scopus", "scopus"],
    ["lists.gz", "lists"],
    [".hidden", ".hidden"],
    ["ÄÖ ü.jsonl.GZ", "ÄÖ ü"],
    ["-", "stdin"],
  ])("returns for the path %s: %s", (path, engine) => {
    expect(engineOfPath(path)).toBe(engine);
  });
});
