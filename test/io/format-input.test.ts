/** Is the start of a file returned, and can the whole file still be read afterwards? */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { wholeText } from "../../src/io/open-input.ts";
import { isBinary, peekInput } from "../../src/io/tables/read-table.ts";
import { fileWith } from "../support/judged-rows.ts";
import { temporaryFolder } from "../support/run-cli.ts";

/** Minimum number of bytes from which formats are recognised. */
const headBytes = 65_536;
const short = "query,docid\nпошук,1\n";
/** Three-byte characters, one per line, so the head may end inside a character. */
const long = "日本庭園の歴史\n".repeat(40_000);

async function gatherBytes(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}

describe("peekInput", () => {
  it.each([
    ["a short file", short, short],
    ["a short compressed file", gzipSync(short), short],
    ["a file with a byte order mark", `\ufeff${short}`, short],
    ["a long file", long, long],
    ["a long compressed file, in small pieces", gzipSync(long), long],
    ["a file of one long line", "x".repeat(200_000), "x".repeat(200_000)],
  ])("returns the head and then the whole text of %s", async (_, content, text) => {
    const { head, input } = await peekInput(fileWith(content));
    const certain = head.replace(/\ufffd+$/, "");
    expect(text.startsWith(certain)).toBe(true);
    expect(Buffer.byteLength(certain)).toBeGreaterThan(Math.min(headBytes, Buffer.byteLength(text)) - 3);
    expect((await wholeText(input)) === text).toBe(true);
    expect(input.sha256()).toBe(createHash("sha256").update(content).digest("hex"));
  });

  it("returns the whole first line if it is at most four MiB long", async () => {
    const headOf = async (length: number) => (await peekInput(fileWith(`${"x".repeat(length)}\ny\n`))).head;
    expect((await headOf(300_000)).split("\n")[0]).toHaveLength(300_000);
    const cut = (await headOf(5 << 20)).length;
    expect([cut >= 4 << 20, cut < 5 << 20]).toEqual([true, true]);
  });

  it.each([
    ["plain", long],
    ["compressed", gzipSync(long)],
  ])("returns the unpacked bytes of a %s file", async (_, content) => {
    const { input } = await peekInput(fileWith(content));
    expect((await gatherBytes(input.bytes)) === long).toBe(true);
  });

  it("returns no text for Parquet, which it recognises by the first four bytes", async () => {
    const path = fileWith("PAR1 and so on");
    expect(await peekInput(path)).toMatchObject({ head: "", input: { source: path, parquet: { path } } });
  });

  it.each([
    ["a missing file", () => join(temporaryFolder(), "none"), "FILE_NOT_FOUND", "there is no such file"],
    ["a folder", () => temporaryFolder(), "FILE_UNREADABLE", "it is a folder"],
    ["an empty file", () => fileWith(""), "EMPTY_FILE", "it is empty"],
    ["blank lines", () => fileWith("\n \r\n\t\n"), "EMPTY_FILE", "only blank lines"],
    ["line ends of old Macs", () => fileWith("a,b\rc,d\r"), "INVALID_FORMAT", "carriage returns only"],
    ["gzip cut short", () => fileWith(gzipSync(short).subarray(0, 20)), "INVALID_FORMAT", "damaged"],
  ])("rejects %s", async (_, make, code, words) => {
    const path = make();
    await expect(peekInput(path)).rejects.toMatchObject({ code, details: { file: path } });
    await expect(peekInput(path)).rejects.toThrow(words);
  });
});

describe("a file that is not text", () => {
  it.each([
    ["NUL bytes", Uint8Array.of(0x71, 0, 0x20, 0x31, 0x0a), "INVALID_FORMAT", "it is binary"],
    [
      "a database of ratings",
      Buffer.from("SQLite format 3\0\u0010\0"),
      "INVALID_FORMAT",
      "it is an SQLite database. If semqrel rate wrote it, turn its ratings into judgments with semqrel gold",
    ],
    ["HTML", Buffer.from("\n<!DOCTYPE html>\n<title>Sign in</title>\n"), "INVALID_FORMAT", "it is an HTML page"],
  ])("is rejected without showing its content: %s", async (_, content, code, words) => {
    const path = fileWith(content);
    await expect(peekInput(path)).rejects.toMatchObject({ code, details: { file: path } });
    await expect(peekInput(path)).rejects.toThrow(words);
  });

  it("is not confused with text that is cut inside a character", () => {
    expect(isBinary(new TextDecoder().decode(Uint8Array.of(0x91, 0x5f, 0xb4, 0x2c)))).toBe(true);
    expect(isBinary(new TextDecoder().decode(Buffer.from("日本").subarray(0, 5)))).toBe(false);
    expect(isBinary("日本")).toBe(false);
  });
});

describe("wholeText", () => {
  it("rejects bytes after the head that are not UTF-8, and names their line", async () => {
    const path = fileWith(Buffer.concat([Buffer.from(long), Buffer.from([0xe4, 0x0a])]));
    const { input } = await peekInput(path);
    await expect(wholeText(input)).rejects.toMatchObject({
      code: "INVALID_ENCODING",
      details: { file: path, line: 40_001 },
    });
  });
});
