import { describe, expect, it } from "vitest";
import {
  setAveragePrecision,
  setF,
  setFMeasure,
  setPrecision,
  setRecall,
} from "../../../../src/measure/measures/binary/at-cutoff.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

/** Relevant results first, then other results, and relevant documents that were not retrieved. */
function found(relevantRetrieved: number, retrieved: number, relevant: number) {
  const labels = Array.from({ length: retrieved }, (_, rank) => (rank < relevantRetrieved ? 1 : 0));
  return rankedList(labels, Array(relevant - relevantRetrieved).fill(1));
}

describe("setPrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_P, set_relative_P; relevance_level 2; judged_docs_only_flag.
    expect(setPrecision(exampleList)).toBeCloseTo(0.5, 12);
    expect(setPrecision(exampleList, { relative: true })).toBeCloseTo(0.6666666666666666, 12);
    expect(setPrecision(exampleList, { rel: 2 })).toBeCloseTo(0.25, 12);
    expect(setPrecision(exampleList, { rel: 2, relative: true })).toBeCloseTo(0.6666666666666666, 12);
    expect(setPrecision(onlyJudged(exampleList))).toBeCloseTo(0.6666666666666666, 12);
  });

  describe("setPrecision for random lists", () => {
    itMeasuresLists(["SetP", "SetP(relative=True)", "SetP(rel=2)"]);
  });

  it("is 0 for an empty list, as in trec_eval", () => {
    expect(setPrecision(rankedList([], [1]))).toBe(0);
    expect(setPrecision(rankedList([], [1]), { relative: true })).toBe(0);
  });
});

describe("setRecall", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_recall, at relevance_level 1 and 2.
    expect(setRecall(exampleList)).toBeCloseTo(0.6666666666666666, 12);
    expect(setRecall(exampleList, { rel: 2 })).toBeCloseTo(0.6666666666666666, 12);
  });

  describe("setRecall for random lists", () => {
    itMeasuresLists(["SetR", "SetR(rel=2)"]);
  });

  it("is 0 for an empty list if a document is relevant", () => {
    expect(setRecall(rankedList([], [1]))).toBe(0);
  });
});

describe("setF", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_F, set_F.2 (ir_measures: SetF(beta=2.0)); relevance_level 2; judged_docs_only_flag.
    expect(setF(exampleList)).toBeCloseTo(0.5714285714285715, 12);
    expect(setF(exampleList, { beta: 2 })).toBeCloseTo(0.6000000000000001, 12);
    expect(setF(exampleList, { rel: 2 })).toBeCloseTo(0.36363636363636365, 12);
    expect(setF(exampleList, { rel: 2, beta: 2 })).toBeCloseTo(0.4285714285714286, 12);
    expect(setF(onlyJudged(exampleList), { rel: 2, beta: 2 })).toBeCloseTo(0.5, 12);
  });

  it("matches trec_eval to the last bit", () => {
    // pytrec_eval-terrier 0.5.11: set_F of 5 found among 6, 58 relevant; set_F.2 of 3 among 4, 46 relevant.
    expect(setF(found(5, 6, 58))).toBe(0.15625000000000003);
    expect(setF(found(3, 4, 46), { beta: 2 })).toBe(0.09374999999999999);
  });

  it("uses trec_eval's name, in which the parameter follows an underscore", () => {
    const names = [{}, { beta: 2 }, { beta: 0.5 }, { beta: 2, rel: 2 }].map((values) => setFMeasure.with(values, null));
    expect(names.map(({ trecName }) => trecName)).toEqual(["set_F", "set_F_2", "set_F_0.5", null]);
  });

  describe("setF for random lists", () => {
    itMeasuresLists(["SetF", "SetF(beta=4)", "SetF(rel=2)"]);
  });

  it("is 0 if no relevant document was returned", () => {
    expect(setF(rankedList([0], [1]))).toBe(0);
    expect(setF(rankedList([], [1]))).toBe(0);
  });
});

describe("setAveragePrecision", () => {
  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: set_map; relevance_level 2; judged_docs_only_flag.
    expect(setAveragePrecision(exampleList)).toBeCloseTo(0.3333333333333333, 12);
    expect(setAveragePrecision(exampleList, { rel: 2 })).toBeCloseTo(0.16666666666666666, 12);
    expect(setAveragePrecision(onlyJudged(exampleList))).toBeCloseTo(0.4444444444444444, 12);
  });

  it("matches trec_eval to the last bit", () => {
    // pytrec_eval-terrier 0.5.11: set_map of 3 found among 32, 15 relevant. It prints 0.0187.
    expect(setAveragePrecision(found(3, 32, 15))).toBe(0.01875);
  });

  describe("setAveragePrecision for random lists", () => {
    itMeasuresLists(["SetAP", "SetAP(rel=2)"]);
  });
});
