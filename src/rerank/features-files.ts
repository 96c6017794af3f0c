import { at } from "../core/at.ts";
import { invalidOption, throwIfAborted } from "../core/errors.ts";
import { growingInts, growingNumbers } from "../core/growing-column.ts";
import type { Tools } from "../core/ports.ts";
import { quoted } from "../core/text/wording.ts";
import { makeNumberedNames } from "../core/titles/name-table.ts";
import type { NumberedNames } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { writeWhole } from "../io/input-error.ts";
import { type CsvForm, csvText } from "../io/tables/write-csv.ts";
import { findPlaces } from "../lists/find-oddities.ts";
import {
  buildGraph,
  type EdgeColumns,
  type Graph,
  katz,
  katzAlpha,
  pageRank,
  spectralRadius,
} from "../maths/graph/centrality.ts";
import { type LocalFeatures, localFeaturesOf, usualSteps } from "../maths/graph/local-features.ts";
import { quantile } from "../maths/summary.ts";
import { type EdgeColumnChoice, type EdgeRows, readEdges, readNodeIds } from "./read-features.ts";

export interface FeaturesOptions {
  readonly directed: boolean;
  readonly columns: EdgeColumnChoice;
  /** Name of the id column; null for the usual names. */
  readonly idColumn: string | null;
  /** True to compute betweenness_2hop and node_cut; must be true if `katzScope` is `local`. */
  readonly twoHop: boolean;
  /** True to follow all paths of large ego graphs, instead of a sample. */
  readonly exact: boolean;
  readonly seed: number;
  /** Factor per edge of a walk; null for half of the largest allowed value. */
  readonly katzAlpha: number | null;
  readonly katzBeta: number;
  /** `local`: only walks in the document's 2-hop ego graph, with the alpha of the whole graph. */
  readonly katzScope: "local" | "global";
  /** Damping of PageRank, between 0 and 1; null to leave PageRank out. */
  readonly pageRank: number | null;
}

export type FeatureTable = Awaited<ReturnType<typeof featuresFiles>>;

/** Number of documents between two checks for an interruption. */
const AT_ONCE = 16;

/** Computes features. `nodes` is a table with a column of ids, or a folder of labels. */
export async function featuresFiles(
  { edges, nodes }: { readonly edges: readonly string[]; readonly nodes: string },
  options: FeaturesOptions,
  tools: Pick<Tools, "progress" | "signal">,
) {
  const { ids, file, warnings } = await readNodeIds(nodes, options.idColumn);
  const names = makeNumberedNames();
  const lists: EdgeRows[] = [];
  for (const path of edges) lists.push(await readEdges(path, names, options.columns));
  const { graph, ...built } = buildGraph(joinEdges(lists, names.size), options.directed);
  const places = Int32Array.from(ids, (id) => names.find(id));
  requireKnown(places, ids, nodes, edges, names);

  const alpha = katzAlpha(options.katzAlpha, spectralRadius(graph));
  const katzOptions = { alpha: alpha.alpha, beta: options.katzBeta };
  const isLocal = options.katzScope === "local";
  const centralities = isLocal ? null : katz(graph, katzOptions);
  const ranks = options.pageRank === null ? null : pageRank(graph, options.pageRank);
  const features = await localFeatures(graph, places, tools, {
    seed: options.seed,
    steps: options.exact ? Number.POSITIVE_INFINITY : usualSteps,
    twoHop: options.twoHop,
    katz: isLocal ? katzOptions : null,
  });

  const column = (read: (one: LocalFeatures, node: number) => number | null | undefined) =>
    Float64Array.from(features, (one, document) => (one && read(one, at(places, document))) ?? Number.NaN);
  const columns = new Map([
    ["degree", column(({ degree }) => degree)],
    ["betweenness_1hop", column(({ betweennessOneHop }) => betweennessOneHop.value)],
    ...(options.twoHop
      ? ([
          ["betweenness_2hop", column(({ betweennessTwoHop }) => betweennessTwoHop?.value)],
          ["node_cut", column(({ nodeCut }) => nodeCut?.size)],
        ] as const)
      : []),
    ["katz", column((one, node) => one.katz ?? centralities?.[node])],
    ...(ranks === null ? [] : ([["pagerank", column((_, node) => ranks[node])]] as const)),
  ]);
  const known = features.filter((one) => one !== null);
  const countCuts = (kind: string) =>
    options.twoHop ? known.filter(({ nodeCut }) => nodeCut?.kind === kind).length : null;
  const sampled = {
    betweenness_1hop: sampledOf(known.map(({ betweennessOneHop }) => betweennessOneHop)),
    betweenness_2hop: sampledOf(known.flatMap(({ betweennessTwoHop }) => betweennessTwoHop ?? [])),
    /** Number of documents whose node_cut is an upper bound. */
    node_cut: known.filter(({ nodeCut }) => nodeCut?.isExact === false).length,
  };
  const oddFiles = [...lists.flatMap((list) => list.warnings), ...warnings];
  return {
    /** Ids of distinct documents, in the order of the file of nodes. */
    ids,
    /** Features by name, in the order of the output. Each has one value per document, NaN if it is missing. */
    columns,
    graph: { nodes: graph.order, directed: graph.directed, ...built },
    documents: {
      /** Number of documents that are in no edge. */
      unknown: features.length - known.length,
      /** Number of documents that only have edges to themselves. */
      isolated: known.filter(({ degree }) => degree === 0).length,
      /** Number of documents whose neighbourhood, without the document, is disconnected; null without node_cut. */
      disconnected: countCuts("disconnected"),
      /** Number of documents whose neighbourhood, without the document, is complete; null without node_cut. */
      complete: countCuts("complete"),
    },
    katz: { ...alpha, beta: options.katzBeta, scope: options.katzScope },
    /** `betweenness_1hop` or `betweenness_2hop` is null if all values of this feature are exact. */
    sampled,
    files: [...lists.map((list) => list.file), file],
    warnings: [...oddFiles, ...oddities(ids, built, sampled, features)],
  };
}

