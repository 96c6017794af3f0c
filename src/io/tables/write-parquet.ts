/** Writes a table as Parquet, one group of rows at a time, so that a large table is never completely in memory. */

import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { at } from "../../core/at.ts";

/** Rows per group: enough to compress well, few enough that several copies fit into memory. */
const ROWS_A_GROUP = 50_000;

/** Yields a Parquet file (Snappy). Empty cells are null. @param numbers - columns that are DOUBLE instead of STRING */
export function* parquetBytes(
  columns: readonly string[],
  numbers: ReadonlySet<string>,
  rows: Iterable<readonly string[]>,
): Iterable<Uint8Array> {
  const types = columns.map((name) => (numbers.has(name) ? ("DOUBLE" as const) : ("STRING" as const)));
  const columnData = (group: readonly (readonly string[])[]) =>
    columns.map((name, index) => {
      const isNumber = types[index] === "DOUBLE";
      const data = group.map((row) => {
        const cell = row[index] ?? "";
        if (cell === "") return null;
        return isNumber ? Number(cell) : cell;
      });
      return { name, data, type: at(types, index), nullable: true };
    });
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnData([]) });
  const parquet = new ParquetWriter({ writer, schema, createdBy: "semqrel" });
  let group: (readonly string[])[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < ROWS_A_GROUP) continue;
    parquet.write({ columnData: columnData(group), rowGroupSize: ROWS_A_GROUP });
    group = [];
    yield taken(writer);
  }
  if (group.length > 0) parquet.write({ columnData: columnData(group), rowGroupSize: ROWS_A_GROUP });
  parquet.finish();
  yield taken(writer);
}

/** Takes the bytes out of the writer, whose offsets still count from the start of the file. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
