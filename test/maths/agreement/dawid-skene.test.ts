import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DawidSkene, dawidSkene } from "../../../src/maths/agreement/dawid-skene.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { runs } from "../../support/property.ts";

/** Reads a string for each item, with a digit for each rater: a class from 1, or a space for no rating. */
function raters(items: readonly string[]): Int32Array[] {
  const count = Math.max(0, ...items.map((item) => item.length));
  return Array.from({ length: count }, (_, rater) =>
    Int32Array.from(items, (item) => (item[rater] === " " ? -1 : Number(item[rater]) - 1)),
  );
}

// Dawid and Skene 1979, table 1: fitness for anaesthesia of 45 patients by five observers. Of the first observer's
// three ratings, only the first is used.
const anaesthetists = raters(
  (
    "11111 34334 12122 23121 23222 23322 12111 33433 22223 22223 44444 23343 11111 23212 11111 12111 11111 11111 " +
    "22221 21322 22222 22221 23222 22222 11111 11111 22222 11111 11111 11121 11111 33233 11111 22222 23232 44343 " +
    "22232 23233 33432 11111 11111 12111 22222 11111 22222"
  ).split(" "),
);

interface Simulated {
  readonly truth: Int32Array;
  readonly grades: Int32Array[];
  /** For each rater, a table of classes x classes. */
  readonly planted: number[][];
}

/** Raters who are right with probability `quality`, otherwise one grade off, in either direction if possible. */
function simulate(
  items: number,
  classes: number,
  qualities: readonly number[],
  rated: number,
  seed: number,
): Simulated {
  const random = seededRandom(seed);
  const truth = Int32Array.from({ length: items }, () => Math.floor(random() * classes));
  const planted = qualities.map((quality) =>
    Array.from({ length: classes * classes }, (_, cell) => {
      const [row, column] = [Math.floor(cell / classes), cell % classes];
      if (row === column) return quality;
      const neighbours = row === 0 || row === classes - 1 ? 1 : 2;
      return Math.abs(row - column) === 1 ? (1 - quality) / neighbours : 0;
    }),
  );
  const grades = planted.map((table) =>
    truth.map((row) => {
      if (random() >= rated) return -1;
      let left = random();
      for (let column = 0; column < classes; column++) {
        left -= table[row * classes + column] ?? 0;
        if (left < 0) return column;
      }
      return classes - 1;
    }),
  );
  return { truth, grades, planted };
}

function likeliest({ posteriors }: DawidSkene, classes: number): number[] {
  return Array.from({ length: posteriors.length / classes }, (_, item) => {
    const ofItem = [...posteriors.subarray(item * classes, (item + 1) * classes)];
    return ofItem.indexOf(Math.max(...ofItem));
  });
}

function largestError(found: DawidSkene, planted: readonly (readonly number[])[]): number {
  return Math.max(
    ...planted.flatMap((table, rater) =>
      table.map((rate, cell) => Math.abs(rate - (found.confusion[rater]?.[cell] ?? 9))),
    ),
  );
}

const shareRight = (found: readonly number[], truth: Int32Array) =>
  found.filter((grade, item) => grade === truth[item]).length / truth.length;

const someGrades = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 4 }))
  .chain(([raters, items, classes]) => {
    const row = fc.array(fc.integer({ min: -1, max: classes - 1 }), { minLength: items, maxLength: items });
    const grades = fc.array(row, { minLength: raters, maxLength: raters });
    return grades.map((rows) => ({ grades: rows.map((grades) => Int32Array.from(grades)), classes }));
  });

