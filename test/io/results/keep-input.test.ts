/** Can any input be read several times? */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inputBounds } from "../../../src/io/input-error.ts";
import { type KeptInput, keepInput } from "../../../src/io/results/results-file.ts";
import { temporaryFolder } from "../../support/run-cli.ts";
import { gather } from "../pieces.ts";

const unbroken = new AbortController().signal;

async function readTwice(input: KeptInput) {
  const read = async () => {
    const { source, pieces } = await input.open();
    return [source, await gather(pieces)];
  };
  return [await read(), await read()];
}

describe("keepInput", () => {
  it("reads a file in place, without a copy", async () => {
    const folder = temporaryFolder({ "a.csv": "query\n" });
    const path = join(folder, "a.csv");
    const copy = join(folder, "copy");
    const both = await readTwice(await keepInput(path, { copy, signal: unbroken }));
    expect(both).toEqual([
      [path, "query\n"],
      [path, "query\n"],
    ]);
    expect(existsSync(copy)).toBe(false);
  });

  it("copies standard input and pipes, and keeps their names in messages", async () => {
    const folder = temporaryFolder();
    const standardInput = Readable.from([Buffer.from("qu"), Buffer.from("ery\n")]);
    const copy = join(folder, "deep/copy");
    const both = await readTwice(await keepInput("-", { copy, signal: unbroken, standardInput }));
    expect(both.map(([source, text]) => [source, text])).toEqual(Array(2).fill(["standard input", "query\n"]));
    expect(readFileSync(copy, "utf8")).toBe("query\n");

    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    setTimeout(() => writeFileSync(pipe, "of a pipe\n"), 20);
    const kept = await keepInput(pipe, { copy: join(folder, "other"), signal: unbroken });
    expect(await readTwice(kept)).toEqual(Array(2).fill([pipe, "of a pipe\n"]));
  });

  it("rejects a missing file and empty standard input", async () => {
    const options = { copy: join(temporaryFolder(), "copy"), signal: unbroken };
    await expect(keepInput("nowhere.csv", options)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    const empty = keepInput("-", { ...options, standardInput: Readable.from([]) });
    await expect(empty).rejects.toMatchObject({ code: "EMPTY_FILE", details: { file: "standard input" } });
  });

  it("stops if it is interrupted while waiting for input", async () => {
    const interruption = new AbortController();
    const waiting = new Readable({ read() {} });
    const copy = join(temporaryFolder(), "copy");
    const kept = keepInput("-", { copy, signal: interruption.signal, standardInput: waiting });
    setTimeout(() => interruption.abort(), 20);
    await expect(kept).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(existsSync(copy)).toBe(false);
  });

  const piece = (character: string) => Buffer.alloc(1 << 20, character);
  it.each([
    ["an endless line", piece("x"), "line", 65],
    ["endless zeros", piece("\0"), "line", 65],
    [
      "an archive that unpacks to far too much",
      gzipSync(Buffer.alloc(512 << 20, "q,t\n"), { level: 9 }),
      "expansion",
      1,
    ],
    ["endless rows", piece("q,t\n"), "pipe", 9],
  ] as const)("does not copy more of %s than the limit allows", async (_, given, bound, most) => {
    let asked = 0;
    const endless = function* () {
      for (;;) {
        asked++;
        yield given;
      }
    };
    const copy = join(temporaryFolder(), "copy");
    const { most: usual } = inputBounds.pipe;
    inputBounds.pipe.most = bound === "pipe" ? 8 << 20 : usual;
    const kept = keepInput("-", { copy, signal: unbroken, standardInput: Readable.from(endless()) });
    await expect(kept).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { file: "standard input", bound } });
    inputBounds.pipe.most = usual;
    // A stream reads some pieces ahead.
    expect(asked).toBeLessThan(most + 32);
    expect(existsSync(copy)).toBe(false);
  });
});
