import { describe, expect, it, test } from "vitest";
import { asSentence, counted, letterOf, printed, quoted, someOf, textsOf } from "../../../src/core/text/wording.ts";

describe("counted", () => {
  it("uses singular and plural", () => {
    expect([0, 1, 2].map((count) => counted(count, "row"))).toEqual(["0 rows", "1 row", "2 rows"]);
    expect([0, 1, 2].map((count) => counted(count, "query", "queries"))).toEqual(["0 queries", "1 query", "2 queries"]);
  });
});

describe("printed", () => {
  it.each([
    [["a", 1], '["a",1]'],
    [{ a: null }, '{"a":null}'],
    ["text", '"text"'],
    [null, "null"],
    [undefined, "undefined"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [5n, "5"],
    [new Map(), "[object Map]"],
    [() => 1, "[object Function]"],
  ])("shows %o", (value, expected) => {
    expect(printed(value)).toBe(expected);
  });

  it("shows the type of a list that contains itself", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(printed(circle)).toBe("[object Array]");
  });
});

describe("someOf", () => {
  it.each([
    [[], 3, ""],
    [["a"], 3, "a"],
    [["a", "b", "c"], 3, "a, b, c"],
    [["a", "b", "c", "d"], 3, "a, b, c and 1 more"],
    [["a", "b", "c"], 1, "a and 2 more"],
  ])("shortens %j to %d names: %j", (names, most, said) => {
    expect(someOf(names, most)).toBe(said);
  });
});

describe("quoted", () => {
  it("does not cut 100 characters or fewer", () => {
    expect(quoted("")).toBe('""');
    expect(quoted("x".repeat(100))).toBe(`"${"x".repeat(100)}"`);
  });

  it("cuts a longer text and adds its length", () => {
    expect(quoted("x".repeat(101))).toBe(`"${"x".repeat(100)}…" (101 characters)`);
    expect(quoted("y".repeat(1_000_000))).toHaveLength(100 + '"…" (1000000 characters)'.length);
  });

  it("never cuts a surrogate pair", () => {
    expect(quoted(`${"x".repeat(99)}😀y`)).toBe(`"${"x".repeat(99)}…" (102 characters)`);
  });
});

it.each([
  ["it failed", "it failed."],
  ["it failed.", "it failed."],
  ["why?", "why?"],
])("asSentence of %j is %j", (text, expected) => {
  expect(asSentence(text)).toBe(expected);
});

test("textsOf leaves out texts that do not apply, but keeps empty texts", () => {
  expect(textsOf("one", false, "", "two")).toEqual(["one", "", "two"]);
  expect(textsOf()).toEqual([]);
});

test("letterOf gives A to Z, then AA to ZZ, then AAA", () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(letterOf)).toEqual(["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
});

test("letterOf returns a different text for each of 1,000 numbers", () => {
  expect(new Set(Array.from({ length: 1000 }, (_, place) => letterOf(place))).size).toBe(1000);
});
