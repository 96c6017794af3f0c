import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderMeasures } from "../../src/rerank/experiment-rows.ts";
import { measureOrder, measureRandomOrder, orderByScore, originalOrder } from "../../src/rerank/run-experiment.ts";
import { makeExperimentRows } from "../support/experiment.ts";
import { runs } from "../support/property.ts";

const someLists = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }), { minLength: 1, maxLength: 4 });

function permutations(values: readonly number[]): number[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((first, place) => permutations(values.toSpliced(place, 1)).map((others) => [first, ...others]));
}

describe("measureOrder", () => {
  it("matches published values", () => {
    // Wikipedia, Discounted cumulative gain, example: DCG 6.861, ideal 7.141 of the six, 8.740 with two more documents.
    const rows = makeExperimentRows(
      [[3, 2, 3, 0, 1, 2]],
      {},
      { idealLabels: [Float64Array.of(3, 2, 3, 0, 1, 2, 3, 2)] },
    );
    const cut = { ...rows, idealLabels: [Float64Array.of(3, 3, 3, 2, 2, 2)] };
    expect(measureOrder(rows, originalOrder(rows)).ndcg_returned[0]).toBeCloseTo(0.961, 3);
    expect(measureOrder(cut, originalOrder(cut)).ndcg_reference[0]).toBeCloseTo(6.861 / 8.74, 3);
    expect(measureOrder(rows, originalOrder(rows)).ndcg_reference[0]).toBeLessThan(6.861 / 8.74);
  });

  it("uses the first ten ranks of the list and of the ideal for measures at 10", () => {
    const rows = makeExperimentRows(
      [[1, 1, 0, 0, 0, 0, 0, 0, 1, 4, 2, 5]],
      {},
      { idealLabels: [new Float64Array(12).fill(1)] },
    );
    const values = measureOrder(rows, originalOrder(rows));
    // scikit-learn 1.9.1: ndcg_score([[1, 1, 0, 0, 0, 0, 0, 0, 1, 4, 2, 5]], [[12, 11, …, 1]], k=None and 10).
    expect(values.ndcg_returned[0]).toBeCloseTo(0.5153203006265986, 12);
    expect(values["ndcg_returned@10"][0]).toBeCloseTo(0.3184566336257343, 12);
    // numpy 2.4.6: the same DCG, divided by that of twelve ones and of ten ones.
    expect(values.ndcg_reference[0]).toBeCloseTo(0.9812586717544745, 12);
    expect(values["ndcg_reference@10"][0]).toBeCloseTo(0.6796915864218308, 12);
  });

  it("returns 1 for the best order, and at most 1 for any other order", () => {
    fc.assert(
      fc.property(someLists, fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })), (lists, scores) => {
        const rows = makeExperimentRows(lists);
        const best = measureOrder(rows, orderByScore(rows, rows.targets));
        const drawn = Float64Array.from(rows.targets, () => scores.next().value ?? 0);
        const other = measureOrder(rows, orderByScore(rows, drawn));
        for (const [query, labels] of lists.entries()) {
          const expected = labels.some((label) => label > 0) ? 1 : Number.NaN;
          if (Number.isNaN(expected)) expect(best.ndcg_returned[query]).toBeNaN();
          else expect(best.ndcg_returned[query]).toBeCloseTo(expected, 12);
          if (!Number.isNaN(expected)) expect(other.ndcg_returned[query]).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
      runs,
    );
  });

  it("returns NaN without a positive label or a reference, and 0 for an empty list with a reference", () => {
    const rows = makeExperimentRows([[0, 0], []], {}, { idealLabels: [Float64Array.of(5), Float64Array.of(5, 2)] });
    const values = measureOrder(rows, originalOrder(rows));
    expect([...values.ndcg_returned]).toEqual([Number.NaN, Number.NaN]);
    expect([...values.ndcg_reference]).toEqual([0, 0]);
    const alone = measureOrder({ ...rows, idealLabels: null }, originalOrder(rows));
    expect([...alone["ndcg_reference@10"]]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("measureRandomOrder", () => {
  it("returns the mean over all orders, with and without a cutoff", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 5 }), (labels) => {
        const rows = makeExperimentRows([labels], {}, { idealLabels: [Float64Array.of(5, 5, 4)] });
        const expected = measureRandomOrder(rows);
        const all = permutations([...labels.keys()]).map((order) => measureOrder(rows, Int32Array.from(order)));
        for (const measure of orderMeasures) {
          const mean = all.reduce((sum, values) => sum + (values[measure][0] ?? 0), 0) / all.length;
          if (Number.isNaN(mean)) expect(expected[measure][0]).toBeNaN();
          else expect(expected[measure][0]).toBeCloseTo(mean, 9);
        }
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("gives no gain to ranks below the tenth for measures at 10", () => {
    // One of 20 results is relevant, equally likely at each place, with gain 1 / log2(place + 2) in the first ten.
    const rows = makeExperimentRows([[1, ...new Array<number>(19).fill(0)]]);
    const worth = Array.from({ length: 10 }, (_, place) => 1 / Math.log2(place + 2));
    const expected = worth.reduce((sum, gain) => sum + gain, 0) / 20;
    expect(measureRandomOrder(rows)["ndcg_returned@10"][0]).toBeCloseTo(expected, 12);
  });
});

describe("orderByScore", () => {
  it("sorts each list separately, largest score first, and keeps the candidate's order of tied scores", () => {
    const rows = makeExperimentRows([[0, 0, 0], [], [0, 0]]);
    expect([...orderByScore(rows, Float64Array.of(1, 3, 1, 0, 9))]).toEqual([1, 0, 2, 4, 3]);
    expect([...orderByScore(rows, new Float64Array(5))]).toEqual([...originalOrder(rows)]);
    expect([...orderByScore(rows, Float64Array.of(-0, 0, -0, 0, -0))]).toEqual([...originalOrder(rows)]);
  });
});
