import { describe, expect, it, test } from "vitest";
import { RIDGE_STRENGTHS } from "../../src/maths/regression/ridge.ts";
import {
  modelKinds,
  parseRanker,
  predictLabels,
  type RankerOptions,
  type TrainingRows,
} from "../../src/rerank/ranker.ts";
import { originalOrder } from "../../src/rerank/run-experiment.ts";
import { fitted, makeExperimentRows, rowsOfOracle, simulateRows } from "../support/experiment.ts";

const options: RankerOptions = { seed: 1, strength: 2, epochs: 4, trees: 3 };
const trainingOf = (rows: ReturnType<typeof rowsOfOracle>, some = originalOrder(rows)): TrainingRows => ({
  features: rows.features,
  targets: rows.targets,
  queryOfRow: rows.queryOfRow,
  rows: some,
});
const simulated = simulateRows({ queries: 12, results: 5, seed: 3, effect: 1 });

describe("fitRanker", () => {
  it("matches ridge of scikit-learn with gaps filled by medians and indicators", () => {
    const rows = rowsOfOracle();
    const { ranker } = fitted("ridge", trainingOf(rows), options);
    // scikit-learn 1.9.1: make_pipeline(SimpleImputer("median", add_indicator=True), StandardScaler(), Ridge(2)), first
    // six and last predictions.
    const expected = [
      1.4607012345115036, 1.3220560865268558, 1.7039549247005876, 1.5680578344387557, 1.405981265267547,
      2.4236823997118635,
    ];
    const found = predictLabels(ranker, rows.features, originalOrder(rows));
    expect([...found.slice(0, 6)]).toEqual(expected.map((value) => expect.closeTo(value, 9)));
    expect(found[23]).toBeCloseTo(1.130298080487104, 9);
  });

  test.each(modelKinds)("uses only the training rows to fit %s", (kind) => {
    const trainRows = originalOrder(simulated).filter((row) => (simulated.queryOfRow[row] ?? 0) < 10);
    const change = (column: Float64Array) => column.map((value, row) => (row < 50 ? value : 1000 - value));
    const others = {
      ...simulated,
      targets: change(simulated.targets),
      features: { ...simulated.features, columns: simulated.features.columns.map(change) },
    };
    for (const strength of [2, null]) {
      expect(fitted(kind, trainingOf(others, trainRows), { ...options, strength })).toEqual(
        fitted(kind, trainingOf(simulated, trainRows), { ...options, strength }),
      );
    }
  });

  test.each(["mlp", "forest"] as const)(
    "fits the same %s for the same seed, and another one for another seed",
    (kind) => {
      const drawn = (seed: number) => fitted(kind, trainingOf(simulated), { ...options, seed }).ranker.model;
      expect(drawn(5)).toEqual(drawn(5));
      expect(drawn(5)).not.toEqual(drawn(6));
    },
  );

  it("chooses the strength of ridge from a list, or uses the given strength", () => {
    const chosenBy = (strength: number | null, rows = simulated) =>
      fitted("ridge", trainingOf(rows), { ...options, strength });
    const chosen = chosenBy(null).ranker.model;
    expect(chosen.kind === "ridge" && RIDGE_STRENGTHS.includes(chosen.strength)).toBe(true);
    expect(chosenBy(0.7).ranker.model).toMatchObject({ strength: 0.7 });
    expect(chosenBy(0.7).strengthAtEnd).toBeNull();
    const pure = makeExperimentRows(
      Array.from({ length: 6 }, (_, query) => [query % 2, 1, (query + 1) % 2]),
      { a: Array.from({ length: 18 }, (_, row) => (row * row) % 5) },
    );
    expect(chosenBy(null, pure).strengthAtEnd).toBe("largest");
  });

  it("uses strength 1 if there is a single training query, because strengths cannot be compared", () => {
    const rows = makeExperimentRows([[1, 2, 3]], { a: [3, 1, 2] });
    expect(fitted("ridge", trainingOf(rows), { ...options, strength: null })).toMatchObject({
      ranker: { model: { strength: 1 } },
      strengthAtEnd: null,
    });
  });

  it("uses one in ten queries to decide when the perceptron stops if there are at least ten queries", () => {
    const curveOf = (queries: number, epochs: number) =>
      fitted("mlp", trainingOf(simulateRows({ queries, results: 3, seed: 1, effect: 1 })), { ...options, epochs })
        .curve ?? [];
    expect(curveOf(9, 4).map(({ validationLoss }) => validationLoss)).toEqual([null, null, null, null]);
    const curve = curveOf(10, 200);
    expect(curve.length).toBeLessThan(200);
    expect(curve.every(({ validationLoss }) => Number.isFinite(validationLoss))).toBe(true);
    expect(fitted("ridge", trainingOf(simulated), options).curve).toBeNull();
  });
});

