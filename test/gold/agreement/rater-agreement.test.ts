import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AgreementReport, proxyAgreement, raterAgreement } from "../../../src/gold/agreement/rater-agreement.ts";
import { cohenKappa, fleissKappa, krippendorffAlpha, rawAgreement } from "../../../src/maths/agreement/coefficients.ts";
import { type Given, makeRatingSet } from "../../support/make-rating-set.ts";
import { runs } from "../../support/property.ts";
import { krippendorffExample, someRatings, threeRaters } from "../../support/some-ratings.ts";

/** Raters r0, r1, …; NaN means not rated. */
function setOf(rows: readonly (readonly number[])[]) {
  const given = (row: readonly number[]): Given[] => row.map((grade) => (Number.isNaN(grade) ? null : grade));
  return makeRatingSet({ first: Object.fromEntries(rows.map((row, rater) => [`r${rater}`, given(row)])) });
}

const within = (interval: readonly [number, number] | null, [low, high]: readonly [number, number], by: number) => {
  expect(Math.abs(Number(interval?.[0]) - low)).toBeLessThan(by);
  expect(Math.abs(Number(interval?.[1]) - high)).toBeLessThan(by);
};

describe("raterAgreement", () => {
  it("matches the published alphas of four observers with missing ratings", () => {
    // Krippendorff 2011, sections C to E. Unit 12 has only one rating.
    const report = raterAgreement(setOf(krippendorffExample), { seed: 1 });
    expect(report).toMatchObject({
      schema: "semqrel.agree/1",
      scale: "1-5",
      items: 12,
      sharedItems: 11,
      fleissItems: 8,
    });
    expect(report.krippendorff.nominal).toBeCloseTo(0.743, 3);
    expect(report.krippendorff.ordinal).toBeCloseTo(0.815, 3);
    expect(report.krippendorff.interval).toBeCloseTo(0.849, 3);
  });

  // scikit-learn 1.9.1: np.percentile(…, [2.5, 97.5]) of cohen_kappa_score over 20,000 resamples of the 15 items
  // (numpy, seed 1). Fifteen items give few different kappas: neighbouring quantiles differ by up to 0.02.
  it("matches bootstrap intervals over items", () => {
    const report = raterAgreement(setOf(threeRaters.slice(0, 2)), { seed: 1, samples: 20_000 });
    const [pair] = report.cohen;
    expect(pair).toMatchObject({ raters: ["r0", "r1"], items: 15, plain: expect.closeTo(0.5, 12), leftOut: 0 });
    within(pair?.plainInterval ?? null, [0.1667, 0.8], 0.025);
    within(pair?.quadraticInterval ?? null, [0.6262, 0.955], 0.025);
  });

  describe("properties", () => {
    it("returns the same numbers as the separate statistics", () => {
      fc.assert(
        fc.property(someRatings(2, 4), (rows) => {
          // Raters without a grade are not compared.
          fc.pre(rows.every((row) => row.some((grade) => !Number.isNaN(grade))));
          const report = raterAgreement(setOf(rows), { seed: 1, samples: 3 });
          const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 10));
          const shared = rows.map((row) =>
            row.filter((_, item) => rows.filter((other) => !Number.isNaN(other[item])).length >= 2),
          );
          expect(report.raw).toEqual(near(rawAgreement(rows)));
          expect(report.fleiss).toEqual(near(fleissKappa(rows)));
          expect(report.sharedItems).toBe(shared[0]?.length);
          for (const level of ["nominal", "ordinal", "interval"] as const) {
            expect(report.krippendorff[level]).toEqual(near(krippendorffAlpha(rows, level)));
          }
          const couples = rows.flatMap((one, place) => rows.slice(place + 1).map((other) => [one, other] as const));
          for (const [place, [one, other]] of couples.entries()) {
            expect(report.cohen[place]?.raw).toEqual(near(rawAgreement([one, other])));
            for (const weights of ["plain", "linear", "quadratic"] as const) {
              expect(report.cohen[place]?.[weights]).toEqual(near(cohenKappa(one, other, weights)));
            }
          }
        }),
        { ...runs, numRuns: 100 },
      );
    });

    it("gives a reason for every null, and none for a number", () => {
      fc.assert(
        fc.property(someRatings(1, 3), (rows) => {
          const report = raterAgreement(setOf(rows), { seed: 1, samples: 20 });
          const said = [
            [report.raw, report.rawReason, report.rawInterval],
            [report.fleiss, report.fleissReason, report.fleissInterval],
            [report.krippendorff.ordinal, report.krippendorff.reason, report.krippendorff.ordinalInterval],
            ...report.cohen.map((pair) => [pair.linear, pair.reason, pair.linearInterval]),
          ];
          for (const [value, reason, interval] of said) {
            expect(value === null).toBe(reason !== null);
            if (value === null) expect(interval).toBeNull();
          }
        }),
        { ...runs, numRuns: 100 },
      );
    });

    it("changes only its intervals if the seed changes", () => {
      const set = setOf(threeRaters);
      const report = raterAgreement(set, { seed: 7, samples: 100 });
      expect(raterAgreement(set, { seed: 7, samples: 100 })).toEqual(report);
      const other = raterAgreement(set, { seed: 8, samples: 100 });
      expect(other.fleiss).toBe(report.fleiss);
      expect(other.fleissInterval).not.toEqual(report.fleissInterval);
    });
  });

  it("counts the grades of each pair of raters over the whole scale, with the first rater's grades as rows", () => {
    const { confusion } = raterAgreement(
      setOf([
        [1, 1, 5, 2],
        [1, 2, 5, Number.NaN],
      ]),
      { seed: 1, samples: 2 },
    );
    expect(confusion).toEqual([
      {
        raters: ["r0", "r1"],
        grades: [1, 2, 3, 4, 5],
        counts: [
          [1, 1, 0, 0, 0],
          [0, 0, 0, 0, 0],
          [0, 0, 0, 0, 0],
          [0, 0, 0, 0, 0],
          [0, 0, 0, 0, 1],
        ],
      },
    ]);
  });

  it("ignores flags and repeats when comparing raters", () => {
    const plain = makeRatingSet({ first: { ada: [1, 2, 3, null], bob: [1, 3, 3, 4] } });
    const odd = makeRatingSet({
      first: { ada: [1, 2, 3, "flag"], bob: [1, 3, 3, 4] },
      again: { ada: [5, 5, 5, 5], bob: [2, 2, 2, "flag"] },
    });
    const numbers = ({ habits, ...others }: AgreementReport) => others;
    const options = { seed: 1, samples: 50 };
    expect(numbers(raterAgreement(odd, options))).toEqual(numbers(raterAgreement(plain, options)));
    expect(raterAgreement(odd, options).habits[0]?.self.items).toBe(3);
  });

  it("lists the requested number of disagreements, and returns their total number", () => {
    const set = setOf([
      [1, 1, 1, 1],
      [5, 4, 3, 1],
    ]);
    expect(raterAgreement(set, { seed: 1, samples: 2, show: 2 })).toMatchObject({
      disagreeing: 3,
      disagreements: [{ id: "d0" }, { id: "d1" }],
    });
    expect(raterAgreement(set, { seed: 1, samples: 2, show: 0 }).disagreements).toEqual([]);
  });

  describe("special cases", () => {
    const report = (first: Readonly<Record<string, readonly Given[]>>) =>
      raterAgreement(makeRatingSet({ first }), { seed: 1, samples: 100 });

    it("gives a reason if there are no ratings", () => {
      expect(report({})).toMatchObject({
        ...{ items: 0, raters: [], raw: null, rawReason: "no-ratings", cohen: [], fleiss: null },
        ...{ fleissReason: "no-ratings", krippendorff: { nominal: null, reason: "no-ratings" }, habits: [], notes: [] },
      });
    });

    it("gives a reason if there is only one rater", () => {
      expect(report({ ada: [1, 2, "flag"] })).toMatchObject({
        ...{ items: 2, sharedItems: 0, raters: ["ada"], raw: null, rawReason: "one-rater", cohen: [] },
        ...{ fleissReason: "one-rater", krippendorff: { reason: "one-rater" }, habits: [{ rated: 2, flagged: 1 }] },
      });
    });

    it("gives a reason if no item was rated by two raters", () => {
      expect(report({ ada: [1, 2, null, null], bob: [null, null, 3, 4] })).toMatchObject({
        ...{ items: 4, sharedItems: 0, rawReason: "no-shared-item", fleissReason: "no-shared-item" },
        cohen: [{ items: 0, plain: null, plainInterval: null, reason: "no-shared-item" }],
        krippendorff: { reason: "no-shared-item" },
        notes: [
          { kind: "few-shared-items", rater: "ada", items: 0 },
          { kind: "few-shared-items", rater: "bob", items: 0 },
        ],
      });
    });

    it("gives a reason if no item was rated by all raters, although some pairs of raters share items", () => {
      expect(report({ ada: [1, 2, null], bob: [1, null, 4], cy: [null, 2, 5] })).toMatchObject({
        ...{ sharedItems: 3, fleiss: null, fleissItems: 0, fleissReason: "no-item-of-all" },
        krippendorff: { interval: expect.any(Number), reason: null },
      });
    });

    it("gives a reason if all grades are equal", () => {
      expect(report({ ada: [3, 3], bob: [3, 3] })).toMatchObject({
        ...{ raw: 1, rawInterval: [1, 1], rawReason: null, fleiss: null, fleissReason: "all-equal" },
        cohen: [{ items: 2, raw: 1, plain: null, quadratic: null, reason: "all-equal" }],
        krippendorff: { ordinal: null, ordinalInterval: null, reason: "all-equal" },
      });
    });

    it("leaves out resamples without a value, and returns their number", () => {
      // Half of all pairs of draws have only one grade and no kappa. In the others, every kappa is 1.
      const { cohen, krippendorff } = report({ ada: [1, 5], bob: [1, 5] });
      expect(cohen[0]).toMatchObject({ plain: 1, plainInterval: [1, 1], leftOut: krippendorff.leftOut });
      expect(krippendorff.leftOut).toBeGreaterThan(30);
      expect(krippendorff.leftOut).toBeLessThan(70);
    });

    it("does not compare a rater without grades, and adds a note", () => {
      const { raters, cohen, fleissItems, notes } = report({
        ada: Array(10).fill(1),
        bob: [2, ...Array(9).fill(1)],
        cy: Array(10).fill("flag"),
      });
      expect(raters).toEqual(["ada", "bob", "cy"]);
      expect(cohen.map((pair) => pair.raters)).toEqual([["ada", "bob"]]);
      expect(fleissItems).toBe(10);
      expect(notes).toEqual([{ kind: "without-grades", rater: "cy" }]);
    });

    it("keeps a grade off the scale", () => {
      expect(report({ ada: [0, 2.5], bob: [0, 3] }).confusion[0]?.grades).toEqual([0, 1, 2, 2.5, 3, 4, 5]);
    });
  });

  it("rejects 0 samples", () => {
    expect(() => raterAgreement(setOf(threeRaters), { seed: 1, samples: 0 })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("reports progress after each resample", () => {
    const done: number[] = [];
    const set = makeRatingSet({ first: { ann: [1, 2, 3], bob: [1, 2, 4] } });
    raterAgreement(set, { seed: 1, samples: 3, onProgress: (count) => done.push(count) });
    expect(done).toEqual([1, 2, 3]);
  });
});

describe("proxyAgreement", () => {
  it("compares a model with each person as it compares two people", () => {
    const [ada, bob, cy] = threeRaters;
    const people = makeRatingSet({ first: { ada, cy } });
    // Labels start at 0, grades of this scale at 1.
    const labels = Float64Array.from(bob, (grade) => (typeof grade === "number" ? grade - 1 : Number.NaN));
    const found = proxyAgreement(people, "bob", labels, { seed: 1, samples: 50 });
    const all = raterAgreement(makeRatingSet({ first: { ada, bob, cy } }), { seed: 1, samples: 50 });
    expect(found).toEqual(all.cohen.filter(({ raters }) => raters.includes("bob")));
    expect(found).toHaveLength(2);
  });
  it("refuses a model with the name of a rater", () => {
    const [ada] = threeRaters;
    const set = makeRatingSet({ first: { ada } });
    const labels = new Float64Array(set.pairs.length);
    expect(() => proxyAgreement(set, "ada", labels, { seed: 1 })).toThrow(/--proxy ada: a rater has this name/);
  });
});
