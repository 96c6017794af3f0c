/** Can any input be read as often as it is asked for? */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type KeptInput, keepInput } from "../../../src/io/results/keep-input.ts";
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
  it("reads a file where it is", async () => {
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

  it("copies standard input and pipes, under the name that messages know", async () => {
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

  it("says what is wrong as other readers do", async () => {
    const options = { copy: join(temporaryFolder(), "copy"), signal: unbroken };
    await expect(keepInput("nowhere.csv", options)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    const empty = await keepInput("-", { ...options, standardInput: Readable.from([]) });
    await expect(empty.open()).rejects.toMatchObject({ code: "EMPTY_FILE", details: { file: "standard input" } });
  });

  it("ends when it is interrupted while nothing comes", async () => {
    const interruption = new AbortController();
    const waiting = new Readable({ read() {} });
    const copy = join(temporaryFolder(), "copy");
    const kept = keepInput("-", { copy, signal: interruption.signal, standardInput: waiting });
    setTimeout(() => interruption.abort(), 20);
    await expect(kept).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});
