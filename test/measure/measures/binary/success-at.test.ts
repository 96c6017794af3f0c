import { describe, expect, it } from "vitest";
import { successAt } from "../../../../src/measure/measures/binary/success-at.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("successAt", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: success_1, at relevance_level 1 and 2.
    expect(successAt(exampleList, { cutoff: 1 })).toBeCloseTo(1, 12);
    expect(successAt(exampleList, { cutoff: 1, rel: 2 })).toBeCloseTo(1, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["Success@1", "Success@5", "Success(rel=2)@5"]);
  });

  it("looks no further than the cutoff", () => {
    expect(successAt(rankedList([0, 0, 1]), { cutoff: 2 })).toBe(0);
    expect(successAt(rankedList([0, 0, 1]), { cutoff: 3 })).toBe(1);
  });
});
