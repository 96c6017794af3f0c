import { expect, test } from "vitest";
import { engineMark } from "../../src/report-page/engine-mark.ts";

test("engines are A to Z, then AA to ZZ, then AAA", () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(engineMark)).toEqual(["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
});

test("no two engines share a mark", () => {
  expect(new Set(Array.from({ length: 1000 }, (_, place) => engineMark(place))).size).toBe(1000);
});
