import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  cumulatedGain,
  discountedGain,
  idealDiscountedGain,
  normalisedDiscountedGain,
} from "../../../../src/measure/measures/graded/discounted-gain.ts";
import { onlyJudged } from "../../../../src/measure/measures/ranked-list.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, manyRuns, rankedList, someLists, unjudged } from "../../../support/ranked-list.ts";

describe("discountedGain", () => {
  // Published worked numbers; the second is cut, not rounded.
  test.each([
    { labels: [2, 4, 5, 3, 1, 1], dcg: "log2", expected: 9.05880868285, ideal: 10.628132, digits: 6 },
    { labels: [4, 3, 5, 2, 1], dcg: "exp-log2", expected: 36.5953, ideal: 45.6428, digits: 3.5 },
    { labels: [2, 2], dcg: "jk2002", expected: 4, ideal: 4, digits: 12 },
  ] as const)("reproduces the published value of $labels with $dcg", ({ labels, dcg, expected, ideal, digits }) => {
    const list = rankedList(labels);
    expect(discountedGain(list, { dcg })).toBeCloseTo(expected, digits);
    expect(idealDiscountedGain(list, { dcg })).toBeCloseTo(ideal, digits);
  });

  it("reproduces the DCG vector of Järvelin & Kekäläinen", () => {
    // Their example (2002, section 2.2), base 2: DCG' = <3,5,6.89,6.89,6.89,7.28,7.99,8.66,9.61,9.61,...>.
    const list = rankedList([3, 2, 3, 0, 0, 1, 2, 2, 3, 0]);
    const published = [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61];
    published.forEach((expected, rank) => {
      expect(discountedGain(list, { dcg: "jk2002", cutoff: rank + 1 })).toBeCloseTo(expected, 2);
    });
  });

  it("averages ties as scikit-learn does", () => {
    // sklearn.metrics.dcg_score([[3,2,1,0,0]], [[3,2,0,0,1]])
    const published = rankedList([3, 2, 0, 1, 0], [], [3, 2, 1, 0, 0]);
    expect(discountedGain(published, { ties: "average" })).toBeCloseTo(4.670624189796882, 12);
    // sklearn.metrics.dcg_score([[3,0,2,1,0,2,1,0]], [[5,4,4,4,2,2,1,1]], k=k)
    const list = rankedList([3, 0, 2, 1, 0, 2, 1, 0], [], [5, 4, 4, 4, 2, 2, 1, 1]);
    const expected = [
      3, 3.6309297535714578, 4.130929753571458, 4.561606311644851, 4.948459118879392, 5.304666305987414,
    ];
    expected.forEach((value, rank) => {
      expect(discountedGain(list, { ties: "average", cutoff: rank + 1 })).toBeCloseTo(value, 12);
    });
    expect(discountedGain(list, { ties: "average" })).toBeCloseTo(5.629065411046946, 12);
    expect(discountedGain(list)).not.toBeCloseTo(5.629065411046946, 2);
  });

  describe("discountedGain for random lists", () => {
    itMeasuresLists(["DCG", "DCG@3", "DCG(dcg='exp-log2')", "DCG(dcg='jk2002',base=3)@5", "DCG(ties='average')@4"]);
  });

  it("does not treat scores that are NaN as equal", () => {
    const list = rankedList([0, 1], [], [Number.NaN, Number.NaN]);
    expect(discountedGain(list, { ties: "average" })).toBe(discountedGain(list));
  });

  it("gives unjudged results a gain of 0", () => {
    expect(discountedGain(rankedList([unjudged, -1, 1]))).toBe(0.5);
  });

  it("sorts the ideal list by gain if gains order labels differently", () => {
    const gains = new Map([
      [1, 5],
      [3, 2],
    ]);
    expect(idealDiscountedGain(rankedList([3, 1]), { gains })).toBeCloseTo(5 + 2 / Math.log2(3), 12);
  });

  it("is undefined if all gains are 0", () => {
    expect(discountedGain(rankedList([1]), { gains: new Map([[1, 0]]) })).toBeNaN();
  });

  it("refuses exponential gains above 2^53, even for documents that were not returned", () => {
    expect(() => discountedGain(rankedList([1], [100]), { dcg: "exp-log2" })).toThrow(
      expect.objectContaining({ code: "INVALID_LABEL", details: { label: 100 } }),
    );
  });

  it("does not change the list", () => {
    const labels = exampleList.labels.slice();
    const judgedLabels = exampleList.judgedLabels.slice();
    discountedGain(exampleList, { ties: "average" });
    idealDiscountedGain(exampleList, { gains: new Map([[1, 9]]) });
    expect(exampleList.labels).toEqual(labels);
    expect(exampleList.judgedLabels).toEqual(judgedLabels);
  });
});

