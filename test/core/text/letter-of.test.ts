import { expect, test } from "vitest";
import { letterOf } from "../../../src/core/text/letter-of.ts";

test("places are A to Z, then AA to ZZ, then AAA", () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(letterOf)).toEqual(["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
});

test("no two places share their letters", () => {
  expect(new Set(Array.from({ length: 1000 }, (_, place) => letterOf(place))).size).toBe(1000);
});
