import { describe, expect, it } from "vitest";
import { jsonPath, misfitText, parseJsonText } from "../../../src/core/text/json-value.ts";

describe("jsonPath", () => {
  it.each([
    ["", "a", "a"],
    ["a", "b-c", "a.b-c"],
    ["a", 0, "a[0]"],
    ["a[0]", "b c", 'a[0]["b c"]'],
    ["", "", '[""]'],
  ])("appends to the path %j the key %j, and returns %j", (path, key, expected) => {
    expect(jsonPath(path, key)).toBe(expected);
  });
});

describe("misfitText", () => {
  it.each([
    [undefined, "missing"],
    ["", "empty"],
    [null, "null or NaN"],
    [[1], "a list"],
    [{ a: 1 }, "an object"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [true, "true"],
    ["x", '"x"'],
  ])("describes %j as %s", (found, words) => {
    expect(misfitText("a", found, "a number")).toBe(`a is ${words}; a number is expected`);
  });

  it('calls the whole document "it"', () => {
    expect(misfitText("", [], "an object")).toBe("it is a list; an object is expected");
  });
});

describe("parseJsonText", () => {
  it("reads NaN as null, except inside a text", () => {
    expect(parseJsonText('{"a":NaN,"b":["NaN, NaN",NaN]}')).toEqual({ a: null, b: ["NaN, NaN", null] });
    expect(() => parseJsonText('{"a":NaN,')).toThrow(SyntaxError);
  });

  it.each([
    ['{"id":9007199254740993}', { id: "9007199254740993" }],
    ["[-1729382256910270465, 1234567890123456.0]", ["-1729382256910270465", "1234567890123456"]],
    ['{"id":12,"score":0.1234567890123456,"far":1e21}', { id: 12, score: 0.1234567890123456, far: 1e21 }],
    ['{"a \\"9007199254740993":"9007199254740993, 1"}', { 'a "9007199254740993': "9007199254740993, 1" }],
  ])("keeps every digit of the whole numbers in %s", (text, value) => {
    expect(parseJsonText(text)).toEqual(value);
  });
});
