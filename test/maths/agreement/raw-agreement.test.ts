import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gradeVotes } from "../../../src/maths/agreement/grade-votes.ts";
import { rawAgreement, rawAgreementOfVotes } from "../../../src/maths/agreement/raw-agreement.ts";
import { runs } from "../../support/property.ts";
import { fleissExample, raterRows, someRatings } from "../../support/some-ratings.ts";

describe("rawAgreement", () => {
  // Fleiss' example as Wikipedia works it out ("Fleiss' kappa", Worked example): P̄ = 0.378.
  it("gives the observed agreement of a worked example", () => {
    expect(rawAgreement(fleissExample)).toBeCloseTo(0.378, 3);
  });

  it("is the mean over items, not over pairs of raters", () => {
    // By hand: item 0 has three raters, one of three pairs equal; item 1 two, equal: (1/3 + 1) / 2.
    const missing = Number.NaN;
    expect(
      rawAgreement([
        [1, 2],
        [1, 2],
        [3, missing],
      ]),
    ).toBeCloseTo(2 / 3, 12);
  });

  describe("shape of the answer", () => {
    it("of two raters is the share of items with equal grades", () => {
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

    it("is that of the items written out as often as they count", () => {
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

  it("is null where no item has two ratings", () => {
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
