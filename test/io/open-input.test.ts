/** Is the text of a file read exactly, and does every problem cause an error that names the file and the line? */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { makeNames } from "../../src/core/titles/name-table.ts";
import { startsAsPool } from "../../src/gold/pools/pool-format.ts";
import { readJudgments } from "../../src/io/judgments/read-judgments.ts";
import { closing, decodeText, openInput, pathHint, peek } from "../../src/io/open-input.ts";
import { readResults } from "../../src/io/results/read-results.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { gather, inPieces } from "./pieces.ts";

const text = "query,title\nпошук,日本庭園 🍐\r\nsearch,Crème brûlée\n";

function fileWith(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), "input");
  writeFileSync(path, content);
  return path;
}

async function readAll(content: string | Uint8Array): Promise<string> {
  return gather((await openInput(fileWith(content))).pieces);
}

/** Standard input in pieces of a given size in bytes. */
function streamOf(bytes: Uint8Array, size: number): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(Buffer.from(bytes.subarray(at, at + size)));
  return Readable.from(pieces, { objectMode: false });
}

describe("openInput", () => {
  it.each([
    ["a plain file", text],
    ["a file with a byte order mark", `\ufeff${text}`],
    ["a compressed file", gzipSync(text)],
    ["a compressed file with a byte order mark", gzipSync(`\ufeff${text}`)],
    ["a file that was compressed in two parts", Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))])],
  ])("reads %s", async (_, content) => {
    expect(await readAll(content)).toBe(text);
  });

  it.each([
    ["plain", (content: Buffer) => content],
    ["compressed", gzipSync],
  ])("reads a %s file completely if the caller returns memory for reuse", async (_, stored) => {
    const content = Buffer.from(Array.from({ length: 200_000 }, (_, line) => `line ${line}\n`).join(""));
    const input = await openInput(fileWith(stored(content)));
    const memory = new Set<ArrayBufferLike>();
    const read: Buffer[] = [];
    for await (const piece of input.bytes) {
      memory.add(piece.buffer);
      read.push(Buffer.from(piece));
      input.reuse(piece);
    }
    expect(Buffer.concat(read).equals(content)).toBe(true);
    // About twenty pieces.
    if (stored !== gzipSync) expect(memory.size).toBeLessThanOrEqual(2);
  });

  it.each([
    ["an option", () => "--candidates", "It is an option. Give the option before it a value"],
    ["files separated by commas", () => `${fileWith("a")},${fileWith("b")}`, "Separate files with spaces, not commas."],
    ["a file and a mistyped name", () => `${fileWith("a")},b`, "Check the path."],
  ])("explains what to do if the path is %s", async (_, path, advice) => {
    await expect(openInput(path())).rejects.toThrow(`there is no such file. ${advice}`);
  });

  it("keeps all characters, even a byte order mark that is not at the start", async () => {
    const odd = "a\ufeffb\n\ufeffc\u0000\u2028\r\r\n\n";
    expect(await readAll(odd)).toBe(odd);
    expect(await readAll(`\ufeff\ufeff${odd}`)).toBe(`\ufeff${odd}`);
  });

  it.each([1, 2, 3, 5, 7, 64])("reads standard input in pieces of %i bytes", async (size) => {
    for (const bytes of [Buffer.from(`\ufeff${text}`), gzipSync(`\ufeff${text}`)]) {
      const input = await openInput("-", streamOf(bytes, size));
      expect(input.source).toBe("standard input");
      expect(await gather(input.pieces)).toBe(text);
      expect(input.sizeBytes()).toBe(bytes.length);
    }
  });

  it("reads a file whose only line comes in many pieces", async () => {
    const long = "日本庭園の歴史,".repeat(100_000);
    expect(await readAll(long)).toBe(long);
    expect(await readAll(`${long}\n${long}`)).toBe(`${long}\n${long}`);
  });

  it("reads a file without a line break in linear time", async () => {
    const bytes = Buffer.alloc(48 << 20, "a");
    const { pieces } = await openInput("-", streamOf(bytes, 4096));
    expect(await gather(pieces)).toHaveLength(bytes.length);
  });

  it("hashes and counts the bytes on disk", async () => {
    const bytes = gzipSync(text);
    const input = await openInput(fileWith(bytes));
    await gather(input.pieces);
    expect(input.sha256()).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(input.sizeBytes()).toBe(bytes.length);
  });

  it.each([
    ["FILE_NOT_FOUND", () => join(temporaryFolder(), "nope")],
    ["FILE_NOT_FOUND", () => join(fileWith("x"), "below")],
    ["FILE_UNREADABLE", () => temporaryFolder()],
    ["EMPTY_FILE", () => fileWith("")],
  ])("fails with %s", async (code, path) => {
    const file = path();
    await expect(openInput(file)).rejects.toMatchObject({ code, details: { file } });
  });

  it("treats empty standard input as an empty file", async () => {
    await expect(openInput("-", Readable.from([]))).rejects.toMatchObject({
      code: "EMPTY_FILE",
      details: { file: "standard input" },
    });
  });

  it.each([
    ["in the first line", Buffer.from([0x61, 0xff, 0x0a]), 1],
    ["in the third line", Buffer.from("a\nb\nc\u00e4\nd\n", "latin1"), 3],
    ["in the last line, without a line feed", Buffer.concat([Buffer.from("a\nb\n"), Buffer.from([0xc3])]), 3],
    ["after many lines", Buffer.concat([Buffer.from("ä line\n".repeat(99_999)), Buffer.from([0xe4, 0x0a])]), 100_000],
    ["a lone surrogate", Buffer.from([0x61, 0x0a, 0xed, 0xa0, 0x80, 0x0a]), 2],
    ["an overlong form", Buffer.from([0xc0, 0x80, 0x0a]), 1],
  ])("names the line of bytes that are not UTF-8: %s", async (_, bytes, line) => {
    for (const content of [bytes, gzipSync(bytes)]) {
      const file = fileWith(content);
      const { pieces } = await openInput(file);
      await expect(gather(pieces)).rejects.toMatchObject({ code: "INVALID_ENCODING", details: { file, line } });
    }
  });

  it("names the line of bytes that are not UTF-8 even if they come in pieces of one byte", async () => {
    const { pieces } = await openInput("-", streamOf(Buffer.from("ä\nb\nc\u00e4\nd\n", "latin1").subarray(2), 1));
    await expect(gather(pieces)).rejects.toMatchObject({ code: "INVALID_ENCODING", details: { line: 2 } });
  });

  it.each([
    ["LE", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("query,title\n", "utf16le")])],
    ["BE", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("query,title\n", "utf16le").swap16()])],
  ])("reads UTF-16 %s with a byte order mark, plain and compressed", async (_, bytes) => {
    for (const content of [bytes, gzipSync(bytes)]) {
      const { pieces } = await openInput(fileWith(content));
      expect(await gather(pieces)).toBe("query,title\n");
    }
  });

  it("rejects UTF-16 that ends inside a character", async () => {
    const { pieces } = await openInput(fileWith(Buffer.from([0xff, 0xfe, 0x71])));
    await expect(gather(pieces)).rejects.toMatchObject({ code: "INVALID_ENCODING" });
  });

  it.each([
    ["cut inside its last bytes", (bytes: Buffer) => bytes.subarray(0, -5)],
    ["cut after 15 bytes", (bytes: Buffer) => bytes.subarray(0, 15)],
    ["damaged", (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 20 ? byte ^ 0xff : byte)))],
  ])("reports gzip data that is %s", async (_, damage) => {
    const file = fileWith(damage(gzipSync(text.repeat(10))));
    const { pieces } = await openInput(file);
    await expect(gather(pieces)).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { file } });
  });

  it("reports that reading failed if the stream breaks", async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error("the pipe broke"));
      },
    });
    await expect(openInput("-", broken)).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
  });

  it("explains that a path is a folder, even if its name looks like the name of a file", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "list.csv"));
    await expect(openInput(join(folder, "list.csv"))).rejects.toThrow("it is a folder. Give a file with rows.");
  });

  it("rejects a folder, and lists the files in it", async () => {
    const folder = temporaryFolder({ "b.csv": "", "a.jsonl.gz": "", "notes.txt": "" });
    await expect(openInput(folder)).rejects.toThrow(
      "it is a folder. Give its files (a.jsonl.gz, b.csv). If each file has one query, join them with semqrel convert --join.",
    );
  });
});

