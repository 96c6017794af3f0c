import { describe, expect, it } from "vitest";
import { gradesByRater } from "../../../src/gold/agreement/grades-by-rater.ts";
import { makeRatingSet } from "../../support/make-rating-set.ts";

describe("gradesByRater", () => {
  it("keeps first and second time apart, and has no grade for flags", () => {
    const set = makeRatingSet({
      first: { bob: [1, "flag", null], ada: [4, 5, 2] },
      again: { ada: [null, 3, "flag"] },
    });
    expect(gradesByRater(set)).toEqual({
      raters: ["ada", "bob"],
      first: [Float64Array.of(4, 5, 2), Float64Array.of(1, Number.NaN, Number.NaN)],
      again: [Float64Array.of(Number.NaN, 3, Number.NaN), Float64Array.of(Number.NaN, Number.NaN, Number.NaN)],
    });
  });

  it("names raters who only flagged", () => {
    expect(gradesByRater(makeRatingSet({ first: { ada: ["flag"] } })).raters).toEqual(["ada"]);
  });

  it("has nobody where nobody rated", () => {
    expect(gradesByRater(makeRatingSet({ first: {} }))).toEqual({ raters: [], first: [], again: [] });
  });
});
