/** `semqrel label`: the main job, from two engines' files to labels, measures and tables. */
import type { Command } from "commander";
import { SemqrelError } from "../../errors.ts";
import type { LabelSummary } from "../../report/label-summary.ts";
import type { Warning } from "../../warnings.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CliIo, Outcome } from "../io.ts";
import { type Gate, type LabelFlags, labelOptions } from "../label-options.ts";
import { printJson } from "../print.ts";
import { stderrProgress } from "../progress.ts";
import { version } from "../version.ts";

export function labelCommand(io: CliIo, outcome: Outcome): Command {
  return labelOptions().action((flags: LabelFlags) => label(flags, io, outcome));
}

async function label(flags: LabelFlags, io: CliIo, outcome: Outcome): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { clock, defaultCacheFolder, openTools } = await import("../../adapters.ts");
  const { defaultIndexesFolder } = await import("../../vector-index/index-store.ts");
  const { labelFiles } = await import("../../pipeline.ts");
  const { parseLabelFunction } = await import("../../relevance/label-function.ts");
  const { summariseLabelRun } = await import("../../report/label-summary.ts");
  const { requireOutputFolder, writeLabelFolder } = await import("../../label-folder.ts");

  const labelFunction = parseLabelFunction(flags.label);
  const files = filesOf(flags);
  requireOneStandardInput([
    files.reference.path,
    ...files.candidates.map(({ path }) => path),
    files.queries,
    files.titles,
  ]);
  if (flags.out !== undefined) requireOutputFolder(flags.out);
  const cacheFolder = flags.cache ? defaultCacheFolder(io.environment) : null;
  const options = {
    depth: flags.depth ?? null,
    referenceDepth: flags.referenceDepth ?? null,
    labelFunction,
    labelColumn: flags.labelColumn ?? null,
    matchOn: flags.matchOn,
    threshold: flags.threshold ?? null,
    oneToOne: flags.oneToOne === true,
  };
  const opened = await openTools({
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.threads === undefined ? {} : { threads: flags.threads }),
    cacheFolder,
    indexesFolder: cacheFolder === null ? null : (flags.indexes ?? defaultIndexesFolder(cacheFolder)),
    exact: flags.exact === true,
    embedder: flags.embedder,
    progress: stderrProgress(io, clock, flags.quiet === true),
    signal: io.signal,
  });
  try {
    const { run, inputs, indexes, machineWarnings } = await labelFiles(files, options, opened.tools);
    const summary = summariseLabelRun(run);
    const written =
      flags.out === undefined
        ? { warnings: summary.warnings, files: [] }
        : writeLabelFolder(
            flags.out,
            {
              run,
              inputs,
              indexes,
              machineWarnings,
              summary,
              options: { ...options, labelFunction: labelFunction.name },
              versions: { semqrel: version, node: process.versions.node },
            },
            { spreadsheetSafe: flags.spreadsheetSafe === true, integerQrels: flags.integerQrels === true },
          );
    const complete = { ...summary, warnings: written.warnings };
    await print(complete, flags, io);
    if (!flags.quiet) await remark([...machineWarnings, ...complete.warnings], flags, written.files.length, io);
    judge(flags.failUnder, complete, io, outcome);
  } finally {
    await opened.close();
  }
}

function filesOf(flags: LabelFlags) {
  return {
    reference: namedFile(flags.reference),
    candidates: (flags.candidates ?? []).map(namedFile),
    queries: flags.queries ?? null,
    titles: flags.titles ?? null,
    referenceEngine: flags.referenceEngine ?? null,
    read: {
      format: flags.inputFormat ?? null,
      rankBase: flags.rankBase === undefined ? null : flags.rankBase === "1" ? (1 as const) : (0 as const),
      columns: {
        query: flags.queryColumn ?? null,
        "query id": flags.queryIdColumn ?? null,
        title: flags.titleColumn ?? null,
        rank: flags.rankColumn ?? null,
        id: flags.idColumn ?? null,
        url: flags.urlColumn ?? null,
        engine: flags.engineColumn ?? null,
      },
    },
  };
}

/** Standard input can be read once, and queries and titles are looked into before they are read. */
function requireOneStandardInput(paths: readonly (string | null)[]): void {
  const [queries, titles] = paths.slice(-2);
  if (queries !== "-" && titles !== "-" && paths.filter((path) => path === "-").length <= 1) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    "Reading standard input: - may stand for one file of results. Give the other files by name.",
  );
}

/** `name=path`; a path with a `=` in its folders is a path. */
function namedFile(given: string) {
  const [, engine, path] = /^([^=/\\]+)=(.+)$/.exec(given) ?? [];
  return engine === undefined || path === undefined ? { path: given, engine: null } : { path, engine };
}

async function print(summary: LabelSummary, flags: LabelFlags, io: CliIo): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") {
    printJson(io, summary);
    return;
  }
  const { describeRows, renderLabelRun, renderLabelRunAsMarkdown } = await import("../../report/render-label-run.ts");
  if (format === "table") io.stdout.write(renderLabelRun(summary, io.stdout.columns ?? 100));
  else if (format === "md") io.stdout.write(renderLabelRunAsMarkdown(summary));
  else {
    const { csvText } = await import("../../io/write-csv.ts");
    for (const piece of csvText(describeRows(summary), format === "tsv" ? "\t" : ",")) io.stdout.write(piece);
  }
}

async function remark(warnings: readonly Warning[], flags: LabelFlags, files: number, io: CliIo): Promise<void> {
  const { renderWarning } = await import("../../report/render-warning.ts");
  const lines = warnings.map((warning) => `- ${renderWarning(warning)}`);
  if (lines.length > 0) io.stderr.write(`\nWhat was odd:\n${lines.join("\n")}\n`);
  if (flags.out !== undefined) {
    io.stderr.write(
      `\nWrote ${files} files to ${flags.out}: labels.csv, measures.csv, summary.json, qrels and runs.\n`,
    );
  }
}

function judge(gates: readonly Gate[], summary: LabelSummary, io: CliIo, outcome: Outcome): void {
  for (const { measure, bound } of gates) {
    for (const [name, engine] of Object.entries(summary.engines)) {
      const { mean } = engine[measure];
      if (mean !== null && mean >= bound) continue;
      io.stderr.write(`semqrel: ${name}: mean ${measure} is ${mean ?? "undefined"}, below ${bound}.\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}