export function* featureRows({ ids, columns }: FeatureTable): Iterable<readonly string[]> {
  yield ["id", ...columns.keys()];
  for (const [document, id] of ids.entries()) {
    const cells = [...columns.values()].map((values) => at(values, document));
    yield [id, ...cells.map((value) => (Number.isNaN(value) ? "" : String(value)))];
  }
}

export function writeFeatures(path: string, table: FeatureTable, form?: CsvForm): void {
  writeWhole([{ path, content: csvText(featureRows(table), form) }], path);
}

function joinEdges(lists: readonly EdgeRows[], order: number): EdgeColumns {
  const [sources, targets, weights] = [growingInts(), growingInts(), growingNumbers()];
  for (const list of lists) {
    sources.append(list.sources);
    targets.append(list.targets);
    if (list.weights !== null) weights.append(list.weights);
  }
  const ofEdges = weights.length === 0 ? null : weights.view();
  return { sources: sources.view(), targets: targets.view(), weights: ofEdges, order };
}

async function localFeatures(
  graph: Graph,
  places: Int32Array,
  { progress, signal }: Pick<Tools, "progress" | "signal">,
  options: Parameters<typeof localFeaturesOf>[1],
): Promise<(LocalFeatures | null)[]> {
  const featuresOf = localFeaturesOf(graph, options);
  const features: (LocalFeatures | null)[] = [];
  progress.start("Computing features", places.length, "documents");
  for (const [document, node] of places.entries()) {
    features.push(node < 0 ? null : featuresOf(node));
    if (document % AT_ONCE > 0) continue;
    progress.update(document + 1);
    // Lets the event loop run, so that Ctrl-C works.
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(signal, "Computing features", " Nothing was written.");
  }
  progress.finish();
  return features;
}

function sampledOf(values: readonly { readonly sources: number; readonly error: number; readonly isExact: boolean }[]) {
  const sampled = values.filter(({ isExact }) => !isExact);
  if (sampled.length === 0) return null;
  const errors = Float64Array.from(sampled, ({ error }) => error).sort();
  return {
    count: sampled.length,
    /** Minimum number of sources from which paths were followed. */
    fewestSources: sampled.reduce((fewest, { sources }) => Math.min(fewest, sources), Number.POSITIVE_INFINITY),
    /** Median of the standard errors; `largestError` is their maximum. */
    medianError: quantile(errors, 0.5),
    largestError: at(errors, errors.length - 1),
  };
}

function oddities(
  ids: readonly string[],
  { selfLoops, repeatedEdges }: Readonly<Record<"selfLoops" | "repeatedEdges", number>>,
  sampled: Readonly<Record<`betweenness_${1 | 2}hop`, ReturnType<typeof sampledOf>>>,
  features: readonly (LocalFeatures | null)[],
): Warning[] {
  const documents = ids.length;
  const idOf = (document: number) => at(ids, document);
  const find = (isOdd: (one: LocalFeatures | null) => boolean) =>
    findPlaces(documents, (document) => isOdd(at(features, document)), idOf);
  const odd: (Warning & { readonly count: number })[] = [
    { kind: "self-loops", count: selfLoops },
    { kind: "repeated-edges", count: repeatedEdges },
    { kind: "nodes-not-in-graph", documents, ...find((one) => one === null) },
    { kind: "isolated-nodes", ...find((one) => one?.degree === 0) },
    ...([1, 2] as const).flatMap((hops) => {
      const values = sampled[`betweenness_${hops}hop`];
      return values === null ? [] : [{ kind: "betweenness-sampled", hops, documents, ...values } as const];
    }),
    { kind: "node-cut-bounds", ...find((one) => one?.nodeCut?.isExact === false) },
  ];
  return odd.filter(({ count }) => count > 0);
}

function requireKnown(
  places: Int32Array,
  ids: readonly string[],
  nodes: string,
  edges: readonly string[],
  names: NumberedNames,
): void {
  if (places.some((node) => node >= 0)) return;
  throw invalidOption(
    `Computing features: none of the ${ids.length} documents of ${nodes} (such as ${quoted(at(ids, 0))}) is in ${edges.join(", ")} (such as "${names.nameOf(0)}"). Spell the ids as in the edges, or pass --id-column NAME.`,
    { nodes, edges, documents: ids.length },
  );
}
