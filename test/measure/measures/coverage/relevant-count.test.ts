import { describe, expect, it } from "vitest";
import { relevantCountMeasure } from "../../../../src/measure/measures/coverage/relevant-count.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("NumRel", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: num_rel, at relevance_level 1 and 2.
    expect(relevantCountMeasure.with({}).compute(exampleList)).toBe(6);
    expect(relevantCountMeasure.with({ rel: 2 }).compute(exampleList)).toBe(3);
    expect(relevantCountMeasure.aggregate).toBe("sum");
  });

  it("is 0, not undefined, where nothing is relevant", () => {
    expect(relevantCountMeasure.with({}).compute(rankedList([0]))).toBe(0);
  });
});
