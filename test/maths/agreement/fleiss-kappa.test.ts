import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fleissKappa,
  fleissKappaOfVotes,
  gradeVotes,
  rawAgreement,
  rawAgreementOfVotes,
} from "../../../src/maths/agreement/coefficients.ts";
import { runs } from "../../support/property.ts";
import { fleissExample, raterRows, someRatings, threeRaters } from "../../support/some-ratings.ts";

describe("rawAgreement", () => {
  // Fleiss' example on Wikipedia ("Fleiss' kappa", Worked example): P̄ = 0.378.
  it("matches the observed agreement of a worked example", () => {
    expect(rawAgreement(fleissExample)).toBeCloseTo(0.378, 3);
  });

  it("is the mean over items, not over pairs of raters", () => {
    // By hand: item 0 has three raters, one of three pairs equal; item 1 has two, equal: (1/3 + 1) / 2.
    const missing = Number.NaN;
    expect(
      rawAgreement([
        [1, 2],
        [1, 2],
        [3, missing],
      ]),
    ).toBeCloseTo(2 / 3, 12);
  });

  describe("properties", () => {
    it("rawAgreement is the share of items with equal grades for two raters", () => {
      fc.assert(
        fc.property(someRatings(2, 2), (ratings) => {
          const [one, other] = raterRows(ratings);
          const shared = one.flatMap((grade, item) => {
            const another = other[item] ?? Number.NaN;
            return Number.isNaN(grade) || Number.isNaN(another) ? [] : [grade === another];
          });
          const expected = shared.filter((isEqual) => isEqual).length / shared.length;
          const found = rawAgreement([one, other]);
          if (shared.length === 0) expect(found).toBeNull();
          else expect(found).toBeCloseTo(expected, 12);
        }),
        runs,
      );
    });

    it("rawAgreement is the same for items with counts as for items that are repeated as often", () => {
      fc.assert(
        fc.property(someRatings(2, 4), fc.array(fc.nat(3), { minLength: 20, maxLength: 20 }), (ratings, counts) => {
          const writtenOut = ratings.map((row) => row.flatMap((grade, item) => Array(counts[item] ?? 0).fill(grade)));
          const found = rawAgreementOfVotes(gradeVotes(ratings), counts);
          const expected = rawAgreement(writtenOut);
          if (expected === null) expect(found).toBeNull();
          else expect(found).toBeCloseTo(expected, 12);
        }),
        runs,
      );
    });
  });

  it("is null if no item has two ratings", () => {
    expect(rawAgreement([])).toBeNull();
    expect(rawAgreement([[1, 2]])).toBeNull();
    expect(
      rawAgreement([
        [1, Number.NaN],
        [Number.NaN, 2],
      ]),
    ).toBeNull();
  });
});

describe("fleissKappa", () => {
  // Wikipedia, "Fleiss' kappa", Worked example: 0.210.
  it("matches a worked example", () => {
    expect(fleissKappa(fleissExample)).toBeCloseTo(0.21, 3);
  });

  // statsmodels 0.15.0: fleiss_kappa(aggregate_raters(np.array(raters).T)[0])
  it("matches statsmodels", () => {
    expect(fleissKappa(threeRaters)).toBeCloseTo(0.3603213844252162, 12);
  });

  describe("properties", () => {
    it("fleissKappa uses only items that every rater rated, in any order of items and raters", () => {
      fc.assert(
        fc.property(someRatings(2, 4), (ratings) => {
          const complete = ratings.map((row) =>
            row.filter((_, item) => ratings.every((other) => !Number.isNaN(other[item]))),
          );
          const found = fleissKappa(ratings);
          const again = fleissKappa(complete.map((row) => row.toReversed()).toReversed());
          if (found === null) expect(again).toBeNull();
          else expect(again).toBeCloseTo(found, 12);
        }),
        runs,
      );
    });

    it("fleissKappa is the same for items with counts as for items that are repeated as often", () => {
      fc.assert(
        fc.property(someRatings(2, 3), fc.array(fc.nat(3), { minLength: 20, maxLength: 20 }), (ratings, counts) => {
          const writtenOut = ratings.map((row) => row.flatMap((grade, item) => Array(counts[item] ?? 0).fill(grade)));
          const found = fleissKappaOfVotes(gradeVotes(ratings), counts);
          const expected = fleissKappa(writtenOut);
          if (expected === null) expect(found).toBeNull();
          else expect(found).toBeCloseTo(expected, 12);
        }),
        runs,
      );
    });
  });

  it("is 1 if all raters agree and not all items have the same grade", () => {
    expect(
      fleissKappa([
        [1, 2],
        [1, 2],
        [1, 2],
      ]),
    ).toBe(1);
  });

  it("is null for a single rater, if no item was rated by every rater, or if all ratings are equal", () => {
    expect(fleissKappa([])).toBeNull();
    expect(fleissKappa([[1, 2]])).toBeNull();
    expect(
      fleissKappa([
        [1, Number.NaN],
        [Number.NaN, 2],
      ]),
    ).toBeNull();
    expect(
      fleissKappa([
        [4, 4],
        [4, 4],
        [4, 4],
      ]),
    ).toBeNull();
  });
});
