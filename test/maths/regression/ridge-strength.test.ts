import { describe, expect, it } from "vitest";
import { foldsByGroup } from "../../../src/maths/regression/prediction-errors.ts";
import { chooseRidgeStrength, RIDGE_STRENGTHS } from "../../../src/maths/regression/ridge.ts";
import { columnsOf, normalRows, rowNumbers } from "../../support/feature-matrices.ts";

const names = ["a", "b", "c"];
const count = 30;
const rows = rowNumbers(count);
const columns = columnsOf(
  Array.from(rows, (i) => [0, 1, 2].map((j) => (7 * i + 3 * j * j + i * i * (j + 1)) % (11 + 2 * j))),
);
const targets = Float64Array.from(
  rows,
  (i) => 2 * (columns[0]?.[i] ?? 0) - (columns[1]?.[i] ?? 0) + ((5 * i * i + i) % 7),
);
const foldOfRow = rows.map((row) => row % 4);

/** y = signal · a + noise; the other features are irrelevant. */
function planted(signal: number, seed: number) {
  const drawn = normalRows(60, 4, seed);
  return {
    columns: { names, columns: columnsOf(drawn).slice(0, 3) },
    targets: Float64Array.from(drawn, ([a = 0, , , noise = 0]) => signal * a + noise),
  };
}

describe("chooseRidgeStrength", () => {
  it("matches scikit-learn's errors with features that are scaled separately in each fold", () => {
    // scikit-learn 1.9.1: mean squared error of cross_val_predict(make_pipeline(StandardScaler(), Ridge(alpha)),
    // cv=PredefinedSplit(row % 4))
    const strengths = [100, 0.01, 1, 10_000, 10];
    expect(chooseRidgeStrength({ names, columns }, targets, rows, { foldOfRow, strengths })).toEqual({
      strength: 1,
      atEnd: null,
      errors: [
        { strength: 0.01, mse: expect.closeTo(10.526580961195743, 9) },
        { strength: 1, mse: expect.closeTo(10.267011765236196, 9) },
        { strength: 10, mse: expect.closeTo(17.805260473703097, 9) },
        { strength: 100, mse: expect.closeTo(67.83745392138182, 9) },
        { strength: 10_000, mse: expect.closeTo(95.77522736657451, 9) },
      ],
    });
  });

  it("tries two strengths per decade from 0.01 to 10,000", () => {
    expect(RIDGE_STRENGTHS).toHaveLength(13);
    expect([RIDGE_STRENGTHS[0], RIDGE_STRENGTHS[2], RIDGE_STRENGTHS[12]]).toEqual([0.01, 0.1, 10_000]);
    const { errors } = chooseRidgeStrength({ names, columns }, targets, rows, { foldOfRow });
    expect(errors.map(({ strength }) => strength)).toEqual(RIDGE_STRENGTHS);
  });

  it("chooses a larger strength for more noise", () => {
    const chosen = (signal: number) =>
      Array.from({ length: 10 }, (_, seed) => {
        const { columns, targets } = planted(signal, seed);
        const foldOfRow = foldsByGroup(rowNumbers(60), 5, seed);
        return chooseRidgeStrength(columns, targets, rowNumbers(60), { foldOfRow }).strength;
      });
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[5] ?? Number.NaN;
    expect(median(chosen(0))).toBeGreaterThan(30 * median(chosen(5)));
  });

  it("reads only the given rows", () => {
    const [few, folds] = [rows.slice(0, 20), foldOfRow.slice(0, 20)];
    const spoiled = targets.map((target, row) => (row < 20 ? target : Number.NaN));
    expect(chooseRidgeStrength({ names, columns }, spoiled, few, { foldOfRow: folds })).toEqual(
      chooseRidgeStrength({ names, columns }, targets, few, { foldOfRow: folds }),
    );
  });

  describe("edge cases", () => {
    it("chooseRidgeStrength reports that the best strength is the smallest or the largest that was tried", () => {
      const chosen = (strengths: readonly number[]) =>
        chooseRidgeStrength({ names, columns }, targets, rows, { foldOfRow, strengths });
      expect(chosen([1, 10, 100])).toMatchObject({ strength: 1, atEnd: "smallest" });
      expect(chosen([0.0001, 0.01, 1])).toMatchObject({ strength: 1, atEnd: "largest" });
    });

    it("chooseRidgeStrength chooses the largest strength if no feature is informative, so that all strengths are equally good", () => {
      const constant = { names: ["a"], columns: [new Float64Array(count)] };
      expect(chooseRidgeStrength(constant, targets, rows, { foldOfRow })).toMatchObject({
        strength: 10_000,
        atEnd: "largest",
      });
    });
  });

  it.each([
    { name: "no strengths", options: { foldOfRow, strengths: [] } },
    { name: "a single fold", options: { foldOfRow: new Int32Array(count) } },
    { name: "a row without a fold", options: { foldOfRow: foldOfRow.slice(1) } },
    { name: "a negative strength", options: { foldOfRow, strengths: [1, -1] } },
  ])("rejects $name", ({ options }) => {
    expect(() => chooseRidgeStrength({ names, columns }, targets, rows, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
