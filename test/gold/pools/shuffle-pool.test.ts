import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shufflePool } from "../../../src/gold/pools/shuffle-pool.ts";
import { seededRandom } from "../../../src/maths/random/seeded-random.ts";
import { makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

describe("shufflePool", () => {
  it("keeps every pair, and those of a query together", () => {
    const queries = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
    fc.assert(
      fc.property(queries, fc.integer(), (names, seed) => {
        const pairs = names.map((query, place) => makePair(query, `d${place}`));
        const shuffled = shufflePool(pairs, seededRandom(seed));
        expect(new Set(shuffled)).toEqual(new Set(pairs));
        expect(shuffled).toHaveLength(pairs.length);
        const changes = shuffled.filter(({ query }, place) => query !== shuffled[place - 1]?.query);
        expect(changes).toHaveLength(new Set(names).size);
      }),
      runs,
    );
  });

  it("gives every order of queries and of pairs a chance", () => {
    const pairs = ["a", "a", "b", "b"].map((query, place) => makePair(query, `d${place}`));
    const random = seededRandom(3);
    const orders = Array.from({ length: 200 }, () =>
      shufflePool(pairs, random)
        .map(({ id }) => id)
        .join(),
    );
    expect(new Set(orders).size).toBe(8);
  });
});
