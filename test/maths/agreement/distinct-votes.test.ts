import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coincidences } from "../../../src/maths/agreement/coincidences.ts";
import { distinctVotes } from "../../../src/maths/agreement/distinct-votes.ts";
import { gradeVotes } from "../../../src/maths/agreement/grade-votes.ts";
import { runs } from "../../support/property.ts";

describe("distinctVotes", () => {
  it("has items with the same votes once, whoever gave them", () => {
    // By hand: items 0 and 2 have one vote for 1 and one for 2, item 1 two for 1, item 3 none.
    const votes = gradeVotes([Float64Array.of(1, 1, 2, Number.NaN), Float64Array.of(2, 1, 1, Number.NaN)]);
    const { votes: distinct, kindOfItem } = distinctVotes(votes);
    expect([...kindOfItem]).toEqual([0, 1, 0, 2]);
    expect([...distinct.votes]).toEqual([1, 1, 2, 0, 0, 0]);
    expect([...distinct.voters]).toEqual([2, 2, 0]);
    expect({ grades: [...distinct.grades], raters: distinct.raters }).toEqual({ grades: [1, 2], raters: 2 });
  });

  it("leaves the coincidences as they are, when each kind counts as often as its items", () => {
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

  it("is empty without items", () => {
    expect(distinctVotes(gradeVotes([new Float64Array(0)])).kindOfItem).toHaveLength(0);
  });
});
