/** Graphs whose values networkx computed, made by test/oracle/graph_expected.py. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { buildGraph, type Graph } from "../../src/maths/graph/centrality.ts";
import { root } from "./run-cli.ts";

export type Edge = readonly [source: number, target: number, weight?: number];

export interface NetworkxCase {
  readonly name: string;
  readonly directed: boolean;
  /** As drawn: some are repeated, some are loops. */
  readonly edges: readonly Edge[];
  readonly edge_count: number;
  /** By node, like the other lists. */
  readonly degree: readonly number[];
  readonly betweenness: readonly number[];
  readonly betweenness_1hop: readonly number[];
  readonly betweenness_2hop: readonly number[];
  readonly node_cut: readonly (number | null)[];
  readonly node_cut_of_all: number;
  readonly spectral_radius: number;
  readonly katz_alpha: number;
  readonly katz: readonly number[];
  readonly pagerank: readonly number[];
  /** Two nodes without an edge, and the number of disjoint paths between them. */
  readonly paths: readonly (readonly [one: number, other: number, count: number])[];
}

export const networkxCases: readonly NetworkxCase[] = JSON.parse(
  readFileSync(join(root, "test/golden/graph/random-networkx.json"), "utf8"),
).cases;

/** Nodes 0..order - 1. Edges without a third number have weight 1. */
export function graphOf(edges: readonly Edge[], { directed = false, order = orderOf(edges) } = {}): Graph {
  return buildGraph(edgeColumns(edges, order), directed).graph;
}

export function edgeColumns(edges: readonly Edge[], order = orderOf(edges)) {
  const isWeighted = edges.some(([, , weight]) => weight !== undefined);
  return {
    sources: Int32Array.from(edges, ([source]) => source),
    targets: Int32Array.from(edges, ([, target]) => target),
    weights: isWeighted ? Float64Array.from(edges, ([, , weight]) => weight ?? 1) : null,
    order,
  };
}

function orderOf(edges: readonly Edge[]): number {
  return 1 + Math.max(-1, ...edges.map(([source, target]) => Math.max(source, target)));
}

/** Up to 12 nodes, sparse or dense, with loops and repeated edges. */
export const someEdges: fc.Arbitrary<readonly Edge[]> = fc.array(
  fc.tuple(fc.nat(11), fc.nat(11)).map(([source, target]): Edge => [source, target]),
  { minLength: 1, maxLength: 50 },
);

/** Every edge between `order` nodes. */
export function completeEdges(order: number): Edge[] {
  return Array.from({ length: order }, (_, one) =>
    Array.from({ length: one }, (_, other): Edge => [one, other]),
  ).flat();
}
