/** How fast are the parts of a reranking experiment: the perceptron, and the features from a graph? */
import { at } from "../core/at.ts";
import type { Clock, Progress } from "../core/ports.ts";
import { buildGraph, type EdgeColumns } from "../maths/graph/build-graph.ts";
import { katz, katzAlpha } from "../maths/graph/katz.ts";
import { localFeaturesOf } from "../maths/graph/local-features.ts";
import { spectralRadius } from "../maths/graph/spectral-radius.ts";
import { seededRandom } from "../maths/random/seeded-random.ts";
import type { FeatureMatrix } from "../maths/regression/feature-matrix.ts";
import { fitMlp } from "../maths/regression/mlp-fit.ts";
import type { Matrix } from "../maths/regression/multiply.ts";
import { median } from "./median.ts";

export interface RerankingOptions {
  /** Of each comparison, >= 1; medians over them are reported. */
  readonly rounds: number;
  /** Of the whole job, 0..1. */
  readonly share: number;
  readonly seed: number;
  readonly clock: Clock;
  readonly progress: Progress;
}

export interface PerceptronFigures {
  readonly rows: number;
  readonly features: number;
  readonly layers: readonly number[];
  /** Of the whole fit; only operations of its matrix products count. */
  readonly gigaflops: number;
  /** Of a matrix product in three loops, of a batch through one hidden layer. */
  readonly plainGigaflops: number;
  readonly timesPlain: number;
  /** Of a fit of `projectedRows` rows in `projectedEpochs` epochs at this speed. */
  readonly projectedSeconds: number;
  readonly projectedRows: number;
  readonly projectedEpochs: number;
}

export interface GraphFigures {
  readonly nodes: number;
  readonly edges: number;
  /** Nodes with 2-hop features. */
  readonly documents: number;
  /** A document: degree and betweenness within one edge. */
  readonly oneHopMilliseconds: number;
  /** A document: that, betweenness within two edges and the node cut. */
  readonly twoHopMilliseconds: number;
  readonly twoHopOfOneHop: number;
  /** The whole graph: its largest eigenvalue, and the centrality of all nodes. */
  readonly katzMilliseconds: number;
}

export interface RerankingFigures {
  readonly perceptron: PerceptronFigures;
  readonly graph: GraphFigures;
}

export function measureReranking(options: RerankingOptions): RerankingFigures {
  return { perceptron: measurePerceptron(options), graph: measureGraph(options) };
}

const FEATURES = 6;
const UNITS = 100;
const layers = [UNITS, UNITS];
const BATCH = 200;
const EPOCHS = 3;
const PROJECTED = { rows: 10_000, epochs: 190 };

/** Two for each weight in each of three passes: forward, gradients of weights and inputs; features need no gradient. */
const operationsPerRow = 2 * (3 * (FEATURES * UNITS + UNITS * UNITS + UNITS) - FEATURES * UNITS);

function measurePerceptron({ rounds, share, seed, clock, progress }: RerankingOptions): PerceptronFigures {
  const rows = Math.max(BATCH, Math.round(2000 * share));
  const { matrix, targets } = madeFeatures(rows, FEATURES, seed);
  const fitPerceptron = () => fitMlp(matrix, targets, { seed, layers, epochs: EPOCHS, batch: BATCH });
  const [left, right] = [matrixOf(BATCH, UNITS, seed), matrixOf(UNITS, UNITS, seed + 1)];
  // As many products of the same size as the fit has between its hidden layers.
  const products = 3 * EPOCHS * Math.ceil(rows / BATCH);
  const multiplyPlainly = () => {
    for (let done = 0; done < products; done++) plainMultiply(left, right);
  };
  fitPerceptron();
  multiplyPlainly();
  const own: number[] = [];
  const plain: number[] = [];
  progress.start("Fitting a perceptron", rounds, "rounds");
  for (let round = 0; round < rounds; round++) {
    plain.push((products * 2 * BATCH * UNITS * UNITS) / secondsOf(clock, multiplyPlainly) / 1e9);
    own.push((EPOCHS * rows * operationsPerRow) / secondsOf(clock, fitPerceptron) / 1e9);
    progress.update(round + 1);
  }
  progress.finish();
  const gigaflops = median(own);
  return {
    rows,
    features: FEATURES,
    layers,
    gigaflops,
    plainGigaflops: median(plain),
    timesPlain: median(own.map((speed, round) => speed / at(plain, round))),
    projectedSeconds: (PROJECTED.epochs * PROJECTED.rows * operationsPerRow) / (gigaflops * 1e9),
    projectedRows: PROJECTED.rows,
    projectedEpochs: PROJECTED.epochs,
  };
}

