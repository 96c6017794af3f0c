/**
 * Which options do `measure` and `compare` share, and what do they mean to the measuring code?
 */
import { existsSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { SemqrelError } from "../../core/errors.ts";
import type { Run } from "../../core/types.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { RunFile } from "../../io/runs/read-run.ts";
import type { MeasureFilesOptions } from "../../measure/measure-files.ts";
import type { Measure, MeasureKind } from "../../measure/measures/define-measure.ts";
import type { RunContext } from "../../measure/measures/ranked-list.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import { count } from "./option-values.ts";

export interface EvaluationFlags extends CommonFlags {
  readonly measureModule: readonly string[];
  readonly missingQueries: "refuse" | "zero" | "skip";
  readonly undefined: "zero" | "skip";
  readonly depth?: number;
  readonly judgedOnly?: boolean;
  readonly trecEval: "9" | "10";
  readonly queries?: string;
  readonly segment?: string;
  readonly weight?: string;
  readonly catalogue?: string;
  readonly titles?: string;
  readonly model?: string;
  readonly embedder: "model" | "hash";
  readonly qrelsFormat?: string;
  readonly runFormat?: string;
  readonly json?: boolean;
}

/** Adds what both commands take. @param missingQueries what happens where nobody says */
export function evaluationOptions(command: Command, missingQueries: EvaluationFlags["missingQueries"]): Command {
  return command
    .optionsGroup("Rules:")
    .addOption(
      new Option(
        "--missing-queries <how>",
        "judged queries that a run lacks: count zero, or skip them as trec_eval without -c",
      )
        .choices(missingQueries === "refuse" ? ["refuse", "zero", "skip"] : ["zero", "skip"])
        .default(missingQueries),
    )
    .addOption(
      new Option("--undefined <how>", "queries without a relevant document: count zero, or skip them")
        .choices(["zero", "skip"])
        .default("zero"),
    )
    .addOption(new Option("--depth <n>", "results used of each list").argParser(count))
    .addOption(new Option("--judged-only", "leave results without a judgment out of the lists"))
    .addOption(
      new Option("--trec-eval <version>", "whose digits: 10 compares scores in full and rounds recall levels")
        .choices(["9", "10"])
        .default("9"),
    )
    .addOption(
      new Option(
        "--measure-module <file>",
        "a module whose default export is a measure of your own, or a list; repeatable",
      )
        .argParser((value: string, previous: readonly string[]) => [...previous, value])
        .default([], "none"),
    )
    .optionsGroup("Queries:")
    .addOption(new Option("--queries <file>", "joins query ids with texts; holds the columns of the next two"))
    .addOption(new Option("--segment <column>", "means for each value of this column of --queries as well"))
    .addOption(new Option("--weight <column>", "weighs queries in means by this column of --queries"))
    .optionsGroup("Coverage and diversity:")
    .addOption(new Option("--catalogue <n|file>", "for Coverage: number of documents, or a file with one id a line"))
    .addOption(
      new Option("--titles <file>", "for Diversity: titles of documents (id TAB title, CSV, JSONL, BEIR corpus)"),
    )
    .addOption(new Option("--model <name>", "for Diversity: folder or fetched hub id (default: all-MiniLM-L6-v2)"))
    .addOption(
      new Option("--embedder <kind>", "stands in for the model in tests")
        .choices(["model", "hash"])
        .default("model")
        .hideHelp(),
    )
    .optionsGroup("Input:")
    .addOption(new Option("--qrels-format <format>", "instead of recognising it; see semqrel convert --list"))
    .addOption(new Option("--run-format <format>", "instead of recognising it"));
}

/** The options as the measuring code wants them. */
export function evaluationOf(flags: EvaluationFlags, measures: readonly Measure[], io: CliIo): MeasureFilesOptions {
  requireQueriesFile(flags, "Measuring");
  return {
    missingQueries: flags.missingQueries === "skip" ? "skip" : "zero",
    undefinedQueries: flags.undefined,
    depth: flags.depth ?? Number.POSITIVE_INFINITY,
    judgedOnly: flags.judgedOnly === true,
    scorePrecision: flags.trecEval === "10" ? "double" : "single",
    judgmentsFormat: flags.qrelsFormat ?? null,
    runFormat: flags.runFormat ?? null,
    segment: flags.segment ?? null,
    weight: flags.weight ?? null,
    contextOf: (runs) => contextOf(runs, flags, measures, io),
  };
}

/**
 * The file is read for its queries and once more for its columns, which standard input cannot be.
 *
 * @param task what is done, as the beginning of a message
 * @throws SemqrelError INVALID_OPTION  columns of queries are named, and no file has them
 */
export function requireQueriesFile(
  { queries, segment, weight }: Pick<EvaluationFlags, "queries" | "segment" | "weight">,
  task: string,
): void {
  if ((queries !== undefined && queries !== "-") || (segment === undefined && weight === undefined)) return;
  const remedy =
    queries === "-" ? "It is read twice: give --queries a file, not standard input." : "Pass --queries FILE too.";
  throw new SemqrelError(
    "INVALID_OPTION",
    `${task}: --segment and --weight name columns of the queries file. ${remedy}`,
  );
}

/** @throws SemqrelError INVALID_OPTION where several of the files are standard input */
export function requireOneStandardInputOf(
  qrels: string,
  runs: readonly RunFile[],
  { queries, titles, catalogue }: EvaluationFlags,
): void {
  const paths = [qrels, ...runs.map(({ path }) => path), queries, titles, catalogue];
  requireOneStandardInput(paths.map((path) => path ?? null));
}

/** Size of the catalogue and similarity of titles, each only where a measure wants it. */
async function contextOf(
  runs: readonly Run[],
  flags: EvaluationFlags,
  measures: readonly Measure[],
  io: CliIo,
): Promise<RunContext> {
  const depthOf = (needs: MeasureKind["needs"]) =>
    Math.max(0, ...measures.filter(({ kind }) => kind.needs === needs).map(({ at }) => at));
  const cutoff = depthOf("titles");
  // Where results without a judgment go, others come up from below the cutoff.
  const depth = cutoff > 0 && flags.judgedOnly === true ? Number.POSITIVE_INFINITY : cutoff;
  return {
    catalogueSize: depthOf("catalogue") > 0 ? await catalogueSizeOf(flags.catalogue) : null,
    similarity:
      depth > 0 && flags.titles !== undefined ? await similarityOf(runs, flags.titles, depth, flags, io) : null,
  };
}

async function catalogueSizeOf(given: string | undefined): Promise<number | null> {
  if (given === undefined) return null;
  if (/^[1-9]\d*$/.test(given) && !existsSync(given)) return Number(given);
  const { readCatalogueSize } = await import("../../io/read-catalogue.ts");
  return readCatalogueSize(given);
}

async function similarityOf(
  runs: readonly Run[],
  path: string,
  depth: number,
  flags: EvaluationFlags,
  io: CliIo,
): Promise<NonNullable<RunContext["similarity"]>> {
  const { readTitles } = await import("../../io/query-sets/read-pairs.ts");
  const { titleSimilarity } = await import("../../measure/title-similarity.ts");
  const { titles } = await readTitles(path);
  const opened = await openModelTools({ ...flags, cache: true }, io);
  try {
    return await titleSimilarity(runs, titles, depth, opened.tools);
  } finally {
    await opened.close();
  }
}

/** A bound such as `nDCG@10=0.6`, its measure not parsed yet. */
export interface NamedBound {
  readonly measure: string;
  readonly bound: number;
}

/** For commander: collects `MEASURE=NUMBER`, several between commas outside of brackets. */
export function namedBounds(value: string, previous: readonly NamedBound[]): readonly NamedBound[] {
  const parts = value.split(/,(?![^({]*[)}])/).map((part) => {
    const [, measure = "", number = ""] = /^(.+)=([^=]+)$/.exec(part.trim()) ?? [];
    const bound = Number(number);
    if (measure !== "" && number.trim() !== "" && Number.isFinite(bound)) return { measure, bound };
    throw new InvalidArgumentError("Give MEASURE=NUMBER, such as nDCG@10=0.6.");
  });
  return [...previous, ...parts];
}
