/** Is a Parquet file of any writer read as the same text as a CSV file of its table? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { type InputText, openInput } from "../../../src/io/open-input.ts";
import { scanParquet } from "../../../src/io/tables/read-parquet.ts";
import { tableBuilder } from "../../../src/io/tables/table.ts";
import { runs } from "../../support/property.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

/**
 * Written by pyarrow 26.0.1:
 * python3 -c "import pyarrow as a, pyarrow.parquet as p, datetime as d; p.write_table(a.table({'query': ['red apples', 'red apples', 'груши'], 'rank': [1, 2, 1], 'title': ['Apples, red', 'Äpfel 🍐', None], 'weight': a.array([0.1, None, 3], 'float32'), 'number': [9007199254740993, None, -1], 'printed': [d.date(2024, 2, 29), None, d.date(1969, 12, 31)], 'authors': [None, ['Ada', 'Bo'], []]}), 'test/fixtures/results.zstd.parquet', compression='zstd', row_group_size=2)"
 */
const fixture = join(root, "test/fixtures/results.zstd.parquet");

type ColumnData = Parameters<typeof parquetWriteBuffer>[0]["columnData"];
type WriteOptions = Omit<Parameters<typeof parquetWriteBuffer>[0], "columnData">;

function written(columnData: ColumnData, options: WriteOptions = {}): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData, ...options }));
}

const fixedBytes: WriteOptions = {
  schema: [
    { name: "root", num_children: 1 },
    { name: "x", type: "FIXED_LEN_BYTE_ARRAY", type_length: 2, repetition_type: "REQUIRED" },
  ],
};

function fileWith(bytes: Uint8Array): string {
  return join(temporaryFolder({ "table.parquet": bytes }), "table.parquet");
}

async function read(path: string, wants = (_: string) => true) {
  return readOpened(await openInput(path), wants);
}

async function readOpened(input: InputText, wants: (name: string) => boolean) {
  const builder = tableBuilder(wants);
  const rows = await scanParquet(input, wants, builder.onRow);
  const table = builder.finish();
  expect(table.lines).toHaveLength(rows);
  return table;
}

async function columnsOf(bytes: Uint8Array, wants?: (name: string) => boolean) {
  return Object.fromEntries((await read(fileWith(bytes), wants)).columns);
}

