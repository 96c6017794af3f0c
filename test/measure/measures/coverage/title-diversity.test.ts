import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diversity, titleDiversityMeasure } from "../../../../src/measure/measures/coverage.ts";
import { runs } from "../../../support/property.ts";
import { rankedList } from "../../../support/ranked-list.ts";

/** Cosines of (1, 0), (0.6, 0.8), (0, 1) and (-1, 0), by hand. */
const cosines = [
  [1, 0.6, 0, -1],
  [0.6, 1, 0.8, -0.6],
  [0, 0.8, 1, 0],
  [-1, -0.6, 0, 1],
];
const cosineOf = (one: number, other: number) => cosines[one]?.[other] ?? Number.NaN;

describe("diversity", () => {
  // By hand, 1 - mean of the pairs: 1 - 0.6; 1 - (0.6 + 0 + 0.8) / 3; 1 - (0.6 + 0 - 1 + 0.8 - 0.6 + 0) / 6.
  it.each([
    [2, 0.4],
    [3, 1 - 1.4 / 3],
    [4, 1 + 0.2 / 6],
  ])("is one minus the mean similarity of all pairs of %s items", (count, expected) => {
    expect(diversity(count, cosineOf)).toBeCloseTo(expected, 12);
  });

  it("is 0 for identical items, 1 for unrelated items, and 2 for a pair of opposite items", () => {
    expect(diversity(5, () => 1)).toBe(0);
    expect(diversity(5, () => 0)).toBe(1);
    expect(diversity(2, () => -1)).toBe(2);
  });

  it("requests the similarity of each pair once, and of no item with itself", () => {
    const pairs: string[] = [];
    diversity(4, (one, other) => {
      pairs.push(`${one}${other}`);
      return 0;
    });
    expect(pairs).toEqual(["01", "02", "03", "12", "13", "23"]);
  });

  it("does not depend on the order of items", () => {
    const points = fc.array(fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), { minLength: 2, maxLength: 12 });
    const of = (angles: readonly number[]) =>
      diversity(angles.length, (one, other) => Math.cos((angles[one] ?? 0) - (angles[other] ?? 0)));
    fc.assert(
      fc.property(points, (angles) => {
        expect(of(angles.toReversed())).toBeCloseTo(of(angles), 12);
        expect(of(angles)).toBeGreaterThanOrEqual(0);
        expect(of(angles)).toBeLessThanOrEqual(2);
      }),
      runs,
    );
  });

  it("ignores pairs without a similarity", () => {
    // Without item 1: pairs 0-2, 0-3, 2-3 of 0, -1 and 0.
    const found = diversity(4, (one, other) => (one === 1 || other === 1 ? Number.NaN : cosineOf(one, other)));
    expect(found).toBeCloseTo(1 + 1 / 3, 12);
  });

  it("is undefined for fewer than two items, and if no pair has a similarity", () => {
    expect(diversity(0, () => 1)).toBeNaN();
    expect(diversity(1, () => 1)).toBeNaN();
    expect(diversity(3, () => Number.NaN)).toBeNaN();
  });
});

describe("Diversity", () => {
  const list = {
    ...rankedList([1, 0, 0]),
    documents: Int32Array.of(3, 0, 1),
    context: { catalogueSize: null, similarity: cosineOf },
  };

  it("uses the documents of the list down to the cutoff", () => {
    // By hand: 1 - (-1 - 0.6 + 0.6) / 3, and of the first two 1 - -1.
    expect(titleDiversityMeasure.with({}).compute(list)).toBeCloseTo(1 + 1 / 3, 12);
    expect(titleDiversityMeasure.with({}, 2).compute(list)).toBe(2);
    const asked: (readonly [number, number])[] = [];
    const similarity = (one: number, other: number) => asked.push([one, other]);
    const documents = Int32Array.of(7, 4, 9);
    titleDiversityMeasure.with({}).compute({ ...list, documents, context: { catalogueSize: null, similarity } });
    expect(asked).toEqual([
      [7, 4],
      [7, 9],
      [4, 9],
    ]);
    expect(titleDiversityMeasure.with({}, 1).compute(list)).toBeNaN();
  });

  it("is undefined for an empty list and for a query that the run lacks", () => {
    const empty = { ...rankedList([]), context: list.context };
    expect(titleDiversityMeasure.with({}).compute(empty)).toBeNaN();
    expect(titleDiversityMeasure.whenMissing).toBeNaN();
  });

  it("throws if the similarity of titles is unknown", () => {
    const error = expect.objectContaining({ code: "INVALID_OPTION" });
    const context = { catalogueSize: null, similarity: null };
    expect(() => titleDiversityMeasure.with({}).compute({ ...list, context })).toThrow(error);
    expect(() => titleDiversityMeasure.with({}).compute(rankedList([1, 1]))).toThrow(error);
  });
});
