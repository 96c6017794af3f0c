import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogueCoverage, catalogueCoverageMeasure } from "../../../../src/measure/measures/coverage.ts";
import type { RankedList } from "../../../../src/measure/measures/ranked-list.ts";
import { runs } from "../../../support/property.ts";
import { rankedList } from "../../../support/ranked-list.ts";

/** A list of document numbers. */
function shown(documents: readonly number[], catalogueSize: number | null): RankedList {
  return {
    ...rankedList(documents.map(() => 0)),
    documents: Int32Array.from(documents),
    context: { catalogueSize, similarity: null },
  };
}

describe("catalogueCoverage", () => {
  // By hand, after Ge, Delgado-Battenfeld & Jannach 2010: |union of the lists| / |catalogue|.
  it.each([
    { lists: ["abc", "abd", "a"], size: 8, expected: 4 / 8 },
    { lists: ["abc", "abc"], size: 3, expected: 1 },
    { lists: ["a", "b"], size: 10, expected: 0.2 },
    { lists: ["aab"], size: 4, expected: 0.5 },
  ])("is the share of the catalogue that is in any list: $lists of $size", ({ lists, size, expected }) => {
    expect(
      catalogueCoverage(
        lists.map((list) => [...list]),
        size,
      ),
    ).toBe(expected);
  });

  it("is 0 if no list has a document", () => {
    expect(catalogueCoverage([], 5)).toBe(0);
    expect(catalogueCoverage([[], []], 5)).toBe(0);
  });

  it("exceeds 1 if lists contain documents outside the catalogue", () => {
    expect(catalogueCoverage([[1, 2, 3]], 2)).toBe(1.5);
  });
});

describe("Coverage", () => {
  const coverage = catalogueCoverageMeasure.with({});
  const atTwo = catalogueCoverageMeasure.with({}, 2);
  // Numbers of documents: 4, 1, 7 and 2 are shown, 4, 1 and 7 of them in the first two positions.
  const lists = [shown([4, 1, 7], 8), shown([1, 7, 2], 8), shown([], 8)];

  it("of a query is the share of the catalogue in its list, down to the cutoff", () => {
    expect(lists.map((list) => coverage.compute(list))).toEqual([3 / 8, 3 / 8, 0]);
    expect(lists.map((list) => atTwo.compute(list))).toEqual([2 / 8, 2 / 8, 0]);
  });

  it("of a run is the share of the catalogue in any list, not the mean over queries", () => {
    expect(coverage.computeRun?.(lists)).toBe(4 / 8);
    expect(atTwo.computeRun?.(lists)).toBe(3 / 8);
  });

  it("of a run is at least the largest value of a query, and at most the sum of all values", () => {
    const someLists = fc.array(fc.uniqueArray(fc.nat(19), { maxLength: 10 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(someLists, fc.integer({ min: 1, max: 12 }), (documents, cutoff) => {
        const made = documents.map((list) => shown(list, 20));
        const measure = catalogueCoverageMeasure.with({}, cutoff);
        const ofQueries = made.map((list) => measure.compute(list));
        const ofRun = measure.computeRun?.(made) ?? Number.NaN;
        expect(ofRun).toBeGreaterThanOrEqual(Math.max(...ofQueries));
        expect(ofRun).toBeLessThanOrEqual(
          Math.min(
            1,
            ofQueries.reduce((sum, value) => sum + value, 0),
          ) + 1e-12,
        );
      }),
      runs,
    );
  });

  it.each([null, 0, 0.5])("throws if the size of the catalogue is %s", (size) => {
    const error = expect.objectContaining({ code: "INVALID_OPTION" });
    expect(() => coverage.compute(shown([1], size))).toThrow(error);
    expect(() => coverage.computeRun?.([shown([1], size)])).toThrow(error);
    expect(() => coverage.compute(rankedList([1]))).toThrow(error);
  });
});
