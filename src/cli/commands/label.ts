/** `semqrel label`: the main job, from two engines' files to labels, measures and tables. */
import { Command, InvalidArgumentError, Option } from "commander";
import type { LabelSummary } from "../../report/label-summary.ts";
import { type MeasureName, measureNames } from "../../types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CliIo } from "../io.ts";
import { count, names, similarity } from "../option-values.ts";
import { stderrProgress } from "../progress.ts";
import type { Outcome } from "../run.ts";
import { version } from "../version.ts";

interface Gate {
  readonly measure: MeasureName;
  readonly bound: number;
}

/** Every flag, complete: what commander leaves after defaults, file and environment. */
interface LabelFlags {
  readonly reference: string;
  readonly candidates?: readonly string[];
  readonly out?: string;
  readonly referenceEngine?: string;
  readonly queries?: string;
  readonly titles?: string;
  readonly depth?: number;
  readonly referenceDepth?: number;
  readonly label: string;
  readonly labelColumn?: string;
  readonly matchOn: readonly string[];
  readonly threshold?: number;
  readonly oneToOne?: boolean;
  readonly inputFormat?: string;
  readonly rankBase?: string;
  readonly queryColumn?: readonly string[];
  readonly queryIdColumn?: readonly string[];
  readonly titleColumn?: readonly string[];
  readonly rankColumn?: readonly string[];
  readonly idColumn?: readonly string[];
  readonly urlColumn?: readonly string[];
  readonly engineColumn?: readonly string[];
  readonly model?: string;
  readonly threads?: number;
  readonly embedder: "model" | "hash";
  readonly indexes?: string;
  readonly exact?: boolean;
  readonly cache: boolean;
  readonly integerQrels?: boolean;
  readonly spreadsheetSafe?: boolean;
  readonly failUnder: readonly Gate[];
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function labelCommand(io: CliIo, outcome: Outcome): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  return new Command("label")
    .summary("label candidates' results by a reference's, and measure them")
    .description(
      "Matches every candidate result to the nearest reference title of its query by meaning, labels it by that title's\n" +
        "rank, and measures the candidates. Files: CSV, TSV, JSONL or TREC runs, also gzip-compressed; - is stdin.",
    )
    .optionsGroup("Input:")
    .addOption(
      option("--reference <[name=]file>", "results of the engine you trust more")
        .env("SEMQREL_REFERENCE")
        .makeOptionMandatory(),
    )
    .addOption(option("--candidates <[name=]file...>", "results of the engines to measure").env("SEMQREL_CANDIDATES"))
    .addOption(option("--reference-engine <name>", "the reference, where its file holds several engines"))
    .addOption(option("--queries <file>", "the intended queries (id TAB text, or text alone): joins ids with texts"))
    .addOption(option("--titles <file>", "titles of documents, for TREC runs (id TAB title, CSV, JSONL, BEIR corpus)"))
    .addOption(option("--depth <n>", "results used of each candidate list").argParser(count).env("SEMQREL_DEPTH"))
    .addOption(
      option("--reference-depth <n>", "results used of each reference list")
        .argParser(count)
        .env("SEMQREL_REFERENCE_DEPTH"),
    )
    .addOption(
      option("--input-format <format>", "instead of recognising it").choices(["csv", "tsv", "jsonl", "trec-run"]),
    )
    .addOption(
      option("--rank-base <base>", "what ranks count from (default: 1 where no rank of a file is 0)").choices([
        "0",
        "1",
      ]),
    )
    .addOption(
      option("--query-column <names>", "column of query texts: names between commas, none for none").argParser(names),
    )
    .addOption(option("--query-id-column <names>", "column of query ids").argParser(names))
    .addOption(option("--title-column <names>", "column of titles").argParser(names))
    .addOption(option("--rank-column <names>", "column of ranks; none goes by the order of rows").argParser(names))
    .addOption(option("--id-column <names>", "column of document ids").argParser(names))
    .addOption(option("--url-column <names>", "column of addresses").argParser(names))
    .addOption(option("--engine-column <names>", "column of engines").argParser(names))
    .optionsGroup("Matching and labels:")
    .addOption(
      option("--match-on <columns>", "what decides a match, in this order, such as id,title")
        .argParser(matchOn)
        .default(["title"], "title"),
    )
    .addOption(
      option("--threshold <cosine>", "a title less similar than this matches nothing")
        .argParser(similarity)
        .env("SEMQREL_THRESHOLD"),
    )
    .addOption(option("--one-to-one", "use each reference title for one result at most"))
    .addOption(
      option(
        "--label <function>",
        "inverse(top=5), linear(top=5,depth=20), log(top=5), flat(top=1,depth=20), graded(depths=1/5/10/20)",
      )
        .default("inverse")
        .env("SEMQREL_LABEL"),
    )
    .addOption(option("--label-column <name>", "labels from a column of the reference instead"))
    .optionsGroup("Model and indexes:")
    .addOption(
      option("--model <name>", "folder or fetched hub id (default: all-MiniLM-L6-v2, which comes along)").env(
        "SEMQREL_MODEL",
      ),
    )
    .addOption(
      option("--threads <n>", "threads of the model (default: all cores)").argParser(count).env("SEMQREL_THREADS"),
    )
    .addOption(
      option("--indexes <dir>", "where HNSW indexes are kept (default: ./indexes if there, else the cache folder)").env(
        "SEMQREL_INDEXES",
      ),
    )
    .addOption(option("--exact", "exact search instead of HNSW indexes"))
    .addOption(option("--no-cache", "neither read nor keep vectors and indexes"))
    .addOption(
      option("--embedder <kind>", "stands in for the model in tests")
        .choices(["model", "hash"])
        .default("model")
        .hideHelp(),
    )
    .optionsGroup("Output:")
    .addOption(option("-o, --out <dir>", "folder for labels, measures, summary, qrels and runs"))
    .addOption(option("--integer-qrels", "also write qrels with whole grades, and what they stand for"))
    .addOption(option("--spreadsheet-safe", "guard cells that a spreadsheet would run as formulas"))
    .addOption(
      option("--fail-under <measure=x>", "exit 1 where a candidate's mean is lower; may be repeated")
        .argParser(gates)
        .default([], "none"),
    )
    .addOption(
      option("--format <format>", "of the tables on stdout")
        .choices(["table", "csv", "tsv", "md", "json"])
        .default("table"),
    )
    .addOption(option("--json", "the same as --format json: the document of summary.json"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel label --reference scopus.csv --candidates explorer.csv\n" +
        "  semqrel label --reference all.csv --reference-engine scopus --out labels\n" +
        "  semqrel label --reference old.csv --candidates new=results.jsonl.gz --fail-under ndcg_reference@10=0.6",
    )
    .action((flags: LabelFlags) => label(flags, io, outcome));
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
    const { run, inputs, indexes } = await labelFiles(filesOf(flags), options, opened.tools);
    const rebuilt = Object.entries(indexes.rebuilt).map(([reason, count]) => ({
      kind: "indexes-rebuilt" as const,
      reason,
      count,
    }));
    const summary = summariseLabelRun({ ...run, warnings: [...opened.warnings, ...rebuilt, ...run.warnings] });
    const written =
      flags.out === undefined
        ? { warnings: summary.warnings, files: [] }
        : writeLabelFolder(
            flags.out,
            {
              run,
              inputs,
              indexes,
              summary,
              options: { ...options, labelFunction: labelFunction.name },
              versions: { semqrel: version, node: process.versions.node },
            },
            { spreadsheetSafe: flags.spreadsheetSafe === true, integerQrels: flags.integerQrels === true },
          );
    const complete = { ...summary, warnings: written.warnings };
    await print(complete, flags, io);
    if (!flags.quiet) await remark(complete, flags, written.files.length, io);
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

/** `name=path`; a path with a `=` in its folders is a path. */
function namedFile(given: string) {
  const [, engine, path] = /^([^=/\\]+)=(.+)$/.exec(given) ?? [];
  return engine === undefined || path === undefined ? { path: given, engine: null } : { path, engine };
}

async function print(summary: LabelSummary, flags: LabelFlags, io: CliIo): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") {
    io.stdout.write(`${JSON.stringify(summary, null, 1)}\n`);
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

async function remark(summary: LabelSummary, flags: LabelFlags, files: number, io: CliIo): Promise<void> {
  const { renderWarning } = await import("../../report/render-warning.ts");
  const lines = summary.warnings.map((warning) => `- ${renderWarning(warning)}`);
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

function gates(value: string, previous: readonly Gate[]): readonly Gate[] {
  const [, name = "", text = ""] = /^(.+)=(.+)$/.exec(value) ?? [];
  const measure = measureNames.find((known) => known === name);
  const bound = Number(text);
  if (measure !== undefined && text.trim() !== "" && Number.isFinite(bound)) return [...previous, { measure, bound }];
  throw new InvalidArgumentError(`Give MEASURE=NUMBER with a measure of: ${measureNames.join(", ")}.`);
}

function matchOn(value: string): string[] {
  const columns = names(value);
  if (columns.at(-1) === "title") return columns;
  throw new InvalidArgumentError('The last column must be "title", such as id,title.');
}
