import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRecordsAt } from "../../src/io/labels/label-tables.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const text = [
  "id,title\n", // line 1
  'a,"two\nlines, ""quoted"""\n', // 2 and 3
  "b,plain\n", // 4
  "\n", // 5
  'c,"with\r\n\r\nmore"\r\n', // 6 to 8
  "d,last", // 9
].join("");

async function titlesAt(...lines: number[]): Promise<string[]> {
  const path = join(temporaryFolder({ "rows.csv": text }), "rows.csv");
  const found: string[] = [];
  const sum = await readRecordsAt(path, Int32Array.from(lines), (place, cellOf) => {
    found[place] = `${cellOf("id")}: ${cellOf("title")}${cellOf("no such column")}`;
  });
  expect(sum).toBe(createHash("sha256").update(readFileSync(path)).digest("hex"));
  return found;
}

describe("readRecordsAt", () => {
  it("returns the whole rows that start on the given lines, even if titles contain line breaks and quotes", async () => {
    expect(await titlesAt(2)).toEqual(['a: two\nlines, "quoted"']);
    expect(await titlesAt(4, 9)).toEqual(["b: plain", "d: last"]);
    expect(await titlesAt(6)).toEqual(["c: with\r\n\r\nmore"]);
    expect(await titlesAt(2, 4, 6, 9)).toHaveLength(4);
  });

  it("returns no rows if no lines are given, but still returns the file's hash", async () => {
    expect(await titlesAt()).toEqual([]);
  });
});
