/** Is a table restored from Parquet? Read by hyparquet here, and by pandas 3.1 with pyarrow by hand. */
import fc from "fast-check";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import { parquetBytes } from "../../../src/io/tables/write-parquet.ts";
import { runs } from "../../support/property.ts";

const columns = ["query", "rank", "title"];

function written(rows: Iterable<readonly string[]>): ArrayBuffer {
  return Uint8Array.from(Buffer.concat([...parquetBytes(columns, new Set(["rank"]), rows)])).buffer;
}

it("parquetBytes stores texts and numbers, and null for empty cells", async () => {
  const cell = fc.oneof(fc.string({ unit: "grapheme", minLength: 1 }), fc.constant(""));
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, fc.option(number), cell)), async (rows) => {
      const file = written(rows.map(([query, rank, title]) => [query, rank === null ? "" : String(rank), title]));
      const expected = rows.map(([query, rank, title]) => ({ query: query || null, rank, title: title || null }));
      expect(await parquetReadObjects({ file })).toEqual(expected);
    }),
    { ...runs },
  );
});

it("parquetBytes writes a large table in several groups of rows", async () => {
  const rows = function* () {
    for (let row = 0; row < 120_000; row++) yield [`q${row % 7}`, String(row), `title ${row}`];
  };
  const file = written(rows());
  expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([50_000, 50_000, 20_000]);
  const last = await parquetReadObjects({ file, rowStart: 119_999, rowEnd: 120_000 });
  expect(last).toEqual([{ query: "q5", rank: 119_999, title: "title 119999" }]);
});
