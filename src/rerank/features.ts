import { join } from "node:path";
import { defineCommand } from "../command/define-command.ts";
import {
  group,
  names,
  off,
  oneOf,
  output,
  positive,
  positiveKind,
  type SettingsOf,
  special,
  text,
  toggle,
  wholeNumber,
} from "../command/settings.ts";
import { csvFormOf, spreadsheetSettings, summaryAsJson, workSettings } from "../command/shared-settings.ts";
import { invalidOption } from "../core/errors.ts";
import { silentProgress } from "../core/ports.ts";

const usualDamping = 0.85;

const settings = {
  nodes: text("<file>", "the documents: a folder of labels, or a table with ids", {
    isRequired: true,
  }),
  out: output("<file>", "CSV file for the features (default: stdout)", { short: "-o" }),
  idColumn: text("<name>", "id column of --nodes (default: id and other usual names)"),
  ...group("Graph:", {
    directed: toggle("treat edges as directed (ego graphs and cuts still ignore direction)"),
    edgeTypes: names("<names>", "types of edges to use, separated by commas"),
    typeColumn: text("<name>", "column with the type of an edge, for --edge-types", { default: "type" }),
    weightColumn: text(
      "<name>",
      "column of edge weights, for Katz centrality and PageRank (default: all weights are 1)",
    ),
  }),
  ...group("Features:", {
    twoHop: off<boolean>("skip betweenness_2hop and node_cut, which take longest"),
    exact: toggle("follow all paths of large ego graphs instead of a sample"),
    seed: wholeNumber("<n>", "seed of the samples", { default: 1 }),
    katzAlpha: positive("<number>", "factor per edge of a walk (default: half the largest possible value)"),
    katzBeta: positive("<number>", "base value of every node, to which walks add", { default: 1 }),
    katz: oneOf("<where>", "graph for katz: the whole graph, or the 2-hop ego graph", ["global", "local"], {
      default: "global",
    }),
    pagerank: special<number | true>(
      { ...positiveKind, accepts: (value) => value === true || positiveKind.accepts(value) },
      "[damping]",
      `also compute PageRank (default damping: ${usualDamping})`,
    ),
  }),
  ...group("Spreadsheets:", spreadsheetSettings),
  ...workSettings,
};
/** Settings of `features` that a program can pass. */
export type FeaturesSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "rerank features",
  doing: "Describing documents",
  about:
    "Computes features of documents from a graph: degree; normalised betweenness in the part within one edge of the " +
    "document, and in the part within two edges; the smallest number of nodes whose removal disconnects the latter " +
    "part, without the document; Katz centrality. " +
    "Edge lists are CSV, TSV, JSONL, Parquet or separated by blanks, also gzip-compressed; the first two columns are " +
    "the ends of an edge. " +
    "Several files make one graph. Edges from a node to itself are ignored; repeated edges count once.",
  takes: [{ name: "<edges...>", help: "edge lists" }],
  settings,
  commandLine: { json: summaryAsJson },
  examples: [
    "rerank features authored.csv --nodes labels -o features.csv",
    "rerank features edges.tsv.gz --edge-types wrote,cites --nodes documents.csv --pagerank -o features.csv",
  ],
  notes: () => "Then: semqrel rerank correlate features.csv --with citations --from documents.csv",

  async run([edges]: readonly [edges: string | readonly string[]], given) {
    const { requireOneStandardInput, requireOtherFile } = await import("../io/require-paths.ts");
    const { featuresFiles, writeFeatures } = await import("./features-files.ts");
    const { nodes, directed = false, typeColumn: column, edgeTypes: types, weightColumn: weight = null } = given;
    const { idColumn = null, exact = false, seed, katzAlpha = null, katzBeta, katz: katzScope, pagerank } = given;
    const { out, progress = silentProgress, signal = new AbortController().signal } = given;
    if (katzScope === "local" && !given.twoHop) {
      throw invalidOption(
        "Describing documents: --katz local needs the neighbourhood that --no-two-hop skips. Leave one of them out.",
      );
    }
    const files = [edges].flat();
    requireOneStandardInput([...files, nodes]);
    const isWritten = out !== undefined && out !== "-";
    // Of a folder of labels, only labels.csv is read.
    if (isWritten) requireOtherFile(out, [...files, nodes, join(nodes, "labels.csv")]);
    const table = await featuresFiles(
      { edges: files, nodes },
      {
        directed,
        idColumn,
        twoHop: given.twoHop,
        exact,
        seed,
        katzAlpha,
        katzBeta,
        katzScope,
        columns: { type: types === undefined ? null : { column, types }, weight },
        pageRank: pagerank === true ? usualDamping : (pagerank ?? null),
      },
      { progress, signal },
    );
    if (isWritten) writeFeatures(out, table, csvFormOf(given));
    return table;
  },

  async execute(args, given, terminal) {
    const { fileOf } = await import("../io/require-paths.ts");
    const file = fileOf(given, "the features");
    const table = await command.run(args, given);
    const { ids, columns, graph, documents, katz, sampled, warnings, files } = table;
    if (file === undefined) {
      const { csvText } = await import("../io/tables/write-csv.ts");
      const { featureRows } = await import("./features-files.ts");
      for (const piece of csvText(featureRows(table), csvFormOf(given))) terminal.write(piece);
    }
    if (given.json) {
      terminal.json({
        schema: "semqrel.features/1",
        file,
        features: [...columns.keys()],
        documents: { count: ids.length, ...documents },
        graph,
        // JSON has no infinity.
        katz: { ...katz, limit: Number.isFinite(katz.limit) ? katz.limit : null },
        sampled,
        files,
        warnings,
      });
    }
    await terminal.remark(warnings);
    const { disconnected, complete, unknown } = documents;
    const limit = Number.isFinite(katz.limit) ? `must be below ${katz.limit.toPrecision(6)}` : "has no upper limit";
    terminal.say([
      "",
      `Graph: ${graph.nodes} nodes, ${graph.edges} ${graph.directed ? "directed " : ""}edges. Documents: ${ids.length}, of which ${ids.length - unknown} are in the graph.`,
      disconnected !== null &&
        `Neighbourhoods without their document: ${disconnected} disconnected (node_cut 0), ${complete} complete.`,
      `Katz centrality: alpha ${Number(katz.alpha.toPrecision(6))} (${limit}), beta ${katz.beta}, ${katz.scope}.`,
      file !== undefined && `Wrote ${file}.`,
    ]);
  },
});

/**
 * Computes features of documents from their position in a graph.
 * @param edges - paths of edge lists, one or several
 * @returns columns of numbers, with one entry per document
 * @throws SemqrelError for files and settings that cannot be used
 */
export const features = command.call;
