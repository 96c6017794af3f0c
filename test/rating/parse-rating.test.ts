import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRating, raterOf } from "../../src/rating/parse-rating.ts";
import { Refusal } from "../../src/rating/refusal.ts";
import { runs } from "../support/property.ts";

const rating = { pool: "p", rater: "Ann", pair: 3, occasion: 0, state: "rated", grade: 4, note: "n", seconds: null };

describe("parseRating", () => {
  it("gives back what the page sent, and nothing that it did not ask for", () => {
    expect(parseRating(JSON.stringify({ ...rating, ratedAt: "1999", __proto__: 1, other: 2 }))).toEqual(rating);
  });

  it("answers any text with a rating or a refusal, never with another error", () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(rating)));
    const objects = fc.record(Object.fromEntries(Object.keys(rating).map((name) => [name, field])));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          objects.map((value) => JSON.stringify(value)),
        ),
        (body) => {
          try {
            expect(Object.keys(parseRating(body)).sort()).toEqual(Object.keys(rating).sort());
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        },
      ),
      runs,
    );
  });
});

describe("raterOf", () => {
  it.each([
    [" Ann ", "Ann"],
    ["Zoe\u0308", "Zoë"],
    ["محمد", "محمد"],
    ["山田 太郎", "山田 太郎"],
    ["x".repeat(60), "x".repeat(60)],
    ["👩‍🔬".repeat(20), "👩‍🔬".repeat(20)],
  ])("keeps %s", (given, name) => {
    expect(raterOf(given)).toBe(name);
  });

  it.each([undefined, "", " \t ", "a\u0000", "a\tb", "a\u2028b", "\u2066a", "\ud800", "x".repeat(61)])(
    "refuses %j",
    (given) => {
      expect(() => raterOf(given)).toThrow(expect.objectContaining({ status: 422, code: "unfit-name" }));
    },
  );
});
