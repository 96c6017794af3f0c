/** Are only those pages rejected that hyparquet would read forever? */
import { describe, expect, it } from "vitest";
import { type ColumnPages, requireSoundRuns } from "../../../src/io/tables/read-parquet.ts";

/** A whole-number field of a page's head, in Thrift's compact protocol. */
const field = (step: number, value: number) => [(step << 4) | 5, ...varint(value < 0 ? -2 * value - 1 : 2 * value)];

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const RLE_DICTIONARY = 8;
const PLAIN = 0;

/** A page of version 1: type, sizes, and a structure of values and encoding. */
function page(values: number, encoding: number, bytes: readonly number[]): Uint8Array {
  const inner = [...field(1, values), ...field(1, encoding), 0];
  const head = [...field(1, 0), ...field(1, bytes.length), ...field(1, bytes.length), 0x2c, ...inner, 0];
  return Uint8Array.from([...head, ...bytes]);
}

/** A page of version 2: values, missing ones, rows, encoding, bytes of both kinds of levels. */
function page2(fields: readonly number[], bytes: readonly number[]): Uint8Array {
  const inner = [...fields.flatMap((value) => field(1, value)), 0];
  const head = [...field(1, 3), ...field(1, bytes.length), ...field(1, bytes.length), 0x5c, ...inner, 0];
  return Uint8Array.from([...head, ...bytes]);
}

function check(bytes: Uint8Array, of: Partial<ColumnPages> = {}): Promise<void> {
  return requireSoundRuns({
    ...{ bytes, values: 9, isFlat: true, isBoolean: false, definition: 0, repetition: 0 },
    ...{ requireSize: () => {}, decompress: (packed) => packed, ...of },
  });
}

/** A repeated number that fits into a byte. */
const repeated = (count: number, value: number) => [...varint(count * 2), value];
/** Levels of version 1, which follow their length in four bytes. */
const levels = (bytes: readonly number[]) => [bytes.length, 0, 0, 0, ...bytes];

describe("requireSoundRuns", () => {
  it("checks the declared size of each page before it is unpacked", async () => {
    const sizes: number[][] = [];
    await check(page(9, PLAIN, [1, 2, 3]), { requireSize: (packed, size) => sizes.push([packed, size]) });
    expect(sizes).toEqual([[3, 3]]);
  });

  it.each([
    ["a run that fills the page", page(9, RLE_DICTIONARY, [2, ...repeated(9, 1)])],
    ["several runs", page(9, RLE_DICTIONARY, [2, ...repeated(4, 1), ...repeated(5, 3)])],
    ["eight packed values, of which one is needed", page(9, RLE_DICTIONARY, [2, ...repeated(8, 1), 3, 0xff, 0xff])],
    ["a dictionary of one value", page(9, RLE_DICTIONARY, [0])],
    ["values without runs", page(9, PLAIN, [0xff, 0xff, 0xff, 0xff, 0x7f])],
    ["one more page than needed", Uint8Array.from([...page(9, PLAIN, []), ...page(9, PLAIN, [])])],
    ["a page of version 2", page2([9, 0, 9, RLE_DICTIONARY, 0, 0], [2, ...repeated(9, 1)])],
  ])("accepts %s", async (_, bytes) => {
    await expect(check(bytes)).resolves.toBeUndefined();
  });

  it("counts values that are not null, in packed and in repeated levels", async () => {
    // 0b00100101: three of the first eight values exist, and so does the ninth.
    const packed = [...levels([3, 0b00100101, ...repeated(1, 1)]), 2];
    const checkFilled = (count: number) =>
      check(page(9, RLE_DICTIONARY, [...packed, ...repeated(count, 1)]), { definition: 1 });
    await expect(checkFilled(4)).resolves.toBeUndefined();
    await expect(checkFilled(5)).rejects.toThrow("a run of 5 values where 4 are left");
  });

  const endless = 2 ** 31 - 1;
  it.each([
    ["a run longer than its page", page(9, RLE_DICTIONARY, [2, ...repeated(10, 1)]), "a run of 10 values where 9 are"],
    ["an endless run", page(9, RLE_DICTIONARY, [2, ...repeated(endless, 1)]), `a run of ${endless} values`],
    [
      "an endless packed run with 0 bits",
      page2([9, 0, 9, RLE_DICTIONARY, 0, 0], [0, ...varint(2 ** 28 + 1)]),
      "a run of",
    ],
    ["missing packed values", page(9, RLE_DICTIONARY, [2, 5, 0xff]), "does not fit"],
    ["more values than rows", page(10, PLAIN, []), "a page of 10 values where 9 are left"],
    [
      "a page longer than the remaining bytes",
      page(9, PLAIN, [1, 2, 3]).subarray(0, -1),
      "a page of 3 bytes does not fit",
    ],
    ["a head without the lengths of levels", page2([9, 0, 9, PLAIN], []), "the head of a page lacks field 5"],
    ["a negative number of values", page(-1, PLAIN, []), "a page of -1 values"],
  ])("rejects %s", async (_, bytes, message) => {
    await expect(check(bytes)).rejects.toThrow(message);
  });

  it("rejects endless levels, in both versions of pages", async () => {
    const long = repeated(endless, 1);
    await expect(check(page(9, PLAIN, levels(long)), { definition: 1 })).rejects.toThrow(`a run of ${endless} values`);
    await expect(check(page(9, PLAIN, levels(long)), { repetition: 1 })).rejects.toThrow(`a run of ${endless} values`);
    const second = page2([9, 0, 9, PLAIN, long.length, 0], long);
    await expect(check(second, { definition: 1 })).rejects.toThrow(`a run of ${endless} values`);
  });
});
