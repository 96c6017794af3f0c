import { describe, expect, it } from "vitest";
import { titleKeysOfQuery } from "../../../src/label/match/title-keys-of-query.ts";
import { makeLists } from "../../support/make-lists.ts";

describe("titleKeysOfQuery", () => {
  it("is the set of lower-cased titles of one query's list", () => {
    const lists = makeLists(
      "e",
      [
        [0, 0, "Alpha"],
        [1, 0, "Beta"],
        [0, 1, "ALPHA"],
        [0, 2, "alpha "],
      ],
      3,
    );
    expect(titleKeysOfQuery(lists, 0)).toEqual(new Set(["alpha", "alpha "]));
    expect(titleKeysOfQuery(lists, 1)).toEqual(new Set(["beta"]));
  });

  describe("edges", () => {
    it("is empty for a query without results, and holds an empty title", () => {
      const lists = makeLists("e", [[0, 0, ""]], 2);
      expect(titleKeysOfQuery(lists, 0)).toEqual(new Set([""]));
      expect(titleKeysOfQuery(lists, 1)).toEqual(new Set());
    });
  });
});
