/** Is agreement counted over distinct titles of a query, and are unjudged ones treated as requested? */

import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/maths/random.ts";
import type { JudgedQuery } from "../../src/trust/engine-values.ts";
import { labelAgreement, labelPrecision, labelsByTitle } from "../../src/trust/validate-labels.ts";
import { type MadeQuery, makeJudgedLists, simulateCollection } from "../support/make-judged-lists.ts";

const options = { relevanceLevel: null, unjudged: "nonrelevant", seed: 1 } as const;

/** Twelve titles, two of them unjudged. The second engine repeats some, which must not change anything. */
const made: readonly MadeQuery[] = [
  { lists: ["abcdef", "fab"], labels: { a: 5, b: 2.5, c: 3, d: 1, f: 2 }, grades: { a: 2, b: 1, c: 0, e: 0, f: 0 } },
  { lists: ["abcdef", "aacc"], labels: { a: 5, c: 2.5, d: 1, f: 3 }, grades: { a: 1, c: 2, d: 0, e: 0, f: 1 } },
];

describe("labelAgreement", () => {
  // scikit-learn 1.9.1: roc_auc_score, average_precision_score on the twelve pairs, or on the ten that are judged.
  it.each([
    {
      unjudged: "nonrelevant",
      relevanceLevel: null,
      expected: [0.9285714285714286, 0.8833333333333333, 0.4166666666666667],
    },
    {
      unjudged: "nonrelevant",
      relevanceLevel: 1,
      expected: [0.9285714285714286, 0.8833333333333333, 0.4166666666666667],
    },
    { unjudged: "nonrelevant", relevanceLevel: 2, expected: [0.8, 0.41666666666666663, 0.16666666666666666] },
    { unjudged: "skip", relevanceLevel: 1, expected: [0.9, 0.8833333333333333, 0.5] },
    { unjudged: "skip", relevanceLevel: 2, expected: [0.75, 0.41666666666666663, 0.2] },
  ] as const)(
    "matches scikit-learn with unjudged $unjudged and relevance level $relevanceLevel",
    ({ expected, ...more }) => {
      const found = labelAgreement(makeJudgedLists(made), { ...options, ...more });
      expect([found.auc, found.averagePrecision, found.prevalence]).toEqual(
        expected.map((value) => expect.closeTo(value, 12)),
      );
      // Counts all pairs, even those that are skipped.
      expect(found).toMatchObject({ pairs: 12, unjudged: 2 });
    },
  );

  // More than the maximum number of function arguments.
  it("counts the pairs of 150,000 queries", () => {
    const [query] = makeJudgedLists([{ lists: ["a"], labels: { a: 1 }, grades: { b: 1 } }]).queries;
    const queries = new Array<NonNullable<typeof query>>(150_000).fill(query as NonNullable<typeof query>);
    const leftOut = { unjudged: 0, nothingRelevant: 0, unlabelled: 0 };
    const found = labelAgreement({ engines: ["A"], queries, leftOut }, { ...options, unjudged: "skip" });
    expect(found).toMatchObject({ pairs: 150_000, unjudged: 150_000 });
  });

  it("does not depend on how many lists contain a title", () => {
    const twice = made.map((query) => ({ ...query, lists: [...query.lists, ...query.lists, "fedcba"] }));
    expect(labelAgreement(makeJudgedLists(twice), options)).toEqual(labelAgreement(makeJudgedLists(made), options));
  });

  it("finds perfect agreement if labels are equal to grades", () => {
    const same = simulateCollection({ seed: 2, engines: 4, queries: 12, titles: 30, depth: 20, label: (of) => of });
    expect(labelAgreement(same, options)).toMatchObject({
      ...{ auc: 1, averagePrecision: expect.closeTo(1, 12), kappa: 1, weightedKappa: 1, threshold: 1, unjudged: 0 },
    });
  });

  it("finds only chance agreement for random labels", () => {
    const label = (grades: Float64Array, random: () => number) => grades.map(() => random());
    const found = labelAgreement(
      simulateCollection({ seed: 2, engines: 4, queries: 60, titles: 40, depth: 20, label }),
      options,
    );
    expect(Math.abs(Number(found.auc) - 0.5)).toBeLessThan(0.04);
    expect(Math.abs(Number(found.averagePrecision) - Number(found.prevalence))).toBeLessThan(0.04);
    expect(Math.abs(Number(found.kappa))).toBeLessThan(0.06);
    expect(Math.abs(Number(found.weightedKappa))).toBeLessThan(0.06);
  });

  it("returns 1 - AUC if the labels are reversed", () => {
    const label = (grades: Float64Array, random: () => number) => grades.map((grade) => grade + 3 * random());
    const lists = simulateCollection({ seed: 2, engines: 4, queries: 20, titles: 40, depth: 20, label });
    const opposite = lists.queries.map((query) => ({
      ...query,
      labels: query.labels.map((labels) => labels.map((of) => 9 - of)),
    }));
    const auc = Number(labelAgreement(lists, options).auc);
    expect(auc).toBeGreaterThan(0.7);
    expect(labelAgreement({ ...lists, queries: opposite }, options).auc).toBeCloseTo(1 - auc, 12);
  });

  it("divides labels by the largest label of the ideal, and limits the result to 1", () => {
    // By hand: shares 1 (5 over the ideal's 4) and .5, one pair each, both relevant: |1 - 1| / 2 + |.5 - 1| / 2.
    const query = { lists: ["ab"], labels: { a: 5, b: 2 }, grades: { a: 1, b: 1 }, ideal: [4] };
    const found = labelAgreement(makeJudgedLists([query]), options);
    expect(found.reliability.map(({ predicted }) => predicted)).toEqual([0.5, 1]);
    expect(found.calibrationError).toBeCloseTo(0.25, 12);
  });

  describe("edge cases", () => {
    it("labelAgreement returns null as κ if there is a single query", () => {
      expect(labelAgreement(makeJudgedLists(made.slice(0, 1)), options)).toMatchObject({
        ...{ kappa: null, weightedKappa: null, pairs: 6, auc: expect.any(Number) },
      });
    });

    it("labelAgreement returns null as AUC if all titles are relevant or no title is relevant", () => {
      const all = [{ lists: ["ab"], labels: { a: 2, b: 1 }, grades: { a: 1, b: 1 } }];
      expect(labelAgreement(makeJudgedLists(all), options)).toMatchObject({ auc: null, averagePrecision: 1 });
      // No relevant title was returned.
      const none = [{ lists: ["ab"], labels: { a: 2, b: 1 }, grades: { a: 0, b: 0, z: 1 } }];
      expect(labelAgreement(makeJudgedLists(none), options)).toMatchObject({
        ...{ auc: null, averagePrecision: null, prevalence: 0, threshold: null },
      });
    });

    it("labelAgreement returns null as threshold if labels are uninformative", () => {
      const tied = made.map((query) => ({ ...query, labels: {}, ideal: [1] }));
      expect(labelAgreement(makeJudgedLists(tied), options)).toMatchObject({ auc: 0.5, kappa: 0, threshold: null });
    });

    it("labelAgreement returns null values if there are no pairs", () => {
      const nothing = { pairs: 0, unjudged: 0, auc: null, averagePrecision: null, prevalence: null, kappa: null };
      for (const queries of [[], [{ lists: [""], labels: { a: 1 }, grades: { a: 1 } }]]) {
        expect(labelAgreement(makeJudgedLists(queries), options)).toEqual({
          ...{ ...nothing, weightedKappa: null, threshold: null, reliability: [], calibrationError: null },
        });
      }
    });

    it("labelAgreement returns null values if all titles are unjudged and skipped, but counts these titles", () => {
      const holes = [{ lists: ["ab"], labels: { a: 1 }, grades: { z: 1 } }];
      expect(labelAgreement(makeJudgedLists(holes), { ...options, unjudged: "skip" })).toMatchObject({
        ...{ pairs: 2, unjudged: 2, auc: null, prevalence: null },
      });
    });

    it("labelAgreement returns only numbers that JSON supports", () => {
      const random = seededRandom(3);
      const label = (grades: Float64Array) => grades.map(() => Math.floor(3 * random()));
      const found = labelAgreement(
        simulateCollection({ seed: 4, engines: 2, queries: 3, titles: 6, depth: 3, label }),
        options,
      );
      expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    });
  });
});

