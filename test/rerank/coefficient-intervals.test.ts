import { describe, expect, it } from "vitest";
import { coefficientIntervals, originalOrder } from "../../src/rerank/run-experiment.ts";
import { makeExperimentRows, rowsOfOracle } from "../support/experiment.ts";

describe("coefficientIntervals", () => {
  it("returns the coefficients of ridge, with jackknife intervals from least squares without each fold", () => {
    const { features, targets, queryOfRow, ...rows } = rowsOfOracle();
    const foldOfRow = queryOfRow.map((query) => [2, 1, 0, 2, 0, 1][query] ?? -1);
    const found = coefficientIntervals({ features, targets, rows: rows.sources }, 2, foldOfRow);
    // scikit-learn 1.9.1: SimpleImputer("median", add_indicator=True) and StandardScaler of all rows; Ridge(2) gives the
    // coefficients, LinearRegression of all rows and of all but each fold the intervals; numpy 2.4.6: reach =
    // t(.975, 2) · sqrt(2/3 · Σ (without - mean)²), t of scipy.
    const expected = [
      ["candidate_rank", -0.046017198705582865, -0.4929257295363683, 0.39585555173897463],
      ["a", 0.1517119561729619, -1.5717315767086963, 1.9287280408383862],
      ["a missing", 0.037338407761818786, -0.5499021259572308, 0.6171466244962751],
      ["b", -0.18142831035433676, -1.4831175694173024, 1.06413344788946],
      ["b missing", 0.1909598364758704, -0.4596590625053067, 0.8696363389994453],
    ] as const;
    expect(found).toEqual(
      expected.map(([feature, value, low, high]) => ({
        feature,
        value: expect.closeTo(value, 9),
        interval: [expect.closeTo(low, 8), expect.closeTo(high, 8)],
      })),
    );
  });

  it("returns intervals of width 0 if all fits are equal", () => {
    const twice = makeExperimentRows(
      [
        [0, 1, 2],
        [0, 1, 2],
      ],
      { a: [0, 1, 2, 0, 1, 2] },
    );
    const { features, targets, queryOfRow } = twice;
    const [, a] = coefficientIntervals({ features, targets, rows: originalOrder(twice) }, 0, queryOfRow);
    expect(a?.interval[0]).toBeCloseTo(a?.value ?? Number.NaN, 9);
    expect(a?.interval[1]).toBeCloseTo(a?.value ?? Number.NaN, 9);
  });

  it("returns coefficient 0 for a constant feature, and no coefficient for a feature without values", () => {
    const rows = makeExperimentRows(
      [
        [0, 1, 2],
        [2, 1, 1],
      ],
      {
        flat: [4, 4, 4, 4, 4, 4],
        void: new Array<number>(6).fill(Number.NaN),
      },
    );
    const { features, targets, queryOfRow } = rows;
    const found = coefficientIntervals({ features, targets, rows: originalOrder(rows) }, 1, queryOfRow);
    expect(found.map(({ feature }) => feature)).toEqual(["candidate_rank", "flat"]);
    expect(found[1]).toMatchObject({ value: 0, interval: [0, 0] });
  });
});
