/** Are files of one query each joined into one table with correct names, and problems with names reported? */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Stacking, stackFiles } from "../../src/measure/convert/stack-files.ts";
import { temporaryFolder } from "../support/run-cli.ts";

/** A folder `lists` of these files, beside `queries.tsv`. */
function makeFolder(files: Readonly<Record<string, string | Uint8Array>>, queries = "") {
  const folder = temporaryFolder({ "queries.tsv": queries });
  const lists = join(folder, "lists");
  mkdirSync(lists);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(lists, name), content);
  return { folder, lists, queries: join(folder, "queries.tsv") };
}

async function stack(lists: string, more: Partial<Stacking> = {}) {
  const { text, ...stacked } = await stackFiles({ inputs: [lists], output: "-", queries: null, ...more });
  return { ...stacked, text: [...(text ?? [])].join("") };
}

describe("stackFiles", () => {
  it("joins the files of a folder in order of their names, whatever their formats and columns", async () => {
    const { lists } = makeFolder({
      "b, c.tsv": "Title\tYear\nTwo\t2002\n",
      "a.csv": 'Title,DOI\n"One, first",10.1/x\nOne again,\n',
      "d.jsonl.gz": gzipSync('{"Title":"Three","Year":2003}\n'),
      ".DS_Store": "\0\0",
    });
    expect(await stack(lists)).toEqual({
      ...{ files: 3, rows: 4, empty: [], missing: [], possibleTitles: [] },
      text: 'query,Title,DOI,Year\na,"One, first",10.1/x,\na,One again,,\n"b, c",Two,,2002\nd,Three,,2003\n',
    });
  });

  it("finds a file's query by its id, by its text, or by the letters of its text", async () => {
    const { lists, queries } = makeFolder(
      { "q1.csv": "title\nA\n", "Heat pumps.csv": "title\nB\n", "c_rust_crème.csv": "title\nC\n" },
      "q1\tGraphs\nq2\tHeat pumps\nq3\tC++ / Rust: CRÈME?\nq4\tNo file\n",
    );
    const { text, missing } = await stack(lists, { queries });
    expect(text).toBe("query_id,query,title\nq2,Heat pumps,B\nq3,C++ / Rust: CRÈME?,C\nq1,Graphs,A\n");
    expect(missing).toEqual(["No file"]);
  });

  it("writes only ids if the queries have no texts", async () => {
    const { lists, folder } = makeFolder({ "7.csv": "title\nA\n" });
    const queries = join(folder, "ids.csv");
    writeFileSync(queries, "query_id,text\n7,\n8,\n");
    expect(await stack(lists, { queries })).toMatchObject({ text: "query_id,title\n7,A\n", missing: ["8"] });
  });

  it("accepts saved responses, whose rows have the file's name as query", async () => {
    const response = (...titles: string[]) =>
      JSON.stringify({
        hits: { hits: titles.map((title, place) => ({ _id: `d${place}`, _score: 9 - place, _source: { title } })) },
      });
    const { lists } = makeFolder({ "a.json": response("One", "Two"), "b.json": response("Three") });
    const { text } = await stack(lists);
    const [names = [], ...rows] = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    const cell = (row: readonly string[], name: string) => row[names.indexOf(name)];
    expect(rows.map((row) => [cell(row, "query"), cell(row, "title"), cell(row, "rank")])).toEqual([
      ["a", "One", "0"],
      ["a", "Two", "1"],
      ["b", "Three", "0"],
    ]);
    expect(names.filter((name) => name === "query")).toHaveLength(1);
  });

  it("accepts titles in columns with unusual names, and ids whose titles may be in another file", async () => {
    const { lists } = makeFolder({ "a.csv": "Titel,,\nA,,\n", "b.csv": "doc_id\nd1\n" });
    expect((await stack(lists)).text).toBe("query,Titel,,doc_id\na,A,,\nb,,,d1\n");
  });

  it("joins files whose column of titles is unknown, and names the columns that have texts", async () => {
    const { lists } = makeFolder({ "a.csv": "rank,text\n1,A\n", "b.csv": "rank,text,note\n1,B,\n" });
    expect(await stack(lists)).toMatchObject({
      possibleTitles: ["text"],
      text: "query,rank,text,note\na,1,A,\nb,1,B,\n",
    });
    const { lists: titled } = makeFolder({ "a.csv": "title,text\nA,B\n" });
    expect(await stack(titled)).toMatchObject({ possibleTitles: [] });
  });

  it("merges columns whose names differ only in case or mean the same role", async () => {
    const { lists } = makeFolder({
      "a.csv": "Title;DOI\nA;10.1/a\n",
      "b.csv": "doi,title\n10.1/b,B\n",
      "c.csv": "Titel,Link\nC,c.example\n",
    });
    expect((await stack(lists)).text).toBe("query,title,DOI,Link\na,A,10.1/a,\nb,B,10.1/b,\nc,C,,c.example\n");
  });

  it("keeps the columns of a single file separate", async () => {
    const { lists } = makeFolder({ "a.csv": "Titel,DOI,doi\nA,10.1/a,b\n", "b.csv": "title,Titel\nB,C\n" });
    expect((await stack(lists)).text).toBe("query,title,DOI,doi,Titel\na,A,10.1/a,b,\nb,B,,,C\n");
  });

  it("writes ranks from 1 if some files have no ranks or count from 0", async () => {
    const ris = "TY  - JOUR\nTI  - A\nER  - \n\nTY  - JOUR\nTI  - B\nER  - \n";
    const { lists } = makeFolder({ "a.ris": ris, "b.csv": "title\nC\nD\n", "c.csv": "Rank,title\n4,E\n2,F\n" });
    const rows = (await stack(lists)).text.trimEnd().split("\n");
    expect(rows.map((row) => row.split(",").slice(0, 2))).toEqual([
      ["query", "rank"],
      ["a", "1"],
      ["a", "2"],
      ["b", "1"],
      ["b", "2"],
      ["c", "4"],
      ["c", "2"],
    ]);
    const { lists: alike } = makeFolder({ "a.csv": "rank,title\n0,A\n", "b.csv": "rank,title\n0,B\n" });
    expect((await stack(alike)).text).toBe("query,rank,title\na,0,A\nb,0,B\n");
  });

  it("names queries whose files have no rows", async () => {
    const { lists } = makeFolder({ "a.csv": "title\n", "b.csv": "title\nB\n", "c.csv": "" });
    expect(await stack(lists)).toMatchObject({ files: 3, rows: 1, empty: ["a", "c"], text: "query,title\nb,B\n" });
  });

  it("writes commas or tabs, depending on the name of the output", async () => {
    const { lists, folder } = makeFolder({ "a.csv": "title,year\nA,1\n" });
    for (const [name, text] of [
      ["all.csv", "query,title,year\na,A,1\n"],
      ["all.tsv", "query\ttitle\tyear\na\tA\t1\n"],
    ] as const) {
      const output = join(folder, name);
      expect((await stackFiles({ inputs: [lists], output, queries: null })).text).toBeNull();
      expect(readFileSync(output, "utf8")).toBe(text);
    }
  });

  describe("errors of stackFiles", () => {
    const title = "title\nA\n";
    it.each([
      ["a name that is not a query", { "x.csv": title }, "q1\tGraphs\n", "INVALID_FORMAT", /x\.csv: .*no query of/],
      [
        "a name that matches two queries",
        { "heat pumps.csv": title },
        "q1\tHeat-pumps\nq2\tHeat pumps?\n",
        "INVALID_FORMAT",
        /matches 2 queries of/,
      ],
      [
        "two files of one query",
        { "q1.csv": title, "graphs.csv": title },
        "q1\tGraphs\n",
        "INVALID_FORMAT",
        /both are named after the query "Graphs"/,
      ],
      ["two formats of one query", { "a.csv": title, "a.tsv": title }, null, "INVALID_FORMAT", /both are named after/],
      [
        "queries in rows",
        { "a.csv": "Query,title\nq,A\n" },
        null,
        "INVALID_FORMAT",
        /already names a query in each row \(column "Query"\)/,
      ],
      [
        "a file without titles",
        { "a.csv": "Cited,Year\n7,1\n" },
        null,
        "MISSING_COLUMN",
        /no column has titles \(line 1 has: Cited, Year\)/,
      ],
      [
        "JSON without titles",
        { "a.json": '{"resultList":{"result":[{"title":"A"}]}}' },
        null,
        "MISSING_COLUMN",
        /no column has titles \(line 1 has: resultList, resultList\.result\)/,
      ],
      [
        "two columns of one name",
        { "a.csv": "title,note,note\nA,b,c\n" },
        null,
        "INVALID_FORMAT",
        /1 cell would be lost/,
      ],
      ["columns without names", { "a.csv": "title,,\nA,,c\n" }, null, "INVALID_FORMAT", /1 cell would be lost/],
      ["files without any row", { "a.csv": "title\n" }, null, "EMPTY_FILE", /no file has a row/],
      ["a folder without files", { ".hidden": title }, null, "EMPTY_FILE", /it has no files/],
      ["a file that cannot be read", { "a.csv": 'title\n"A\n' }, null, "INVALID_FORMAT", /a\.csv/],
    ])("are thrown for %s", async (_, files, texts, code, message) => {
      const { lists, queries } = makeFolder(files as unknown as Record<string, string>, texts ?? "");
      const stacking = stack(lists, { queries: texts === null ? null : queries });
      await expect(stacking).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    });

    it("are thrown for an output that is an input or in a folder of inputs", async () => {
      const { lists } = makeFolder({ "a.csv": title });
      const file = join(lists, "a.csv");
      for (const [inputs, output] of [
        [[lists], join(lists, "all.csv")],
        [[lists], file],
        [[file], file],
      ] as const) {
        await expect(stackFiles({ inputs, output, queries: null })).rejects.toMatchObject({ code: "INVALID_OPTION" });
      }
      expect(readFileSync(file, "utf8")).toBe(title);
    });
  });
});
