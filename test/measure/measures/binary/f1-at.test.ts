import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { f1At } from "../../../../src/measure/measures/binary/f1-at.ts";
import { precisionAt } from "../../../../src/measure/measures/binary/precision-at.ts";
import { recallAt } from "../../../../src/measure/measures/binary/recall-at.ts";
import { fMeasure } from "../../../../src/measure/measures/f-measure.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, manyRuns, rankedList, someLists } from "../../../support/ranked-list.ts";

describe("f1At", () => {
  it("is the harmonic mean of trec_eval's P_5 and recall_5", () => {
    // pytrec_eval on `exampleList`: P_5 0.4, recall_5 1/3; 2 x 0.4 x 1/3 / (0.4 + 1/3) = 4/11.
    expect(f1At(exampleList, { cutoff: 5 })).toBeCloseTo(4 / 11, 12);
  });

  describe("shape of the answer", () => {
    itMeasuresLists(["F1@1", "F1@10", "F1(rel=2)@5"]);

    it("is the harmonic mean of precision and recall, wherever that is defined", () => {
      fc.assert(
        fc.property(someLists, fc.integer({ min: 1, max: 40 }), (list, cutoff) => {
          const expected = fMeasure(precisionAt(list, { cutoff }), recallAt(list, { cutoff }));
          if (!Number.isNaN(expected)) expect(f1At(list, { cutoff })).toBeCloseTo(expected, 12);
        }),
        manyRuns,
      );
    });
  });

  it("is 0, not undefined, where nothing relevant stands above the cutoff", () => {
    expect(f1At(rankedList([0, 0, 1]), { cutoff: 2 })).toBe(0);
  });
});
