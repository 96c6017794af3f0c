import { describe, expect, it } from "vitest";
import { stackDots } from "../../../src/report/plots/render-rows.ts";
import { pathPlaces } from "./read-svg.ts";

const placesOf = (places: readonly number[]) =>
  stackDots(places, 100, 50).map(({ density, d }) => [density, [...new Set(pathPlaces(d).map(String))]]);

describe("stackDots", () => {
  it("stacks up to four dots in a column", () => {
    expect(placesOf([100, 101, 106])).toEqual([[1, ["100,50", "100,47", "106,50"]]]);
    expect(placesOf([100, 100, 100, 100])).toEqual([[1, ["100,50", "100,47", "100,44", "100,41"]]]);
  });
  it("darkens the dots of a column for more than four values", () => {
    // 6 = 2 + 2 + 1 + 1, 17 = 5 + 4 + 4 + 4
    expect(placesOf(Array(6).fill(100))).toEqual([
      [1, ["100,44", "100,41"]],
      [2, ["100,50", "100,47"]],
    ]);
    expect(placesOf(Array(17).fill(100))).toEqual([[3, ["100,50", "100,47", "100,44", "100,41"]]]);
  });
  it("does not depend on the order of values, and returns no dots without values", () => {
    const places = [130, 100, 115, 100, 223.4];
    expect(stackDots(places, 100, 50)).toEqual(stackDots(places.toReversed(), 100, 50));
    expect(stackDots([], 100, 50)).toEqual([]);
  });
});
