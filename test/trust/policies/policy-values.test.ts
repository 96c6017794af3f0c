import { describe, expect, it, test } from "vitest";
import {
  defaultPolicy,
  notebookPolicy,
  type Policy,
  type PolicyMatches,
  policyValues,
} from "../../../src/trust/policies/policy-values.ts";
import { makeLists, type Row } from "../../support/make-lists.ts";

const rows: readonly Row[] = [
  [0, 0, "second"],
  [0, 1, "first"],
  [2, 0, "none"],
];
const engines = [makeLists("new", rows, 3), makeLists("empty", [], 3)];
const matches: PolicyMatches = {
  ranks: [Int32Array.of(1, 0, -1), new Int32Array(0)],
  pointRanks: [Int32Array.of(0, 1, 2), new Int32Array(0), Int32Array.of(0)],
};
const lists = { engines, queries: [0, 2], matchesOf: () => matches };

function valuesUnder(policies: readonly Policy[]) {
  return [...policyValues(lists, policies)];
}

describe("policyValues", () => {
  // By hand: labels 2.5, 5: DCG 2.5 + 5 / log2 3 = 5.654649; the reference's 5, 2.5, 1.667: 7.410658; sorted: 6.577324.
  test.each([
    { name: "the reference's labels are the ideal", policy: defaultPolicy, expected: 0.763043 },
    { name: "the list's own labels are the ideal", policy: notebookPolicy, expected: 0.859719 },
    { name: "the cutoff is 1", policy: { ...defaultPolicy, cutoff: 1 }, expected: 0.5 },
    // log: 5 / log2(rank + 2) = 5, 3.154649, 2.5: DCG 6.309298 of 5 + 1.990366 + 1.25
    {
      name: "the label function is logarithmic",
      policy: { ...defaultPolicy, labelFunction: "log(top=5)" },
      expected: 0.765658,
    },
  ])("matches numbers worked by hand: $name", ({ policy, expected }) => {
    const [found] = valuesUnder([policy]);
    expect(found?.values[0]?.[0]).toBeCloseTo(expected, 5);
    // The second query has no match, and the second engine has no results.
    expect([found?.values[0]?.[1], ...(found?.values[1] ?? [])]).toEqual([0, 0, 0]);
  });

  it("returns labels by query, engine and rank, and the same object for policies with equal labels", () => {
    const [first, second, third] = valuesUnder([
      defaultPolicy,
      notebookPolicy,
      { ...defaultPolicy, labelFunction: "flat(top=1,depth=20)" },
    ]);
    expect(first?.labels.map((ofQuery) => ofQuery.map((labels) => [...labels]))).toEqual([
      [[2.5, 5], []],
      [[0], []],
    ]);
    expect(second?.labels).toBe(first?.labels);
    expect(third?.labels[0]?.[0]).toEqual(Float64Array.of(1, 1));
  });
});
