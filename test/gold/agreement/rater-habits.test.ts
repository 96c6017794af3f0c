import { describe, expect, it } from "vitest";
import { gradesByRater, opposedRaters, raterHabits } from "../../../src/gold/agreement/combine-ratings.ts";
import { makePair, makeRatingSet } from "../../support/make-rating-set.ts";

const set = makeRatingSet({
  first: {
    ada: [5, 4, 3, 5, null, 2],
    bob: [3, 4, 1, "flag", 2, null],
    cy: [4, null, 2, null, null, null],
  },
  again: { ada: [5, 3, null, 5, null, null], bob: ["flag", 4, null, null, null, null] },
  seconds: { ada: [4, 6, null, 8, null, 30], cy: [null, null, null, null, null, null] },
});

describe("raterHabits", () => {
  it("counts ratings, flags and shared items per rater, sorted by name", () => {
    expect(raterHabits(set)).toMatchObject([
      { rater: "ada", rated: 5, flagged: 0, shared: 3 },
      { rater: "bob", rated: 4, flagged: 1, shared: 3 },
      { rater: "cy", rated: 2, flagged: 0, shared: 2 },
    ]);
  });

  it("returns the rater's mean difference from the mean of the other raters", () => {
    // By hand. ada: 5 - 3.5, 4 - 4, 3 - 1.5; bob: 3 - 4.5, 4 - 4, 1 - 2.5; cy: 4 - 4, 2 - 2.
    expect(raterHabits(set).map(({ bias }) => bias)).toEqual([1, -1, 0]);
  });

  it("returns the median of measured seconds, including repeats", () => {
    // ada: 4 4 6 6 8 8 30, of which 4, 6 and 8 came twice.
    expect(raterHabits(set).map(({ medianSeconds }) => medianSeconds)).toEqual([6, 12, null]);
  });

  it("compares repeated ratings with the rater's first ratings", () => {
    // ada: 5 5, 4 3, 5 5. scikit-learn 1.9.1: cohen_kappa_score([5, 4, 5], [5, 3, 5], weights="quadratic", labels=[3, 4, 5])
    const [ada, bob, cy] = raterHabits(set);
    expect(ada?.self).toEqual({
      items: 3,
      raw: expect.closeTo(2 / 3, 12),
      // Grade 5 four times, 3 and 4 once each.
      chance: expect.closeTo(18 / 36, 12),
      quadratic: expect.closeTo(0.7272727272727273, 12),
    });
    expect(bob?.self).toEqual({ items: 1, raw: 1, chance: 1, quadratic: null });
    expect(cy?.self).toEqual({ items: 0, raw: null, chance: null, quadratic: null });
  });

  it("returns no bias for a rater without shared items", () => {
    expect(raterHabits(makeRatingSet({ first: { ada: [1, 2] } }))).toMatchObject([{ rated: 2, shared: 0, bias: null }]);
  });

  it("is empty without ratings", () => {
    expect(raterHabits(makeRatingSet({ first: {} }))).toEqual([]);
  });
});

describe("gradesByRater", () => {
  it("separates first and repeated ratings, and leaves flags without a grade", () => {
    const set = makeRatingSet({
      first: { bob: [1, "flag", null], ada: [4, 5, 2] },
      again: { ada: [null, 3, "flag"] },
    });
    expect(gradesByRater(set)).toEqual({
      raters: ["ada", "bob"],
      first: [Float64Array.of(4, 5, 2), Float64Array.of(1, Number.NaN, Number.NaN)],
      again: [[Float64Array.of(Number.NaN, 3, Number.NaN)], []],
    });
  });

  it("lists raters who only flagged", () => {
    expect(gradesByRater(makeRatingSet({ first: { ada: ["flag"] } })).raters).toEqual(["ada"]);
  });

  it("is empty without ratings", () => {
    expect(gradesByRater(makeRatingSet({ first: {} }))).toEqual({ raters: [], first: [], again: [] });
  });
});

describe("opposedRaters", () => {
  const grades = [1, 5, 3, 2, 4, 1, 5, 2, 4, 3, 1, 5];
  const pairs = grades.map((_, place) => makePair(place));
  const opposite = grades.map((grade) => 6 - grade);
  const named = (first: Record<string, readonly (number | null)[]>) =>
    opposedRaters(makeRatingSet({ first, scale: [1, 5], pairs }));

  it("names both of two raters if one reversed the scale", () => {
    expect(named({ ann: grades, ben: opposite })).toEqual(
      ["ann", "ben"].map((rater) => ({
        ...{ kind: "rater-opposed", source: expect.any(String), rater, count: 12 },
        correlation: expect.closeTo(-1, 12),
      })),
    );
  });

  it("names the rater whose scale is the reverse of two other raters' scales", () => {
    const near = grades.map((grade, place) => (place % 3 === 0 ? Math.min(5, grade + 1) : grade));
    expect(named({ ann: grades, ben: near, carl: opposite })).toMatchObject([{ rater: "carl" }]);
  });

  it.each([
    ["agree", grades],
    ["agree by chance", [3, 3, 4, 2, 3, 5, 1, 3, 2, 4, 3, 3]],
    ["share nine results", opposite.map((grade, place) => (place < 9 ? grade : null))],
    ["have one grade for all", grades.map(() => 3)],
    ["rated nothing together", grades.map(() => null)],
  ])("names no rater if raters %s", (_, ben) => {
    expect(named({ ann: grades, ben })).toEqual([]);
  });
});
