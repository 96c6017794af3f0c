import { describe, expect, it } from "vitest";
import { coincidences } from "../../../src/maths/agreement/coincidences.ts";
import { gradeVotes } from "../../../src/maths/agreement/grade-votes.ts";
import { krippendorffExample } from "../../support/some-ratings.ts";

describe("coincidences", () => {
  // Krippendorff 2011, section C: the matrix of observed coincidences of the twelve units, n = 40.
  it("gives the published matrix", () => {
    const { grades, table, totals } = coincidences(gradeVotes(krippendorffExample));
    expect([...grades]).toEqual([1, 2, 3, 4, 5]);
    const published = [
      [7, 4 / 3, 1 / 3, 1 / 3, 0],
      [4 / 3, 10, 4 / 3, 1 / 3, 0],
      [1 / 3, 4 / 3, 8, 1 / 3, 0],
      [1 / 3, 1 / 3, 1 / 3, 4, 0],
      [0, 0, 0, 0, 3],
    ].flat();
    for (const [cell, value] of published.entries()) expect(table[cell]).toBeCloseTo(value, 12);
    expect([...totals]).toEqual([9, 13, 10, 5, 3]);
  });

  it("leaves out what one rater rated, and what does not count", () => {
    const votes = gradeVotes([
      [1, 1, 2],
      [2, Number.NaN, 2],
    ]);
    expect(coincidences(votes)).toMatchObject({ table: Float64Array.of(0, 1, 1, 2), totals: Float64Array.of(1, 3) });
    expect(coincidences(votes, [2, 5, 0])).toMatchObject({
      table: Float64Array.of(0, 2, 2, 0),
      totals: Float64Array.of(2, 2),
    });
  });
});
