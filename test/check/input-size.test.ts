import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inputSize } from "../../src/check/block-work.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("inputSize", () => {
  const packed = gzipSync("query,title\n");
  const folder = temporaryFolder({ "a.csv": "0123456789", "b.csv": "", "c.gz": packed, "d.parquet": "PAR1....PAR1" });
  const at = (name: string) => join(folder, name);

  it("adds up the sizes of files, and estimates the unpacked size of compressed files", () => {
    expect(inputSize([at("a.csv"), at("b.csv")])).toBe(10);
    expect(inputSize([at("c.gz")])).toBe(8 * packed.length);
    expect(inputSize([at("a.csv"), at("d.parquet")])).toBe(10 + 8 * 12);
    expect(inputSize([])).toBe(0);
  });

  it("is infinite for standard input or a pipe, and 0 for a folder or a missing file", () => {
    execFileSync("mkfifo", [at("pipe")]);
    expect(inputSize([at("a.csv"), "-"])).toBe(Number.POSITIVE_INFINITY);
    expect(inputSize([at("pipe")])).toBe(Number.POSITIVE_INFINITY);
    expect(inputSize([at("none.csv"), folder])).toBe(0);
  });
});
