/** Is each format recognised by its content, and read in the same way if it is compressed? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openInput } from "../../../src/io/open-input.ts";
import { readOpenedTable, readTable, tableFormats } from "../../../src/io/tables/read-table.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

const all = () => true;

function fileWith(content: string | Uint8Array, name = "input"): string {
  return join(temporaryFolder({ [name]: content }), name);
}

const rows = { query: ["red apples", "груши"], rank: ["0", "1"], title: ["Apples, red; and green", "梨\t🍐"] };
const texts: Readonly<Record<string, string>> = {
  csv: 'query,rank,title\nred apples,0,"Apples, red; and green"\nгруши,1,梨\t🍐\n',
  "csv with semicolons": 'query;rank;title\nred apples;0;"Apples, red; and green"\nгруши;1;梨\t🍐\n',
  jsonl: `${rows.query.map((query, row) => JSON.stringify({ query, rank: row, title: rows.title[row] })).join("\n")}\n`,
};

describe("readTable", () => {
  describe.each(Object.entries(texts))("%s", (name, text) => {
    it.each([
      ["that is plain", text],
      ["that is compressed", gzipSync(text)],
      ["with CRLF", text.replaceAll("\n", "\r\n")],
      ["with a byte order mark", `\ufeff${text}`],
      ["with blank lines", `\n\r\n${text.replaceAll("\n", "\n\n")}\n\n`],
      ["without a final line feed", text.trimEnd()],
      ["with all these differences", gzipSync(`\ufeff\r\n${text.trimEnd().replaceAll("\n", "\r\n\r\n")}`)],
    ])("is read from a file %s", async (_, content) => {
      const path = fileWith(content);
      const table = await readTable(path, all, null);
      expect(Object.fromEntries(table.columns)).toEqual(rows);
      expect(table.format).toBe(name.split(" ")[0]);
      expect(table.source).toBe(path);
      expect(table.sizeBytes).toBe(Buffer.byteLength(content));
      expect(table.sha256).toMatch(/^[0-9a-f]{64}$/);
    });
  });

  it.each([
    ["that are plain", (text: string) => text],
    ["that are compressed", (text: string) => gzipSync(text)],
    ["with CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
  ])("reads TSV and TREC runs %s", async (_, change) => {
    const tsv = await readTable(fileWith(change('query\ttitle\nred\t"Apples", he said\n')), all, null);
    expect([tsv.format, Object.fromEntries(tsv.columns)]).toEqual([
      "tsv",
      { query: ["red"], title: ['"Apples", he said'] },
    ]);
    const run = await readTable(fileWith(change("q1 Q0 d1 1 2.5 tag\nq1\tQ0\td2\t2\t1.5\ttag\n")), all, null);
    expect([run.format, Object.fromEntries(run.columns)]).toEqual([
      "trec-run",
      { query_id: ["q1", "q1"], id: ["d1", "d2"], score: ["2.5", "1.5"] },
    ]);
  });

  it.each([
    ["csv", "query,title\na\tb,c\n"],
    ["csv", "title\nJust titles\n"],
    ["csv", "a b c d 2 3\n"],
    ["csv", "query,rank 1,a b,4,5,6\n"],
    ["tsv", "query\ttitle, with a comma\n"],
    ["tsv", "query\trank\ttitle\tid\tx\ty\n1\t2\t3\t4\t5\t6\n"],
    ["jsonl", '\n  {"a":1}\n'],
    ["trec-run", "# a remark\nq Q0 d 1 0.5 t\n"],
    ["trec-run", "q 0 d 12 0.5 t\n"],
    ["trec-run", "1 q0 d 1 -3e-2 my.run\n"],
  ])("recognises as %s: %j", async (format, text) => {
    // Adds a row below a header. It differs from the header, because a repeated header is skipped.
    const row = format === "csv" || format === "tsv" ? text.replaceAll(/[a-z]/g, "z") : "";
    const table = await readTable(fileWith(`${text}${row}`), all, null);
    expect(table.format).toBe(format);
  });

  it("uses the given format, whatever the content is", async () => {
    const table = await readTable(fileWith("query\ttitle\na\tb\n"), all, "csv");
    expect(table.names).toEqual(["query\ttitle"]);
    await expect(readTable(fileWith("query,title\na,b\n"), all, "jsonl")).rejects.toMatchObject({
      code: "INVALID_FORMAT",
    });
  });

  it("rejects unknown formats", async () => {
    const reading = readTable(fileWith("a,b\n1,2\n"), all, "xml");
    await expect(reading).rejects.toMatchObject({ code: "INVALID_OPTION" });
    await expect(reading).rejects.toThrow(tableFormats.map(({ name }) => name).join(", "));
  });

  it("reads Parquet only from a file that has the bytes of Parquet", async () => {
    const path = join(root, "test/fixtures/results.zstd.parquet");
    const title = (name: string) => name === "title";
    for (const format of [null, "parquet"]) {
      const table = await readTable(path, title, format);
      expect([table.format, table.source, table.sizeBytes]).toEqual(["parquet", path, readFileSync(path).length]);
      expect(Object.fromEntries(table.columns)).toEqual({ title: ["Apples, red", "Äpfel 🍐", ""] });
    }
    const details = { file: path };
    await expect(readTable(path, title, "csv")).rejects.toMatchObject({ code: "INVALID_FORMAT", details });
    await expect(readTable(fileWith("title\nPAR1\n"), title, "parquet")).rejects.toMatchObject({
      code: "INVALID_FORMAT",
    });
  });

  const hits = [{ _id: "d1", _source: { title: "Pears" } }];
  it.each([
    ["elasticsearch", { took: 1, _shards: { total: 1 }, hits: { total: { value: 1 }, hits } }],
    ["solr", { responseHeader: { status: 0 }, response: { start: 0, docs: [{ id: "d1", title: "Pears" }] } }],
  ])("recognises a response of %s that comes line by line", async (format, response) => {
    const text = JSON.stringify([{ query: "pears", response }], null, 2);
    const lines = text.split(/(?<=\n)/).map((line) => Buffer.from(line));
    const input = await openInput("-", Readable.from(lines, { objectMode: false, highWaterMark: 1 }));
    const table = await readOpenedTable(input, (name) => ["query", "id", "title", "rank"].includes(name), null);
    expect([table.format, Object.fromEntries(table.columns)]).toEqual([
      format,
      { query: ["pears"], id: ["d1"], title: ["Pears"], rank: ["0"] },
    ]);
  });

  it.each(['{"query":"a","rank":0,"title":"t"}', '{"query":"a","hits":{"total":3},"response":"none","title":"t"}'])(
    "reads a JSON object that is not a response as JSONL: %j",
    async (text) => {
      expect((await readTable(fileWith(text), (name) => name === "title", null)).format).toBe("jsonl");
    },
  );

  it("returns only the requested columns", async () => {
    const table = await readTable(fileWith("query,title,abstract\na,b,c\n"), (name) => name !== "abstract", null);
    expect([...table.columns.keys()]).toEqual(["query", "title"]);
    expect(table.names).toEqual(["query", "title", "abstract"]);
  });

  it.each(["query,title\n", "query,title", "\n\n", "# only a remark\n", "\ufeff"])(
    "rejects %j, because it has no rows",
    async (text) => {
      const file = fileWith(text);
      await expect(readTable(file, all, null)).rejects.toMatchObject({ code: "EMPTY_FILE", details: { file } });
    },
  );

  it.each([
    ['{"took":1,"hits":{"total":{"value":0},"hits":[]}}', "the response has no hits. Give a file with results."],
    ['{"query":"tea","results":[]}', "it has no rows. Give a file with rows."],
    ["query,title\n", "it has no rows below the column names."],
  ])("names what is missing in %j", async (text, what) => {
    await expect(readTable(fileWith(text), all, null)).rejects.toThrow(what);
  });

  it("rejects a file of blank lines", async () => {
    await expect(readTable(fileWith("\n \r\n\n"), all, null)).rejects.toThrow("only blank lines");
  });

  it.each(["query,title\ra,b\rc,d\r", "query,title\ra,b\r\n"])(
    "rejects %j because of the line ends of old Macs",
    async (text) => {
      const file = fileWith(text);
      const reading = readTable(file, all, null);
      await expect(reading).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { file } });
      await expect(reading).rejects.toThrow("carriage returns only");
    },
  );
});
