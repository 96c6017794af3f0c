/** Is the order the same as in trec_eval? */
import { describe, expect, it } from "vitest";
import { rankByScore } from "../../../src/io/format.ts";

describe("rankByScore", () => {
  it("ranks each query by score, largest first", () => {
    const ranks = rankByScore(Int32Array.of(7, 8, 7, 8, 7), [1, 5, 3, 9, 2], ["1", "2", "3", "4", "5"]);
    expect([...ranks]).toEqual([2, 1, 0, 0, 1]);
  });

  it("ranks equal scores by id, compared as bytes, largest first", () => {
    const ids = ["d1", "d10", "d2", "D3", "é", "z", "\u{1f350}", "\uff61"];
    const ranks = rankByScore(
      new Int32Array(ids.length),
      ids.map(() => 1),
      ids,
    );
    const order = ids.map((_, rank) => ids[ranks.indexOf(rank)]);
    expect(order).toEqual(["\u{1f350}", "\uff61", "é", "z", "d2", "d10", "d1", "D3"]);
  });

  it("compares negative, very small and very large scores as numbers", () => {
    expect([...rankByScore(new Int32Array(3), [-2, -1e-9, 1e300], ["a", "b", "c"])]).toEqual([2, 1, 0]);
  });

  it("returns no ranks if there are no rows", () => {
    expect(rankByScore(new Int32Array(0), [], [])).toHaveLength(0);
  });
});
