import { describe, expect, it } from "vitest";
import { holm } from "../../src/maths/significance/corrections.ts";
import { correlationReport } from "../../src/rerank/correlate-features.ts";

const options = { seed: 1, resamples: 100 };
const values = Float64Array.of(1, 2, 3, 4, 5, Number.NaN);
const reportOf = (features: Record<string, readonly number[]>, column = values) =>
  correlationReport(
    {
      with: "citations",
      values: column,
      features: new Map(Object.entries(features).map(([name, numbers]) => [name, Float64Array.from(numbers)])),
      skipped: [],
    },
    options,
  );

describe("correlationReport", () => {
  it("uses the rows in which both columns have a number", () => {
    const { features, rows } = reportOf({ degree: [2, 1, Number.NaN, 4, 3, 9] });
    expect(rows).toBe(6);
    expect(features[0]?.count).toBe(4);
    // scipy 1.17.1: spearmanr([2, 1, 4, 3], [1, 2, 4, 5]) and kendalltau of the same.
    expect(features[0]?.coefficients?.spearman.value).toBeCloseTo(0.6, 12);
    expect(features[0]?.coefficients?.kendall.value).toBeCloseTo(1 / 3, 12);
  });

  it("corrects p-values for the number of all tests", () => {
    const { features, tests } = reportOf({
      up: [1, 3, 2, 5, 4, 0],
      down: [9, 8, 7, 7, 1, 0],
      flat: [1, 1, 1, 1, 1, 1],
    });
    const all = features.flatMap(({ coefficients }) => (coefficients === null ? [] : Object.values(coefficients)));
    expect(tests).toBe(6);
    expect(all.map((one) => one.holm)).toEqual(holm(all.map(({ p }) => p)));
  });

  it("returns a reason if a correlation is undefined", () => {
    const nothing = Number.NaN;
    const { features } = reportOf({ flat: [1, 1, 1, 1, 1, 2], few: [1, 2, nothing, nothing, nothing, 3] });
    expect(features.map(({ reason, coefficients }) => [reason, coefficients])).toEqual([
      ["constant", null],
      ["fewer than three documents", null],
    ]);
    expect(reportOf({ one: [1, 2, 3, 4, 5, 6] }, new Float64Array(6).fill(7)).features[0]?.reason).toBe(
      "column constant",
    );
  });
});