/** Returns how often this process has the file open. Linux only. */
function openings(path: string): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(join("/proc/self/fd", descriptor)) === path;
    } catch {
      return false;
    }
  }).length;
}

describe.skipIf(process.platform !== "linux")("closing of files", () => {
  /** Longer than what is read ahead, so that reading stops before the end of the file. */
  const rows = "star wars,1,A new hope\n".repeat(100_000);
  const options = { format: null, columns: {}, rankBase: null, further: [], titles: null };

  it.each([
    [
      "an invalid row",
      `query,rank,title\na,b\n${rows}`,
      (path: string) => readResults({ path, engine: null }, options),
    ],
    [
      "a compressed invalid row",
      gzipSync(
        `query,rank,title\na,b\n${Array.from({ length: 200_000 }, (_, row) => `q,${row},${Math.sin(row)}\n`).join("")}`,
      ),
      (path: string) => readResults({ path, engine: null }, options),
    ],
    ["an unknown format", rows, (path: string) => readResults({ path, engine: null }, { ...options, format: "excel" })],
    [
      "a text that is not judgments",
      `query,rank,title\n${rows}`,
      (path: string) => readJudgments(path, makeNames(), { format: null, keepsIterations: false }),
    ],
    [
      "binary data",
      Buffer.alloc(1 << 20),
      (path: string) => readJudgments(path, makeNames(), { format: null, keepsIterations: false }),
    ],
  ])("closes a file after %s", async (_, content, read) => {
    const path = fileWith(content);
    await expect(read(path)).rejects.toMatchObject({ code: expect.stringMatching(/^INVALID_/) });
    await vi.waitFor(() => expect(openings(path)).toBe(0));
  });

  it("closes a file after reading only the first line", async () => {
    const pair = { query: "a", queryId: null, id: "1", title: "t", engines: [], probability: 1 };
    const path = fileWith(`${JSON.stringify(pair)}\n`.repeat(20_000));
    expect(await startsAsPool(path)).toBe(true);
    await vi.waitFor(() => expect(openings(path)).toBe(0));
  });

  it("keeps the file open until the callback ends, and returns the callback's result", async () => {
    const path = fileWith(rows);
    const input = await openInput(path);
    expect(await closing(input, async () => openings(path))).toBe(1);
    await vi.waitFor(() => expect(openings(path)).toBe(0));
  });
});

