import { describe, expect, it } from "vitest";
import { geometricMeanAveragePrecisionMeasure } from "../../../../src/measure/measures/binary/geometric-mean-average-precision.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("gm_map", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: gm_map, at relevance_level 1 and 2.
    expect(geometricMeanAveragePrecisionMeasure.with({}).compute(exampleList)).toBeCloseTo(-0.8754687373538999, 12);
    expect(geometricMeanAveragePrecisionMeasure.with({ rel: 2 }).compute(exampleList)).toBeCloseTo(
      -0.8109302162163288,
      12,
    );
  });

  it("is trec_eval's floor where the value is 0, and counts as that where there is none", () => {
    // pytrec_eval shows -11.512925464970229 for both.
    expect(geometricMeanAveragePrecisionMeasure.with({}).compute(rankedList([0], [1]))).toBeCloseTo(
      -11.512925464970229,
      12,
    );
    expect(geometricMeanAveragePrecisionMeasure.whenMissing).toBeCloseTo(-11.512925464970229, 12);
    expect(geometricMeanAveragePrecisionMeasure.aggregate).toBe("geometric mean");
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["gm_map", "gm_map(rel=2)"]);
  });
});
