import { describe, expect, it } from "vitest";
import { cumulatedGain } from "../../../../src/measure/measures/graded/cumulated-gain.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { rankedList, unjudged } from "../../../support/ranked-list.ts";

describe("cumulatedGain", () => {
  it("is the vector CG of Järvelin & Kekäläinen", () => {
    // Their example (2002, section 2.1): G' = <3,2,3,0,0,1,2,2,3,0,...> gives CG' = <3,5,8,8,8,9,11,13,16,16,...>.
    const list = rankedList([3, 2, 3, 0, 0, 1, 2, 2, 3, 0]);
    const cutoffs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(cutoffs.map((cutoff) => cumulatedGain(list, { cutoff }))).toEqual([3, 5, 8, 8, 8, 9, 11, 13, 16, 16]);
  });

  it("gives unjudged results nothing", () => {
    expect(cumulatedGain(rankedList([2, unjudged, -1, 0.5]))).toBe(2.5);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["CG", "CG@3"]);
  });

  it("is undefined, not 0, where nothing could be gained", () => {
    expect(cumulatedGain(rankedList([0, 0]))).toBeNaN();
  });
});
