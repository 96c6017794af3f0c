import { describe, expect, it } from "vitest";
import { goldProvenance } from "../../src/gold/gold-files.ts";
import { goldSet } from "../../src/gold/gold-set.ts";
import { makePair } from "../support/make-pool.ts";
import { makeRatingSet } from "../support/make-rating-set.ts";

describe("goldProvenance", () => {
  const merged = [{ id: "copy", title: "A copy", similarity: 0.98 }];
  const pairs = [
    makePair(0, { merged, probability: 0.25 }),
    makePair(1, { query: "two words", queryId: null }),
    makePair(2),
  ];
  const set = makeRatingSet({
    first: { ann: [5, "flag", null], bob: [2, 3, null] },
    again: { ann: [1, null, null] },
    pairs,
  });
  const options = { by: "median", minRaters: 1, flagged: "any", keepStars: false } as const;
  const provenance = goldProvenance(goldSet(set, options), options);

  it("records for every label the grades, raters, times, spread and probability", () => {
    const when = "2024-06-01T10:00:00.000Z";
    expect(provenance.pairs[0]).toEqual({
      ...{ name: "q0", query: "query 0", queryId: "q0", id: "d0", title: "Title 0" },
      ...{ state: "graded", label: 2.5, count: 2, spread: 3, probability: 0.25 },
      ratings: [
        { rater: "ann", grade: 5, ratedAt: when },
        { rater: "bob", grade: 2, ratedAt: when },
      ],
      merged: ["copy"],
      queryProbability: 1,
      engines: [{ name: "engine", rank: 0, also: [], of: 3 }],
    });
  });

  it("records for pairs without a label the reason and their ratings", () => {
    expect(provenance.pairs.slice(1)).toMatchObject([
      { state: "flagged", label: null, count: 1, spread: 0, ratings: [{ rater: "ann", grade: null }, { grade: 3 }] },
      { state: "unrated", label: null, count: 0, spread: null, ratings: [] },
    ]);
  });

  it("names a query without an id in the same way as the file formats do", () => {
    // printf 'two words' | sha256sum
    expect(provenance.pairs[1]?.name).toBe("a03f1d611645eb53");
  });

  it("records how labels were made", () => {
    expect(provenance).toMatchObject({
      ...{ schema: "semqrel.gold-provenance/1", ratings: "ratings.db", by: "median", minRaters: 1, flagged: "any" },
      ...{ keepStars: false, scale: { name: "1-5" }, raters: ["ann", "bob"], dawidSkene: null },
    });
  });
});
