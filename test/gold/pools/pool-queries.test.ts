import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placesByQuery, queryName, shufflePool } from "../../../src/gold/pools/pool-queries.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

describe("placesByQuery", () => {
  it("lists the places of each query, also where its pairs do not stand together", () => {
    const pairs = ["b", "a", "b", "__proto__", "b"].map((query) => ({ query }));
    expect([...placesByQuery(pairs)]).toEqual([
      ["b", [0, 2, 4]],
      ["a", [1]],
      ["__proto__", [3]],
    ]);
  });

  it("is empty without pairs", () => {
    expect(placesByQuery([]).size).toBe(0);
  });
});

describe("queryName", () => {
  it("is the id where there is one of one word", () => {
    expect(queryName({ query: "red apples", queryId: "q1" })).toBe("q1");
  });

  it.each([null, "", "q 1"])("is the text where the id is %j", (queryId) => {
    expect(queryName({ query: "red apples", queryId })).toBe("red apples");
  });
});

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
