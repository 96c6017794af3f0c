/** Does reading row by row return the same results as reading into memory? */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankByScore } from "../../../src/io/format.ts";
import {
  type ReadResultsOptions,
  readResults,
  type ScannedRow,
  scanResults,
} from "../../../src/io/results/read-results.ts";
import { keepInput } from "../../../src/io/results/results-file.ts";
import { runs } from "../../support/property.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

const defaults: ReadResultsOptions = { format: null, columns: {}, rankBase: null, further: [], titles: null };

const unbroken = new AbortController().signal;

function fileWith(content: string | Uint8Array): string {
  return join(temporaryFolder({ "engine.csv": content }), "engine.csv");
}

async function scan(path: string, options: Partial<ReadResultsOptions> = {}, engine: string | null = null) {
  const input = await keepInput(path, { copy: join(temporaryFolder(), "copy"), signal: unbroken });
  return scanResults({ path, engine }, { ...defaults, ...options }, input);
}

/** Builds the result of `readResults` from the scanned rows. */
async function gathered(path: string, options: Partial<ReadResultsOptions> = {}, engine: string | null = null) {
  const scanned = await scan(path, options, engine);
  const rows: ScannedRow[] = [];
  await scanned.rows((row) => rows.push(row));
  const results = scanned.engines.map(({ pairs, rowsOfPair, isByScore }, place) => {
    const own = rows.filter((row) => row.engine === place);
    expect(own.map(({ row }) => row)).toEqual(own.map((_, row) => row));
    expect(rowsOfPair).toEqual(pairs.titles.map((_, pair) => own.filter((row) => row.pair === pair).length));
    expect([...pairs.lines]).toEqual(pairs.titles.map((_, pair) => own.find((row) => row.pair === pair)?.line));
    const ids = own.map(({ id }) => id);
    const ofPair = (cells: readonly string[] | null) => cells && own.map(({ pair }) => cells[pair]);
    const ranks = own.map(({ rank }) => rank);
    const keys = Int32Array.from(own, ({ pair }) => pair);
    return {
      engine: pairs.engine,
      source: pairs.source,
      queryIds: ofPair(pairs.queryIds),
      queryTexts: ofPair(pairs.queryTexts),
      titles: own.map(({ title }) => title),
      ids: pairs.ids && ids,
      ranks: isByScore ? rankByScore(keys, ranks, ids) : Int32Array.from(ranks),
      lines: Int32Array.from(own, ({ line }) => line),
      columns: new Map([...pairs.columns.keys()].map((name, cell) => [name, own.map(({ cells }) => cells[cell])])),
      columnNames: pairs.columnNames,
      queryColumn: pairs.queryColumn,
    };
  });
  return { results, file: scanned.file, warnings: scanned.warnings };
}

async function expectTheSame(path: string, options: Partial<ReadResultsOptions> = {}, engine: string | null = null) {
  const inMemory = await readResults({ path, engine }, { ...defaults, ...options });
  expect(await gathered(path, options, engine)).toEqual(inMemory);
}

const titles = new Map([
  ["d1", "One"],
  ["d2", "Two"],
]);