describe("normalisedDiscountedGain", () => {
  // Published worked numbers. The second list's ideal has two documents more than were retrieved.
  test.each([
    { labels: [2, 4, 5, 3, 1, 1], missed: [], dcg: "log2", expected: 0.852342, digits: 6 },
    { labels: [4, 3, 5, 2, 1], missed: [], dcg: "exp-log2", expected: 0.8018, digits: 4 },
  ] as const)("reproduces the published value of $labels with $dcg", ({ labels, missed, dcg, expected, digits }) => {
    expect(normalisedDiscountedGain(rankedList(labels, missed), { dcg })).toBeCloseTo(expected, digits);
  });

  it("reproduces the published values against a separate ideal list", () => {
    const list = {
      ...rankedList([4, 3, 3, 4, 2, 2, 0, 0]),
      judgedLabels: Float64Array.of(4, 4, 3, 3, 2, 2, 2, 1),
    };
    expect(normalisedDiscountedGain(list)).toBeCloseTo(0.899662, 6);
    expect(normalisedDiscountedGain(list, { dcg: "exp-log2" })).toBeCloseTo(0.915492, 6);
  });

  it("agrees with trec_eval", () => {
    // pytrec_eval on `exampleList`: ndcg, ndcg_cut_5; judged_docs_only_flag.
    expect(normalisedDiscountedGain(exampleList)).toBeCloseTo(0.6927960934485342, 12);
    expect(normalisedDiscountedGain(exampleList, { cutoff: 5 })).toBeCloseTo(0.5643127343966643, 12);
    expect(normalisedDiscountedGain(onlyJudged(exampleList))).toBeCloseTo(0.7330417042330921, 12);
  });

  it("agrees with ir_measures", () => {
    // nDCG(gains={1:5,3:2}), the same @5; nDCG(dcg='exp-log2')@5 from gdeval, which rounds to five decimals.
    const gains = new Map([
      [1, 5],
      [3, 2],
    ]);
    expect(normalisedDiscountedGain(exampleList, { gains })).toBeCloseTo(0.49554385134978257, 12);
    expect(normalisedDiscountedGain(exampleList, { gains, cutoff: 5 })).toBeCloseTo(0.33795619553052597, 12);
    expect(normalisedDiscountedGain(exampleList, { dcg: "exp-log2", cutoff: 5 })).toBeCloseTo(0.66284, 5);
  });

  it("averages ties as scikit-learn does", () => {
    // sklearn.metrics.ndcg_score([[3,2,1,0,0]], [[3,2,0,0,1]])
    const published = rankedList([3, 2, 1, 0, 0], [], [3, 2, 1, 0, 0]);
    expect(normalisedDiscountedGain(rankedList([3, 2, 0, 1, 0], [], [3, 2, 1, 0, 0]), { ties: "average" })).toBeCloseTo(
      0.980840401274087,
      12,
    );
    expect(normalisedDiscountedGain(published, { ties: "average" })).toBe(1);
    // sklearn.metrics.ndcg_score([[3,0,2,1,0,2,1,0]], [[5,4,4,4,2,2,1,1]], k=k)
    const list = rankedList([3, 0, 2, 1, 0, 2, 1, 0], [], [5, 4, 4, 4, 2, 2, 1, 1]);
    const expected = [1, 0.8519590445170673, 0.7850703250369506, 0.8013311219085822, 0.8139731184665057];
    expected.forEach((value, rank) => {
      expect(normalisedDiscountedGain(list, { ties: "average", cutoff: rank + 1 })).toBeCloseTo(value, 12);
    });
  });

  describe("normalisedDiscountedGain for random lists", () => {
    itMeasuresLists(["nDCG", "nDCG@3", "nDCG(dcg='exp-log2')@10", "nDCG(dcg='jk2002')", "nDCG(ties='average')@4"]);

    it("averages equal scores over all their orders, whatever the order of the list", () => {
      fc.assert(
        fc.property(someLists, (list) => {
          const tied = { ...list, scores: new Float64Array(list.labels.length) };
          const reversed = { ...tied, labels: list.labels.toReversed() };
          const value = normalisedDiscountedGain(tied, { ties: "average" });
          if (Number.isNaN(value)) return;
          expect(normalisedDiscountedGain(reversed, { ties: "average" })).toBeCloseTo(value, 12);
        }),
        manyRuns,
      );
    });
  });

  it("is below 1 for a list of equal scores", () => {
    const list = rankedList([1, 0, 0], [], [1, 1, 1]);
    expect(normalisedDiscountedGain(list, { ties: "average" })).toBeLessThan(0.75);
  });

  it("rejects a label whose exponential gain is out of bounds, and names the label", () => {
    expect(() => normalisedDiscountedGain(rankedList([100]), { dcg: "exp-log2" })).toThrow(/label 100/);
    expect(normalisedDiscountedGain(rankedList([100]))).toBe(1);
  });
});

describe("cumulatedGain", () => {
  it("reproduces the CG vector of Järvelin & Kekäläinen", () => {
    // Their example (2002, section 2.1): G' = <3,2,3,0,0,1,2,2,3,0,...> gives CG' = <3,5,8,8,8,9,11,13,16,16,...>.
    const list = rankedList([3, 2, 3, 0, 0, 1, 2, 2, 3, 0]);
    const cutoffs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(cutoffs.map((cutoff) => cumulatedGain(list, { cutoff }))).toEqual([3, 5, 8, 8, 8, 9, 11, 13, 16, 16]);
  });

  it("gives unjudged results a gain of 0", () => {
    expect(cumulatedGain(rankedList([2, unjudged, -1, 0.5]))).toBe(2.5);
  });

  describe("cumulatedGain for random lists", () => {
    itMeasuresLists(["CG", "CG@3"]);
  });

  it("is undefined, not 0, if no document has a gain", () => {
    expect(cumulatedGain(rankedList([0, 0]))).toBeNaN();
  });
});
