import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  coincidences,
  distinctPatterns,
  distinctVotes,
  gradePlaces,
  gradeVotes,
} from "../../../src/maths/agreement/coefficients.ts";
import { runs } from "../../support/property.ts";

describe("gradePlaces", () => {
  it("numbers all grades in ascending order, and marks missing grades with -1", () => {
    const { grades, places } = gradePlaces([
      [10, 2, Number.NaN],
      [9, Number.NaN, 2],
    ]);
    expect([...grades]).toEqual([2, 9, 10]);
    expect(places.map((ofRater) => [...ofRater])).toEqual([
      [2, 0, -1],
      [1, -1, 0],
    ]);
  });

  it("returns no grades without raters", () => {
    expect(gradePlaces([])).toEqual({ grades: new Float64Array(0), places: [] });
  });

  it("rejects raters with different numbers of items", () => {
    expect(() => gradePlaces([[1, 2], [1]])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { lengths: [2, 1] } }),
    );
  });

  it("rejects an infinite grade, and names its rater and item", () => {
    expect(() =>
      gradePlaces([
        [1, 2],
        [1, Number.POSITIVE_INFINITY],
      ]),
    ).toThrow(
      expect.objectContaining({
        code: "INVALID_RATING",
        details: { rater: 1, item: 1, grade: Number.POSITIVE_INFINITY },
      }),
    );
  });
});

describe("gradeVotes", () => {
  it("counts the votes for each grade and the voters of each item", () => {
    const { raters, votes, voters } = gradeVotes([
      [1, 5, Number.NaN],
      [1, 1, Number.NaN],
      [5, Number.NaN, Number.NaN],
    ]);
    expect(raters).toBe(3);
    expect([...votes]).toEqual([2, 1, 1, 1, 0, 0]);
    expect([...voters]).toEqual([3, 2, 0]);
  });

  it("returns no votes without raters", () => {
    expect(gradeVotes([])).toMatchObject({ raters: 0, votes: new Float64Array(0), voters: new Int32Array(0) });
  });
});

describe("distinctVotes", () => {
  it("merges items with the same votes, whoever gave them", () => {
    // By hand: items 0 and 2 have one vote for 1 and one for 2, item 1 has two for 1, item 3 none.
    const votes = gradeVotes([Float64Array.of(1, 1, 2, Number.NaN), Float64Array.of(2, 1, 1, Number.NaN)]);
    const { votes: distinct, kindOfItem } = distinctVotes(votes);
    expect([...kindOfItem]).toEqual([0, 1, 0, 2]);
    expect([...distinct.votes]).toEqual([1, 1, 2, 0, 0, 0]);
    expect([...distinct.voters]).toEqual([2, 2, 0]);
    expect({ grades: [...distinct.grades], raters: distinct.raters }).toEqual({ grades: [1, 2], raters: 2 });
  });

  it("leaves the coincidences unchanged if each distinct item is weighted by its count", () => {
    const rating = fc.constantFrom(1, 2, 3, Number.NaN);
    const rater = fc.array(rating, { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(rater, { minLength: 1, maxLength: 4 }), (ratings) => {
        const votes = gradeVotes(ratings);
        const { votes: distinct, kindOfItem } = distinctVotes(votes);
        const counts = new Float64Array(distinct.voters.length);
        for (const kind of kindOfItem) counts[kind] = (counts[kind] ?? 0) + 1;
        const [expected, found] = [coincidences(votes), coincidences(distinct, counts)];
        for (const [cell, value] of expected.table.entries()) expect(found.table[cell]).toBeCloseTo(value, 10);
      }),
      runs,
    );
  });

  it("returns no votes without items", () => {
    expect(distinctVotes(gradeVotes([new Float64Array(0)])).kindOfItem).toHaveLength(0);
  });
});

describe("distinctPatterns", () => {
  it("lists each combination of grades once, including missing grades, in order of first appearance", () => {
    const missing = Number.NaN;
    const { patterns, patternOfItem } = distinctPatterns([
      Float64Array.of(5, 1, 5, missing, 1, missing),
      Float64Array.of(1, 5, 1, 2, missing, 2),
    ]);
    expect(patterns).toEqual([Float64Array.of(5, 1, missing, 1), Float64Array.of(1, 5, 2, missing)]);
    expect([...patternOfItem]).toEqual([0, 1, 0, 2, 3, 2]);
  });

  it("distinguishes the grades 1 and 11 from the grades 11 and 1", () => {
    expect([...distinctPatterns([Float64Array.of(1, 11), Float64Array.of(11, 1)]).patternOfItem]).toEqual([0, 1]);
  });

  it("returns no combinations without raters", () => {
    expect(distinctPatterns([])).toEqual({ patterns: [], patternOfItem: new Int32Array(0) });
  });
});
