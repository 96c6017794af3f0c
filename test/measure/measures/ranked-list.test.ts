/** Are the relevant and judged documents of a list counted correctly? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countRelevant,
  countRelevantRetrieved,
  hasRelevant,
  onlyJudged,
} from "../../../src/measure/measures/ranked-list.ts";
import { runs } from "../../support/property.ts";
import { rankedList, someLists, unjudged } from "../../support/ranked-list.ts";

const list = rankedList([3, unjudged, 0, 0.5, -1, 2], [2, 1, 0]);
const someLevels = fc.constantFrom(0.5, 1, 2, 3, 4);

describe("countRelevant", () => {
  it("counts judged documents with at least the given label, returned or not", () => {
    expect([0, 0.5, 1, 2, 3, 4].map((level) => countRelevant(list, level))).toEqual([7, 5, 4, 3, 1, 0]);
  });

  it("counts as many documents as a plain filter", () => {
    fc.assert(
      fc.property(someLists, someLevels, (some, level) => {
        expect(countRelevant(some, level)).toBe(some.judgedLabels.filter((label) => label >= level).length);
      }),
      runs,
    );
  });
});

describe("hasRelevant", () => {
  it("requires a label above 0 if there is no level", () => {
    expect(hasRelevant(rankedList([0, unjudged, -1]), null)).toBe(false);
    expect(hasRelevant(rankedList([0], [0.5]), null)).toBe(true);
    expect(hasRelevant(rankedList([]), null)).toBe(false);
  });

  it("returns whether any document reaches a level", () => {
    fc.assert(
      fc.property(someLists, someLevels, (some, level) => {
        expect(hasRelevant(some, level)).toBe(countRelevant(some, level) > 0);
      }),
      runs,
    );
  });
});

describe("countRelevantRetrieved", () => {
  it("counts relevant documents among the first results, but not unjudged documents", () => {
    expect([1, 2, 4, 6, 100].map((cutoff) => countRelevantRetrieved(list, 0.5, cutoff))).toEqual([1, 1, 2, 3, 3]);
    expect(countRelevantRetrieved(list, 1, Number.POSITIVE_INFINITY)).toBe(2);
    expect(countRelevantRetrieved(list, 4, Number.POSITIVE_INFINITY)).toBe(0);
  });

  it("grows with the cutoff, at most to the number of relevant documents", () => {
    fc.assert(
      fc.property(someLists, someLevels, fc.integer({ min: 1, max: 30 }), (some, level, cutoff) => {
        const found = countRelevantRetrieved(some, level, cutoff);
        expect(found).toBe(some.labels.slice(0, cutoff).filter((label) => label >= level).length);
        expect(found).toBeLessThanOrEqual(countRelevantRetrieved(some, level, cutoff + 1));
        expect(found).toBeLessThanOrEqual(countRelevant(some, level));
      }),
      runs,
    );
  });
});

describe("onlyJudged", () => {
  it("removes unjudged results and unjudged documents of the pool", () => {
    const found = onlyJudged(rankedList([3, unjudged, 0, -1, 2], [1], [9, 8, 7, 6, 5]));
    expect([...found.labels]).toEqual([3, 0, 2]);
    expect([...found.scores]).toEqual([9, 7, 5]);
    expect([...found.documents]).toEqual([0, 2, 4]);
    expect([...found.judgedLabels]).toEqual([3, 2, 1, 0]);
  });

  it("keeps the context of the run", () => {
    const context = { catalogueSize: 9, similarity: () => 0.5 };
    expect(onlyJudged({ ...rankedList([3, unjudged]), context }).context).toBe(context);
  });

  it("changes nothing if it is called again, and does not change its input", () => {
    fc.assert(
      fc.property(someLists, (some) => {
        const before = [...some.labels];
        const once = onlyJudged(some);
        expect(onlyJudged(once)).toEqual(once);
        expect([...some.labels]).toEqual(before);
      }),
      runs,
    );
  });
});
