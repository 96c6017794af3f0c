import { describe, expect, it, test } from "vitest";
import { discountedGain, idealDiscountedGain } from "../../../../src/measure/measures/graded/discounted-gain.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, rankedList, unjudged } from "../../../support/ranked-list.ts";

describe("discountedGain", () => {
  // Published worked numbers; the second is cut, not rounded.
  test.each([
    { labels: [2, 4, 5, 3, 1, 1], dcg: "log2", expected: 9.05880868285, ideal: 10.628132, digits: 6 },
    { labels: [4, 3, 5, 2, 1], dcg: "exp-log2", expected: 36.5953, ideal: 45.6428, digits: 3.5 },
    { labels: [2, 2], dcg: "jk2002", expected: 4, ideal: 4, digits: 12 },
  ] as const)("reproduces the published value of $labels, $dcg", ({ labels, dcg, expected, ideal, digits }) => {
    const list = rankedList(labels);
    expect(discountedGain(list, { dcg })).toBeCloseTo(expected, digits);
    expect(idealDiscountedGain(list, { dcg })).toBeCloseTo(ideal, digits);
  });

  it("is the vector DCG of Järvelin & Kekäläinen", () => {
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

  describe("shape of the answer", () => {
    itMeasuresLists(["DCG", "DCG@3", "DCG(dcg='exp-log2')", "DCG(dcg='jk2002',base=3)@5", "DCG(ties='average')@4"]);
  });

  it("takes scores that are no numbers for different ones", () => {
    const list = rankedList([0, 1], [], [Number.NaN, Number.NaN]);
    expect(discountedGain(list, { ties: "average" })).toBe(discountedGain(list));
  });

  it("gives unjudged results nothing", () => {
    expect(discountedGain(rankedList([unjudged, -1, 1]))).toBe(0.5);
  });

  it("sorts the ideal by gain where gains rank labels in another order", () => {
    const gains = new Map([
      [1, 5],
      [3, 2],
    ]);
    expect(idealDiscountedGain(rankedList([3, 1]), { gains })).toBeCloseTo(5 + 2 / Math.log2(3), 12);
  });

  it("is undefined where gains leave nothing to gain", () => {
    expect(discountedGain(rankedList([1]), { gains: new Map([[1, 0]]) })).toBeNaN();
  });

  it("refuses exponential gains that exceed 2^53, of documents not retrieved too", () => {
    expect(() => discountedGain(rankedList([1], [100]), { dcg: "exp-log2" })).toThrow(
      expect.objectContaining({ code: "INVALID_LABEL", details: { label: 100 } }),
    );
  });

  it("leaves the list as it was", () => {
    const labels = exampleList.labels.slice();
    const judgedLabels = exampleList.judgedLabels.slice();
    discountedGain(exampleList, { ties: "average" });
    idealDiscountedGain(exampleList, { gains: new Map([[1, 9]]) });
    expect(exampleList.labels).toEqual(labels);
    expect(exampleList.judgedLabels).toEqual(judgedLabels);
  });
});
