/** Are pairs large if they show much about the differences between engines? */

import { describe, expect, it } from "vitest";
import type { PooledEngine } from "../../src/core/types.ts";
import { titlePool } from "../../src/estimate/calibration/title-pool.ts";
import { expectedVariances, pairSizes, queryDisagreement } from "../../src/estimate/draw-next.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { makeEngine } from "../support/make-pair.ts";

const at = (ranks: Readonly<Record<string, readonly number[]>>) => ({
  engines: Object.entries(ranks).map(([name, [rank = 0, ...also]]): PooledEngine => ({ name, rank, also, of: 10 })),
});
const two = [["a", "b"]] as const;
const sizesOf = (pairs: Parameters<typeof pairSizes>[0]) => pairSizes(pairs, two, (rank) => (rank < 2 ? 1 : 0));

describe("pairSizes", () => {
  it("multiplies the weight difference by the expected deviation, and adds an equal part for all pairs", () => {
    // By hand: popularities 1, 2, 1/2 (log2 2 = 1, log2 4 = 2), mean 7/6; variances .3 + .7 p 6/7 = .9, 1.5, .6;
    // differences of the weights 1, 0, 0: only the first has s = sqrt(.9), three times the mean.
    const found = sizesOf([at({ a: [0] }), at({ a: [0], b: [0] }), at({ b: [2] })]);
    expect([...found]).toEqual([expect.closeTo(0.2 + 0.8 * 3, 12), expect.closeTo(0.2, 12), expect.closeTo(0.2, 12)]);
    const same = sizesOf([at({ a: [0] }), at({ a: [1], b: [2] })]);
    // By hand: p = 1, 1 / log2 3 + 1/2 = 1.1309297535714575; v = .3 + .7 p / mean p.
    const [one, other] = [1, 1.1309297535714575].map((p) => Math.sqrt(0.3 + (0.7 * p) / 1.0654648767857289));
    const mean = ((one ?? 0) + (other ?? 0)) / 2;
    expect([...same]).toEqual([one, other].map((size) => expect.closeTo(0.2 + (0.8 * (size ?? 0)) / mean, 12)));
  });

  it("returns 1 for every pair if no engine returned any pair", () => {
    expect([...sizesOf([at({}), at({})])]).toEqual([1, 1]);
  });

  it("returns sizes with mean 1, each at least a fifth, whatever the lists are", () => {
    const pairs = Array.from({ length: 12 }, (_, rank) =>
      at(rank % 3 === 0 ? { a: [rank] } : { b: [rank], a: [rank + 1] }),
    );
    const found = sizesOf(pairs);
    expect(found.reduce((sum, size) => sum + size, 0) / 12).toBeCloseTo(1, 12);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0.2);
  });

  it("uses all ranks of a document, and returns equal sizes if lists are equal", () => {
    const twice = sizesOf([at({ a: [0, 1], b: [0] }), at({ a: [2], b: [2] })]);
    expect(twice[0]).toBeGreaterThan(twice[1] ?? 0);
    expect([...sizesOf([at({ a: [0], b: [0] }), at({ a: [1], b: [1] })])]).toEqual([1, 1]);
    expect([...sizesOf([])]).toEqual([]);
  });
});

const document = (...engines: readonly ReturnType<typeof makeEngine>[]) => ({ engines });

describe("queryDisagreement", () => {
  it("measures how differently lists weight documents by position", () => {
    const documents = [
      document(makeEngine("a", 0), makeEngine("b", 2)),
      document(makeEngine("a", 1), makeEngine("b", 1), makeEngine("c", 0)),
      document(makeEngine("c", 2)),
    ];
    // By hand: weights 1, 1 / log2 3, 1/2 at ranks 0, 1, 2. a - b: 1/2, 0, 0; a - c: 1, 1 - 1 / log2 3, 1/2.
    const second = 1 / Math.log2(3);
    expect(queryDisagreement(documents, [["a", "b"]])).toBeCloseTo(0.5, 12);
    const [near, far] = [0.25, 1 + (1 - second) ** 2 + 0.25];
    const both = [
      ["a", "b"],
      ["a", "c"],
    ] as const;
    expect(queryDisagreement(documents, both)).toBeCloseTo(Math.sqrt((near + far) / 2), 12);
  });

  it("is 0 if the compared engines have equal lists, whatever other engines return", () => {
    const documents = [0, 1, 2].map((rank) =>
      document(makeEngine("a", rank), makeEngine("b", rank), makeEngine("c", 2 - rank)),
    );
    expect(queryDisagreement(documents, [["a", "b"]])).toBe(0);
    expect(queryDisagreement(documents, [["a", "c"]])).toBeGreaterThan(0);
  });

  it("does not depend on the order of engines, and is 0 without engines or documents", () => {
    const documents = [document(makeEngine("a", 4)), document(makeEngine("b", 0))];
    expect(queryDisagreement(documents, [["a", "b"]])).toBe(queryDisagreement(documents, [["b", "a"]]));
    expect(queryDisagreement(documents, [])).toBe(0);
    expect(queryDisagreement([], [["a", "b"]])).toBe(0);
  });
});

describe("expectedVariances", () => {
  const lists = (name: string, rows: readonly Row[]) => makeLists(name, rows, 2);
  const a = lists("a", [
    [0, 0, "x"],
    [0, 1, "y"],
    [1, 0, "z"],
  ]);
  const b = lists("b", [
    [0, 0, "Y"],
    [0, 1, "x"],
    [0, 2, "w"],
  ]);
  const pool = titlePool(2, [a, b, a]);
  const queries = Int32Array.of(0, 1);

  it("returns the mean of squared differences of discounts over documents, joined by title", () => {
    // By hand: query 0: x and y (1 - 1 / log2 3)² each, w (1 / 2)²; query 1: z 1.
    const changed = (1 - 1 / Math.log2(3)) ** 2;
    const expected = (2 * changed + 1 / 4 + 1) / 2;
    expect(expectedVariances(pool, queries, 10)).toEqual([
      expect.closeTo(expected, 12),
      0,
      expect.closeTo(expected, 12),
    ]);
  });

  it("counts only the first results of each list", () => {
    expect(expectedVariances(pool, Int32Array.of(0), 1)[0]).toBe(2);
  });
});