function measureGraph({ rounds, share, seed, clock, progress }: RerankingOptions): GraphFigures {
  const nodes = Math.max(100, Math.round(20_000 * share));
  const { graph, edges } = buildGraph(madeEdges(nodes, 5 * nodes, seed), false);
  const documents = Math.min(nodes, Math.max(20, Math.round(300 * share)));
  const lookAround = (count: number, twoHop: boolean) => {
    const featuresOf = localFeaturesOf(graph, { seed, twoHop, katz: null });
    return () => {
      for (let node = 0; node < count; node++) featuresOf(node);
    };
  };
  // The quick way gets all nodes: a few milliseconds would measure the noise.
  const oneHop = lookAround(nodes, false);
  const twoHop = lookAround(documents, true);
  const findKatz = () => katz(graph, { alpha: katzAlpha(null, spectralRadius(graph)).alpha, beta: 1 });
  oneHop();
  twoHop();
  const taken = { oneHop: [] as number[], twoHop: [] as number[], katz: [] as number[] };
  progress.start("Features from a graph", rounds, "rounds");
  for (let round = 0; round < rounds; round++) {
    taken.oneHop.push((secondsOf(clock, oneHop) * 1000) / nodes);
    taken.twoHop.push((secondsOf(clock, twoHop) * 1000) / documents);
    taken.katz.push(secondsOf(clock, findKatz) * 1000);
    progress.update(round + 1);
  }
  progress.finish();
  return {
    nodes,
    edges,
    documents,
    oneHopMilliseconds: median(taken.oneHop),
    twoHopMilliseconds: median(taken.twoHop),
    twoHopOfOneHop: median(taken.twoHop.map((time, round) => time / at(taken.oneHop, round))),
    katzMilliseconds: median(taken.katz),
  };
}

function matrixOf(rows: number, columns: number, seed: number): Matrix {
  return { rows, columns, values: madeFeatures(rows, columns, seed).matrix.values };
}

function secondsOf(clock: Clock, work: () => unknown): number {
  const begin = clock.seconds();
  work();
  return clock.seconds() - begin;
}

/** Ends are drawn from all nodes: a few edges are loops or repeats. */
export function madeEdges(nodes: number, edges: number, seed: number): EdgeColumns {
  const random = seededRandom(seed);
  const ends = () => Int32Array.from({ length: edges }, () => Math.floor(random() * nodes));
  return { sources: ends(), targets: ends(), weights: null, order: nodes };
}

/** Features in [-1, 1); a row's target is the sum of their squares, which no linear model fits. */
export function madeFeatures(rows: number, features: number, seed: number) {
  const random = seededRandom(seed);
  const values = Float64Array.from({ length: rows * features }, () => 2 * random() - 1);
  const targets = Float64Array.from({ length: rows }, (_, row) =>
    values.subarray(row * features, (row + 1) * features).reduce((sum, value) => sum + value * value, 0),
  );
  const matrix: FeatureMatrix = { rows, features, values };
  return { matrix, targets };
}

/** left · right by the definition, three loops. @param left m x k @param right k x n. Cost O(m n k). */
export function plainMultiply(left: Matrix, right: Matrix): Matrix {
  const { rows, columns: inner } = left;
  const { columns } = right;
  const values = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let term = 0; term < inner; term++) {
        sum += (left.values[row * inner + term] as number) * (right.values[term * columns + column] as number);
      }
      values[row * columns + column] = sum;
    }
  }
  return { rows, columns, values };
}
