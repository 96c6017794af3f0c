import { describe, expect, it } from "vitest";
import { jsonPath, misfitText } from "../../../src/core/text/json-value.ts";

describe("jsonPath", () => {
  it.each([
    ["", "a", "a"],
    ["a", "b-c", "a.b-c"],
    ["a", 0, "a[0]"],
    ["a[0]", "b c", 'a[0]["b c"]'],
    ["", "", '[""]'],
  ])("from %j by %j is %j", (path, key, expected) => {
    expect(jsonPath(path, key)).toBe(expected);
  });
});

describe("misfitText", () => {
  it.each([
    [undefined, "missing"],
    ["", "empty"],
    [null, "null"],
    [[1], "a list"],
    [{ a: 1 }, "an object"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [true, "true"],
    ["x", '"x"'],
  ])("says that %j is %s", (found, words) => {
    expect(misfitText("a", found, "a number")).toBe(`a is ${words}; a number is expected`);
  });

  it("calls the whole document it", () => {
    expect(misfitText("", [], "an object")).toBe("it is a list; an object is expected");
  });
});
