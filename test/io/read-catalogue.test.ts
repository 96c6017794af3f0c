/** Is each document of a catalogue counted once, whatever follows its id? */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readCatalogueSize } from "../../src/measure/measure-runs.ts";
import { temporaryFolder } from "../support/run-cli.ts";

function fileWith(content: string | Uint8Array): string {
  return join(temporaryFolder({ input: content }), "input");
}

describe("readCatalogueSize", () => {
  it.each([
    ["one id per line", "d1\nd2\nd3\n"],
    ["no line feed at the end", "d1\nd2\nd3"],
    ["CRLF, a byte order mark and empty lines", "\ufeffd1\r\n\r\nd2\r\n  \r\nd3\r\n"],
    ["spaces around ids", " d1\nd2 \n d3 \n"],
    ["repeated ids", "d1\nd2\nd1\n d2\nd3\nd3\td\n"],
    ["titles after a tab", "d1\tRed, ripe apples\nd2\tApples\nd3\t\n"],
    ["further columns after commas", "d1,10,x\nd2,10,x\nd3,,\n"],
    ["lines without an id", "d1\n\ttitle\n,10\nd2\nd3\n"],
    ["ids that only differ in case or accents", "d\nD\ne\u0301\n"],
    ["spaces inside ids", "d 1\nd 2\nd 3\n"],
  ])("counts three documents in a file with %s", async (_, text) => {
    expect(await readCatalogueSize(fileWith(text))).toBe(3);
    expect(await readCatalogueSize(fileWith(gzipSync(text)))).toBe(3);
  });

  it("counts documents of a file that comes in several pieces", async () => {
    const ids = Array.from({ length: 60_000 }, (_, number) => `document-${number % 50_000}\n`);
    expect(await readCatalogueSize(fileWith(ids.join("")))).toBe(50_000);
  });

  it("returns 0 if no line has an id", async () => {
    expect(await readCatalogueSize(fileWith("\n \n\tx\n"))).toBe(0);
  });

  describe("readCatalogueSize with invalid files", () => {
    it("names a missing file", async () => {
      const path = join(temporaryFolder(), "nope.txt");
      await expect(readCatalogueSize(path)).rejects.toMatchObject({ code: "FILE_NOT_FOUND", details: { file: path } });
    });

    it("rejects an empty file, and names the line of bytes that are not UTF-8", async () => {
      await expect(readCatalogueSize(fileWith(""))).rejects.toMatchObject({ code: "EMPTY_FILE" });
      await expect(readCatalogueSize(fileWith(Uint8Array.of(0x61, 0x0a, 0xff, 0x0a)))).rejects.toMatchObject({
        code: "INVALID_ENCODING",
        details: { line: 2 },
      });
    });
  });
});
