/** Does a harmful file cause an error that names the line, the limit, and the option that lifts it? */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { makeNames } from "../../src/core/titles/name-table.ts";
import { liftInputBounds } from "../../src/io/input-error.ts";
import { decodeText, openInput } from "../../src/io/open-input.ts";
import { jsonl } from "../../src/io/tables/formats/jsonl.ts";
import { parseJson } from "../../src/io/tables/json-place.ts";
import { csv } from "../../src/io/tables/read-csv.ts";
import { readTrecLines } from "../../src/io/trec-lines.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { gather } from "./pieces.ts";

const MIB = 1 << 20;

/** Two lines, then an endless line. */
async function* endless(): AsyncIterable<Buffer> {
  yield Buffer.from("a 0 b 1\nc 0 d 1\n");
  for (const piece = Buffer.alloc(16 * MIB, "x"); ; ) yield piece;
}

async function* one(text: string): AsyncIterable<string> {
  yield text;
}

/** 320 MiB of line feeds in 20 members, each compressed to a thousandth. */
function bomb(): string {
  const path = join(temporaryFolder(), "bomb.gz");
  writeFileSync(path, Buffer.concat(new Array<Buffer>(20).fill(gzipSync(Buffer.alloc(16 * MIB, "\n")))));
  return path;
}

const columns = Array.from({ length: 100_001 }, (_, column) => `c${column}`);
const taker = { names: makeNames(), addRows: () => {} };
const lift = "For a file that you trust, give --no-input-bounds.";

describe("input bounds", () => {
  afterEach(() => {
    liftInputBounds(false);
  });

  it.each([
    ["text", () => gather(decodeText(endless(), "file"))],
    ["bytes", () => readTrecLines({ bytes: endless(), source: "file", reuse: () => {} }, taker, null, () => {})],
  ])("stop reading an endless line of %s after 64 MiB", async (_, read) => {
    await expect(read()).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: `Reading file:3: a line is longer than 64 MiB. Write one row or one response per line. ${lift}`,
      details: { file: "file", line: 3, bound: "line", most: 64 * MIB },
    });
  });

  it.each([
    [
      "CSV",
      () =>
        csv.read(
          one(`${columns.join(",")}\n`),
          "file",
          () => false,
          () => {},
        ),
    ],
    [
      "JSONL",
      () =>
        jsonl.read(
          one(JSON.stringify(Object.fromEntries(columns.map((c) => [c, 1])))),
          "file",
          () => false,
          () => {},
        ),
    ],
  ])("reject more than 100,000 columns of %s unless the bounds are lifted", async (_, read) => {
    await expect(read()).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: `Reading file:1: it has more than 100,000 columns. Remove those that you do not need. ${lift}`,
    });
    liftInputBounds();
    await read();
  });

  it.each([
    ["nested lists", "[".repeat(5_000_001)],
    ["many empty objects", `[${"{},".repeat(5_000_000)}1]`],
  ])("reject a JSON text of %s before parsing it", async (_, text) => {
    const read = jsonl.read(
      one(text),
      "file",
      () => false,
      () => {},
    );
    await expect(read).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: `Reading file:1: a JSON text has more than 5,000,000 lists and objects. Save it in parts. ${lift}`,
    });
    expect(() => parseJson(text, "file", 1)).toThrow("5,000,000 lists and objects");
  });

  it("reject a CSV row that is longer than 16 MiB unless the bounds are lifted", async () => {
    const long = `query,title\nq,${"x".repeat(17 * MIB)}\n`;
    const read = () =>
      csv.read(
        one(long),
        "file",
        () => false,
        () => {},
      );
    await expect(read()).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: expect.stringMatching(/^Reading file:2: the row is longer than 16 MiB, .*give --no-input-bounds\.$/),
      details: { bound: "row" },
    });
    liftInputBounds();
    await read();
  });

  it("stop reading an archive that unpacks to more than 1,000 times its size", async () => {
    const input = await openInput(bomb());
    let given = 0;
    const reading = (async () => {
      for await (const piece of input.bytes) given += piece.length;
    })();
    await expect(reading).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: expect.stringMatching(/bomb\.gz: it unpacks to more than 1,000 times its size\./),
      details: { bound: "expansion", most: 1000 },
    });
    expect(given).toBeLessThanOrEqual(256 * MIB);
  });
});
