/** The tools and the server of the Model Context Protocol. */
import { join } from "node:path";
import { type CheckDocument, checkLists } from "../check/label-and-print.ts";
import { labelSettings } from "../check/label-settings.ts";
import { withDefaults } from "../command/settings.ts";
import { invalidOption, messageOf, SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { quoted } from "../core/text/wording.ts";
import { readLabelRows } from "../io/labels/label-tables.ts";
import { compare } from "../measure/compare.ts";
import { folderConclusion } from "../report/report-files.ts";

interface Server {
  readonly version: string;
  /** Folder that `check` may write into; null if it may not write. */
  readonly folder: string | null;
  readonly signal: AbortSignal;
}

interface Tool {
  readonly description: string;
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
  readonly required: readonly string[];
  readonly isReadOnly: (server: Server) => boolean;
  run(given: Given, server: Server): Promise<object>;
}

type Given = Readonly<Record<string, unknown>>;

const text = (description: string) => ({ type: "string", description });
const texts = (description: string) => ({ type: "array", items: { type: "string" }, description });
const labels = text("a folder that check or label wrote");

const tools: Readonly<Record<string, Tool>> = {
  check: {
    description:
      "Compares search engines without judgments: matches every result of the candidates to the nearest title of the " +
      "reference and measures them. Returns the verdict, how sure it is, the means and the next step.",
    properties: {
      reference: text("file of the engine you trust more: CSV, TSV, JSONL, Parquet, TREC run or saved response"),
      candidates: texts("files of the engines to compare, as path or name=path"),
      queries: text("file of all queries asked: id TAB text, or text alone"),
      name: text("name of the folder to write, inside the server's folder"),
    },
    required: ["reference", "candidates"],
    isReadOnly: ({ folder }) => folder === null,
    async run({ reference, candidates, queries, name }, { folder, signal }) {
      const out = name === undefined ? undefined : outputFolder(String(name), folder);
      const given = { ...(queries === undefined ? {} : { queries: String(queries) }), ...(out ? { out } : {}), signal };
      const lists = { references: [String(reference)], candidates: candidates as string[] };
      const { report, warnings, conclusion } = await checkLists(lists, withDefaults(given, labelSettings));
      return { conclusion, engines: meansOf(report), warnings: warnings.length, folder: out ?? null };
    },
  },
  compare: {
    description:
      "Tests whether engines differ, query by query: differences with intervals, p-values and a verdict for each pair.",
    properties: { labels, measure: text("measure to compare, e.g. precision (default: ndcg_reference@10)") },
    required: ["labels"],
    isReadOnly: () => true,
    async run({ labels: path, measure = "ndcg_reference@10" }) {
      const { report } = await compare(String(path), [String(measure)]);
      return report;
    },
  },
  explain_query: {
    description: "Shows the results of every engine for one query: label, match and the reference title of each.",
    properties: { labels, query: text("text of the query"), depth: { type: "number", description: "default: 10" } },
    required: ["labels", "query"],
    isReadOnly: () => true,
    run: ({ labels: path, query, depth = 10 }) => explainQuery(String(path), String(query), Number(depth)),
  },
  next_step: {
    description: "Returns the verdict on a folder of labels, from its labels and ratings, and the next command.",
    properties: { labels },
    required: ["labels"],
    isReadOnly: () => true,
    run: ({ labels: path }) => folderConclusion(String(path)),
  },
};

/** Serves until the client closes standard input or the signal is aborted. */
export async function serveTools(own: Server): Promise<void> {
  const { Server, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema } = await loadSdk();
  const server = new Server({ name: "semqrel", version: own.version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([name, { description, properties, required, isReadOnly }]) => ({
      name,
      description,
      inputSchema: { type: "object" as const, properties: { ...properties }, required: [...required] },
      annotations: { readOnlyHint: isReadOnly(own) },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    try {
      const found = await call(name, given, own);
      return { content: [{ type: "text" as const, text: JSON.stringify(found) }] };
    } catch (error) {
      if (!(error instanceof SemqrelError)) throw error;
      return { isError: true, content: [{ type: "text" as const, text: error.message }] };
    }
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  own.signal.addEventListener("abort", () => void server.close());
  process.stdin.once("end", () => void server.close());
  await server.connect(new StdioServerTransport());
  await closed;
}

async function call(name: string, given: Given, own: Server): Promise<object> {
  const tool = tools[name];
  const refuse = (what: string) => invalidOption(`Calling ${name}: ${what}`, { name });
  if (tool === undefined || !Object.hasOwn(tools, name))
    throw refuse(`there is no such tool.${suggestion(name, Object.keys(tools))}`);
  for (const argument of tool.required) if (given[argument] === undefined) throw refuse(`${argument} is missing.`);
  for (const [argument, value] of Object.entries(given)) {
    const wanted = Object.hasOwn(tool.properties, argument) ? tool.properties[argument]?.type : undefined;
    if (wanted === undefined)
      throw refuse(`it has no argument ${quoted(argument)}.${suggestion(argument, Object.keys(tool.properties))}`);
    const isRight =
      wanted === "array"
        ? Array.isArray(value) && value.every((one) => typeof one === "string")
        : typeof value === wanted;
    if (!isRight)
      throw refuse(
        `${argument} is ${JSON.stringify(value)}. Give ${wanted === "array" ? "a list of texts" : `a ${wanted}`}.`,
      );
  }
  return tool.run(given, own);
}

function outputFolder(name: string, folder: string | null): string {
  const refuse = (what: string) => invalidOption(`Calling check: ${what}`, { name });
  if (folder === null)
    throw refuse("this server has no folder to write into. Leave name out, or start the server with --folder.");
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u.test(name))
    throw refuse(`${quoted(name)} is not a plain name. Give letters and digits.`);
  return join(folder, name);
}

function meansOf({ engines }: CheckDocument): object {
  const of = ([engine, measures]: [string, CheckDocument["engines"][string]]) => {
    const means = Object.entries(measures).map(([name, measure]) => [
      name,
      (measure as { mean?: number | null }).mean ?? null,
    ]);
    return [engine, Object.fromEntries(means)];
  };
  return Object.fromEntries(Object.entries(engines).map(of));
}

async function explainQuery(folder: string, query: string, depth: number): Promise<object> {
  const referenceTitles = new Map<string, string>();
  await readLabelRows(join(folder, "reference.csv"), "reference", (row) => {
    if (row.query === query) referenceTitles.set(String(row.rank), row.title);
  });
  const engines: Record<string, object[]> = {};
  const known = new Set<string>();
  await readLabelRows(join(folder, "labels.csv"), "labels", (row) => {
    known.add(row.query);
    if (row.query !== query || row.rank >= depth) return;
    const label = row.cell("label");
    const ofEngine = engines[row.engine] ?? [];
    engines[row.engine] = ofEngine;
    ofEngine.push({
      position: row.rank + 1,
      title: row.title,
      label: label === "" ? null : Number(label),
      match: row.cell("match"),
      referenceTitle: referenceTitles.get(row.cell("reference_rank")) ?? null,
    });
  });
  if (!known.has(query)) {
    const what = `the folder has no query ${quoted(query)}.${suggestion(query, [...known])}`;
    throw invalidOption(`Explaining a query of ${folder}: ${what}`, { query });
  }
  return { query, engines };
}

async function loadSdk() {
  try {
    const [server, stdio, types] = await Promise.all([
      import("@modelcontextprotocol/sdk/server/index.js"),
      import("@modelcontextprotocol/sdk/server/stdio.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
    return { ...server, ...stdio, ...types };
  } catch (cause) {
    const [why] = messageOf(cause).split("\n");
    throw invalidOption(
      `Starting the server: its protocol's package cannot be loaded (${why}). Install it beside semqrel: npm install @modelcontextprotocol/sdk`,
      {},
      cause,
    );
  }
}
