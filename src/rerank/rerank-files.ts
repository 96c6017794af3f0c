/** Runs a reranking experiment on stored labels and a file of features, and writes its folder. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { at, atKey } from "../core/at.ts";
import { invalidOption, SemqrelError, throwIfAborted } from "../core/errors.ts";
import { readWholeText, sha256 } from "../core/files/read-whole.ts";
import type { Tools } from "../core/ports.ts";
import { distinctFileNames } from "../core/text/paths.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { LabelledLists, StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { writeWhole } from "../io/input-error.ts";
import { readOwnText } from "../io/read-own-document.ts";
import { requireOwnFiles } from "../io/require-paths.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { columnsThere, findColumn } from "../io/tables/recognise-columns.ts";
import { type CsvForm, csvText } from "../io/tables/write-csv.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { documentKey } from "../lists/documents.ts";
import { baselineName, type DocumentFeatures, type ExperimentRows, experimentRows } from "./experiment-rows.ts";
import { parseRanker, RANKER_REMEDY } from "./ranker.ts";
import { type FeatureRows, idNames, missingFeatureColumn, readFeatures } from "./read-features.ts";
import { type RerankPlots, type RerankReport, rerankPlots, rerankReport } from "./rerank-report.ts";
import { applyRanker, type Experiment, type ExperimentOptions, runExperiment } from "./run-experiment.ts";

interface RerankFiles {
  readonly labels: string;
  readonly features: string;
  /** A ranker from an earlier run; null to fit models. */
  readonly ranker: string | null;
}

export interface RerankOptions extends Omit<ExperimentOptions, "queryNames"> {
  /** Name of the engine; null for the first engine. */
  readonly engine: string | null;
  /** Names of the columns to use; null for all columns of numbers. */
  readonly features: readonly string[] | null;
}

type RerankTools = Pick<Tools, "progress" | "signal">;

/** The results of a reranking experiment, and the data for its files. */
export interface Reranked {
  readonly report: RerankReport;
  readonly plots: RerankPlots;
  readonly experiment: Experiment;
  readonly rows: ExperimentRows;
  readonly stored: StoredLabels;
  readonly engine: LabelledLists;
  /** Key of each row of the engine's lists. Rows of the same document have equal keys. */
  readonly documentKeys: readonly string[];
  readonly files: readonly InputFile[];
  readonly warnings: readonly Warning[];
}

export async function rerankFiles(files: RerankFiles, options: RerankOptions, tools: RerankTools): Promise<Reranked> {
  const { stored, files: labelFiles, warnings } = await readStoredLabels(files.labels);
  const read = await readFeatures(files.features);
  const engine = chooseEngine(stored, options.engine);
  const documentKeys = engine.lists.titles.map((title, row) => documentKey(engine.lists.ids?.[row], title, sha256));
  const rows = experimentRows(engine, stored.reference, featuresOf(read, options.features), documentKeys);
  const settings = { ...options, queryNames: stored.queries.map(({ name }) => name) };
  const experiment =
    files.ranker === null
      ? await carryOut(runExperiment(rows, settings), tools)
      : applyRanker(rows, parseRanker(readOwnText(files.ranker, RANKER_REMEDY), files.ranker), settings);
  await checkInterruption(tools.signal);
  const split = files.ranker === null ? options.split : null;
  const others = stored.engines.filter((one) => one !== engine).map(({ lists }) => lists.engine);
  return {
    report: rerankReport(rows, experiment, { engine: engine.lists.engine, split, seed: options.seed }),
    plots: rerankPlots(rows, experiment, options.seed),
    experiment,
    rows,
    stored,
    engine,
    documentKeys,
    files: [...labelFiles, read.file],
    warnings: [
      ...warnings,
      ...read.warnings,
      ...(others.length > 0 && options.engine === null
        ? [{ kind: "engines-left-out", used: engine.lists.engine, engines: others } as const]
        : []),
      ...(read.skipped.length > 0
        ? [{ kind: "columns-without-numbers", source: files.features, columns: read.skipped } as const]
        : []),
    ],
  };
}

const fixedNames = ["summary.json", "plots.json", "predictions.csv"];
const runPath = (name: string) => `runs/${name}.run`;
const modelPath = (name: string) => `models/${name}.json`;

/** Checks names of files before any work. `writeReranked` checks the names that are only known later. */
export function requireRerankFolder(
  folder: string,
  inputs: readonly string[],
  models: ExperimentOptions["models"],
): void {
  const names = [...fixedNames, ...["original", ...models, "ideal"].map(runPath), ...models.map(modelPath)];
  requireOwnFiles(folder, names, { inputs, isResumed: false }, () => filesOfEarlier(folder));
}

/**
 * Writes `summary.json`, `plots.json`, `predictions.csv`, `models/<model>.json` and `runs/<order>.run`. The runs can be
 * evaluated with the qrels that `label` wrote. Removes runs and models of an earlier experiment in the folder.
 */
