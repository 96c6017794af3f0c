import { describe, expect, it } from "vitest";
import { gradeVotes } from "../../../src/maths/agreement/grade-votes.ts";

describe("gradeVotes", () => {
  it("counts who gave what, and who rated at all", () => {
    const { raters, votes, voters } = gradeVotes([
      [1, 5, Number.NaN],
      [1, 1, Number.NaN],
      [5, Number.NaN, Number.NaN],
    ]);
    expect(raters).toBe(3);
    expect([...votes]).toEqual([2, 1, 1, 1, 0, 0]);
    expect([...voters]).toEqual([3, 2, 0]);
  });

  it("has nothing for nobody", () => {
    expect(gradeVotes([])).toMatchObject({ raters: 0, votes: new Float64Array(0), voters: new Int32Array(0) });
  });
});
