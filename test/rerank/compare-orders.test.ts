import { describe, expect, it } from "vitest";
import { holm } from "../../src/maths/significance/corrections.ts";
import { compareOrders } from "../../src/rerank/run-experiment.ts";
import { makeExperimentRows } from "../support/experiment.ts";

const options = { seed: 1, queryNames: ["one", "two", "three"] };
const lists = [
  [0, 1],
  [0, 2],
  [0, 3],
];
const rows = makeExperimentRows(lists, {}, { idealLabels: lists.map((labels) => Float64Array.from(labels)) });
const reversed = Float64Array.of(0, 1, 0, 1, 0, 1);

describe("compareOrders", () => {
  it("returns the original order first, and the bounds last", () => {
    const { orders } = compareOrders(rows, [{ name: "turned", scores: reversed }], options);
    expect(orders.map(({ name, order }) => [name, order && [...order]])).toEqual([
      ["original", [0, 1, 2, 3, 4, 5]],
      ["turned", [1, 0, 3, 2, 5, 4]],
      ["ideal", [1, 0, 3, 2, 5, 4]],
      ["random", null],
    ]);
    // The relevant result is second of two: 1 / log2(3). The random order is halfway between the two orders.
    const second = 1 / Math.log2(3);
    const [original, turned, , random] = orders.map(({ values }) => [...values.ndcg_returned]);
    expect(original).toEqual([second, second, second].map((value) => expect.closeTo(value, 12)));
    expect(turned).toEqual([1, 1, 1]);
    expect(random).toEqual([1, 1, 1].map((value) => expect.closeTo((value + second) / 2, 12)));
  });

  it("tests every proposed order against the original order, and corrects for the number of proposals", () => {
    const proposed = [
      { name: "turned", scores: reversed },
      { name: "same", scores: new Float64Array(6) },
    ];
    const { comparisons } = compareOrders(rows, proposed, options);
    expect(comparisons.map(({ measure }) => measure)).toEqual([
      "ndcg_returned",
      "ndcg_returned@10",
      "ndcg_reference",
      "ndcg_reference@10",
    ]);
    for (const { pairs, lowerIsBetter } of comparisons) {
      expect(lowerIsBetter).toBe(false);
      expect(pairs.map(({ run, baseline }) => [run, baseline])).toEqual([
        ["turned", "original"],
        ["same", "original"],
      ]);
      // Of 2^3 signs, two are as far from 0: p = 1/4. Without differences, p = 1.
      expect(pairs.map(({ randomisation }) => randomisation?.p)).toEqual([0.25, 1]);
      expect(pairs.map(({ adjusted }) => adjusted?.holm)).toEqual([...holm([0.25, 1])]);
      expect(pairs.map(({ difference }) => difference)).toEqual([expect.closeTo(1 - 1 / Math.log2(3), 12), 0]);
      expect(pairs.map(({ verdict }) => verdict)).toEqual(["too few queries", "too few queries"]);
    }
  });

  it("leaves out measures that are undefined for every query", () => {
    const measured = (one: ReturnType<typeof makeExperimentRows>) =>
      compareOrders(one, [{ name: "turned", scores: reversed }], options).comparisons.map(({ measure }) => measure);
    expect(measured({ ...rows, idealLabels: null })).toEqual(["ndcg_returned", "ndcg_returned@10"]);
    expect(
      measured(
        makeExperimentRows([
          [0, 0],
          [0, 0],
          [0, 0],
        ]),
      ),
    ).toEqual([]);
  });

  it("leaves out queries without a positive label from all comparisons", () => {
    const some = makeExperimentRows([
      [0, 1],
      [0, 0],
      [0, 3],
    ]);
    const { comparisons } = compareOrders(some, [{ name: "turned", scores: reversed }], options);
    expect(comparisons[0]?.pairs[0]?.queries).toBe(2);
  });
});