export function writeReranked(folder: string, reranked: Reranked, form: CsvForm = {}): readonly string[] {
  const { report, plots, experiment, files, warnings } = reranked;
  const names = distinctFileNames(experiment.orders.map(({ name }) => name));
  const earlier = filesOfEarlier(folder);
  const json = (document: unknown) => [`${JSON.stringify(document, null, 1)}\n`];
  const contents: [string, Iterable<string>][] = [
    ["summary.json", json({ ...report, files, warnings })],
    ["plots.json", json(plots)],
    ["predictions.csv", csvText(predictionRows(reranked), form)],
    ...experiment.orders.flatMap(({ order }, place): [string, Iterable<string>][] =>
      order === null ? [] : [[runPath(at(names, place)), runLines(at(names, place), order, reranked)]],
    ),
    ...experiment.models.map(({ kind, ranker }): [string, Iterable<string>] => [modelPath(kind), json(ranker)]),
  ];
  const written = contents.map(([path]) => path);
  const inputs = files.map(({ path }) => path);
  requireOwnFiles(folder, written, { inputs, isResumed: false }, () => filesOfEarlier(folder));
  writeWhole(
    contents.map(([path, content]) => ({ path: join(folder, path), content })),
    folder,
  );
  for (const path of earlier) if (!written.includes(path)) rmSync(join(folder, path), { force: true });
  return written;
}

function filesOfEarlier(folder: string): string[] {
  try {
    const summary: Partial<RerankReport> = JSON.parse(readWholeText(join(folder, "summary.json")));
    const { schema, ndcg = {}, mse = {} } = summary;
    if (schema !== "semqrel.rerank/1") return [];
    const models = Object.keys(mse).filter((model) => model !== baselineName);
    return [
      ...fixedNames,
      ...distinctFileNames(Object.keys(ndcg)).map(runPath),
      ...distinctFileNames(models).map(modelPath),
    ];
  } catch {
    return [];
  }
}

async function carryOut(
  steps: ReturnType<typeof runExperiment>,
  { progress, signal }: RerankTools,
): Promise<Experiment> {
  let step = steps.next();
  if (!step.done) progress.start("Fitting", step.value.total, "models");
  for (; !step.done; step = steps.next()) {
    progress.update(step.value.done);
    await checkInterruption(signal);
  }
  progress.finish();
  return step.value;
}

/** Lets the event loop run, so that Ctrl-C works. */
async function checkInterruption(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  throwIfAborted(signal, "Reranking", " Nothing was written.");
}

function chooseEngine({ engines, source }: StoredLabels, name: string | null): LabelledLists {
  const [first] = engines;
  const chosen = name === null ? first : engines.find(({ lists }) => lists.engine === name);
  if (chosen !== undefined) return chosen;
  const names = engines.map(({ lists }) => lists.engine);
  throw new SemqrelError(
    "AMBIGUOUS_ENGINE",
    `Reranking: ${source} has no engine "${name}" (it has: ${names.join(", ")}).${suggestion(name ?? "", names)} Pass one of them to --engine.`,
    { details: { engine: name, engines: names } },
  );
}

function featuresOf({ table, ids, columns }: FeatureRows, wanted: readonly string[] | null): DocumentFeatures {
  const remedy = `Features are joined to documents by id. Give a column of ids, such as ${idNames.slice(0, 3).join(", ")}.`;
  if (ids === null) throw missingFeatureColumn(table, "id", remedy);
  const chosen = wanted?.map((name) => {
    const found = findColumn([...columns.keys()], [name]);
    if (found !== null) return found;
    const isText = findColumn(table.names, [name]) !== null;
    if (!isText) throw missingFeatureColumn(table, name, "Name some of these columns.");
    throw invalidOption(`Reading ${table.source}: column "${name}" has no number. Leave it out of --features.`, {
      file: table.source,
      column: name,
    });
  }) ?? [...columns.keys()];
  if (chosen.length === 0) {
    throw invalidOption(
      `Reading ${table.source}: no column except the ids has numbers (${columnsThere(table.names)}). Give a file that semqrel rerank features wrote.`,
      { file: table.source, columns: table.names },
    );
  }
  return { ids, columns: new Map(chosen.map((name) => [name, atKey(columns, name)])) };
}

function* predictionRows({ experiment, rows, stored, engine }: Reranked): Iterable<readonly string[]> {
  const { lists } = engine;
  yield ["engine", "query", "rank", "id", "title", "label", "fold", ...experiment.models.map(({ kind }) => kind)];
  for (const [row, source] of rows.sources.entries()) {
    yield [
      lists.engine,
      at(stored.queries, at(rows.queryOfRow, row)).name,
      String(lists.ranks[source]),
      lists.ids?.[source] ?? "",
      at(lists.titles, source),
      String(rows.targets[row]),
      String(experiment.foldOfRow[row]),
      ...experiment.models.map(({ predictions }) => String(predictions[row])),
    ];
  }
}

/** Scores decrease by one per position, so that there are no ties. */
function* runLines(
  tag: string,
  order: Int32Array,
  { rows: { sources, offsets }, stored, documentKeys }: Reranked,
): Iterable<string> {
  for (const [query, key] of stored.queryKeys.entries()) {
    const ofQuery = order.subarray(offsets[query], offsets[query + 1]);
    for (const [place, row] of ofQuery.entries()) {
      const document = at(documentKeys, at(sources, row));
      yield `${key} Q0 ${document} ${place + 1} ${ofQuery.length - place} ${tag}\n`;
    }
  }
}
