import { describe, expect, it } from "vitest";
import { disagreements } from "../../../src/gold/agreement/rater-agreement.ts";
import { makeRatingSet } from "../../support/make-rating-set.ts";

describe("disagreements", () => {
  const set = makeRatingSet({
    first: {
      ada: [3, 5, 1, 1, 2, "flag"],
      bob: [3, 3, 5, 5, 4, 1],
      cy: [3, null, 5, 3, null, null],
    },
    again: { ada: [5, null, null, null, null, null] },
  });

  it("lists unequal grades by spread, then deviation, then the order of the pool", () => {
    expect(disagreements(set).map(({ id, spread }) => [id, spread])).toEqual([
      // 1 5 5 deviates more than 1 5 3.
      ["d2", 4],
      ["d3", 4],
      ["d1", 2],
      ["d4", 2],
    ]);
  });

  it("lists who gave which grade, with spread and deviation", () => {
    expect(disagreements(set)[1]).toEqual({
      query: "query 1",
      queryId: "q1",
      id: "d3",
      title: "Title 3",
      spread: 4,
      deviation: 2,
      grades: [
        { rater: "ada", grade: 1, note: "" },
        { rater: "bob", grade: 5, note: "" },
        { rater: "cy", grade: 3, note: "" },
      ],
    });
  });

  it("ignores flags and repeats, and returns an empty list if all raters agree", () => {
    expect(disagreements(set).map(({ id }) => id)).not.toContain("d5");
    expect(disagreements(set).map(({ id }) => id)).not.toContain("d0");
    expect(disagreements(makeRatingSet({ first: {} }))).toEqual([]);
  });
});
