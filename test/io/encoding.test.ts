import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { isEncoding, readingAs } from "../../src/io/encoding.ts";
import { openInput } from "../../src/io/open-input.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { gather } from "./pieces.ts";

/** Reads through a pipe, in pieces of a given size in bytes. */
async function readAs(encoding: string, bytes: Buffer, size: number): Promise<string> {
  const pieces: Buffer[] = [];
  for (let begin = 0; begin < bytes.length; begin += size) pieces.push(bytes.subarray(begin, begin + size));
  const input = await readingAs({ encoding }, () => openInput("-", Readable.from(pieces, { objectMode: false })));
  return gather(input.pieces);
}

describe("readingAs", () => {
  // Bytes as written by `printf 'L’été €' | iconv -t NAME` of glibc.
  it.each([
    ["windows-1252", "4c92e974e92080", "L’été €"],
    ["latin1", "e974e9", "été"],
    ["macintosh", "8e748e", "été"],
    ["windows-1251", "cff3f8eae8ed", "Пушкин"],
    ["shift_jis", "93fa967b8cea", "日本語"],
    ["iso-2022-jp", "1b2442467c4b5c386c1b2842", "日本語"],
    ["gb18030", "d6d0cec4", "中文"],
    ["utf-16le", "e90074000a00", "ét\n"],
  ])("reads %s in pieces of any size", async (encoding, hex, text) => {
    for (const size of [1, 2, 1000]) expect(await readAs(encoding, Buffer.from(hex, "hex"), size)).toBe(text);
    const head = "query,title\n".repeat(3);
    if (encoding === "utf-16le") return;
    for (const size of [1, 7, 1000]) {
      const bytes = Buffer.concat([Buffer.from(head), Buffer.from(hex, "hex")]);
      expect(await readAs(encoding, bytes, size)).toBe(head + text);
    }
  });

  it("reads UTF-8 unchanged, whatever encoding is given", async () => {
    const text = "query,title\nété,日本 🍐\n";
    for (const size of [1, 13, 14, 1000]) expect(await readAs("windows-1252", Buffer.from(text), size)).toBe(text);
  });

  it("rejects bytes that are neither UTF-8 nor in the given encoding", async () => {
    const wrong = readAs("shift_jis", Buffer.from("ab\xe9\n", "latin1"), 1000);
    await expect(wrong).rejects.toMatchObject({
      code: "INVALID_ENCODING",
      message: /neither valid UTF-8 nor valid shift_jis/,
    });
  });

  it.each(["utf8", "UTF-8"])("treats the encoding %s like the default", async (encoding) => {
    const path = join(temporaryFolder(), "a.csv");
    writeFileSync(path, Buffer.from("ab\xe9\n", "latin1"));
    const reading = readingAs({ encoding }, async () => gather((await openInput(path)).pieces));
    await expect(reading).rejects.toThrow(
      "the bytes are not UTF-8. Pass the encoding, such as --encoding windows-1252",
    );
  });

  it("uses the encoding of each call if calls with different encodings run at the same time", async () => {
    const path = join(temporaryFolder(), "a.csv");
    writeFileSync(path, Buffer.from([0xcf, 0x0a]));
    const read = async (encoding: string) =>
      readingAs({ encoding }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return gather((await openInput(path)).pieces);
      });
    expect(await Promise.all(["windows-1252", "windows-1251"].map(read))).toEqual(["Ï\n", "П\n"]);
    await expect(openInput(path).then(({ pieces }) => gather(pieces))).rejects.toThrow("--encoding windows-1252");
  });

  it("accepts only encodings that TextDecoder supports", () => {
    expect(["latin1", "cp1252", "utf8", "foo", "", 5, null].map(isEncoding)).toEqual([
      ...[true, true, true, false, false, false, false],
    ]);
    expect(() => readingAs({ encoding: "foo" }, () => 1)).toThrow('there is no encoding "foo". Give one such as');
  });
});
