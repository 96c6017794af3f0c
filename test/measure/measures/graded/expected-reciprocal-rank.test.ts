import { describe, expect, it } from "vitest";
import { expectedReciprocalRank } from "../../../../src/measure/measures/graded/user-models.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("expectedReciprocalRank", () => {
  it("agrees with gdeval", () => {
    // ir_measures ERR@5 and ERR@10 on `exampleList`; gdeval rounds to five decimals.
    expect(expectedReciprocalRank(exampleList, { cutoff: 5 })).toBeCloseTo(0.44629, 5);
    expect(expectedReciprocalRank(exampleList, { cutoff: 10 })).toBeCloseTo(0.46612, 5);
  });

  it("follows the authors' formula with another scale", () => {
    // By hand, max 1: probabilities 1/2, 0, 1/2: 1/2 + 1/2 x 1/2 / 3.
    expect(expectedReciprocalRank(rankedList([1, 0, 1]), { max: 1 })).toBeCloseTo(1 / 2 + 1 / 12, 12);
  });

  describe("expectedReciprocalRank for random lists", () => {
    itMeasuresLists(["ERR", "ERR@3", "ERR(max=5)@10"]);
  });

  it("refuses a label above the scale, returned or not, and suggests a remedy", () => {
    const refusal = expect.objectContaining({ code: "INVALID_LABEL", details: { label: 5, max: 4 } });
    expect(() => expectedReciprocalRank(rankedList([5]))).toThrow(refusal);
    expect(() => expectedReciprocalRank(rankedList([1], [5]))).toThrow(refusal);
    expect(() => expectedReciprocalRank(rankedList([4.5]))).toThrow(/ERR\(max=5\)/);
    expect(expectedReciprocalRank(rankedList([5]), { max: 5 })).toBeCloseTo(31 / 32, 12);
  });
});
