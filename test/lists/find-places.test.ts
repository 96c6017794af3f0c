import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPlaces } from "../../src/lists/find-oddities.ts";
import { runs } from "../support/property.ts";

describe("findPlaces", () => {
  it("counts all places that fulfil the condition, and returns the first three", () => {
    const found = findPlaces(
      10,
      (place) => place % 2 === 1,
      (place) => `place ${place}`,
    );
    expect(found).toEqual({ count: 5, examples: ["place 1", "place 3", "place 5"] });
  });

  describe("findPlaces for any places", () => {
    it("counts as many places as a filter of the array", () => {
      fc.assert(
        fc.property(fc.array(fc.boolean()), (odd) => {
          const { count, examples } = findPlaces(odd.length, (place) => odd[place] === true, String);
          const places = [...odd.keys()].filter((place) => odd[place]).map(String);
          expect({ count, examples }).toEqual({ count: places.length, examples: places.slice(0, 3) });
        }),
        runs,
      );
    });
  });

  describe("findPlaces in edge cases", () => {
    it("returns 0 and no examples for an empty list", () => {
      expect(findPlaces(0, () => true, String)).toEqual({ count: 0, examples: [] });
    });
  });
});
