import { describe, expect, it } from "vitest";
import { crossFit } from "../../../src/estimate/calibration/calibration-model.ts";
import { newRows, training } from "../../support/calibration-training.ts";
import { columnsOf, normalRows, rowNumbers } from "../../support/feature-matrices.ts";

const options = { embedding: null, seed: 1, method: "ridge" } as const;

describe("crossFit", () => {
  it("predicts rated queries with the model trained without them, and other queries with the mean of all models", () => {
    // scikit-learn 1.9.1: cross_val_predict(make_pipeline(StandardScaler(), Ridge(alpha=10)), cv=PredefinedSplit(query)),
    // and the mean of the four pipelines' predictions.
    const expected = [
      0.9672333392290421, 1.9757064476993857, 1.5649617964272862, 1.694713762507248, 1.0126155656965772,
      1.6391261026120862, 0.9462654626667666, 2.1076643485498727, 2.2797067906517308, 0.952492009582355,
      1.899149148411043, 0.7881168472760518, 1.8901418662580949, 1.6502589376445398, 2.1784740117781216,
      0.7384364853467649, 1.5780878384728514, 0.9032795338071828, 2.564845944110716, 1.958623262762012,
      1.3435447072960005, 1.5407011510617419, 0.813126103526832, 2.092156657941543, 1.5311948323354154,
      1.7628508963620968,
    ];
    const { labels } = crossFit(training, { ...options, strength: 10 });
    expect(Array.from(labels)).toEqual(expected.map((value) => expect.closeTo(value, 9)));
  });

  it("leaves out one query at a time for up to ten queries, and a tenth of more queries", () => {
    expect(crossFit(training, options).models.map(({ trainedOn }) => trainedOn)).toEqual(
      Array(4).fill({ queries: 3, pairs: 18 }),
    );
    const many = { ...training, queryOfRow: rowNumbers(26) };
    const { models, foldOfQuery } = crossFit(many, options);
    expect(models).toHaveLength(10);
    expect(models.every(({ trainedOn: { queries } }) => queries === 21 || queries === 22)).toBe(true);
    expect([...foldOfQuery.keys()].sort((a, b) => a - b)).toEqual(Array.from(training.rows));
  });

  it("predicts a query without using its own ratings", () => {
    const targets = training.targets.map((grade, row) => (training.queryOfRow[row] === 2 ? 3 - grade : grade));
    const [before, after] = [crossFit(training, options), crossFit({ ...training, targets }, options)];
    for (const row of training.rows) {
      if (training.queryOfRow[row] === 2) expect(after.labels[row]).toBe(before.labels[row]);
    }
    expect(after.labels[newRows[0] ?? 0]).not.toBe(before.labels[newRows[0] ?? 0]);
  });

  it("does not fit noise in the rated queries", () => {
    // Grades are unrelated to the features. Predictions for training rows would still correlate with grades.
    const drawn = normalRows(400, 6, 3);
    const columns = columnsOf(drawn);
    const noise = {
      features: { names: ["a", "b", "c", "d", "e"], columns: columns.slice(0, 5) },
      targets: Float64Array.from(columns[5] ?? [], Math.abs),
      queryOfRow: rowNumbers(400).map((row) => row % 20),
      rows: rowNumbers(400),
    };
    const { labels } = crossFit(noise, { ...options, strength: 0 });
    const mean = noise.targets.reduce((sum, grade) => sum + grade, 0) / 400;
    const gain = labels.reduce((sum, label, row) => {
      const target = noise.targets[row] ?? 0;
      return sum + (target - mean) ** 2 - (target - label) ** 2;
    }, 0);
    expect(gain).toBeLessThan(0);
  });

  it("raises negative predictions to 0", () => {
    const targets = training.targets.map((grade, row) => (row === 1 ? 3 : grade && 0));
    const { labels } = crossFit({ ...training, targets }, { ...options, strength: 0 });
    expect(Math.min(...labels)).toBe(0);
  });

  it.each([
    ["no query", new Int32Array()],
    ["only one query", training.rows.filter((row) => training.queryOfRow[row] === 3)],
  ])("refuses %s", (what, rows) => {
    expect(() => crossFit({ ...training, rows }, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(what) }),
    );
  });
});
