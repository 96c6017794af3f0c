import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  f1At,
  precisionAt,
  recallAt,
  rPrecision,
  successAt,
} from "../../../../src/measure/measures/binary/at-cutoff.ts";
import { fMeasure } from "../../../../src/measure/measures/graded/compatibility.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, manyRuns, rankedList, someLists } from "../../../support/ranked-list.ts";

describe("precisionAt", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: P_1, P_5, P_10; relevance_level 2; judged_docs_only_flag.
    expect(precisionAt(exampleList, { cutoff: 1 })).toBeCloseTo(1, 12);
    expect(precisionAt(exampleList, { cutoff: 5 })).toBeCloseTo(0.4, 12);
    expect(precisionAt(exampleList, { cutoff: 10 })).toBeCloseTo(0.4, 12);
    expect(precisionAt(exampleList, { cutoff: 5, rel: 2 })).toBeCloseTo(0.2, 12);
    expect(precisionAt(onlyJudged(exampleList), { cutoff: 5 })).toBeCloseTo(0.6, 12);
  });

  describe("precisionAt for random lists", () => {
    itMeasuresLists(["P@1", "P@10", "P(rel=2)@5"]);
  });

  it("divides by the cutoff even if the list is shorter", () => {
    expect(precisionAt(rankedList([1]), { cutoff: 4 })).toBe(0.25);
  });

  it("names the measure and the option in an error", () => {
    expect(() => precisionAt(exampleList, { cutoff: 5, rel: 0 })).toThrow(/^Computing P: "rel" takes/);
  });
});

describe("recallAt", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: recall_5; relevance_level 2; judged_docs_only_flag.
    expect(recallAt(exampleList, { cutoff: 5 })).toBeCloseTo(0.3333333333333333, 12);
    expect(recallAt(exampleList, { cutoff: 5, rel: 2 })).toBeCloseTo(0.3333333333333333, 12);
    expect(recallAt(onlyJudged(exampleList), { cutoff: 5 })).toBeCloseTo(0.5, 12);
  });

  describe("recallAt for random lists", () => {
    itMeasuresLists(["R@1", "R@10", "R(rel=2)@5"]);
  });

  it("counts relevant documents that were not returned", () => {
    expect(recallAt(rankedList([1], [1, 1, 0]), { cutoff: 10 })).toBeCloseTo(1 / 3, 12);
  });
});

describe("f1At", () => {
  it("is the harmonic mean of trec_eval's P_5 and recall_5", () => {
    // pytrec_eval on `exampleList`: P_5 0.4, recall_5 1/3; 2 x 0.4 x 1/3 / (0.4 + 1/3) = 4/11.
    expect(f1At(exampleList, { cutoff: 5 })).toBeCloseTo(4 / 11, 12);
  });

  describe("f1At for random lists", () => {
    itMeasuresLists(["F1@1", "F1@10", "F1(rel=2)@5"]);

    it("is the harmonic mean of precision and recall, if they are defined", () => {
      fc.assert(
        fc.property(someLists, fc.integer({ min: 1, max: 40 }), (list, cutoff) => {
          const expected = fMeasure(precisionAt(list, { cutoff }), recallAt(list, { cutoff }));
          if (!Number.isNaN(expected)) expect(f1At(list, { cutoff })).toBeCloseTo(expected, 12);
        }),
        manyRuns,
      );
    });
  });

  it("is 0, not undefined, if no relevant document is above the cutoff", () => {
    expect(f1At(rankedList([0, 0, 1]), { cutoff: 2 })).toBe(0);
  });
});

describe("successAt", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: success_1, at relevance_level 1 and 2.
    expect(successAt(exampleList, { cutoff: 1 })).toBeCloseTo(1, 12);
    expect(successAt(exampleList, { cutoff: 1, rel: 2 })).toBeCloseTo(1, 12);
  });

  describe("successAt for random lists", () => {
    itMeasuresLists(["Success@1", "Success@5", "Success(rel=2)@5"]);
  });

  it("ignores results below the cutoff", () => {
    expect(successAt(rankedList([0, 0, 1]), { cutoff: 2 })).toBe(0);
    expect(successAt(rankedList([0, 0, 1]), { cutoff: 3 })).toBe(1);
  });
});

describe("rPrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: Rprec; relevance_level 2; judged_docs_only_flag.
    expect(rPrecision(exampleList)).toBeCloseTo(0.5, 12);
    expect(rPrecision(exampleList, { rel: 2 })).toBeCloseTo(0.3333333333333333, 12);
    expect(rPrecision(onlyJudged(exampleList))).toBeCloseTo(0.6666666666666666, 12);
  });

  describe("rPrecision for random lists", () => {
    itMeasuresLists(["Rprec", "Rprec(rel=2)"]);
  });

  it("divides by the number of relevant documents even if the list is shorter", () => {
    expect(rPrecision(rankedList([1], [1, 1, 1]))).toBe(0.25);
  });
});
