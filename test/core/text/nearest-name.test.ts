import { describe, expect, it, test } from "vitest";
import { nearestName } from "../../../src/core/text/nearest-name.ts";

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
