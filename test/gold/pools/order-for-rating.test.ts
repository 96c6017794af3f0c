import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  orderForRating,
  placesByQuery,
  type RatingGroup,
  shufflePool,
  summarisePool,
} from "../../../src/gold/pools/order-for-rating.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { makeEngine, makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

/** Queries with a number and documents, as in a pool file. */
function poolOf(sizes: readonly number[], prefix = "q") {
  return sizes.flatMap((size, query) =>
    Array.from({ length: size }, (_, document) => ({ query: `${prefix}${query}`, id: `d${document}` })),
  );
}

const options = { rater: "Ann", seed: 1, repeatShare: 0.05 };
const firstItems = (groups: readonly RatingGroup[]) =>
  groups.flatMap(({ items }) => items.filter(({ occasion }) => occasion === 0).map(({ pair }) => pair));
const repeats = (groups: readonly RatingGroup[]) =>
  groups.flatMap(({ items }) => items.filter(({ occasion }) => occasion === 1).map(({ pair }) => pair));

const somePools = fc
  .array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 12 })
  .map((sizes) => poolOf(sizes));
const someOptions = fc.record({
  rater: fc.string({ maxLength: 5 }),
  seed: fc.integer(),
  repeatShare: fc.constantFrom(0, 0.01, 0.05, 0.2, 1),
});

