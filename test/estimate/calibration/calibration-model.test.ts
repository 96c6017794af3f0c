import { describe, expect, it } from "vitest";
import type { ModelIdentity } from "../../../src/core/types.ts";
import {
  type Calibration,
  type CalibrationOptions,
  calibrationMethods,
  fitCalibration,
  parseCalibration,
  predictGrades,
  requireSameEmbedding,
} from "../../../src/estimate/calibration/calibration-model.ts";
import { newRows, training } from "../../support/calibration-training.ts";

const model: ModelIdentity = { name: "mini", sha256: "abc", dimensions: 2, precision: "fp32", maxTokens: 256 };

function fitted(options: Partial<CalibrationOptions> = {}): Calibration {
  return fitCalibration(training, { embedding: model, seed: 1, method: "ridge", ...options });
}

/** Predictions for the two titles of the unrated query. */
function predicted(options: Partial<CalibrationOptions> = {}): number[] {
  return Array.from(predictGrades(fitted(options), training.features, newRows));
}

describe("fitCalibration", () => {
  // scikit-learn 1.9.1, make_pipeline(StandardScaler(), model); strengths by PredefinedSplit(query): with four queries,
  // every fold is a query, whatever the seed.
  it("fits ridge with the strength that best predicts left-out queries", () => {
    expect(predicted()).toEqual([expect.closeTo(1.375731550534569, 9), expect.closeTo(1.9790196574434669, 9)]);
    expect(fitted().model).toMatchObject({ kind: "ridge", strength: 1 });
  });

  it("predicts, with logistic, the probability of relevance times the mean grade of relevant titles", () => {
    // Only grades from 2 on are relevant.
    const targets = training.targets.map((grade) => (grade >= 2 ? grade : 0));
    const calibration = fitCalibration({ ...training, targets }, { embedding: null, seed: 1, method: "logistic" });
    expect(Array.from(predictGrades(calibration, training.features, newRows))).toEqual(
      [1.9262422596240552, 1.9914131832000963].map((value) => expect.closeTo(value, 6)),
    );
    expect(calibration.model).toMatchObject({ meanGrade: expect.closeTo(2.2142857142857144, 12) });
  });

  it("fits, with isotonic, a rising curve to ridge's predictions for left-out queries", () => {
    // IsotonicRegression(out_of_bounds="clip") on cross_val_predict
    expect(predicted({ method: "isotonic" })).toEqual(
      [1.5119835668649946, 1.9459233961658182].map((value) => expect.closeTo(value, 9)),
    );
  });

  it("records its training data and the model of its vectors", () => {
    expect(fitted()).toMatchObject({
      schema: "semqrel.calibration/1",
      method: "ridge",
      embedding: { name: "mini", sha256: "abc", precision: "fp32" },
      trainedOn: { queries: 4, pairs: 24 },
      preparation: { matrixNames: ["a", "b"] },
    });
    expect(fitted({ embedding: null }).embedding).toBeNull();
  });

  it("uses the given strength of ridge", () => {
    expect(fitted({ strength: 7 }).model).toMatchObject({ strength: 7 });
  });

  it("predicts the mean grade if all titles are relevant, and 0 if no title is relevant", () => {
    const method = "logistic";
    const none = fitCalibration({ ...training, targets: new Float64Array(26) }, { embedding: null, seed: 1, method });
    expect(Array.from(predictGrades(none, training.features, newRows))).toEqual([0, 0]);
    const targets = training.targets.map((grade) => grade + 1);
    const calibration = fitCalibration({ ...training, targets }, { embedding: null, seed: 1, method });
    const mean = targets.subarray(0, 24).reduce((sum, grade) => sum + grade, 0) / 24;
    expect(predictGrades(calibration, training.features, newRows)[0]).toBeCloseTo(mean, 12);
  });

  it.each(calibrationMethods)("fits %s to a single query", (method) => {
    const rows = training.rows.filter((row) => training.queryOfRow[row] === 0);
    const calibration = fitCalibration({ ...training, rows }, { embedding: null, seed: 1, method });
    expect(calibration.trainedOn).toEqual({ queries: 1, pairs: 6 });
    expect(predictGrades(calibration, training.features, newRows).every(Number.isFinite)).toBe(true);
  });

  it("refuses to learn from no rows", () => {
    expect(() =>
      fitCalibration({ ...training, rows: new Int32Array() }, { embedding: null, seed: 1, method: "ridge" }),
    ).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

describe("parseCalibration", () => {
  it.each(calibrationMethods)(
    "reads a written calibration, which makes the same predictions as before: %s",
    (method) => {
      const written = fitted({ method });
      const read = parseCalibration(JSON.stringify(written, null, 2), "calibration.json");
      expect(read).toEqual(written);
      expect(predictGrades(read, training.features, newRows)).toEqual(
        predictGrades(written, training.features, newRows),
      );
    },
  );

  it("predicts the same if features are in another order and among other features", () => {
    const { names, columns } = training.features;
    const other = {
      names: [...names, "c"].reverse(),
      columns: [...columns, new Float64Array(26)].reverse(),
    };
    expect(Array.from(predictGrades(fitted(), other, newRows))).toEqual(predicted());
  });

  it.each([
    ["it is not JSON", "{"],
    ["it does not contain a calibration", "null"],
    ["it does not contain a calibration", JSON.stringify({ ...fitted(), schema: "semqrel.ranker/1" })],
    [
      "it was written by another version of semqrel (semqrel.calibration/2; this version reads semqrel.calibration/1)",
      JSON.stringify({ ...fitted(), schema: "semqrel.calibration/2" }),
    ],
    ["the calibration in it is damaged", JSON.stringify({ ...fitted(), trainedOn: { queries: "many" } })],
    ["the calibration in it is damaged", JSON.stringify({ schema: "semqrel.calibration/1" })],
    ["the calibration in it is damaged", JSON.stringify({ ...fitted(), model: { kind: "ridge", coefficients: [1] } })],
    ["the calibration in it is damaged", JSON.stringify({ ...fitted(), model: { kind: "oracle" } })],
    ["the calibration in it is damaged", JSON.stringify({ ...fitted(), embedding: "mini" })],
  ])("refuses a file if %s", (what, text) => {
    expect(() => parseCalibration(text, "it.json")).toThrow(
      expect.objectContaining({ code: "INVALID_FORMAT", message: expect.stringContaining(what) }),
    );
  });
});

describe("requireSameEmbedding", () => {
  it("accepts the model of the cosines, whatever its name is", () => {
    expect(() => requireSameEmbedding(fitted(), { ...model, name: "renamed" }, "it.json")).not.toThrow();
    expect(() => requireSameEmbedding(fitted({ embedding: null }), null, "it.json")).not.toThrow();
  });

  it.each([
    ["another model", { ...model, sha256: "def" }],
    ["another precision", { ...model, precision: "int8" }],
    ["the lack of a model", null],
  ])("refuses %s", (_, other) => {
    expect(() => requireSameEmbedding(fitted(), other, "it.json")).toThrow(
      expect.objectContaining({ code: "DIFFERENT_CONDITIONS", message: expect.stringContaining("it.json") }),
    );
  });
});
