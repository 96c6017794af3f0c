import { describe, expect, it } from "vitest";
import { setRecall } from "../../../../src/measure/measures/binary/set-recall.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("setRecall", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_recall, at relevance_level 1 and 2.
    expect(setRecall(exampleList)).toBeCloseTo(0.6666666666666666, 12);
    expect(setRecall(exampleList, { rel: 2 })).toBeCloseTo(0.6666666666666666, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["SetR", "SetR(rel=2)"]);
  });

  it("is 0 for an empty list where a document is relevant", () => {
    expect(setRecall(rankedList([], [1]))).toBe(0);
  });
});
