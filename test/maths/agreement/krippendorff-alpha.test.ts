import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  coincidences,
  gradeVotes,
  krippendorffAlpha,
  krippendorffAlphaOf,
} from "../../../src/maths/agreement/coefficients.ts";
import { runs } from "../../support/property.ts";
import { krippendorffExample, someRatings, threeRaters } from "../../support/some-ratings.ts";

describe("coincidences", () => {
  // Krippendorff 2011, section C: the matrix of observed coincidences of the twelve units, n = 40.
  it("matches the published matrix", () => {
    const { grades, table, totals } = coincidences(gradeVotes(krippendorffExample));
    expect([...grades]).toEqual([1, 2, 3, 4, 5]);
    const published = [
      [7, 4 / 3, 1 / 3, 1 / 3, 0],
      [4 / 3, 10, 4 / 3, 1 / 3, 0],
      [1 / 3, 4 / 3, 8, 1 / 3, 0],
      [1 / 3, 1 / 3, 1 / 3, 4, 0],
      [0, 0, 0, 0, 3],
    ].flat();
    for (const [cell, value] of published.entries()) expect(table[cell]).toBeCloseTo(value, 12);
    expect([...totals]).toEqual([9, 13, 10, 5, 3]);
  });

  it("leaves out items with only one rating, and items with weight 0", () => {
    const votes = gradeVotes([
      [1, 1, 2],
      [2, Number.NaN, 2],
    ]);
    expect(coincidences(votes)).toMatchObject({ table: Float64Array.of(0, 1, 1, 2), totals: Float64Array.of(1, 3) });
    expect(coincidences(votes, [2, 5, 0])).toMatchObject({
      table: Float64Array.of(0, 2, 2, 0),
      totals: Float64Array.of(2, 2),
    });
  });
});

const levels = ["nominal", "ordinal", "interval"] as const;
const someLevel = fc.constantFrom(...levels);

describe("krippendorffAlpha", () => {
  // Krippendorff 2011, sections C to E.
  it.each([
    { level: "nominal", expected: 0.743 },
    { level: "ordinal", expected: 0.815 },
    { level: "interval", expected: 0.849 },
  ] as const)("matches the published $level value for data with missing ratings", ({ level, expected }) => {
    expect(krippendorffAlpha(krippendorffExample, level)).toBeCloseTo(expected, 3);
  });

  // krippendorff 0.9.0 for Python: krippendorff.alpha(raters, level_of_measurement=…)
  it.each([
    { level: "nominal", expected: 0.37453646477132263 },
    { level: "ordinal", expected: 0.8233812977070132 },
    { level: "interval", expected: 0.8178996378685981 },
  ] as const)("matches the $level value of the Python package krippendorff", ({ level, expected }) => {
    expect(krippendorffAlpha(threeRaters, level)).toBeCloseTo(expected, 12);
  });

  describe("properties", () => {
    it("krippendorffAlpha is at most 1 and does not depend on the order of items and raters", () => {
      fc.assert(
        fc.property(someRatings(2, 4), someLevel, (ratings, level) => {
          const found = krippendorffAlpha(ratings, level);
          const again = krippendorffAlpha(ratings.map((row) => row.toReversed()).toReversed(), level);
          if (found === null) {
            expect(again).toBeNull();
          } else {
            expect(found).toBeLessThanOrEqual(1);
            expect(again).toBeCloseTo(found, 12);
          }
        }),
        runs,
      );
    });

    it("krippendorffAlpha has the same nominal and ordinal value if grades are stretched without changing their order", () => {
      fc.assert(
        fc.property(someRatings(2, 4), (ratings) => {
          const stretched = ratings.map((row) => row.map((grade) => grade ** 3 + 7));
          for (const level of ["nominal", "ordinal"] as const) {
            expect(krippendorffAlpha(stretched, level)).toBe(krippendorffAlpha(ratings, level));
          }
        }),
        runs,
      );
    });

    it("krippendorffAlpha is the same for items with counts as for items that are repeated as often", () => {
      const counts = fc.array(fc.nat(3), { minLength: 20, maxLength: 20 });
      fc.assert(
        fc.property(someRatings(2, 3), counts, someLevel, (ratings, counts, level) => {
          const writtenOut = ratings.map((row) => row.flatMap((grade, item) => Array(counts[item] ?? 0).fill(grade)));
          const found = krippendorffAlphaOf(coincidences(gradeVotes(ratings), counts), level);
          const expected = krippendorffAlpha(writtenOut, level);
          if (expected === null) expect(found).toBeNull();
          else expect(found).toBeCloseTo(expected, 10);
        }),
        runs,
      );
    });
  });

  it.each(levels)("is null if all ratings are equal, or if no item has two ratings: %s", (level) => {
    expect(
      krippendorffAlpha(
        [
          [2, 2],
          [2, 2],
        ],
        level,
      ),
    ).toBeNull();
    expect(
      krippendorffAlpha(
        [
          [1, Number.NaN],
          [Number.NaN, 2],
        ],
        level,
      ),
    ).toBeNull();
    expect(krippendorffAlpha([[1, 2]], level)).toBeNull();
    expect(krippendorffAlpha([], level)).toBeNull();
  });

  it("is 1 if all raters agree and not all items have the same grade", () => {
    expect(
      krippendorffAlpha(
        [
          [1, 2],
          [1, 2],
        ],
        "ordinal",
      ),
    ).toBe(1);
  });
});
