import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededBits } from "../../../src/maths/random/seeded-random.ts";
import { shuffle } from "../../../src/maths/random/shuffle.ts";
import { runs } from "../../support/property.ts";

function randomOf(seed: number) {
  const bits = seededBits(seed);
  return () => bits() / 2 ** 32;
}

describe("shuffle", () => {
  it("gives every order of four items as often as any other", () => {
    const random = randomOf(1);
    const counts = new Map<string, number>();
    const draws = 24_000;
    for (let draw = 0; draw < draws; draw++) {
      const order = shuffle(["a", "b", "c", "d"], random).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const expected = draws / 24;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // scipy.stats.chi2.isf(1e-4, 23) = 57.1...
    expect(chiSquare).toBeLessThan(57);
  });

  describe("shape of the answer", () => {
    it("holds the same items, and leaves the list as it was", () => {
      fc.assert(
        fc.property(fc.array(fc.nat(9)), fc.integer(), (items, seed) => {
          const frozen = Object.freeze([...items]);
          expect(shuffle(frozen, randomOf(seed)).sort()).toEqual([...items].sort());
          expect(frozen).toEqual(items);
        }),
        runs,
      );
    });

    it("is the same for the same seed, and another for others", () => {
      const items = Array.from({ length: 20 }, (_, place) => place);
      const orders = [1, 2, 3, 1].map((seed) => shuffle(items, randomOf(seed)).join());
      expect(orders[3]).toBe(orders[0]);
      expect(new Set(orders).size).toBe(3);
    });
  });

  describe("edges", () => {
    it.each([[[]], [["a"]]])("leaves %j as it is", (items) => {
      expect(shuffle(items, () => 0.999)).toEqual(items);
    });
  });
});
