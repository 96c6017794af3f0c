import { describe, expect, it } from "vitest";
import type { CollectedQuery } from "../../src/collect/collect-query.ts";
import { requireFoundPaths } from "../../src/collect/collected.ts";

const paths = { results: "items", title: "name", id: null, url: null, mayBeAbsent: false };
const counts = { fetched: 1, kept: 0 };
const list = (titles: readonly (string | null)[]): CollectedQuery => ({
  ...{ ...counts, kind: "list", isPartial: false, fields: ["label"] },
  results: titles.map((title) => ({ title, id: null, url: null })),
});
const unreadable: CollectedQuery = { ...counts, kind: "failed", reason: 'no "items"', isUnreadable: true };
const refused: CollectedQuery = { ...counts, kind: "failed", reason: "status 400", isUnreadable: false };

describe("requireFoundPaths", () => {
  it("returns true if one result has all values", () => {
    expect(requireFoundPaths([unreadable, list([null]), list([null, "a"])], paths, false)).toBe(true);
  });
  it("returns false as long as answers are too few to decide", () => {
    for (const done of [[], [refused], [list([])], [list([null])], [unreadable]]) {
      expect(requireFoundPaths(done, paths, false)).toBe(false);
    }
    expect(requireFoundPaths([refused, list([])], paths, true)).toBe(false);
  });
  it("throws if there are enough answers and none has a list or a title", () => {
    expect(() => requireFoundPaths([unreadable], paths, true)).toThrow(/no "items"\. Correct --results/);
    expect(() => requireFoundPaths([list([null])], paths, true)).toThrow(/at "name"; the first has: label\./);
  });
  it.each([
    ["begins in the answer", "items.label", /Paths begin in a result: "label", without "items"\. Correct --title/],
    ["ends at an object", "names", /"names" is an object\. Did you mean "names\.en"\? Correct --title/],
    ["is misspelt", "labl", /Did you mean "label"\? Correct --title/],
  ])("suggests a path if the path of titles %s", (_, title, message) => {
    const fields = ["label", "names.en", "names.de"];
    const found = { ...list([null]), fields };
    expect(() => requireFoundPaths([found], { ...paths, title }, true)).toThrow(message);
  });
});
