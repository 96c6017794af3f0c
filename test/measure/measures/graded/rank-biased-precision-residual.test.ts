import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankBiasedPrecision } from "../../../../src/measure/measures/graded/rank-biased-precision.ts";
import {
  rankBiasedPrecisionResidual,
  rankBiasedPrecisionResidualMeasure,
} from "../../../../src/measure/measures/graded/rank-biased-precision-residual.ts";
import { exampleList, manyRuns, rankedList, someLists, unjudged } from "../../../support/ranked-list.ts";

describe("rankBiasedPrecisionResidual", () => {
  it("is the weight of unjudged and of unseen positions", () => {
    // By hand: positions 2 and 5 of `exampleList` have no judgment: 0.2 x (0.8 + 0.8^4), and 0.8^8 was not seen.
    expect(rankBiasedPrecisionResidual(exampleList)).toBeCloseTo(0.40969216, 12);
    // Above position 3: 0.2 x 0.8 + 0.8^3.
    expect(rankBiasedPrecisionResidual(exampleList, { cutoff: 3 })).toBeCloseTo(0.672, 12);
  });

  it("counts the unseen tail although all results are judged, unlike trec_eval's rbp_resid", () => {
    expect(rankBiasedPrecisionResidual(rankedList([1, 0]), { p: 0.5 })).toBe(0.25);
  });

  it("is 1 for an empty list, and never undefined", () => {
    expect(rankBiasedPrecisionResidual(rankedList([]))).toBe(1);
    expect(rankBiasedPrecisionResidual(rankedList([unjudged]))).toBe(1);
  });

  it("is the worse the larger it is, so that a run gains nothing by queries that it lacks", () => {
    expect(rankBiasedPrecisionResidualMeasure).toMatchObject({ lowerIsBetter: true, whenMissing: 1, range: [0, 1] });
  });

  it("leaves as much room as is missing: the value of the list with all unjudged ones relevant, gone on with relevant ones", () => {
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