describe("orderForRating", () => {
  describe("properties", () => {
    it("shows every pair once as new, in groups that have a single query", () => {
      fc.assert(
        fc.property(somePools, someOptions, (pairs, chosen) => {
          const groups = orderForRating(pairs, chosen);
          expect(firstItems(groups).toSorted((one, other) => one - other)).toEqual([...pairs.keys()]);
          const names = [...new Set(pairs.map(({ query }) => query))];
          for (const { query, items } of groups) {
            expect(new Set(items.map(({ pair }) => pairs[pair]?.query))).toEqual(new Set([names[query]]));
            expect(new Set(items.map(({ occasion }) => occasion)).size).toBe(1);
          }
        }),
        runs,
      );
    });

    it("repeats the rounded share of pairs, each of them once and after its first appearance", () => {
      fc.assert(
        fc.property(somePools, someOptions, (pairs, chosen) => {
          const groups = orderForRating(pairs, chosen);
          const again = repeats(groups);
          const rounded = Math.floor(pairs.length * chosen.repeatShare + 0.5);
          const wanted = Math.max(rounded, pairs.length >= 20 && chosen.repeatShare > 0 ? 1 : 0);
          expect(new Set(again).size).toBe(again.length);
          // Fewer pairs are repeated if all pairs that are early enough are already repeated.
          const first = groups.filter(({ items }) => items[0]?.occasion === 0);
          const early = first.slice(0, first.length > 2 ? -2 : undefined).flatMap(({ items }) => items).length;
          expect(again).toHaveLength(Math.min(wanted, early));
          for (const pair of again) {
            const places = groups.flatMap(({ items }, place) =>
              items.some((item) => item.pair === pair) ? [place] : [],
            );
            expect(places).toHaveLength(2);
            const [home = 0, repeated = 0] = places;
            expect(groups[repeated]?.items[0]?.occasion).toBe(1);
            expect(repeated - home).toBeGreaterThanOrEqual(first.length > 2 ? 3 : 1);
          }
        }),
        runs,
      );
    });

    it("returns the same order for the same rater and seed, and does not change its input", () => {
      const pairs = Object.freeze(poolOf([8, 8, 8]).map((pair) => Object.freeze(pair)));
      expect(orderForRating(pairs, options)).toEqual(orderForRating([...pairs], { ...options }));
    });

    it("keeps the order of existing pairs when pairs and queries are added", () => {
      const growth = fc.tuple(somePools, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }), fc.nat(5));
      fc.assert(
        fc.property(growth, someOptions, ([pairs, sizes, further], chosen) => {
          const known = Array.from({ length: further }, (_, place) => ({ query: "q0", id: `new ${place}` }));
          const grown = [...pairs, ...poolOf(sizes, "new "), ...known];
          const kept = firstItems(orderForRating(grown, chosen)).filter((pair) => pair < pairs.length);
          expect(kept).toEqual(firstItems(orderForRating(pairs, chosen)));
        }),
        runs,
      );
    });
  });

  it("keeps nearly all repetitions when a pool grows by half", () => {
    const pairs = poolOf(Array.from({ length: 40 }, () => 10));
    const before = repeats(orderForRating(pairs, options));
    const after = new Set(
      repeats(
        orderForRating(
          [
            ...pairs,
            ...poolOf(
              Array.from({ length: 20 }, () => 10),
              "n",
            ),
          ],
          options,
        ),
      ),
    );
    expect(before).toHaveLength(20);
    expect(before.filter((pair) => !after.has(pair)).length).toBeLessThanOrEqual(2);
  });

  it("differs by rater and seed", () => {
    const pairs = poolOf([10, 10, 10, 10, 10]);
    const orders = ["Ann", "Bob", "Änn"].flatMap((rater) =>
      [1, 2].map((seed) => JSON.stringify(orderForRating(pairs, { ...options, rater, seed }))),
    );
    expect(new Set(orders).size).toBe(6);
  });

  it("puts each query and each pair first no more often than expected by chance", () => {
    // 600 raters, 6 queries: a query comes first 100 times, with a standard deviation of 9.1. The test allows 5 of
    // them.
    const pairs = poolOf([4, 4, 4, 4, 4, 4]);
    const firstQuery = new Array<number>(6).fill(0);
    const firstDocument = new Array<number>(4).fill(0);
    for (let rater = 0; rater < 600; rater++) {
      const [group] = orderForRating(pairs, { ...options, rater: `rater ${rater}` });
      const query = group?.query ?? 0;
      const document = (group?.items[0]?.pair ?? 0) % 4;
      firstQuery[query] = (firstQuery[query] ?? 0) + 1;
      firstDocument[document] = (firstDocument[document] ?? 0) + 1;
    }
    for (const count of firstQuery) expect(Math.abs(count - 100)).toBeLessThan(46);
    for (const count of firstDocument) expect(Math.abs(count - 150)).toBeLessThan(54);
  });

  it("spreads repetitions over the session", () => {
    const groups = orderForRating(poolOf(Array.from({ length: 100 }, () => 10)), options);
    const places = groups.flatMap(({ items }, place) => (items[0]?.occasion === 1 ? [place / groups.length] : []));
    expect(places.length).toBeGreaterThan(30);
    expect(places.filter((place) => place < 0.5).length).toBeGreaterThan(places.length * 0.1);
    expect(places.filter((place) => place > 0.9).length).toBeLessThan(places.length * 0.5);
  });

  describe("edges", () => {
    it("splits a query with more than 100 pairs into equal parts", () => {
      const groups = orderForRating(poolOf([101, 5]), { ...options, repeatShare: 0 });
      const parts = groups.filter(({ query }) => query === 0);
      expect(parts.map(({ part }) => part)).toEqual([1, 2]);
      expect(parts.map(({ items }) => items.length).sort()).toEqual([50, 51]);
      expect(groups.filter(({ query }) => query === 1).map(({ part }) => part)).toEqual([1]);
    });

    it("returns no group without pairs", () => {
      expect(orderForRating([], options)).toEqual([]);
    });

    it("repeats pairs at the end if a session has only one group", () => {
      const groups = orderForRating(poolOf([30]), options);
      expect(groups.map(({ items }) => items[0]?.occasion)).toEqual([0, 1]);
    });

    it.each([
      [9, 0],
      [10, 1],
      [29, 1],
      [30, 2],
      [200, 10],
    ])("of %d pairs, repeats %d", (size, repeated) => {
      const pairs = poolOf([...new Array<number>(Math.floor(size / 3)).fill(3), size % 3].filter((count) => count > 0));
      expect(repeats(orderForRating(pairs, options))).toHaveLength(repeated);
    });

    it("distinguishes pairs whose joined query and id are equal", () => {
      const one = orderForRating(
        [
          { query: "a", id: "b" },
          { query: "a", id: "c" },
          { query: "ab", id: "" },
        ],
        options,
      );
      expect(firstItems(one).toSorted()).toEqual([0, 1, 2]);
    });
  });

  it.each([-0.1, 1.5, Number.NaN])("rejects the share %s", (repeatShare) => {
    expect(() => orderForRating(poolOf([3]), { ...options, repeatShare })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

describe("placesByQuery", () => {
  it("lists the indices of each query's pairs, even if they are not adjacent", () => {
    const pairs = ["b", "a", "b", "__proto__", "b"].map((query) => ({ query }));
    expect([...placesByQuery(pairs)]).toEqual([
      ["b", [0, 2, 4]],
      ["a", [1]],
      ["__proto__", [3]],
    ]);
  });

  it("returns an empty list without pairs", () => {
    expect(placesByQuery([]).size).toBe(0);
  });
});

describe("shufflePool", () => {
  it("keeps every pair, and keeps pairs of a query together", () => {
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

  it("can return every order of queries and of pairs", () => {
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

describe("summarisePool", () => {
  it("counts queries, pairs and pairs that only one engine returned, and estimates the rating time", () => {
    const returned = (...names: string[]) => ({ engines: names.map((name) => makeEngine(name, 0)) });
    const pairs = [
      makePair("p", "1", returned("b", "a")),
      makePair("p", "2", returned("b")),
      makePair("p", "3", returned("b")),
      makePair("q", "1", returned("a", "b")),
      makePair("r", "1", returned()),
      makePair("r", "2", returned("c")),
    ];
    const summary = summarisePool(pairs);
    expect(summary).toEqual({
      queries: 3,
      pairs: 6,
      perQuery: { min: 1, median: 2, max: 3 },
      engines: { a: { pairs: 2, alone: 0 }, b: { pairs: 4, alone: 2 }, c: { pairs: 1, alone: 1 } },
      minutes: 1.2,
    });
    expect(Object.keys(summary.engines)).toEqual(["a", "b", "c"]);
  });
});
