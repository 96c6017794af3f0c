import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { learnPreparation, prepareFeatures } from "../../../src/maths/regression/prepare-features.ts";
import { columnsOf, rowNumbers } from "../../support/feature-matrices.ts";
import { runs } from "../../support/property.ts";

const gap = Number.NaN;
const names = ["katz", "degree", "cut"];
const columns = columnsOf([
  [1, 10, 5],
  [gap, 20, 5],
  [4, 30, 5],
  [2, gap, 5],
  [9, Number.NEGATIVE_INFINITY, 5],
  [gap, 40, gap],
  [3, 25, 6],
]);
const preparation = learnPreparation({ names, columns }, rowNumbers(5));

describe("learnPreparation", () => {
  it("matches scikit-learn on the training rows", () => {
    // scikit-learn 1.9.1 on the first five rows: SimpleImputer(strategy="median", add_indicator=True), StandardScaler;
    // columns are reordered feature by feature here.
    expect(preparation).toEqual({
      names,
      medians: [3, 20, 5],
      indicators: [true, true, false],
      missing: [1, 1, 0],
      infinite: [0, 1, 0],
      matrixNames: ["katz", "katz missing", "degree", "degree missing", "cut"],
      means: [3.8, 0.2, 20, 0.4, 5].map((mean) => expect.closeTo(mean, 12)),
      deviations: [2.7856776554368237, 0.4, 6.324555320336759, 0.48989794855663565, 1].map((deviation) =>
        expect.closeTo(deviation, 12),
      ),
      constant: ["cut"],
      empty: [],
    });
  });

  it("ignores rows that it does not train on", () => {
    const others = columns.map((column) => column.map((value, row) => (row < 5 ? value : 1000)));
    expect(learnPreparation({ names, columns: others }, rowNumbers(5))).toEqual(preparation);
  });

  it("returns data that can be written as JSON", () => {
    expect(JSON.parse(JSON.stringify(preparation))).toEqual(preparation);
  });

  describe("edge cases", () => {
    it("learnPreparation omits a feature that has no numbers, and lists it as empty", () => {
      const found = learnPreparation(
        { names: ["a", "b"], columns: [Float64Array.of(gap, Number.POSITIVE_INFINITY), Float64Array.of(1, 2)] },
        rowNumbers(2),
      );
      expect(found).toMatchObject({ medians: [null, 1.5], matrixNames: ["b"], empty: ["a"], constant: [] });
      expect(found).toMatchObject({ missing: [1, 0], infinite: [1, 0] });
    });

    it("learnPreparation treats rows beyond the end of a column as gaps", () => {
      const found = learnPreparation({ names: ["a"], columns: [Float64Array.of(1, 2)] }, rowNumbers(3));
      expect(found).toMatchObject({ medians: [1.5], indicators: [true], missing: [1] });
    });

    it("learnPreparation treats numbers that are equal up to their last bits as constant", () => {
      const column = new Float64Array(7).fill(0.1);
      expect(learnPreparation({ names: ["a"], columns: [column] }, rowNumbers(7))).toMatchObject({
        means: [0.1],
        deviations: [1],
        constant: ["a"],
      });
    });

    it("learnPreparation adds a single indicator for several features with the same gaps", () => {
      const [one, other] = [Float64Array.of(1, gap, 3), Float64Array.of(7, gap, 8)];
      const found = learnPreparation({ names: ["a", "b"], columns: [one, other] }, rowNumbers(3));
      expect(found).toMatchObject({ indicators: [true, false], matrixNames: ["a", "a missing", "b"], missing: [1, 1] });
    });

    it("learnPreparation counts numbers whose square is infinite as infinite", () => {
      const column = Float64Array.of(1, 3, 1e300);
      const found = learnPreparation({ names: ["a"], columns: [column] }, rowNumbers(3));
      expect(found).toMatchObject({ medians: [2], infinite: [1], missing: [0] });
    });

    it("learnPreparation refuses to learn from no rows", () => {
      expect(() => learnPreparation({ names, columns }, new Int32Array())).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    });
  });
});

describe("prepareFeatures", () => {
  it("matches scikit-learn's matrix for training rows and other rows", () => {
    // As above: transform of rows 0, 1, 4, 5 and 6. The gap of row 5 in the last feature has no indicator.
    const matrix = prepareFeatures({ names, columns }, Int32Array.of(0, 1, 4, 5, 6), preparation);
    expect(matrix).toMatchObject({ rows: 5, features: 5 });
    const expected = [
      [-1.0051414220648334, -0.5, -1.5811388300841895, -0.816496580927726, 0],
      [-0.2871832634470952, 2, 0, -0.816496580927726, 0],
      [1.8666912124061192, -0.5, 0, 1.224744871391589, 0],
      [-0.2871832634470952, 2, 3.162277660168379, -0.816496580927726, 0],
      [-0.2871832634470952, -0.5, 0.7905694150420948, -0.816496580927726, 1],
    ];
    expect([...matrix.values]).toEqual(expected.flat().map((value) => expect.closeTo(value, 12)));
  });

  it("finds its features by name among other features", () => {
    const turned = { names: ["other", ...names.toReversed()], columns: [new Float64Array(7), ...columns.toReversed()] };
    const rows = rowNumbers(7);
    expect(prepareFeatures(turned, rows, preparation)).toEqual(prepareFeatures({ names, columns }, rows, preparation));
  });

  it("returns columns with mean 0 and deviation 1 or 0 for training rows, and only finite numbers", () => {
    const someNumber = fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.double(),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
    );
    const someRows = fc.array(fc.tuple(someNumber, someNumber), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(someRows, (rows) => {
        const given = { names: ["a", "b"], columns: columnsOf(rows) };
        const half = Math.ceil(rows.length / 2);
        const learned = learnPreparation(given, rowNumbers(half));
        const { features, values } = prepareFeatures(given, rowNumbers(rows.length), learned);
        expect(features).toBe(learned.matrixNames.length);
        expect(values.every(Number.isFinite)).toBe(true);
        for (const [feature, name] of learned.matrixNames.entries()) {
          const column = Array.from({ length: half }, (_, row) => values[row * features + feature] ?? Number.NaN);
          const mean = column.reduce((sum, value) => sum + value, 0) / half;
          const squares = column.reduce((sum, value) => sum + value * value, 0) / half;
          expect(mean).toBeCloseTo(0, 6);
          expect(squares).toBeCloseTo(learned.constant.includes(name) ? 0 : 1, 6);
        }
      }),
      runs,
    );
  });

  it("refuses features that lack some of the prepared features, and names these", () => {
    const given = { names: ["degree"], columns: columns.slice(1, 2) };
    expect(() => prepareFeatures(given, rowNumbers(1), preparation)).toThrow(
      expect.objectContaining({
        code: "MISSING_COLUMN",
        details: { missing: ["katz", "cut"], given: ["degree"] },
      }),
    );
  });
});
