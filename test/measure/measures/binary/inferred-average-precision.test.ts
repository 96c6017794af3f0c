import { describe, expect, it } from "vitest";
import { averagePrecision } from "../../../../src/measure/measures/binary/average-precision.ts";
import { inferredAveragePrecision } from "../../../../src/measure/measures/binary/inferred-average-precision.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("inferredAveragePrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: infAP; relevance_level 2; judged_docs_only_flag.
    expect(inferredAveragePrecision(exampleList)).toBeCloseTo(0.44768501172941816, 12);
    expect(inferredAveragePrecision(exampleList, { rel: 2 })).toBeCloseTo(0.4629632098748971, 12);
    expect(inferredAveragePrecision(onlyJudged(exampleList))).toBeCloseTo(0.5138886944455926, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["infAP", "infAP(rel=2)"], { isMonotone: false });
  });

  it("comes near average precision where everything retrieved is judged", () => {
    const list = rankedList([1, 0, 1, 0, 0, 2], [1]);
    expect(inferredAveragePrecision(list)).toBeCloseTo(averagePrecision(list), 4);
  });
});
