import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type CombineOptions, combineRatings, combiningRules } from "../../../src/gold/agreement/combine-ratings.ts";
import { type Given, type MadeRatings, makeRatingSet } from "../../support/make-rating-set.ts";
import { runs } from "../../support/property.ts";

const names = ["ann", "bob", "cat", "dan", "eve"];

function combine(made: MadeRatings, options: Partial<CombineOptions> = {}) {
  return combineRatings(makeRatingSet(made), { by: "median", minRaters: 1, flagged: "any", ...options });
}

/** Returns the combined grade of one pair, with one grade from each rater. */
function gradeOf(given: readonly Given[], options: Partial<CombineOptions> = {}): number {
  const first = Object.fromEntries(given.map((one, place) => [names[place] ?? "", [one]]));
  return combine({ first }, options).grades[0] ?? Number.NaN;
}

const someGrades = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 });

describe("combineRatings", () => {
  // Python 3 statistics: median, mean, min(multimode), and min.
  test.each([
    { grades: [2, 4], median: 3, mean: 3, majority: 2, strictest: 2 },
    { grades: [1, 1, 2, 5], median: 1.5, mean: 2.25, majority: 1, strictest: 1 },
    { grades: [5], median: 5, mean: 5, majority: 5, strictest: 5 },
    { grades: [1, 2, 2, 3, 3], median: 2, mean: 2.2, majority: 2, strictest: 1 },
    { grades: [4, 4, 1], median: 4, mean: 3, majority: 4, strictest: 1 },
  ])("matches Python's statistics for $grades", ({ grades, ...expected }) => {
    for (const by of ["median", "mean", "majority", "strictest"] as const) {
      expect(gradeOf(grades, { by })).toBeCloseTo(expected[by], 12);
    }
  });

  it("with dawid-skene, returns the grade of the rater who agrees with other raters on other pairs", () => {
    // Twelve pairs show that cat always gives 5. So ann is right if cat and dan disagree with ann.
    const truth = [1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5];
    const always = truth.map(() => 5);
    const { grades, dawidSkene } = combine(
      {
        first: {
          ann: [...truth, 1],
          bob: [...truth, null],
          cat: [...always, 5],
          dan: [...always, 5],
        },
      },
      { by: "dawid-skene" },
    );
    expect([...grades]).toEqual([...truth, 1]);
    expect(gradeOf([1, null, 5, 5], { by: "majority" })).toBe(5);
    expect(dawidSkene?.converged).toBe(true);
    const accuracyOf = (name: string) => dawidSkene?.raters.find(({ rater }) => rater === name)?.accuracy ?? Number.NaN;
    expect(accuracyOf("ann")).toBeGreaterThan(0.95);
    expect(accuracyOf("cat")).toBeLessThan(0.6);
  });

  describe("properties", () => {
    it("returns the grades of a single rater, with every rule except dawid-skene", () => {
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 1, max: 5 })),
          fc.constantFrom(...combiningRules.slice(0, 4)),
          (given, by) => {
            expect([...combine({ first: { ann: given } }, { by }).grades]).toEqual(given);
          },
        ),
        runs,
      );
    });

    it("does not depend on who gave which grade", () => {
      fc.assert(
        fc.property(someGrades, fc.constantFrom(...combiningRules.slice(0, 4)), (grades, by) => {
          expect(gradeOf(grades.toReversed(), { by })).toBeCloseTo(gradeOf(grades, { by }), 12);
        }),
        runs,
      );
    });

    it("returns a grade between the strictest and the mildest one", () => {
      fc.assert(
        fc.property(someGrades, fc.constantFrom(...combiningRules.slice(0, 4)), (grades, by) => {
          const grade = gradeOf(grades, { by });
          expect(grade).toBeGreaterThanOrEqual(gradeOf(grades, { by: "strictest" }));
          expect(grade).toBeLessThanOrEqual(Math.max(...grades));
        }),
        runs,
      );
    });

    it("with dawid-skene, returns grades on which all raters agree", () => {
      const given = [1, 4, 4, 2, 5, 3, 1, 2];
      const first = { ann: given, bob: given, cat: given };
      expect([...combine({ first }, { by: "dawid-skene" }).grades]).toEqual(given);
    });

    it("with dawid-skene, returns confusion rows that sum to 1, and accuracies from 0 to 1", () => {
      const first = { ann: [1, 2, 3], bob: [1, 2, 5], cat: [2, 2, 3] };
      const { dawidSkene } = combine({ first }, { by: "dawid-skene" });
      expect(dawidSkene?.raters.map(({ rater }) => rater)).toEqual(["ann", "bob", "cat"]);
      for (const { confusion, accuracy } of dawidSkene?.raters ?? []) {
        for (const row of confusion) expect(row.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
        expect(accuracy).toBeGreaterThan(0);
        expect(accuracy).toBeLessThanOrEqual(1 + 1e-9);
      }
    });
  });

  describe("edges", () => {
    it("counts a rater who rated a pair twice only once, with the first rating", () => {
      const { grades, ratings } = combine({ first: { ann: [2], bob: [4] }, again: { ann: [5] } }, { minRaters: 2 });
      expect([...grades]).toEqual([3]);
      expect(ratings[0]?.map(({ rater, grade }) => [rater, grade])).toEqual([
        ["ann", 2],
        ["bob", 4],
      ]);
      expect(combine({ first: { ann: [2] }, again: { ann: [2] } }, { minRaters: 2 }).states).toEqual(["below-minimum"]);
    });

    it("uses the second rating of a rater who skipped the pair the first time", () => {
      expect([...combine({ first: { ann: [null] }, again: { ann: [5] } }).grades]).toEqual([5]);
    });

    it("says why a pair has no grade", () => {
      const first = { ann: ["flag", 3, null, 1] as const, bob: [4, null, null, 2] as const };
      const { states, grades } = combine({ first }, { minRaters: 2 });
      expect(states).toEqual(["flagged", "below-minimum", "unrated", "graded"]);
      expect([...grades]).toEqual([Number.NaN, Number.NaN, Number.NaN, 1.5]);
    });

    test.each([
      { given: ["flag", 3, 5] as const, any: Number.NaN, majority: 4 },
      { given: ["flag", 3] as const, any: Number.NaN, majority: 3 },
      { given: ["flag", "flag", 5] as const, any: Number.NaN, majority: Number.NaN },
      { given: ["flag"] as const, any: Number.NaN, majority: Number.NaN },
    ])(
      "returns no grade for $given if one flag is enough, or if more than half are flags",
      ({ given, any, majority }) => {
        expect(gradeOf(given)).toBe(any);
        expect(gradeOf(given, { flagged: "majority" })).toBe(majority);
      },
    );

    it("lists every rater who rated or flagged a pair, sorted by name", () => {
      expect(combine({ first: { eve: ["flag"], ann: [1], bob: [null] } }).raters).toEqual(["ann", "eve"]);
    });

    it("is empty without ratings", () => {
      const { grades, raters, dawidSkene } = combine({ first: {} });
      expect({ grades: [...grades], raters, dawidSkene }).toEqual({ grades: [], raters: [], dawidSkene: null });
    });
  });

  describe("errors", () => {
    it("refuses dawid-skene with fewer than three raters who gave grades", () => {
      const refused = expect.objectContaining({ code: "INVALID_OPTION", details: { raters: ["ann", "bob"] } });
      expect(() => combine({ first: { ann: [1], bob: [2] } }, { by: "dawid-skene" })).toThrow(refused);
      const first = { ann: [1, null], bob: [2, null], cat: [null, "flag"] } as const;
      expect(() => combine({ first }, { by: "dawid-skene" })).toThrow(refused);
    });

    it("refuses a grade off the scale, and names its rater", () => {
      const details = { rater: "ann", grade: 7, query: "query 0", id: "d1" };
      expect(() => combine({ first: { ann: [1, 7] } })).toThrow(
        expect.objectContaining({ code: "INVALID_RATING", details }),
      );
    });

    it.each([0, 1.5])("refuses %s as the required number of raters", (minRaters) => {
      expect(() => combine({ first: { ann: [1] } }, { minRaters })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { minRaters } }),
      );
    });
  });
});
