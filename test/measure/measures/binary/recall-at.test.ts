import { describe, expect, it } from "vitest";
import { recallAt } from "../../../../src/measure/measures/binary/recall-at.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("recallAt", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: recall_5; relevance_level 2; judged_docs_only_flag.
    expect(recallAt(exampleList, { cutoff: 5 })).toBeCloseTo(0.3333333333333333, 12);
    expect(recallAt(exampleList, { cutoff: 5, rel: 2 })).toBeCloseTo(0.3333333333333333, 12);
    expect(recallAt(onlyJudged(exampleList), { cutoff: 5 })).toBeCloseTo(0.5, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["R@1", "R@10", "R(rel=2)@5"]);
  });

  it("counts relevant documents that were not retrieved", () => {
    expect(recallAt(rankedList([1], [1, 1, 0]), { cutoff: 10 })).toBeCloseTo(1 / 3, 12);
  });
});
