import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRating, Refusal, raterOf } from "../../../src/gold/rating/pair-writer.ts";
import { runs } from "../../support/property.ts";

const rating = { pool: "p", rater: "Ann", pair: 3, occasion: 0, state: "rated", grade: 4, note: "n", seconds: null };
const parsed = { ...rating, givenAt: null };

describe("parseRating", () => {
  it("returns the fields of a rating, and no other fields", () => {
    expect(parseRating(JSON.stringify({ ...rating, ratedAt: "1999", __proto__: 1, other: 2 }))).toEqual(parsed);
    expect(parseRating(JSON.stringify({ ...rating, givenAt: 1.5 })).givenAt).toBe(1.5);
  });

  it("returns a rating or throws a refusal for any text", () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(parsed)));
    const objects = fc.record(Object.fromEntries(Object.keys(parsed).map((name) => [name, field])));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          objects.map((value) => JSON.stringify(value)),
        ),
        (body) => {
          try {
            expect(Object.keys(parseRating(body)).sort()).toEqual(Object.keys(parsed).sort());
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        },
      ),
      runs,
    );
  });
});

describe("times", () => {
  const withFields = (fields: string) => `${JSON.stringify(rating).slice(0, -1)},${fields}}`;

  it("accepts up to 86,400 seconds, which is one day", () => {
    for (const seconds of [0, 86_400]) expect(parseRating(withFields(`"seconds":${seconds}`)).seconds).toBe(seconds);
  });

  // 1e999 is Infinity after JSON.parse.
  it.each(['"seconds":1e999', '"seconds":86401', '"seconds":-1', '"givenAt":1e999', '"givenAt":-1', '"givenAt":"now"'])(
    "refuses %s",
    (fields) => {
      expect(() => parseRating(withFields(fields))).toThrow(
        expect.objectContaining({ status: 400, code: "wrong-field" }),
      );
    },
  );
});

describe("raterOf", () => {
  it.each([
    [" Ann ", "Ann"],
    ["Zoe\u0308", "Zoë"],
    ["محمد", "محمد"],
    ["山田 太郎", "山田 太郎"],
    ["x".repeat(60), "x".repeat(60)],
    ["👩".repeat(60), "👩".repeat(60)],
    // Invisible differences: one rater.
    ["Ann\u200b", "Ann"],
    ["A\u00adnn", "Ann"],
    ["An\u200dn", "Ann"],
    ["\ufeffAnn", "Ann"],
    ["A\u2060nn\u{e0041}", "Ann"],
    ["Ann\ufe0f", "Ann"],
    ["A\u034fnn", "Ann"],
    ["\u3164Ann", "Ann"],
    ["Ａｎｎ", "Ann"],
    ["Ann\u00a0 Lee", "Ann Lee"],
    ["علی\u200cرضا", "علیرضا"],
  ])("reads %j as %j", (given, name) => {
    expect(raterOf(given)).toBe(name);
  });

  it.each([undefined, "", " \t ", "a\u0000", "a\tb", "a\u2028b", "\u2066a", "\ud800", "\u200b", "x".repeat(61)])(
    "refuses %j",
    (given) => {
      expect(() => raterOf(given)).toThrow(expect.objectContaining({ status: 422, code: "unfit-name" }));
    },
  );
});
