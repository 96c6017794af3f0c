import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PooledPair } from "../../../src/core/types.ts";
import { mergeNearDuplicates } from "../../../src/gold/pools/draw-by-spread.ts";
import { makeEngine, makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

/** A pair that `name` returned at `rank`. */
function at(query: string, id: string, rank: number, name = "e"): PooledPair {
  return makePair(query, id, { engines: [makeEngine(name, rank)] });
}

/** Cosines of directions in a plane, given in degrees. */
function angles(degrees: readonly number[]) {
  return (one: number, other: number) => Math.cos((((degrees[one] ?? 0) - (degrees[other] ?? 0)) * Math.PI) / 180);
}

const within10Degrees = Math.cos((10.5 * Math.PI) / 180);

describe("mergeNearDuplicates", () => {
  it("merges into the pair with the best rank, which gets the merged titles and the engines of both", () => {
    const pairs = [at("q", "low", 3, "a"), at("q", "far", 0), at("q", "top", 1, "b")];
    const { pairs: left, merged } = mergeNearDuplicates(pairs, angles([0, 90, 10]), within10Degrees);
    expect(merged).toBe(1);
    expect(left).toEqual([
      at("q", "far", 0),
      {
        ...at("q", "top", 1, "b"),
        engines: [makeEngine("b", 1), makeEngine("a", 3)],
        merged: [{ id: "low", title: "low", similarity: expect.closeTo(Math.cos(Math.PI / 18), 12) }],
      },
    ]);
  });

  it("makes no chains: a title that is only similar to a merged title stays separate", () => {
    const pairs = [at("q", "a", 0), at("q", "b", 1), at("q", "c", 2)];
    const { pairs: left } = mergeNearDuplicates(pairs, angles([0, 10, 20]), within10Degrees);
    expect(left.map(({ id, merged }) => [id, merged.map((one) => one.id)])).toEqual([
      ["a", ["b"]],
      ["c", []],
    ]);
  });

  it("keeps the ids that were merged into a pair when the pair itself is merged", () => {
    const twin = makePair("q", "b", {
      engines: [makeEngine("e", 4)],
      merged: [{ id: "b2", title: "B", similarity: 1 }],
    });
    const { pairs: left } = mergeNearDuplicates([at("q", "a", 0), twin], angles([0, 60]), 0.4);
    expect(left[0]?.merged).toEqual([
      { id: "b", title: "b", similarity: expect.closeTo(0.5, 12) },
      { id: "b2", title: "B", similarity: expect.closeTo(0.5, 12) },
    ]);
  });

  it("keeps the pairs of an existing pool, and merges new pairs into them whatever their ranks", () => {
    const pairs = [at("q", "old", 9), at("q", "other old", 8), at("q", "new", 0)];
    const { pairs: left, merged } = mergeNearDuplicates(pairs, angles([0, 1, 2]), within10Degrees, 2);
    expect(left.map(({ id, merged: joined }) => [id, joined.map((one) => one.id)])).toEqual([
      ["old", ["new"]],
      ["other old", []],
    ]);
    expect(merged).toBe(1);
  });

  describe("properties", () => {
    it("keeps every id once, and merges exactly the pairs that are similar enough", () => {
      const item = fc.record({ query: fc.constantFrom("a", "b"), degree: fc.nat(90), rank: fc.nat(4) });
      fc.assert(
        fc.property(fc.array(item, { maxLength: 14 }), fc.nat(14), (items, fixed) => {
          const pairs = items.map(({ query, rank }, place) => at(query, `d${place}`, rank));
          const cosineOf = angles(items.map(({ degree }) => degree));
          const { pairs: left, merged } = mergeNearDuplicates(pairs, cosineOf, within10Degrees, fixed);
          const placeOf = (id: string) => Number(id.slice(1));
          const ids = left.flatMap((pair) => [pair.id, ...pair.merged.map(({ id }) => id)]);
          expect(ids.map(placeOf).sort((one, other) => one - other)).toEqual([...pairs.keys()]);
          expect(merged).toBe(pairs.length - left.length);
          for (const pair of left) {
            for (const one of pair.merged) {
              expect(cosineOf(placeOf(pair.id), placeOf(one.id))).toBeGreaterThanOrEqual(within10Degrees);
              expect(items[placeOf(one.id)]?.query).toBe(pair.query);
              expect(placeOf(one.id)).toBeGreaterThanOrEqual(fixed);
            }
          }
          for (const [place, one] of left.entries()) {
            for (const other of left.slice(place + 1)) {
              if (one.query !== other.query || placeOf(other.id) < fixed) continue;
              expect(cosineOf(placeOf(one.id), placeOf(other.id))).toBeLessThan(within10Degrees);
            }
          }
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    it("keeps the first pair if ranks are equal, also if no engine returned either pair", () => {
      const pairs = [makePair("q", "a"), makePair("q", "b")];
      expect(mergeNearDuplicates(pairs, () => 1, 0.9).pairs.map(({ id }) => id)).toEqual(["a"]);
    });

    it("never merges across queries", () => {
      expect(mergeNearDuplicates([at("q", "a", 0), at("p", "b", 0)], () => 1, 0.9).merged).toBe(0);
    });

    it("merges pairs whose similarity equals the threshold", () => {
      expect(mergeNearDuplicates([at("q", "a", 0), at("q", "b", 1)], () => 0.97, 0.97).merged).toBe(1);
    });
  });
});
