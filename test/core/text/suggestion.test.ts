import { describe, expect, it, test } from "vitest";
import { nearestName, suggestion } from "../../../src/core/text/suggestion.ts";

describe("nearestName", () => {
  // Levenshtein's examples: kitten and sitting differ by 3, flaw and lawn by 2.
  test.each([
    ["kitten", "sitting", 3],
    ["lawn", "flaw", 2],
    ["abc", "abc", 0],
    // Each of these letters has two UTF-16 units.
    ["𐐷𐐲𐑌", "𐐷𐐲𐑍", 1],
  ])("counts the letters by which %s and %s differ: %s", (given, name, distance) => {
    expect(nearestName(given, [name])).toEqual({ name, distance });
  });

  it("prefers a name in the same case only among names that are equally near", () => {
    expect(nearestName("NGCG", ["nDCG", "ndcg"])).toEqual({ name: "nDCG", distance: 1 });
    expect(nearestName("mapp", ["MAP", "map"])).toEqual({ name: "map", distance: 1 });
  });

  it("returns the first of equally near names", () => {
    expect(nearestName("cat", ["hat", "bat"])?.name).toBe("hat");
  });

  it("accepts a name with one extra letter, but not a name without a common letter", () => {
    expect(nearestName("Pp", ["P"])).toEqual({ name: "P", distance: 1 });
    expect(nearestName("x", ["P"])).toBeNull();
    expect(nearestName("", ["P"])).toBeNull();
  });

  it("answers quickly for a text of megabytes", () => {
    const known = Array.from({ length: 500 }, (_, place) => `a name of letters ${place}`);
    expect(nearestName("word ".repeat(1_000_000), known)).toBeNull();
  });

  it("returns null if no name is near", () => {
    expect(nearestName("abcdefgh", ["abcdXXXX"])).toBeNull();
    expect(nearestName("a", [])).toBeNull();
  });
});

describe("suggestion", () => {
  it("suggests the nearest known name", () => {
    expect(suggestion("treshold", ["reference", "threshold", "hold"])).toBe(' Did you mean "threshold"?');
    expect(suggestion("nDGC", ["P", "nDCG", "DCG"])).toBe(' Did you mean "nDCG"?');
  });

  it("suggests the first of equally near names", () => {
    expect(suggestion("cat", ["hat", "bat"])).toBe(' Did you mean "hat"?');
  });

  it("suggests the only name with a word that starts with the text, unless another name differs by one letter", () => {
    expect(suggestion("qrel", ["rre", "trec-qrels", "semqrel-labels", "csv"])).toBe(' Did you mean "trec-qrels"?');
    expect(suggestion("labels", ["label", "semqrel-labels"])).toBe(' Did you mean "label"?');
    expect(suggestion("qrel", ["trec-qrels", "qrels-of-mine"])).toBe("");
  });

  it("never suggests the rejected name itself", () => {
    expect(suggestion("label", ["label"])).toBe("");
    expect(suggestion("label", ["label", "labels"])).toBe(' Did you mean "labels"?');
  });

  it("returns an empty text if no name is near", () => {
    expect(suggestion("zzzz", ["label", "bench"])).toBe("");
    expect(suggestion("label", [])).toBe("");
  });

  it("does not suggest a short name of which half the letters differ", () => {
    expect(suggestion("x", ["P"])).toBe("");
    expect(suggestion("", ["P", "AP"])).toBe("");
  });
});
