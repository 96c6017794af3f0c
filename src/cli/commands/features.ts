/** `semqrel rerank features`: where documents stand in a graph, such as who wrote and cited what. */
import { join } from "node:path";
import { Command } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { requireOneStandardInput, requireOtherFile } from "../../io/require-paths.ts";
import { csvText } from "../../io/tables/write-csv.ts";
import type { FeatureTable } from "../../rerank/features-files.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { choice, names, positive, wholeNumber } from "../options/option-values.ts";
import { outputOption } from "../options/reach.ts";
import { printJson, say } from "../terminal/print.ts";
import { remark } from "../terminal/print-report.ts";
import { stderrProgress } from "../terminal/progress.ts";

interface FeaturesFlags extends CommonFlags {
  readonly nodes: string;
  readonly idColumn?: string;
  readonly directed?: boolean;
  readonly edgeTypes?: readonly string[];
  readonly typeColumn: string;
  readonly weightColumn?: string;
  readonly twoHop: boolean;
  readonly exact?: boolean;
  readonly seed: number;
  readonly katzAlpha?: number;
  readonly katzBeta: number;
  readonly katz: "local" | "global";
  readonly pagerank?: number | true;
  readonly out?: string;
  readonly json?: boolean;
}

const usualDamping = 0.85;

export function createCommand(io: CliIo): Command {
  return new Command("features")
    .description(
      "Describes documents by their place in a graph: degree; normalised betweenness within one edge of the document, and\n" +
        "within two; the fewest nodes whose removal disconnects its neighbourhood; Katz centrality.\n" +
        "Edges: CSV, TSV, blanks, JSONL or Parquet, gzip-compressed or not; the first two columns are the ends. Several\n" +
        "files make one graph. Edges of a node with itself are left out, repeated ones count once.",
    )
    .argument("<edges...>", "edge lists")
    .requiredOption("--nodes <file>", "required: the documents, a folder of `label` or a table with ids")
    .option("--id-column <name>", "of --nodes (default: id and other usual names)")
    .optionsGroup("Graph:")
    .option("--directed", "edges lead one way; ego graphs and cuts look both ways all the same")
    .option("--edge-types <names>", "only edges of these types, between commas", names)
    .option("--type-column <name>", "the type of an edge, for --edge-types", "type")
    .option("--weight-column <name>", "what an edge counts in Katz centrality and PageRank (default: 1)")
    .optionsGroup("Features:")
    .option("--no-two-hop", "leave out betweenness_2hop and node_cut, which take longest")
    .option("--exact", "follow all paths of large ego graphs, instead of a sample")
    .option("--seed <n>", "of the samples", wholeNumber, 1)
    .option(
      "--katz-alpha <number>",
      "what each further edge of a walk multiplies by (default: half the largest)",
      positive,
    )
    .option("--katz-beta <number>", "what each node has of itself", positive, 1)
    .addOption(
      choice("--katz <where>", "walks of the whole graph, or of the document's 2-hop ego graph", ["global", "local"]),
    )
    .option("--pagerank [damping]", `PageRank too (damping ${usualDamping})`, positive)
    .optionsGroup("Output:")
    .addOption(outputOption("-o, --out <file>", "the features as CSV, whole or not at all (default: stdout)"))
    .option("--json", "the summary as one JSON document on stdout; needs --out")
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel rerank features authored.csv --nodes labels -o features.csv\n" +
        "  semqrel rerank features edges.tsv.gz --edge-types wrote,cites --nodes documents.csv --pagerank -o features.csv\n\n" +
        "Then: semqrel rerank correlate features.csv --with citations --from documents.csv",
    )
    .action((edges: readonly string[], flags: FeaturesFlags) => features(edges, flags, io));
}

async function features(edges: readonly string[], flags: FeaturesFlags, io: CliIo): Promise<void> {
  const { directed = false, typeColumn: column, edgeTypes: types, weightColumn: weight = null, exact = false } = flags;
  const { idColumn = null, twoHop, seed, katzAlpha = null, katzBeta, katz: katzScope, pagerank } = flags;
  const { featureRows, featuresFiles, writeFeatures } = await import("../../rerank/features-files.ts");
  const out = flags.out === "-" ? undefined : flags.out;
  if (flags.json && out === undefined) {
    throw invalidOption("Writing standard output: it holds the features. Give --json with -o FILE.");
  }
  requireOneStandardInput([...edges, flags.nodes]);
  // Of a folder of labels, one file is read.
  if (out !== undefined) requireOtherFile(out, [...edges, flags.nodes, join(flags.nodes, "labels.csv")]);
  const table = await featuresFiles(
    { edges, nodes: flags.nodes },
    {
      ...{ directed, idColumn, twoHop, exact, seed, katzAlpha, katzBeta, katzScope },
      columns: { type: types === undefined ? null : { column, types }, weight },
      pageRank: pagerank === true ? usualDamping : (pagerank ?? null),
    },
    { progress: stderrProgress(io, flags.quiet === true), signal: io.signal },
  );
  if (out === undefined) {
    for (const piece of csvText(featureRows(table))) io.stdout.write(piece);
  } else writeFeatures(out, table);
  if (flags.json) printJson(io, document(table, out ?? ""));
  await remark(table.warnings, flags, io);
  explain(table, out, flags, io);
}

function document({ ids, columns, graph, documents, katz, sampled, warnings, files }: FeatureTable, file: string) {
  return {
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
  };
}

function explain(
  { ids, graph, documents, katz }: FeatureTable,
  out: string | undefined,
  flags: FeaturesFlags,
  io: CliIo,
): void {
  const { disconnected, complete } = documents;
  const limit = Number.isFinite(katz.limit) ? `must be below ${katz.limit.toPrecision(6)}` : "may be any number";
  const lines = [
    "",
    `Graph: ${graph.nodes} nodes, ${graph.edges} ${graph.directed ? "directed " : ""}edges. Documents: ${ids.length}, of them ${ids.length - documents.unknown} in the graph.`,
    disconnected !== null &&
      `Neighbourhoods without their document: ${disconnected} in parts already (node_cut 0), ${complete} complete.`,
    `Katz centrality: alpha ${Number(katz.alpha.toPrecision(6))} (it ${limit}), beta ${katz.beta}, ${katz.scope}.`,
    out !== undefined && `Wrote ${out}.`,
  ];
  say(lines, flags, io);
}
