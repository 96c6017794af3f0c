import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evenlySeededRandom, seededBits, seededRandom, shuffle } from "../../../src/maths/random.ts";
import { runs } from "../../support/property.ts";

function draw(seed: number, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random());
}

describe("seededRandom", () => {
  describe("properties", () => {
    it("seededRandom returns numbers in [0, 1), the same numbers for the same seed", () => {
      fc.assert(
        fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (seed) => {
          const numbers = draw(seed, 20);
          expect(numbers).toEqual(draw(seed, 20));
          expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
        }),
        runs,
      );
    });

    it("seededRandom returns other numbers for another seed", () => {
      const drawn = Array.from({ length: 100 }, (_, seed) => draw(seed, 4).join());
      expect(new Set(drawn).size).toBe(100);
    });

    it("seededRandom is uniform: 10,000 numbers have the expected mean and variance", () => {
      const numbers = draw(1, 10_000);
      const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
      const square = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length;
      // 1/2 and 1/12. The mean of 10,000 deviates by 0.0029; four deviations are 0.0115.
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.0115);
      expect(Math.abs(square - 1 / 12)).toBeLessThan(0.003);
    });
  });

  describe("edge cases", () => {
    it("seededRandom keeps two generators with the same seed independent", () => {
      const one = seededRandom(7);
      const other = seededRandom(7);
      const first = one();
      one();
      expect(other()).toBe(first);
    });
  });
});

describe("seededBits", () => {
  describe("properties", () => {
    it("seededBits returns the same 32-bit whole numbers for the same seed, and other numbers for another seed", () => {
      fc.assert(
        fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 2 }), (seed) => {
          const [one, same, other] = [seed, seed, seed + 1].map(seededBits);
          const numbers = Array.from({ length: 20 }, () => one?.() ?? -1);
          expect(numbers).toEqual(Array.from({ length: 20 }, () => same?.()));
          expect(numbers).not.toEqual(Array.from({ length: 20 }, () => other?.()));
          expect(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < 2 ** 32)).toBe(true);
        }),
        runs,
      );
    });

    it("seededBits sets each of the 32 bits in half of 10,000 numbers", () => {
      const bits = seededBits(1);
      const numbers = Array.from({ length: 10_000 }, () => bits());
      for (let place = 0; place < 32; place++) {
        // The count deviates by 50; allows five deviations.
        expect(Math.abs(numbers.filter((number) => (number >>> place) & 1).length - 5000), `${place}`).toBeLessThan(
          250,
        );
      }
    });

    it("seededBits does not reveal a small seed in its first number: first numbers are evenly distributed", () => {
      // Of 1000 seeds, 500 first numbers have a given bit, with a deviation of 16.
      for (let place = 0; place < 32; place++) {
        const set = Array.from({ length: 1000 }, (_, seed) => (seededBits(seed)() >>> place) & 1);
        expect(Math.abs(set.filter((bit) => bit === 1).length - 500), `${place}`).toBeLessThan(80);
      }
    });
  });
});

describe("evenlySeededRandom", () => {
  it("returns evenly distributed first numbers in [0, 1) for small seeds", () => {
    const first = Array.from({ length: 1000 }, (_, seed) => evenlySeededRandom(seed)());
    expect(Math.max(...first)).toBeLessThan(1);
    // Of 1000 numbers, 100 in each tenth, with a deviation of 9.5; allows five deviations.
    for (let tenth = 0; tenth < 10; tenth++) {
      const count = first.filter((number) => Math.floor(10 * number) === tenth).length;
      expect(Math.abs(count - 100), `${tenth}`).toBeLessThan(48);
    }
  });
});

function randomOf(seed: number) {
  const bits = seededBits(seed);
  return () => bits() / 2 ** 32;
}

describe("shuffle", () => {
  it("returns every order of four items equally often", () => {
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

  describe("properties", () => {
    it("shuffle returns the same items and does not modify the list", () => {
      fc.assert(
        fc.property(fc.array(fc.nat(9)), fc.integer(), (items, seed) => {
          const frozen = Object.freeze([...items]);
          expect(shuffle(frozen, randomOf(seed)).sort()).toEqual([...items].sort());
          expect(frozen).toEqual(items);
        }),
        runs,
      );
    });

    it("shuffle returns the same order for the same seed, and other orders for other seeds", () => {
      const items = Array.from({ length: 20 }, (_, place) => place);
      const orders = [1, 2, 3, 1].map((seed) => shuffle(items, randomOf(seed)).join());
      expect(orders[3]).toBe(orders[0]);
      expect(new Set(orders).size).toBe(3);
    });
  });

  describe("edge cases", () => {
    it.each([[[]], [["a"]]])("shuffle returns %j unchanged", (items) => {
      expect(shuffle(items, () => 0.999)).toEqual(items);
    });
  });
});
