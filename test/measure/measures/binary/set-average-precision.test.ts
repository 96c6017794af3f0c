import { describe, expect, it } from "vitest";
import { setAveragePrecision } from "../../../../src/measure/measures/binary/set-average-precision.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList } from "../../../support/ranked-list.ts";

describe("setAveragePrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_map; relevance_level 2; judged_docs_only_flag.
    expect(setAveragePrecision(exampleList)).toBeCloseTo(0.3333333333333333, 12);
    expect(setAveragePrecision(exampleList, { rel: 2 })).toBeCloseTo(0.16666666666666666, 12);
    expect(setAveragePrecision(onlyJudged(exampleList))).toBeCloseTo(0.4444444444444444, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["SetAP", "SetAP(rel=2)"]);
  });
});
