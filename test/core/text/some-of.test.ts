import { describe, expect, it } from "vitest";
import { someOf } from "../../../src/core/text/some-of.ts";

describe("someOf", () => {
  it.each([
    [[], 3, ""],
    [["a"], 3, "a"],
    [["a", "b", "c"], 3, "a, b, c"],
    [["a", "b", "c", "d"], 3, "a, b, c and 1 more"],
    [["a", "b", "c"], 1, "a and 2 more"],
  ])("says %j, at most %d, as %j", (names, most, said) => {
    expect(someOf(names, most)).toBe(said);
  });
});
