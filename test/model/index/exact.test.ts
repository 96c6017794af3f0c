import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactIndex, exactIndexes, lookupCounter, requireVector } from "../../../src/model/index/exact.ts";
import { nearestIndexContract } from "../../contracts/nearest-index.ts";
import { runs } from "../../support/property.ts";
import { atDegrees, randomUnitVectors, vectorAt } from "../../support/random-vectors.ts";

nearestIndexContract("exact", exactIndex);

describe("exactIndex", () => {
  describe("exactIndex for random points", () => {
    it("returns all points in order of decreasing similarity", () => {
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 1, max: 40 }), (seed, count) => {
          const vectors = randomUnitVectors(count + 1, 8, seed);
          const asked = vectorAt(vectors, 8, count);
          const order = exactIndex({ vectors, dimensions: 8, count }).nearest(asked, count);
          const similarities = order.map((point) =>
            vectorAt(vectors, 8, point).reduce((sum, number, place) => sum + number * (asked[place] ?? 0), 0),
          );
          expect(new Set(order).size).toBe(count);
          expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
        }),
        runs,
      );
    });
  });

  describe("exactIndex in edge cases", () => {
    it("puts the smaller number first if points are equal", () => {
      const vectors = Float32Array.from([...atDegrees(90), ...atDegrees(5), ...atDegrees(5)]);
      expect(exactIndex({ vectors, dimensions: 2, count: 3 }).nearest(atDegrees(0), 2)).toEqual([1, 2]);
    });
  });
});

describe("exactIndexes", () => {
  it("builds an index at each call without storing it, and counts indexes and look-ups", async () => {
    const indexes = exactIndexes();
    const points = { vectors: atDegrees(0), dimensions: 2, count: 1 };
    const index = await indexes.open("query 0", ["a"], points);
    await indexes.open("query 0", ["a"], points);
    expect(index.nearest(atDegrees(10), 1)).toEqual([0]);
    expect(await indexes.close()).toEqual({
      kind: "exact",
      folder: null,
      reused: 0,
      built: 2,
      lookups: 1,
      rebuilt: {},
      unfinished: 0,
      failure: null,
    });
  });
});

describe("requireVector", () => {
  it("accepts a vector with the right number of finite numbers", () => {
    expect(() => requireVector(Float32Array.of(0, -1, 1e30), 3)).not.toThrow();
  });

  describe("requireVector with an invalid vector", () => {
    it("names the length and the expected dimensions", () => {
      expect(() => requireVector(Float32Array.of(1, 2), 3)).toThrow(
        expect.objectContaining({ code: "INVALID_VECTOR", details: { length: 2, dimensions: 3 } }),
      );
    });

    it.each([
      [Float32Array.of(1, 2), "it has 2 numbers; this index needs 3, all finite"],
      [Float32Array.of(1, Number.NaN, 2), "it has 3 numbers, not all of them finite; this index needs 3, all finite"],
    ])("explains what is wrong with %j", (vector, says) => {
      expect(() => requireVector(vector, 3)).toThrow(says);
    });
  });
});

it("lookupCounter counts the look-ups of all its indexes, and does not change arguments and results", () => {
  const { counted, lookups } = lookupCounter();
  const [one, other] = [counted({ size: 9, nearest: (_, k) => [k] }), counted({ size: 2, nearest: () => [1, 0] })];
  expect(lookups()).toBe(0);
  expect([one.size, other.size]).toEqual([9, 2]);
  expect([one.nearest(Float32Array.of(1), 5), one.nearest(Float32Array.of(1), 6)]).toEqual([[5], [6]]);
  expect(other.nearest(Float32Array.of(1), 2)).toEqual([1, 0]);
  expect(lookups()).toBe(3);
});
