import { describe, expect, it } from "vitest";
import { setF } from "../../../../src/measure/measures/binary/set-f.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("setF", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_F, set_F.2 (ir_measures: SetF(beta=2.0)); relevance_level 2; judged_docs_only_flag.
    expect(setF(exampleList)).toBeCloseTo(0.5714285714285715, 12);
    expect(setF(exampleList, { beta: 2 })).toBeCloseTo(0.6000000000000001, 12);
    expect(setF(exampleList, { rel: 2 })).toBeCloseTo(0.36363636363636365, 12);
    expect(setF(exampleList, { rel: 2, beta: 2 })).toBeCloseTo(0.4285714285714286, 12);
    expect(setF(onlyJudged(exampleList), { rel: 2, beta: 2 })).toBeCloseTo(0.5, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["SetF", "SetF(beta=4)", "SetF(rel=2)"]);
  });

  it("is 0 where nothing relevant was retrieved", () => {
    expect(setF(rankedList([0], [1]))).toBe(0);
    expect(setF(rankedList([], [1]))).toBe(0);
  });
});
