import { describe, expect, it } from "vitest";
import { distinctFileNames, plainPath } from "../../../src/core/text/paths.ts";

describe("plainPath", () => {
  it.each([
    ["all.csv", "./all.csv"],
    ["a/all.csv", "././a//./all.csv"],
    ["/all.csv", "//all.csv"],
    ["C:/lists/all.csv", "C:\\lists\\.\\all.csv"],
    ["lists/all.csv", ".\\lists\\all.csv"],
  ])("%s is %s", (one, other) => {
    expect(plainPath(other)).toBe(plainPath(one));
    expect(plainPath(one)).toBe(one);
  });

  it.each([
    ["all.csv", "/all.csv"],
    ["all.csv", ".all.csv"],
    ["all.csv", "../all.csv"],
  ])("%s is not %s", (one, other) => {
    expect(plainPath(other)).not.toBe(plainPath(one));
  });
});

describe("distinctFileNames", () => {
  it("keeps letters, digits, dots, hyphens, underscores and the at sign", () => {
    expect(distinctFileNames(["bm25_k.9-b", "Größe", "bm25@2"])).toEqual(["bm25_k.9-b", "Größe", "bm25@2"]);
  });

  it("puts a hyphen for what may not stand in a path, or would hide or leave the folder", () => {
    expect(distinctFileNames(["a/b c", "../up", ".hidden", ""])).toEqual(["a-b-c", "--up", "-hidden", "engine"]);
  });

  it("gives engines of one name different files", () => {
    expect(distinctFileNames(["a b", "a/b", "a-b"])).toEqual(["a-b", "a-b~2", "a-b~3"]);
  });

  it("gives engines different files whose names differ in capitals alone, which many file systems take for one", () => {
    expect(distinctFileNames(["BM25", "bm25", "Bm 25", "bm-25"])).toEqual(["BM25", "bm25~2", "Bm-25", "bm-25~2"]);
  });

  it.each([
    ["letters of one byte", "x", 100],
    ["letters of two bytes", "é", 50],
    ["letters of three bytes", "山", 33],
    ["letters of four bytes", "𠀋", 25],
    ["dots, which hide a file", ".", 1],
  ])("cuts long names of %s to a hundred bytes, and keeps them apart", (_, letter, letters) => {
    const name = letter === "." ? "-" : letter.repeat(letters);
    const long = letter.repeat(300);
    expect(distinctFileNames([`${long}a`, `${long}b`, name])).toEqual([name, `${name}~2`, `${name}~3`]);
  });

  it("avoids what Windows keeps for devices, and names that end with a dot, which it drops", () => {
    expect(distinctFileNames(["con", "AUX", "nul.v2", "com1", "lpt9.old"])).toEqual([
      ...["_con", "_AUX", "_nul.v2", "_com1", "_lpt9.old"],
    ]);
    expect(distinctFileNames(["console", "com10", "bm25.", "v1.."])).toEqual(["console", "com10", "bm25-", "v1-"]);
  });
});
