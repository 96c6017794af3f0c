import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  rankBiasedPrecision,
  rankBiasedPrecisionResidual,
  rankBiasedPrecisionResidualMeasure,
} from "../../../../src/measure/measures/graded/user-models.ts";
import { parseMeasures } from "../../../../src/measure/measures/parse-measures.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, manyRuns, rankedList, someLists, unjudged } from "../../../support/ranked-list.ts";

describe("rankBiasedPrecision", () => {
  it("agrees with ir_measures", () => {
    // RBP(rel=1), RBP(rel=2,p=0.5), RBP(rel=1,p=0.95) on `exampleList`, computed by cwl-eval 1.0.12.
    expect(rankBiasedPrecision(exampleList, { rel: 1 })).toBeCloseTo(0.40987904, 12);
    expect(rankBiasedPrecision(exampleList, { rel: 2, p: 0.5 })).toBeCloseTo(0.515625, 12);
    expect(rankBiasedPrecision(exampleList, { rel: 1, p: 0.95 })).toBeCloseTo(0.16647466167968764, 12);
  });

  it("divides gains by the largest label, or by a given maximum", () => {
    // By hand: 0.2 x (3 + 0.8^3 x 1 + 0.8^5 x 2 + 0.8^7 x 1) / 3.
    expect(rankBiasedPrecision(exampleList)).toBeCloseTo(0.29180501333333336, 12);
    expect(rankBiasedPrecision(exampleList, { max: 6 })).toBeCloseTo(0.29180501333333336 / 2, 12);
  });

  it("sums down to the cutoff", () => {
    expect(rankBiasedPrecision(rankedList([1, 1, 1]), { rel: 1, cutoff: 2 })).toBeCloseTo(0.2 + 0.16, 12);
  });

  describe("rankBiasedPrecision for random lists", () => {
    itMeasuresLists(["RBP", "RBP(rel=1)", "RBP(p=0.5,max=4)@5", "RBP(rel=2,p=0.95)"]);
  });

  it("refuses a label above the scale", () => {
    expect(() => rankBiasedPrecision(rankedList([3]), { max: 2 })).toThrow(
      expect.objectContaining({ code: "INVALID_LABEL", details: { label: 3, max: 2 } }),
    );
  });

  it("refuses rel together with max", () => {
    expect(() => parseMeasures(["RBP(rel=1,max=4)"])).toThrow(expect.objectContaining({ code: "INVALID_MEASURE" }));
  });

  it("names the measure and the option in an error", () => {
    expect(() => rankBiasedPrecision(exampleList, { p: 1.5 })).toThrow(/^Computing RBP: "p" takes/);
  });
});

describe("rankBiasedPrecisionResidual", () => {
  it("is the weight of ranks whose results are unjudged or not returned", () => {
    // By hand: positions 2 and 5 of `exampleList` have no judgment: 0.2 x (0.8 + 0.8^4), and 0.8^8 was not seen.
    expect(rankBiasedPrecisionResidual(exampleList)).toBeCloseTo(0.40969216, 12);
    // Up to position 3: 0.2 x 0.8 + 0.8^3.
    expect(rankBiasedPrecisionResidual(exampleList, { cutoff: 3 })).toBeCloseTo(0.672, 12);
  });

  it("includes the ranks below the list even if all results are judged, unlike trec_eval's rbp_resid", () => {
    expect(rankBiasedPrecisionResidual(rankedList([1, 0]), { p: 0.5 })).toBe(0.25);
  });

  it("is 1 for an empty list, and never undefined", () => {
    expect(rankBiasedPrecisionResidual(rankedList([]))).toBe(1);
    expect(rankBiasedPrecisionResidual(rankedList([unjudged]))).toBe(1);
  });

  it("is better if lower, and is 1 for a query that a run lacks", () => {
    expect(rankBiasedPrecisionResidualMeasure).toMatchObject({ lowerIsBetter: true, whenMissing: 1, range: [0, 1] });
  });

  it("is the amount that RBP would gain if all unjudged and further results were relevant", () => {
    const persistence = fc.constantFrom(0.5, 0.8, 0.95);
    fc.assert(
      fc.property(someLists, persistence, (list, p) => {
        const labels = [...list.labels].map((label) => (label >= 0 ? label : 1));
        const best = rankedList([...labels, ...Array(600).fill(1)]);
        const low = rankBiasedPrecision(list, { p, rel: 1 });
        const room = rankBiasedPrecisionResidual(list, { p });
        expect((Number.isNaN(low) ? 0 : low) + room).toBeCloseTo(rankBiasedPrecision(best, { p, rel: 1 }), 9);
      }),
      manyRuns,
    );
  });

  it("does not grow with the cutoff", () => {
    fc.assert(
      fc.property(someLists, fc.integer({ min: 1, max: 30 }), (list, cutoff) => {
        const here = rankBiasedPrecisionResidual(list, { cutoff });
        expect(rankBiasedPrecisionResidual(list, { cutoff: cutoff + 1 })).toBeLessThanOrEqual(here + 1e-12);
      }),
      manyRuns,
    );
  });
});
