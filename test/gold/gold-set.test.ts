import { describe, expect, it } from "vitest";
import { type GoldOptions, goldSet } from "../../src/gold/gold-set.ts";
import { makePair, makePool } from "../support/make-pool.ts";
import { type MadeRatings, makeRatingSet } from "../support/make-rating-set.ts";

function gold(made: MadeRatings, options: Partial<GoldOptions> = {}) {
  return goldSet(makeRatingSet(made), { by: "median", minRaters: 1, flagged: "any", keepStars: false, ...options });
}

const duplicate = { id: "copy", title: "Title 0, again", similarity: 0.98 };

describe("goldSet", () => {
  // product.md, "Pooling": 1 to 5 stars are exported as stars - 1 = 0..4, so that one star is not relevant.
  it("exports one to five stars as labels 0 to 4", () => {
    const { labels, rows, topLabel } = gold({ first: { ann: [1, 2, 3, 4, 5] } });
    expect([...labels]).toEqual([0, 1, 2, 3, 4]);
    expect(rows.map(({ label }) => label)).toEqual([0, 1, 2, 3, 4]);
    expect(topLabel).toBe(4);
  });

  it("keeps stars in the file on request, but still measures labels from 0", () => {
    const { labels, rows } = gold({ first: { ann: [1, 5] } }, { keepStars: true });
    expect(rows.map(({ label }) => label)).toEqual([1, 5]);
    expect([...labels]).toEqual([0, 4]);
  });

  it("keeps grades that start at 0", () => {
    const { labels, topLabel } = gold({ first: { ann: [0, 3] }, scale: [0, 3] });
    expect({ labels: [...labels], topLabel }).toEqual({ labels: [0, 3], topLabel: 3 });
  });

  it("keeps fractions of medians and means", () => {
    expect([...gold({ first: { ann: [1], bob: [2] } }).labels]).toEqual([0.5]);
  });

  it("has a row for every pair with a grade, in the order of the pool", () => {
    const { rows, states, labels } = gold({ first: { ann: [5, "flag", null, 1] } });
    expect(rows).toEqual([
      { pair: 0, id: "d0", title: "Title 0", label: 4 },
      { pair: 3, id: "d3", title: "Title 3", label: 0 },
    ]);
    expect(states).toEqual(["graded", "flagged", "unrated", "graded"]);
    expect([...labels]).toEqual([4, Number.NaN, Number.NaN, 0]);
  });

  it("distinguishes queries with all their pairs from queries with some drawn pairs", () => {
    const pairs = [
      makePair(0, { query: "all" }),
      makePair(1, { query: "drawn whole", probability: 0.1, queryProbability: 0.1 }),
      makePair(2, { query: "pairs drawn", probability: 0.1, queryProbability: 0.2 }),
      makePair(3, { query: "some certain", probability: 0.2, queryProbability: 0.2 }),
      makePair(4, { query: "some certain", probability: 0.1, queryProbability: 0.2 }),
    ];
    const { queries } = gold({ first: { ann: [1, 2, 3, 4, 5] }, pairs });
    expect(queries.map(({ isWhole }) => isWhole)).toEqual([true, true, false, false]);
  });

  it("groups pairs by query, in order of first appearance", () => {
    const pool = makePool({ b: { one: ["x", "y"] }, a: { one: ["z"] } });
    const pairs = [0, 2, 1].flatMap((place) => pool[place] ?? []);
    expect(gold({ first: { ann: [1, 2, 3] }, pairs }).queries).toEqual([
      { query: "text of b", queryId: "b", pairs: [0, 2], isWhole: true },
      { query: "text of a", queryId: "a", pairs: [1], isWhole: true },
    ]);
  });

  it("gives near duplicates their own ids and the label of their pair, and counts them", () => {
    const { rows, merged } = gold({ first: { ann: [4] }, pairs: [makePair(0, { merged: [duplicate] })] });
    expect(rows).toEqual([
      { pair: 0, id: "d0", title: "Title 0", label: 3 },
      { pair: 0, id: "copy", title: "Title 0, again", label: 3 },
    ]);
    expect(merged).toBe(1);
  });

  it("gives each document of a query one label: its own, otherwise the first one of its near duplicates", () => {
    const shares = (place: number, ...ids: readonly string[]) =>
      makePair(place, { query: "one", merged: ids.map((id) => ({ ...duplicate, id })) });
    const pairs = [shares(0, "d1", "copy"), shares(1, "copy"), shares(2, "d1")];
    const { rows, merged } = gold({ first: { ann: [5, null, 2] }, pairs });
    // d1 is an unrated pair of the pool, so it gets no label from another pair.
    expect(rows.map(({ id, label }) => [id, label])).toEqual([
      ["d0", 4],
      ["copy", 4],
      ["d2", 1],
    ]);
    expect(merged).toBe(1);
  });

  it("counts the first rating of each pair by every rater, including flags", () => {
    const made: MadeRatings = { first: { ann: [1, "flag"], bob: [2, null] }, again: { ann: [3, null] } };
    expect(gold(made).ratingCount).toBe(3);
  });

  it("throws the errors of the ratings unchanged", () => {
    expect(() => gold({ first: { ann: [1], bob: [1] } }, { by: "dawid-skene" })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
