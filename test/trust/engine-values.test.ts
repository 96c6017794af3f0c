/** Do nDCG by labels and measures by grades match other tools? */
import { describe, expect, it } from "vitest";
import type { Measure } from "../../src/measure/measures/define-measure.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { engineMeans, gradeValues, labelValues } from "../../src/trust/engine-values.ts";
import { type MadeQuery, makeJudgedLists } from "../support/make-judged-lists.ts";

const query: MadeQuery = {
  lists: ["abcd", "dx", ""],
  labels: { a: 1, b: 3, d: 2 },
  grades: { a: 2, c: 1, d: 3, e: 3 },
  ideal: [3, 2, 1],
};

function measure(name: string): Measure {
  const [found] = parseMeasures([name]);
  if (found === undefined) throw new Error(`no measure ${name}`);
  return found;
}

describe("labelValues", () => {
  // pytrec_eval-terrier 0.5.11 on the run a b c d with the labels as qrels; A's list contains all labels of the ideal.
  it.each([
    { cutoff: 10, ideal: "reference", a: 0.7883773914853737 },
    { cutoff: 2, ideal: "reference", a: 0.6787622294601761 },
    { cutoff: Number.POSITIVE_INFINITY, ideal: "reference", a: 0.7883773914853737 },
    { cutoff: 1, ideal: "reference", a: 1 / 3 },
    { cutoff: 1, ideal: "returned", a: 1 / 3 },
    { cutoff: 2, ideal: "returned", a: 0.6787622294601761 },
  ] as const)("divides by the ideal of the $ideal list at cutoff $cutoff", ({ cutoff, ideal, a }) => {
    const [A] = labelValues(makeJudgedLists([query]), cutoff, ideal);
    expect(A?.[0]).toBeCloseTo(a, 12);
  });

  it("returns values above 1 if a list repeats a title that the ideal contains once", () => {
    const [A] = labelValues(makeJudgedLists([{ lists: ["bb"], labels: { b: 2 }, grades: { b: 1 }, ideal: [2] }]), 10);
    // 1 + 1 / log2(3)
    expect(A?.[0]).toBeCloseTo(1.63093, 5);
  });

  it("returns 0 for an empty list, and for a list without labels that is its own ideal", () => {
    const lists = makeJudgedLists([{ ...query, lists: ["x", ""] }]);
    expect(labelValues(lists, 10)).toEqual([Float64Array.of(0), Float64Array.of(0)]);
    expect(labelValues(lists, 10, "returned")).toEqual([Float64Array.of(0), Float64Array.of(0)]);
  });
});

describe("gradeValues", () => {
  // pytrec_eval-terrier 0.5.11 on the run a b c d and qrels a 2, c 1, d 3, e 3
  it.each([
    ["nDCG@10", 0.5996758396247847],
    ["P@2", 0.5],
    ["AP", 0.6041666666666666],
    ["RR", 1],
  ])("matches pytrec_eval for %s", (name, expected) => {
    const [A, , C] = gradeValues(makeJudgedLists([query]), measure(name));
    expect(A?.[0]).toBeCloseTo(expected, 12);
    expect(C?.[0]).toBe(0);
  });

  it("returns the same nDCG as labelValues if labels are equal to grades", () => {
    const grades = query.grades;
    const lists = makeJudgedLists([{ ...query, labels: grades, ideal: Object.values(grades) }]);
    const byGrades = gradeValues(lists, measure("nDCG@3"));
    labelValues(lists, 3).forEach((values, engine) => {
      expect(values[0]).toBeCloseTo(byGrades[engine]?.[0] ?? Number.NaN, 12);
    });
  });
});

describe("engineMeans", () => {
  it("returns means over queries, and NaN without queries", () => {
    expect(engineMeans([Float64Array.of(0, 1, 0.5), Float64Array.of(1, 1, 1)])).toEqual(Float64Array.of(0.5, 1));
    expect(engineMeans([new Float64Array(0)])).toEqual(Float64Array.of(Number.NaN));
  });
});
