import { describe, expect, it } from "vitest";
import { distinctFileNames, plainPath } from "../../../src/core/text/paths.ts";

describe("plainPath", () => {
  it.each([
    ["all.csv", "./all.csv"],
    ["a/all.csv", "././a//./all.csv"],
    ["/all.csv", "//all.csv"],
    ["C:/lists/all.csv", "C:\\lists\\.\\all.csv"],
    ["lists/all.csv", ".\\lists\\all.csv"],
  ])("returns %s for %s", (one, other) => {
    expect(plainPath(other)).toBe(plainPath(one));
    expect(plainPath(one)).toBe(one);
  });

  it.each([
    ["all.csv", "/all.csv"],
    ["all.csv", ".all.csv"],
    ["all.csv", "../all.csv"],
  ])("returns different paths for %s and %s", (one, other) => {
    expect(plainPath(other)).not.toBe(plainPath(one));
  });
});

describe("distinctFileNames", () => {
  it("keeps letters, digits, dots, hyphens, underscores and at signs", () => {
    expect(distinctFileNames(["bm25_k.9-b", "Größe", "bm25@2"])).toEqual(["bm25_k.9-b", "Größe", "bm25@2"]);
  });

  it("replaces with a hyphen each character that is invalid in a path, hides the file or leads out of the folder", () => {
    expect(distinctFileNames(["a/b c", "../up", ".hidden", ""])).toEqual(["a-b-c", "--up", "-hidden", "engine"]);
  });

  it("gives engines with the same name different files", () => {
    expect(distinctFileNames(["a b", "a/b", "a-b"])).toEqual(["a-b", "a-b~2", "a-b~3"]);
  });

  it("gives different files to names that differ only in case, because many file systems treat them as equal", () => {
    expect(distinctFileNames(["BM25", "bm25", "Bm 25", "bm-25"])).toEqual(["BM25", "bm25~2", "Bm-25", "bm-25~2"]);
  });

  it.each([
    ["one-byte letters", "x", 100],
    ["two-byte letters", "é", 50],
    ["three-byte letters", "山", 33],
    ["four-byte letters", "𠀋", 25],
    ["dots, which hide a file", ".", 1],
  ])("cuts long names of %s to 100 bytes, and keeps them different", (_, letter, letters) => {
    const name = letter === "." ? "-" : letter.repeat(letters);
    const long = letter.repeat(300);
    expect(distinctFileNames([`${long}a`, `${long}b`, name])).toEqual([name, `${name}~2`, `${name}~3`]);
  });

  it("avoids names of devices on Windows, and names that end with a dot, which Windows drops", () => {
    expect(distinctFileNames(["con", "AUX", "nul.v2", "com1", "lpt9.old"])).toEqual([
      ...["_con", "_AUX", "_nul.v2", "_com1", "_lpt9.old"],
    ]);
    expect(distinctFileNames(["console", "com10", "bm25.", "v1.."])).toEqual(["console", "com10", "bm25-", "v1-"]);
  });
});