describe("scanResults", () => {
  const text = fc.constantFrom("a", "b", "ab", "1", "12", "ä, ö", 'q"uote', "日本");
  const row = fc.record({
    query: fc.constantFrom("a", "b", "1", ""),
    query_id: fc.constantFrom("1", "11", "2", ""),
    rank: fc.integer({ min: 0, max: 4 }),
    title: text,
    id: text,
    engine: fc.constantFrom("x", "y"),
    year: fc.constantFrom("2001", ""),
  });
  const rows = fc.array(row, { minLength: 1, maxLength: 12 }).map((all) =>
    all.map(({ query, query_id, ...others }) => ({
      ...others,
      ...(query === "" && query_id === "" ? { query: "a", query_id } : { query, query_id }),
    })),
  );
  const quoted = (cell: unknown) => `"${String(cell).replaceAll('"', '""')}"`;
  const columns = fc.subarray(["rank", "id", "engine", "year", "query_id"], { minLength: 0 });
  const rankBase = fc.constantFrom(null, 0 as const);

  it("returns the same rows as readResults for CSV", async () => {
    await fc.assert(
      fc.asyncProperty(rows, columns, rankBase, fc.boolean(), async (all, some, base, isPacked) => {
        const names = ["query", "title", ...some] as (keyof (typeof all)[number])[];
        const named = all.map((one) => ({ ...one, query: some.includes("query_id") ? one.query : one.query || "a" }));
        const lines = [names, ...named.map((one) => names.map((name) => one[name]))];
        const csv = `${lines.map((cells) => cells.map(quoted).join(",")).join("\n")}\n`;
        const path = fileWith(isPacked ? gzipSync(csv) : csv);
        await expectTheSame(path, { rankBase: base, further: ["year", "none"] });
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("returns the same rows as readResults for JSONL whose columns appear late", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.infiniteStream(fc.boolean()), async (all, keeps) => {
        const kept = (name: string) => ["engine"].includes(name) || keeps.next().value === true;
        const lines = all.map((one) =>
          JSON.stringify({
            ...Object.fromEntries(Object.entries(one).filter(([name]) => name !== "rank" && kept(name))),
            query: one.query || "a",
          }),
        );
        const path = fileWith(`${lines.join("\n")}\n{"query":"a","title":"last","engine":"x"}\n`);
        await expectTheSame(path, { further: ["year"] });
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("returns the same rows as readResults for TREC runs, which are ordered by scores and ids", async () => {
    const line = fc.tuple(fc.constantFrom("1", "2"), fc.constantFrom("d1", "d2"), fc.constantFrom("1", "2.5", "-1e3"));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 9 }), async (all) => {
        const text = all.map(([query, id, score]) => `${query} Q0 ${id} 1 ${score} run\n`).join("");
        await expectTheSame(fileWith(text), { titles });
      }),
      { ...runs, numRuns: 40 },
    );
  });

  it.each([
    ["one engine, renamed", "query,title,engine\na,b,x\n", {}, "mine"],
    ["two engines, one with the given name", "query,title,engine\na,b,x\na,c,y\na,d,x\n", {}, "x"],
    ["ranks from 1", "query,rank,title\na,1,b\nb,2,c\na,3.0,d\n", {}, null],
    [
      "titles that begin with their rank",
      `query,rank,title\n${["1. a", "2. b", "3. c", "4. d", "6. e"].map((title, rank) => `q,${rank},${title}\n`).join("")}`,
      { stripNumbers: true },
      null,
    ],
    [
      "titles with a common ending",
      `query,rank,title\n${["a", "b", "c", "d", "e"].map((title, rank) => `q,${rank},${title} | x\n`).join("")}`,
      { stripEndings: true },
      null,
    ],
    ["ranks from the order of rows", "query,rank,title\na,9,b\nb,9,c\na,1,d\n", { columns: { rank: [] } }, null],
    ["two columns with one name, and two with one role", "query,title,title,url,keyword\na,b,c,u,k\n", {}, null],
    ["titles from another file", "query,id\na,d2\na,d1\n", { titles }, null],
    ["an option that names missing columns", "query,name\na,b\n", { columns: { title: ["titel"], id: ["key"] } }, null],
    ["cells with line breaks", 'query,title\na,"b\nc"\n\na,d\n', {}, null],
    [
      "responses, one of which is incomplete",
      '{"query":"a","hits":{"hits":[{"_id":"1","_score":2}]},"timed_out":true}\n' +
        '{"query":"b","hits":{"hits":[{"_id":"2","_score":1,"_source":{"title":"T"}}]}}\n',
      {},
      null,
    ],
  ] as const)("returns the same rows as readResults for %s", async (_, content, options, engine) => {
    await expectTheSame(fileWith(content), options as Partial<ReadResultsOptions>, engine);
  });

  it("returns the same rows as readResults for Parquet with several groups of rows", async () => {
    const { parquetWriteBuffer } = await import("hyparquet-writer");
    const many = Array.from({ length: 250 }, (_, place) => place);
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: "query", data: many.map((place) => `query ${place % 7}`) },
        { name: "title", data: many.map((place) => `title ${place}`) },
        { name: "rank", data: many, type: "INT32" },
        { name: "unused", data: many, type: "DOUBLE" },
      ],
      rowGroupSize: 60,
    });
    const path = fileWith(new Uint8Array(buffer));
    await expectTheSame(path);
  });

  it("reads a pipe twice by making a copy, but keeps its name in the result", async () => {
    const content = readFileSync(join(root, "data/samples/explorer.csv"));
    const copy = join(temporaryFolder(), "a/b/copy");
    const kept = await keepInput("-", {
      copy,
      signal: unbroken,
      standardInput: Readable.from([content.subarray(0, 9), content.subarray(9)]),
    });
    const scanned = await scanResults({ path: "-", engine: null }, defaults, kept);
    const rows: ScannedRow[] = [];
    await scanned.rows((row) => rows.push(row));
    const inMemory = await readResults({ path: join(root, "data/samples/explorer.csv"), engine: null }, defaults);
    expect(scanned.file).toEqual({ ...inMemory.file, path: "standard input" });
    expect(scanned.engines.map(({ pairs }) => pairs.engine)).toEqual(["stdin"]);
    expect(rows.map(({ title }) => title)).toEqual(inMemory.results[0]?.titles);
  });
});

