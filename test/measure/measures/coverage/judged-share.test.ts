import { describe, expect, it } from "vitest";
import { judgedShare } from "../../../../src/measure/measures/coverage/judged-share.ts";
import { rankedList, unjudged } from "../../../support/ranked-list.ts";

// ir_measures counts every document that the judgments name, ours those with a label of 0 or more: without negative
// labels they agree.
const list = rankedList([3, unjudged, 0, 1, 0, 2, 0, 1]);

describe("judgedShare", () => {
  it("agrees with ir_measures", () => {
    // Judged, Judged@5, Judged@100 with that list.
    expect(judgedShare(list)).toBe(0.875);
    expect(judgedShare(list, { cutoff: 5 })).toBe(0.8);
    expect(judgedShare(list, { cutoff: 100 })).toBe(0.875);
  });

  it("does not count documents of the pool that nobody judged", () => {
    expect(judgedShare(rankedList([-1, 0]))).toBe(0.5);
  });

  it("is undefined for an empty list", () => {
    expect(judgedShare(rankedList([], [1]))).toBeNaN();
    expect(judgedShare(rankedList([], [1]), { cutoff: 10 })).toBeNaN();
  });
});
