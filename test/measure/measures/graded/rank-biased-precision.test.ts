import { describe, expect, it } from "vitest";
import { rankBiasedPrecision } from "../../../../src/measure/measures/graded/rank-biased-precision.ts";
import { parseMeasures } from "../../../../src/measure/measures/parse-measures.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("rankBiasedPrecision", () => {
  it("agrees with ir_measures", () => {
    // RBP(rel=1), RBP(rel=2,p=0.5), RBP(rel=1,p=0.95) on `exampleList`, computed by cwl-eval 1.0.12.
    expect(rankBiasedPrecision(exampleList, { rel: 1 })).toBeCloseTo(0.40987904, 12);
    expect(rankBiasedPrecision(exampleList, { rel: 2, p: 0.5 })).toBeCloseTo(0.515625, 12);
    expect(rankBiasedPrecision(exampleList, { rel: 1, p: 0.95 })).toBeCloseTo(0.16647466167968764, 12);
  });

  it("grades gain by the largest label, or by the one it is told", () => {
    // By hand: 0.2 x (3 + 0.8^3 x 1 + 0.8^5 x 2 + 0.8^7 x 1) / 3.
    expect(rankBiasedPrecision(exampleList)).toBeCloseTo(0.29180501333333336, 12);
    expect(rankBiasedPrecision(exampleList, { max: 6 })).toBeCloseTo(0.29180501333333336 / 2, 12);
  });

  it("ends at the cutoff", () => {
    expect(rankBiasedPrecision(rankedList([1, 1, 1]), { rel: 1, cutoff: 2 })).toBeCloseTo(0.2 + 0.16, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["RBP", "RBP(rel=1)", "RBP(p=0.5,max=4)@5", "RBP(rel=2,p=0.95)"]);
  });

  it("refuses a label above the scale", () => {
    expect(() => rankBiasedPrecision(rankedList([3]), { max: 2 })).toThrow(
      expect.objectContaining({ code: "INVALID_LABEL", details: { label: 3, max: 2 } }),
    );
  });

  it("refuses to grade and to count at once", () => {
    expect(() => parseMeasures(["RBP(rel=1,max=4)"])).toThrow(expect.objectContaining({ code: "INVALID_MEASURE" }));
  });

  it("names itself and the option in an error", () => {
    expect(() => rankBiasedPrecision(exampleList, { p: 1.5 })).toThrow(/^Computing RBP: "p" takes/);
  });
});