describe("predictLabels", () => {
  it("refuses rows that lack a feature of the ranker", () => {
    const { ranker } = fitted("ridge", trainingOf(simulated), options);
    const { names, columns } = simulated.features;
    const fewer = { names: names.slice(0, 2), columns: columns.slice(0, 2) };
    expect(() => predictLabels(ranker, fewer, Int32Array.of(0))).toThrow(
      expect.objectContaining({ code: "MISSING_COLUMN", message: expect.stringContaining("idle") }),
    );
  });

  it("finds the ranker's features by name, in any order and among other features", () => {
    const { ranker } = fitted("ridge", trainingOf(simulated), options);
    const { names, columns } = simulated.features;
    const turned = {
      names: ["other", ...names.toReversed()],
      columns: [new Float64Array(60).fill(5), ...columns.toReversed()],
    };
    const all = originalOrder(simulated);
    expect(predictLabels(ranker, turned, all)).toEqual(predictLabels(ranker, simulated.features, all));
  });
});

describe("parseRanker", () => {
  test.each(modelKinds)("reads a written %s model that makes the same predictions to the last bit", (kind) => {
    const rows = rowsOfOracle();
    const { ranker } = fitted(kind, trainingOf(rows), options);
    const read = parseRanker(JSON.stringify(ranker, null, 1), "model.json");
    expect(predictLabels(read, rows.features, originalOrder(rows))).toEqual(
      predictLabels(ranker, rows.features, originalOrder(rows)),
    );
  });

  const wholes = Object.fromEntries(
    modelKinds.map((kind) => [kind, fitted(kind, trainingOf(rowsOfOracle()), options).ranker]),
  );
  const changed = (kind: string, model: object) =>
    JSON.stringify({ ...wholes[kind], model: { ...wholes[kind]?.model, ...model } });

  test.each([
    ["text", "no ranker", /not JSON/],
    ["null", "null", /not contain a ranker/],
    ["a number", "5", /not contain a ranker/],
    ["a list", "[]", /not contain a ranker/],
    ["another document of semqrel", '{"schema":"semqrel.rerank/1"}', /not contain a ranker/],
    ["a ranker without preparation", '{"schema":"semqrel.ranker/1","model":{"kind":"ridge"}}', /not contain a ranker/],
    ["a model of another kind", changed("ridge", { kind: "svm" }), /model\.kind is "svm"/],
    ["a ridge model without coefficients", changed("ridge", { coefficients: undefined }), /damaged/],
    ["a ridge model with too few coefficients", changed("ridge", { coefficients: [1] }), /damaged/],
    [
      "a ridge model with values that are not numbers",
      changed("ridge", { intercept: null, coefficients: [1, 2, 3, 4, "x"] }),
      /damaged/,
    ],
    ["a perceptron without weights", changed("mlp", { weights: [] }), /damaged/],
    ["a forest without trees", changed("forest", { trees: [] }), /damaged/],
    [
      "a forest with an incomplete tree",
      changed("forest", { trees: [{ feature: [0], value: [1], otherwise: [2] }] }),
      /damaged/,
    ],
    [
      "a forest with a tree that contains a cycle",
      changed("forest", { trees: [{ feature: [0, -1], value: [9, 1], otherwise: [0, 0] }] }),
      /damaged/,
    ],
    [
      "a forest with an empty tree",
      changed("forest", { trees: [{ feature: [], value: [], otherwise: [] }] }),
      /damaged/,
    ],
    ["a ranker without medians", JSON.stringify({ ...wholes["ridge"], preparation: { matrixNames: [] } }), /damaged/],
  ])("refuses %s", (_, text, message) => {
    expect(() => parseRanker(text, "model.json")).toThrow(
      expect.objectContaining({
        code: "INVALID_FORMAT",
        message: expect.stringMatching(message),
        details: { file: "model.json" },
      }),
    );
  });
});