describe("dawidSkene", () => {
  // numpy: formulas 2.3-2.5 of the paper over an array items x raters x classes. With all ratings of table 1, this
  // program gives the published priors .40 .42 .11 .07 and error rates (first observer: .89 .11, .07 .88 .05, .34 .66,
  // .56 .44).
  it.each([
    {
      ...{ smoothing: 0, maxIterations: 1, logLikelihood: -152.09832133550964 },
      priors: [0.4177777777777778, 0.3733333333333333, 0.15111111111111114, 0.05777777777777778],
    },
    {
      ...{ smoothing: 0, maxIterations: 5, logLikelihood: -141.08490876128306 },
      priors: [0.4000595911571708, 0.41186935660700663, 0.12140414696104423, 0.06666690527477831],
    },
    {
      ...{ smoothing: 0.01, maxIterations: 5, logLikelihood: -141.48356775526528 },
      priors: [0.3999926026360176, 0.4116698565184264, 0.12150121595109652, 0.06683632489445938],
    },
  ])(
    "matches the paper's steps after $maxIterations iterations with smoothing $smoothing",
    ({ logLikelihood, priors, ...options }) => {
      const found = dawidSkene(anaesthetists, 4, options);
      expect(found).toMatchObject({ iterations: options.maxIterations, converged: false });
      expect(found.logLikelihood).toBeCloseTo(logLikelihood, 9);
      for (const [place, prior] of priors.entries()) expect(found.priors[place]).toBeCloseTo(prior, 10);
    },
  );

  // The same program after 3000 steps.
  it("converges to the fixed point of the paper's steps", () => {
    const found = dawidSkene(anaesthetists, 4, { smoothing: 0, tolerance: 1e-12 });
    expect(found.converged).toBe(true);
    expect(found.logLikelihood).toBeCloseTo(-141.0771998193301, 8);
    const fourth = [
      [0.9444933724779735, 0.055506627522026425, 0, 0],
      [0.05389482288615143, 0.861771590827542, 0.08433358628630663, 0],
      [0, 0, 0.8159780135628232, 0.18402198643717677],
      [0, 0, 1 / 3, 2 / 3],
    ].flat();
    for (const [cell, rate] of fourth.entries()) expect(found.confusion[3]?.[cell]).toBeCloseTo(rate, 6);
    // Patients 2 and 12, rated 34334 and 23343: classes 4 and 3.
    expect([1, 11].map((patient) => likeliest(found, 4)[patient])).toEqual([3, 2]);
  });

  describe("with raters of known quality", () => {
    it("dawidSkene recovers the error rates of raters from many ratings", ({ annotate }) => {
      const { truth, grades, planted } = simulate(20_000, 3, [0.95, 0.8, 0.7, 0.6], 1, 1);
      const found = dawidSkene(grades, 3);
      expect(found.converged).toBe(true);
      const error = largestError(found, planted);
      annotate(`20,000 items, 4 raters, 3 grades: largest error of a rate ${error.toFixed(4)}`);
      // A rate over some 6667 items deviates by at most sqrt(.25 / 6667) = 0.006 if the truth is known; there are 36
      // rates.
      expect(error).toBeLessThan(0.03);
      expect(shareRight(likeliest(found, 3), truth)).toBeGreaterThan(0.94);
    });

    it("dawidSkene ranks raters correctly on a small gold set with five grades, a fifth of it unrated", ({
      annotate,
    }) => {
      const qualities = [0.95, 0.8, 0.65, 0.45];
      const { truth, grades, planted } = simulate(250, 5, qualities, 0.8, 2);
      const found = dawidSkene(grades, 5);
      expect(found.converged).toBe(true);
      annotate(`250 items, 4 raters, 5 grades: largest error of a rate ${largestError(found, planted).toFixed(3)}`);
      const rightness = found.confusion.map((table) =>
        found.priors.reduce((sum, prior, row) => sum + prior * (table[row * 6] ?? 0), 0),
      );
      expect(rightness.toSorted((one, other) => other - one)).toEqual(rightness);
      for (const [rater, quality] of qualities.entries()) {
        expect(Math.abs((rightness[rater] ?? 0) - quality)).toBeLessThan(0.1);
      }
      expect(shareRight(likeliest(found, 5), truth)).toBeGreaterThan(0.85);
    });

    it("dawidSkene is right more often than the majority if one of three raters is better than the other two together", () => {
      const { truth, grades } = simulate(1500, 3, [0.97, 0.55, 0.55], 1, 3);
      const majority = dawidSkene(grades, 3, { maxIterations: 1, smoothing: 1e6 });
      // With this much smoothing, all raters count equally, so the majority of ratings decides.
      expect(shareRight(likeliest(dawidSkene(grades, 3, { tolerance: 1e-4 }), 3), truth)).toBeGreaterThan(
        shareRight(likeliest(majority, 3), truth) + 0.1,
      );
    });
  });

  describe("properties", () => {
    it("dawidSkene never decreases the objective, which is the likelihood without smoothing", () => {
      fc.assert(
        fc.property(someGrades, fc.constantFrom(0, 0.01, 1), ({ grades, classes }, smoothing) => {
          let before = Number.NEGATIVE_INFINITY;
          for (let maxIterations = 1; maxIterations <= 12; maxIterations++) {
            const found = dawidSkene(grades, classes, { maxIterations, smoothing, tolerance: 0 });
            expect(found.objective).toBeGreaterThanOrEqual(before - 1e-9);
            if (smoothing === 0) expect(found.objective).toBe(found.logLikelihood);
            before = found.objective;
          }
        }),
        runs,
      );
    });

    it("dawidSkene returns priors, posteriors and rows of rates that each sum to 1", () => {
      fc.assert(
        fc.property(someGrades, fc.constantFrom(0, 0.01), ({ grades, classes }, smoothing) => {
          const { priors, posteriors, confusion } = dawidSkene(grades, classes, { smoothing });
          for (const shares of [priors, posteriors, ...confusion]) {
            for (let start = 0; start < shares.length; start += classes) {
              const row = shares.subarray(start, start + classes);
              expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
              expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
            }
          }
        }),
        runs,
      );
    });

    it("dawidSkene does not change with the order of raters", () => {
      fc.assert(
        fc.property(someGrades, ({ grades, classes }) => {
          const options = { maxIterations: 20 };
          const found = dawidSkene(grades, classes, options);
          const turned = dawidSkene(grades.toReversed(), classes, options);
          for (const [cell, value] of found.posteriors.entries()) expect(turned.posteriors[cell]).toBeCloseTo(value, 6);
        }),
        runs,
      );
    });

    it("dawidSkene agrees with the majority if all raters make each error equally often", () => {
      // Each rater gives each wrong grade once in each class, so all raters and all classes are alike.
      const classes = [1, 2, 3];
      const items = classes.flatMap((right) => [
        ...Array<string>(4).fill(String(right).repeat(3)),
        ...classes
          .filter((wrong) => wrong !== right)
          .flatMap((wrong) => [`${wrong}${right}${right}`, `${right}${wrong}${right}`, `${right}${right}${wrong}`]),
      ]);
      const found = dawidSkene(raters(items), 3);
      expect(likeliest(found, 3)).toEqual(classes.flatMap((right) => Array<number>(10).fill(right - 1)));
      for (const prior of found.priors) expect(prior).toBeCloseTo(1 / 3, 9);
    });
  });

  describe("edge cases", () => {
    it("dawidSkene reports whether it converged", () => {
      expect(dawidSkene(anaesthetists, 4, { maxIterations: 3 })).toMatchObject({ iterations: 3, converged: false });
      expect(dawidSkene(anaesthetists, 4)).toMatchObject({ converged: true });
    });

    it("dawidSkene gives an unrated item the priors, and gives a rater without ratings equal rates", () => {
      const found = dawidSkene(raters(["11 ", "11 ", "22 ", "   "]), 2);
      expect([...found.posteriors.subarray(6)]).toEqual([...found.priors].map((prior) => expect.closeTo(prior, 12)));
      expect(found.priors[0]).toBeCloseTo(2 / 3, 2);
      expect([...(found.confusion[2] ?? [])]).toEqual([0.5, 0.5, 0.5, 0.5]);
    });

    it("dawidSkene does not count an unrated item in the priors", () => {
      // By hand: two items of the first class, one of the second. With half of the fourth item, it would be 2.5 / 4.
      const { priors } = dawidSkene(raters(["1", "1", "2", " "]), 2, { maxIterations: 1, smoothing: 0 });
      expect([...priors]).toEqual([expect.closeTo(2 / 3, 12), expect.closeTo(1 / 3, 12)]);
    });

    it("dawidSkene gives a positive rate to grades that a rater with few items never gave", () => {
      const { confusion } = dawidSkene(raters(["111", "111", "222", "22 ", "33 ", "33 "]), 3);
      const rates = [...(confusion[2] ?? [])];
      expect(Math.min(...rates)).toBeGreaterThan(0);
      // Nothing is known about this rater's third row.
      for (const rate of rates.slice(6)) expect(rate).toBeCloseTo(1 / 3, 2);
    });

    it("dawidSkene gives a prior close to 0 to classes that nobody uses", () => {
      const found = dawidSkene(raters(["11", "55", "15", "11"]), 5);
      expect(found.priors[2]).toBeLessThan(0.01);
      expect(likeliest(found, 5).slice(0, 2)).toEqual([0, 4]);
    });

    it("dawidSkene finds the grades of 2000 raters, although the product of their probabilities would underflow", () => {
      const found = dawidSkene(raters(["1".repeat(2000), "2".repeat(2000)]), 2);
      expect(likeliest(found, 2)).toEqual([0, 1]);
      expect(Number.isFinite(found.logLikelihood)).toBe(true);
    });

    it("dawidSkene accepts an empty list of raters, and raters without items", () => {
      expect(dawidSkene([], 2)).toMatchObject({ converged: true, logLikelihood: 0, confusion: [] });
      expect([...dawidSkene([new Int32Array(0)], 2).priors]).toEqual([0.5, 0.5]);
    });

    it("dawidSkene does not modify the grades", () => {
      const grades = raters(["12", "21"]);
      dawidSkene(grades, 2);
      expect(grades).toEqual(raters(["12", "21"]));
    });
  });

  describe("errors", () => {
    it.each([
      { options: { maxIterations: 0 } },
      { options: { tolerance: -1 } },
      { options: { smoothing: Number.NaN } },
    ])("dawidSkene rejects the options $options", ({ options }) => {
      expect(() => dawidSkene(raters(["12"]), 2, options)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: options }),
      );
    });

    it("dawidSkene rejects raters with different numbers of items", () => {
      expect(() => dawidSkene([Int32Array.of(0), Int32Array.of(0, 1)], 2)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { lengths: [1, 2] } }),
      );
    });

    it.each([-2, 2])("dawidSkene rejects the invalid grade %s, and names its rater and item", (grade) => {
      expect(() => dawidSkene([Int32Array.of(0, 1), Int32Array.of(1, grade)], 2)).toThrow(
        expect.objectContaining({ code: "INVALID_RATING", details: { rater: 1, item: 1, grade } }),
      );
    });
  });
});