const none = new Float64Array(0);

/** Two engines return titles 0, 1, 2 and 1, 3; the grades are 2, 0, none and 0, 1. */
const query: JudgedQuery = {
  query: 0,
  titles: 4,
  lists: [Int32Array.of(0, 1, 2), Int32Array.of(1, 3)],
  grades: [Float64Array.of(2, 0, Number.NaN), Float64Array.of(0, 1)],
  labels: [],
  ideal: none,
  judged: none,
};

describe("labelPrecision", () => {
  const labels = [[Float64Array.of(5, 1, 3), Float64Array.of(4, 2)]];

  it("uses every title once, with its largest label, and treats unjudged titles as not relevant", () => {
    // By hand: titles by label 5 (relevant), 4, 3, 2 (relevant): (1/1 + 2/4) / 2.
    expect(labelPrecision([query], labels, null)).toEqual({ averagePrecision: 0.75, prevalence: 0.5 });
  });

  it("treats grades from the measure's relevance level up as relevant", () => {
    expect(labelPrecision([query], labels, 2)).toEqual({ averagePrecision: 1, prevalence: 0.25 });
  });

  it("combines the titles of all queries in one ranking", () => {
    // The same titles twice: each label twice, at precision 2/2 and 4/8.
    expect(labelPrecision([query, query], [...labels, ...labels], null).averagePrecision).toBe(0.75);
  });

  it("returns null as average precision if no title is relevant", () => {
    expect(labelPrecision([query], labels, 3)).toEqual({ averagePrecision: null, prevalence: 0 });
  });
});

const list = (...titles: number[]) => Int32Array.from(titles);
const numbers = (...values: number[]) => Float64Array.from(values);

describe("labelsByTitle", () => {
  const query = {
    titles: 4,
    lists: [list(0, 1, 2), list(1, 0), list()],
    grades: [numbers(Number.NaN, 2, 0), numbers(1, Number.NaN), numbers()],
  };

  it("returns a title's largest label and highest grade in any engine's list", () => {
    const found = labelsByTitle(query, [numbers(3, 1, 0.5), numbers(2, 4), numbers()]);
    // Title 0 has labels 3 and 4, title 1 has 1 and 2; people's grades of title 1 are 2 and 1; title 3 was not
    // returned.
    expect(found.labels).toEqual(numbers(4, 2, 0.5, 0));
    expect(found.grades).toEqual(numbers(Number.NaN, 2, 0, Number.NaN));
  });

  it("returns no labels for a query without lists", () => {
    expect(labelsByTitle({ titles: 0, lists: [], grades: [] }, [])).toEqual({ labels: numbers(), grades: numbers() });
  });
});
