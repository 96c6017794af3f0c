import { describe, expect, it } from "vitest";
import { precisionAt } from "../../../../src/measure/measures/binary/precision-at.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("precisionAt", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: P_1, P_5, P_10; relevance_level 2; judged_docs_only_flag.
    expect(precisionAt(exampleList, { cutoff: 1 })).toBeCloseTo(1, 12);
    expect(precisionAt(exampleList, { cutoff: 5 })).toBeCloseTo(0.4, 12);
    expect(precisionAt(exampleList, { cutoff: 10 })).toBeCloseTo(0.4, 12);
    expect(precisionAt(exampleList, { cutoff: 5, rel: 2 })).toBeCloseTo(0.2, 12);
    expect(precisionAt(onlyJudged(exampleList), { cutoff: 5 })).toBeCloseTo(0.6, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["P@1", "P@10", "P(rel=2)@5"]);
  });

  it("divides by the cutoff although the list is shorter", () => {
    expect(precisionAt(rankedList([1]), { cutoff: 4 })).toBe(0.25);
  });

  it("names itself and the option in an error", () => {
    expect(() => precisionAt(exampleList, { cutoff: 5, rel: 0 })).toThrow(/^Computing P: "rel" takes/);
  });
});
