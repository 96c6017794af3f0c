import { describe, expect, it } from "vitest";
import {
  cosine,
  count,
  counts,
  names,
  nonNegative,
  positive,
  type Setting,
  shareBetween,
  unitShare,
  wholeNumber,
} from "../../src/command/settings.ts";

/** Settings of each kind, and the values of texts. */
const read = (make: (placeholder: string, help: string) => Setting<unknown>, text: string) =>
  make("<x>", "").kind.read?.(text);

describe("settings", () => {
  it.each([
    [count, "12", 12],
    [counts, "5,10", [5, 10]],
    [counts, "3", [3]],
    [wholeNumber, "0", 0],
    [wholeNumber, "2147483647", 2_147_483_647],
    [unitShare, "0", 0],
    [unitShare, "1", 1],
    [unitShare, "0.4", 0.4],
    [positive, "1e-3", 0.001],
    [nonNegative, "0", 0],
    [nonNegative, "2.5", 2.5],
    [shareBetween, "0.95", 0.95],
    [cosine, "-1", -1],
    [names, "a, b,", ["a", "b"]],
    [names, "none", []],
  ] as const)("%o reads %j", (make, text, expected) => {
    expect(read(make, text)).toEqual(expected);
  });

  it.each([
    [count, ["0", "-1", "1.5", "", " ", "x", "Infinity"], /whole number >= 1/],
    [counts, ["", "5,", ",5", "5;10", "5,0", "5,2.5"], /whole number >= 1/],
    [wholeNumber, ["-1", "0.5", "", " ", "2147483648"], /whole number >= 0/],
    [unitShare, ["", " ", "-0.1", "1.01", "x", "NaN"], /from 0 to 1/],
    [positive, ["", "0", "-1", "Infinity", "x"], /above 0/],
    [nonNegative, ["", " ", "-1", "x"], />= 0/],
    [shareBetween, ["0", "1", ""], /above 0 and below 1/],
    [cosine, ["", "-1.1", "1.1"], /from -1 to 1/],
  ] as const)("%o refuses %j", (make, texts, expected) => {
    for (const text of texts) expect(() => read(make, text), text).toThrow(expected);
  });
});
