import { describe, expect, it } from "vitest";
import type { JudgedQuery } from "../../src/trust/judged-lists.ts";
import { labelPrecision } from "../../src/trust/label-precision.ts";

const none = new Float64Array(0);

/** Two engines return titles 0, 1, 2 and 1, 3; the grades are 2, 0, none and 0, 1. */
const query: JudgedQuery = {
  query: 0,
  titles: 4,
  lists: [Int32Array.of(0, 1, 2), Int32Array.of(1, 3)],
  grades: [Float64Array.of(2, 0, Number.NaN), Float64Array.of(0, 1)],
  labels: [],
  ideal: none,
  judged: none,
};

describe("labelPrecision", () => {
  const labels = [[Float64Array.of(5, 1, 3), Float64Array.of(4, 2)]];

  it("counts every title once, by its largest label, and what nobody judged as not relevant", () => {
    // By hand: titles by label 5 (relevant), 4, 3, 2 (relevant): (1/1 + 2/4) / 2.
    expect(labelPrecision([query], labels, null)).toEqual({ averagePrecision: 0.75, prevalence: 0.5 });
  });

  it("takes grades from the measure's level on as relevant", () => {
    expect(labelPrecision([query], labels, 2)).toEqual({ averagePrecision: 1, prevalence: 0.25 });
  });

  it("puts all queries together", () => {
    // Twice the same titles: each label twice, at precision 2/2 and 4/8.
    expect(labelPrecision([query, query], [...labels, ...labels], null).averagePrecision).toBe(0.75);
  });

  it("is null where nothing is relevant", () => {
    expect(labelPrecision([query], labels, 3)).toEqual({ averagePrecision: null, prevalence: 0 });
  });
});