describe("decodeText", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("explains that a line is too long for a string", async () => {
    const tooLong = Object.assign(new Error("Cannot create a string longer than 0x1fffffe8 characters"), {
      code: "ERR_STRING_TOO_LONG",
    });
    vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(() => {
      throw tooLong;
    });
    const bytes = Readable.from([Buffer.from("one line without an end")]);
    await expect(gather(decodeText(bytes, "responses.json"))).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: expect.stringMatching(/^Reading responses\.json:1: the line is too long to be read/),
      details: { file: "responses.json", line: 1 },
    });
  });
});

describe("peek", () => {
  it("returns the first piece, and then all pieces", async () => {
    const { first, all } = await peek(inPieces("abcdef", 2));
    expect(first).toBe("ab");
    expect(await gather(all)).toBe("abcdef");
  });

  it("returns empty text for empty input", async () => {
    const { first, all } = await peek(inPieces(""));
    expect(first).toBe("");
    expect(await gather(all)).toBe("");
  });
});

test.each([
  ["file:///lists/a%20b.csv", "Give the path, /lists/a b.csv, not its address."],
  ["file://elsewhere/a.csv", "Give the path, not its address."],
  ["https://example.org/a.csv", "Download it first and give the file (semqrel collect queries search APIs)."],
  ["~/lists/a.csv", "The shell did not expand ~ here. Write the whole path."],
  ["C:\\lists\\a.csv", "Check the path."],
  ["lists/a.csv", "Check the path."],
])("pathHint for %s: %s", (path, hint) => {
  // On Windows, URLs become other paths.
  if (process.platform !== "win32") expect(pathHint(path)).toBe(hint);
});
