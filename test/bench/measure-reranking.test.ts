import { describe, expect, it } from "vitest";
import { madeEdges, madeFeatures, measureReranking, plainMultiply } from "../../src/bench/measure-reranking.ts";
import type { Progress } from "../../src/core/ports.ts";
import { buildGraph } from "../../src/maths/graph/build-graph.ts";

const silent: Progress = { start() {}, update() {}, finish() {} };

/** Each look is a second after the last one, so that all that is timed takes one second. */
function secondALook() {
  let seconds = 0;
  return { seconds: () => seconds++ };
}

describe("measureReranking", () => {
  const { perceptron, graph } = measureReranking({
    rounds: 2,
    share: 0.01,
    seed: 1,
    clock: secondALook(),
    progress: silent,
  });

  // 600 + 10,000 + 100 weights, two operations a weight and pass: 2 · (3 · 10,700 - 600) = 63,000 a row; 3 epochs of 200
  // rows in a second. Between the hidden layers 3 products of 2 · 200 · 100 · 100 operations an epoch.
  it("counts the operations of a fit and of the plain product as worked by hand", () => {
    expect(perceptron.rows).toBe(200);
    expect(perceptron.gigaflops).toBeCloseTo(0.0378, 12);
    expect(perceptron.plainGigaflops).toBeCloseTo(0.036, 12);
    expect(perceptron.timesPlain).toBeCloseTo(1.05, 12);
    // 600 rows a second: 10,000 · 190 / 600.
    expect(perceptron.projectedSeconds).toBeCloseTo(3166.667, 3);
  });

  it("gives milliseconds a document, and of the whole graph", () => {
    expect([graph.nodes, graph.documents]).toEqual([200, 20]);
    expect(graph.edges).toBeGreaterThan(900);
    expect(graph.edges).toBeLessThanOrEqual(1000);
    // All 200 nodes in a second, and 20 of them.
    expect(graph.oneHopMilliseconds).toBeCloseTo(5, 9);
    expect(graph.twoHopMilliseconds).toBeCloseTo(50, 9);
    expect(graph.twoHopOfOneHop).toBeCloseTo(10, 9);
    expect(graph.katzMilliseconds).toBeCloseTo(1000, 9);
  });
});

describe("madeEdges", () => {
  it("has as many edges as asked for, all but a few of them distinct, between all of the nodes", () => {
    const made = madeEdges(2000, 10_000, 1);
    expect([made.sources.length, made.targets.length, made.order]).toEqual([10_000, 10_000, 2000]);
    expect(Math.max(...made.sources, ...made.targets)).toBeLessThan(2000);
    expect(Math.min(...made.sources, ...made.targets)).toBeGreaterThanOrEqual(0);
    const { graph, edges } = buildGraph(made, false);
    // About 5 loops (1 in 2,000) and 25 pairs drawn twice (10,000² / 2 pairs of draws among 1,999,000 pairs of nodes).
    expect(edges).toBeGreaterThan(9900);
    expect(graph.neighbours.targets).toHaveLength(2 * edges);
  });

  it("is the same for the same seed and another for another", () => {
    expect(madeEdges(100, 500, 7)).toEqual(madeEdges(100, 500, 7));
    expect(madeEdges(100, 500, 7)).not.toEqual(madeEdges(100, 500, 8));
  });
});

describe("madeFeatures", () => {
  it("has rows of features between -1 and 1, around 0, and a target for each", () => {
    const { matrix, targets } = madeFeatures(500, 6, 1);
    expect([matrix.rows, matrix.features, matrix.values.length, targets.length]).toEqual([500, 6, 3000, 500]);
    expect(Math.max(...matrix.values)).toBeLessThan(1);
    expect(Math.min(...matrix.values)).toBeGreaterThanOrEqual(-1);
    const mean = matrix.values.reduce((sum, value) => sum + value, 0) / 3000;
    // Its standard error is sqrt(1 / 3 / 3000) = 0.011.
    expect(Math.abs(mean)).toBeLessThan(0.05);
  });

  it("has the sum of a row's squares as its target", () => {
    const { matrix, targets } = madeFeatures(3, 2, 1);
    const [, , third = 0, fourth = 0] = matrix.values;
    expect(targets[1]).toBeCloseTo(third ** 2 + fourth ** 2, 12);
  });

  it("is the same for the same seed and another for another", () => {
    expect(madeFeatures(10, 2, 7)).toEqual(madeFeatures(10, 2, 7));
    expect(madeFeatures(10, 2, 7)).not.toEqual(madeFeatures(10, 2, 8));
  });
});

describe("plainMultiply", () => {
  it("multiplies as worked by hand", () => {
    const left = { rows: 2, columns: 3, values: Float64Array.of(1, 2, 3, 4, 5, 6) };
    const right = { rows: 3, columns: 2, values: Float64Array.of(1, 0, 0, 1, -1, 10) };
    expect(plainMultiply(left, right)).toEqual({ rows: 2, columns: 2, values: Float64Array.of(-2, 32, -2, 65) });
  });
});