describe("errors in a file", () => {
  const long = Array.from({ length: 3000 }, (_, row) => `query ${row},title\n`).join("");
  it.each([
    ["an empty file", "", {}],
    ["no rows", "query,title\n", {}],
    ["no query column", "text,title\na,b\n", {}],
    ["no title column", "query,rank\na,1\n", {}],
    ["a run without titles", "1 Q0 d1 1 2 run\n", {}],
    ["two documents without titles", "query,id\na,d1\na,d8\nb,d9\n", { titles }],
    ["a row without a query", "query,title\na,b\n,c\n", {}],
    ["a row without an engine", "query,title,engine\na,b,x\na,c,\n", {}],
    ["an invalid rank", "query,rank,title\na,1,b\na,x,c\na,y,d\n", {}],
    ["a negative rank", "query,rank,title\na,-1,b\n", {}],
    ["a date as rank", "query,rank,title\na,20240101,b\n", {}],
    ["rank 0 although ranks count from 1", "query,rank,title\na,2,b\na,0,c\n", { rankBase: 1 as const }],
    ["a short row at the end, and a missing column", `query,text\n${long}a\n`, {}],
    ["a row without a query after an invalid rank", "query,rank,title\na,x,b\n,1,c\n", {}],
    ["a line that is not JSON", '{"query":"a","title":"b"}\n{"query"\n', {}],
    ["a score that is not a number", "1 Q0 d1 1 high run\n", { titles }],
    ["bytes that are not UTF-8", Buffer.from("query,title\na,\xff\n", "latin1"), {}],
  ] as const)("are the same as in readResults: %s", async (_, content, options) => {
    const path = fileWith(content as string);
    const inMemory = await readResults({ path, engine: null }, { ...defaults, ...options }).catch((error) => error);
    const scanned = await scan(path, options).catch((error) => error);
    expect(scanned).toBeInstanceOf(Error);
    expect(scanned.message).toBe(inMemory.message);
    expect([scanned.code, scanned.details]).toEqual([inMemory.code, inMemory.details]);
  });

  it("include several engines in a file for which one name is given", async () => {
    const path = fileWith("query,title,engine\na,b,x\na,c,y\n");
    await expect(scan(path, {}, "z")).rejects.toMatchObject({ code: "AMBIGUOUS_ENGINE" });
  });

  it("include a file that changes between the passes", async () => {
    const path = fileWith("query,title\na,b\n");
    const scanned = await scan(path);
    appendFileSync(path, "a,c\n");
    await expect(scanned.rows(() => {})).rejects.toMatchObject({ code: "FILE_UNREADABLE", details: { file: path } });
    const other = await scan(path);
    appendFileSync(path, "new,c\n");
    await expect(other.rows(() => {})).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
  });
});
