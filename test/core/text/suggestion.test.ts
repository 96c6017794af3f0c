import { describe, expect, it, test } from "vitest";
import { nearestName, suggestion } from "../../../src/core/text/suggestion.ts";

describe("nearestName", () => {
  // Levenshtein's examples: kitten and sitting differ by 3, flaw and lawn by 2.
  test.each([
    ["kitten", "sitting", 3],
    ["lawn", "flaw", 2],
    ["abc", "abc", 0],
  ])("counts wrong letters: %s, %s", (given, name, distance) => {
    expect(nearestName(given, [name])).toEqual({ name, distance });
  });

  it("does not count case, but breaks ties by it", () => {
    expect(nearestName("NGCG", ["nDCG", "ndcg"])).toEqual({ name: "nDCG", distance: 1 });
    expect(nearestName("mapp", ["MAP", "map"])).toEqual({ name: "map", distance: 1 });
  });

  it("takes the first of equals", () => {
    expect(nearestName("cat", ["hat", "bat"])?.name).toBe("hat");
  });

  it("takes one letter too many for a slip, and one of one for none", () => {
    expect(nearestName("Pp", ["P"])).toEqual({ name: "P", distance: 1 });
    expect(nearestName("x", ["P"])).toBeNull();
    expect(nearestName("", ["P"])).toBeNull();
  });

  it("answers about a text of megabytes too", () => {
    const known = Array.from({ length: 500 }, (_, place) => `a name of letters ${place}`);
    expect(nearestName("word ".repeat(1_000_000), known)).toBeNull();
  });

  it("is null where nothing is near", () => {
    expect(nearestName("abcdefgh", ["abcdXXXX"])).toBeNull();
    expect(nearestName("a", [])).toBeNull();
  });
});

describe("suggestion", () => {
  it("names the nearest of the known names", () => {
    expect(suggestion("treshold", ["reference", "threshold", "hold"])).toBe(' Did you mean "threshold"?');
    expect(suggestion("nDGC", ["P", "nDCG", "DCG"])).toBe(' Did you mean "nDCG"?');
  });

  it("takes the first of equally near names", () => {
    expect(suggestion("cat", ["hat", "bat"])).toBe(' Did you mean "hat"?');
  });

  it("takes the one name with a word that begins so, unless another is a slip away", () => {
    expect(suggestion("qrel", ["rre", "trec-qrels", "semqrel-labels", "csv"])).toBe(' Did you mean "trec-qrels"?');
    expect(suggestion("labels", ["label", "semqrel-labels"])).toBe(' Did you mean "label"?');
    expect(suggestion("qrel", ["trec-qrels", "qrels-of-mine"])).toBe("");
  });

  it("never offers the name that was refused", () => {
    expect(suggestion("label", ["label"])).toBe("");
    expect(suggestion("label", ["label", "labels"])).toBe(' Did you mean "labels"?');
  });

  it("is silent where no name is near", () => {
    expect(suggestion("zzzz", ["label", "bench"])).toBe("");
    expect(suggestion("label", [])).toBe("");
  });

  it("does not take half of a short name for the name", () => {
    expect(suggestion("x", ["P"])).toBe("");
    expect(suggestion("", ["P", "AP"])).toBe("");
  });
});
