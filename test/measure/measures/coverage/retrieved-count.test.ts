import { describe, expect, it } from "vitest";
import { retrievedCountMeasure } from "../../../../src/measure/measures/coverage/retrieved-count.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("NumRet", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: num_ret, num_rel_ret, at relevance_level 1 and 2.
    expect(retrievedCountMeasure.with({}).compute(exampleList)).toBe(8);
    expect(retrievedCountMeasure.with({ rel: 1 }).compute(exampleList)).toBe(4);
    expect(retrievedCountMeasure.with({ rel: 2 }).compute(exampleList)).toBe(2);
    expect(retrievedCountMeasure.aggregate).toBe("sum");
  });

  it("is 0, not undefined, where nothing is retrieved or relevant", () => {
    expect(retrievedCountMeasure.with({}).compute(rankedList([]))).toBe(0);
    expect(retrievedCountMeasure.with({ rel: 1 }).compute(rankedList([0]))).toBe(0);
  });
});
