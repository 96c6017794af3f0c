/** What does a graph look like from one of its nodes? */
import { evenlySeededRandom } from "../random/seeded-random.ts";
import { type Betweenness, betweenness } from "./betweenness.ts";
import type { Graph } from "./build-graph.ts";
import { egoGraphsOf, inducedGraphsOf } from "./ego-graph.ts";
import { type KatzOptions, katz } from "./katz.ts";
import { type NodeCut, nodeCut } from "./node-cut.ts";

interface LocalFeaturesOptions {
  /** Steps along edges after which betweenness is sampled, and a node cut an upper bound. @default usualSteps */
  readonly steps?: number;
  /** Of the samples of large ego graphs. Any 32-bit whole number. */
  readonly seed: number;
  /** False leaves out what needs the 2-hop ego graph. */
  readonly twoHop: boolean;
  /** For Katz centrality of each node in its own 2-hop ego graph; null where it is not wanted. */
  readonly katz: KatzOptions | null;
}

export interface LocalFeatures {
  /** Distinct neighbours; in a directed graph edges in and out. */
  readonly degree: number;
  readonly betweennessOneHop: Betweenness;
  /** This and the following are of the 2-hop ego graph; null where it was left out. */
  readonly betweennessTwoHop: Betweenness | null;
  /** Of the 2-hop ego graph without its centre. */
  readonly nodeCut: NodeCut | null;
  readonly katz: number | null;
}

/** Some 30 ms. */
export const usualSteps = 2_000_000;
/** However large the graph: fewer would say nothing. */
const FEWEST_SOURCES = 32;

/** Gives the features of one node after the other. Cost of each: O(steps + sum of the degrees in its ego graph). */
export function localFeaturesOf(graph: Graph, options: LocalFeaturesOptions): (node: number) => LocalFeatures {
  const { steps = usualSteps, seed, twoHop } = options;
  const egoGraph = egoGraphsOf(graph);
  // Anew for every node, so that its features do not depend on those that went before.
  const newRandom = () => evenlySeededRandom(seed);
  const betweennessOf = (ego: Graph) => {
    const sources = Math.max(FEWEST_SOURCES, Math.floor(steps / (ego.order + ego.successors.targets.length)));
    return betweenness(ego, 0, { sources, random: newRandom() });
  };
  const ofTwoHop = (node: number) => {
    const ego = egoGraph(node, 2);
    const others = Int32Array.from({ length: ego.order - 1 }, (_, other) => other + 1);
    return {
      betweennessTwoHop: betweennessOf(ego),
      nodeCut: nodeCut(inducedGraphsOf(ego)(others), { steps, random: newRandom() }),
      katz: options.katz === null ? null : (katz(ego, options.katz)[0] ?? null),
    };
  };
  return (node) => ({
    degree: degreeOf(graph, node),
    betweennessOneHop: betweennessOf(egoGraph(node, 1)),
    ...(twoHop ? ofTwoHop(node) : { betweennessTwoHop: null, nodeCut: null, katz: null }),
  });
}

function degreeOf({ directed, successors, predecessors }: Graph, node: number): number {
  const count = ({ starts }: Graph["successors"]) => (starts[node + 1] as number) - (starts[node] as number);
  return count(successors) + (directed ? count(predecessors) : 0);
}
