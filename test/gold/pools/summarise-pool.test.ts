import { describe, expect, it } from "vitest";
import { summarisePool } from "../../../src/gold/pools/order-for-rating.ts";
import { makeEngine, makePair } from "../../support/make-pair.ts";

describe("summarisePool", () => {
  it("counts queries, pairs and what each engine alone returned, and how long rating takes", () => {
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