describe("scanParquet", () => {
  it("rejects a small file that repeats a row millions of times, before reading a row", async () => {
    const path = fileWith(written([{ name: "query", data: new Int32Array(17_000_000) }], { rowGroupSize: 17_000_000 }));
    await expect(read(path)).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: expect.stringMatching(/it unpacks to more than 1,000 times its size.*give --no-input-bounds\.$/),
    });
  });

  it("reads a file from another writer with zstd compression and two groups of rows", async () => {
    const { columns, names, lines } = await read(fixture, (name) => name !== "authors");
    expect(Object.fromEntries(columns)).toEqual({
      query: ["red apples", "red apples", "груши"],
      rank: ["1", "2", "1"],
      title: ["Apples, red", "Äpfel 🍐", ""],
      weight: ["0.1", "", "3"],
      number: ["9007199254740993", "", "-1"],
      printed: ["2024-02-29", "", "1969-12-31"],
    });
    expect(names).toEqual(["query", "rank", "title", "weight", "number", "printed", "authors"]);
    expect([...lines]).toEqual([1, 2, 3]);
  });

  const titles = ["Pears", "", "Ä 🍐\n\u0000"];
  it.each([
    ["UNCOMPRESSED", {}],
    ["SNAPPY", {}],
    ["GZIP", { compressors: { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) } }],
  ] as const)("reads a file with the codec %s", async (codec, options) => {
    const bytes = written([{ name: "title", data: titles, type: "STRING" }], { codec, ...options });
    expect(await columnsOf(bytes)).toEqual({ title: titles });
  });

  it("converts numbers, booleans, dates and times to text", async () => {
    const bytes = written([
      { name: "whole", data: [0, -7, 2147483647], type: "INT32" },
      { name: "long", data: [0n, -(2n ** 63n), 2n ** 63n - 1n], type: "INT64" },
      { name: "double", data: [0.1, 1 / 3, 1e21], type: "DOUBLE" },
      { name: "float", data: [0.1, 16777216, 3.4e38], type: "FLOAT" },
      { name: "missing", data: [Number.NaN, null, 0], type: "DOUBLE", nullable: true },
      { name: "truth", data: [true, false, true], type: "BOOLEAN" },
      { name: "time", data: ["2024-02-29T12:30:00.5Z", 0, "1969-12-31"].map((t) => new Date(t)), type: "TIMESTAMP" },
    ]);
    expect(await columnsOf(bytes)).toEqual({
      whole: ["0", "-7", "2147483647"],
      long: ["0", "-9223372036854775808", "9223372036854775807"],
      double: ["0.1", "0.3333333333333333", "1e+21"],
      float: ["0.1", "16777216", "3.4e+38"],
      missing: ["", "", "0"],
      truth: ["true", "false", "true"],
      time: ["2024-02-29T12:30:00.500Z", "1970-01-01T00:00:00.000Z", "1969-12-31T00:00:00.000Z"],
    });
  });

  it("converts decimals and dates that are marked by a logical type", async () => {
    const schema = (type: "DECIMAL" | "DATE", of: object) => ({
      codec: "UNCOMPRESSED" as const,
      schema: [
        { name: "root", num_children: 1 },
        { name: "x", type: "INT32" as const, repetition_type: "REQUIRED" as const, logical_type: { type, ...of } },
      ],
    });
    const decimals = schema("DECIMAL", { precision: 5, scale: 2 });
    const column = (data: number[]) => [{ name: "x", data: Int32Array.from(data) }];
    expect(await columnsOf(written(column([30, -12345, 7]), decimals as WriteOptions))).toEqual({
      x: ["0.3", "-123.45", "0.07"],
    });
    // 19,782 days after 1970-01-01: date -d '1970-01-01 + 19782 days' +%F
    expect(await columnsOf(written(column([19782]), schema("DATE", {}) as WriteOptions))).toEqual({
      x: ["2024-02-29"],
    });
  });

  it("restores any texts and numbers, in any number of groups of rows", async () => {
    const row = fc.record({ text: fc.string({ unit: "grapheme" }), number: fc.option(fc.double({ noNaN: true })) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        async (rows, size) => {
          const data = {
            text: rows.map(({ text }) => text),
            number: rows.map(({ number }) => number),
          };
          const bytes = written(
            [
              { name: "text", data: data.text, type: "STRING" },
              { name: "number", data: data.number, type: "DOUBLE", nullable: true },
            ],
            { rowGroupSize: size },
          );
          expect(await columnsOf(bytes)).toEqual({
            text: data.text,
            number: data.number.map((number) => (number === null ? "" : String(number))),
          });
        },
      ),
      { ...runs, numRuns: 60 },
    );
  });

  it("reads a pipe like a file", async () => {
    const bytes = readFileSync(fixture);
    const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    const input = await openInput("-", Readable.from(pieces, { objectMode: false }));
    const { columns } = await readOpened(input, (name) => name === "rank");
    expect(Object.fromEntries(columns)).toEqual({ rank: ["1", "2", "1"] });
    expect(input.sizeBytes()).toBe(bytes.length);
    const file = await openInput(fixture);
    await readOpened(file, () => false);
    expect(input.sha256()).toBe(file.sha256());
  });

  it("reads a table without rows", async () => {
    const { lines } = await read(fileWith(written([{ name: "title", data: [], type: "STRING" }])));
    expect(lines).toHaveLength(0);
  });

  it.each([
    ["a list", () => fixture, "authors", 2],
    [
      "an object",
      () => fileWith(written([{ name: "x", data: [null, { a: 1 }], type: "JSON", nullable: true }])),
      "x",
      2,
    ],
    ["bytes", () => fileWith(written([{ name: "x", data: [new Uint8Array(2)] }], fixedBytes)), "x", 1],
  ])("rejects %s, but only if its column is requested", async (what, path, column, line) => {
    const file = path();
    await expect(read(file, (name) => name !== column)).resolves.toBeDefined();
    const reading = read(file);
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { file, line, column } });
    await expect(reading).rejects.toThrow(`${file}:${line}: column "${column}" contains ${what}`);
  });

  it("reports bytes that are not UTF-8", async () => {
    const good = written([{ name: "title", data: ["Pears"], type: "STRING" }], {
      codec: "UNCOMPRESSED",
      statistics: false,
    });
    const bytes = Buffer.from(good);
    bytes[bytes.indexOf("Pears") + 1] = 0xff;
    await expect(columnsOf(bytes)).rejects.toMatchObject({ code: "INVALID_ENCODING", details: { column: "title" } });
  });

  it("fails with INVALID_FORMAT wherever the file is cut", async () => {
    const bytes = readFileSync(fixture);
    for (let length = 4; length < bytes.length; length += 19) {
      const file = fileWith(bytes.subarray(0, length));
      const reading = read(file);
      await expect(reading, `${length} bytes`).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { file } });
      await expect(reading).rejects.toThrow("damaged or cut short");
    }
  });

  it("returns a table or fails with an error code of semqrel, whichever byte is damaged", async () => {
    const bytes = readFileSync(fixture);
    const codes = new Set<string>();
    for (let at = 4; at < bytes.length; at += 19) {
      const file = fileWith(bytes.map((byte, place) => (place === at ? byte ^ 0x55 : byte)));
      codes.add(
        await read(file, (name) => name !== "authors").then(
          () => "a table",
          ({ code }) => code ?? `byte ${at}`,
        ),
      );
    }
    expect([...codes].sort()).toEqual(["INVALID_ENCODING", "INVALID_FORMAT", "a table"]);
  });

  it("rejects a page that would take forever to read, and names the column and the group of rows", async () => {
    const good = written([{ name: "title", data: ["Pears", null, "Figs"], type: "STRING", nullable: true }], {
      codec: "UNCOMPRESSED",
    });
    // The page's second head: 3 values, 1 missing, 3 rows, PLAIN, 2 bytes of levels, none of repetitions. Cut after
    // PLAIN.
    const head = [0x15, 6, 0x15, 2, 0x15, 6, 0x15, 0, 0x15];
    const at = Buffer.from(good).indexOf(Buffer.from(head));
    expect(at).toBeGreaterThan(0);
    const file = fileWith(good.map((byte, place) => (place === at + head.length - 1 ? 0 : byte)));
    const reading = read(file);
    await expect(reading).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      details: { file, column: "title", group: 1 },
    });
    await expect(reading).rejects.toThrow('column "title", group of rows 1: the head of a page lacks field 5');
  });

  it("rejects a file that is not Parquet", async () => {
    const file = fileWith(Buffer.from("query,title\na,b\n"));
    await expect(read(file)).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { file } });
  });
});
