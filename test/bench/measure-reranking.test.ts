import { describe, expect, it } from "vitest";
import { measureReranking } from "../../src/bench/measure-reranking.ts";
import type { Progress } from "../../src/core/ports.ts";

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
