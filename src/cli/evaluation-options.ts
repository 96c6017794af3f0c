/**
 * Which options do `measure` and `compare` share, and which of their arguments are files, which measures?
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Command, InvalidArgumentError, Option } from "commander";
import { SemqrelError } from "../errors.ts";
import type { RunFile } from "../io/read-run.ts";
import type { MeasureFilesOptions } from "../measure-files.ts";
import { catalogueCoverageMeasure } from "../measures/classic/catalogue-coverage.ts";
import { titleDiversityMeasure } from "../measures/classic/title-diversity.ts";
import type { Measure, MeasureKind } from "../measures/define-measure.ts";
import { describeUnknownMeasure, isMeasure, parseMeasures } from "../measures/parse-measures.ts";
import type { RunContext } from "../measures/ranked-list.ts";
import { measureKinds } from "../measures/registry.ts";
import type { Run } from "../types.ts";
import type { CliIo, CommonFlags } from "./io.ts";
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
  requireQueriesFile(flags);
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

/** @throws SemqrelError INVALID_OPTION  columns of queries are named, and no file has them */
export function requireQueriesFile({ queries, segment, weight }: EvaluationFlags): void {
  if (queries !== undefined || (segment === undefined && weight === undefined)) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    "Measuring: --segment and --weight name columns of the queries file. Pass --queries FILE too.",
  );
}

/** Size of the catalogue and similarity of titles, each only where a measure wants it. */
async function contextOf(
  runs: readonly Run[],
  flags: EvaluationFlags,
  measures: readonly Measure[],
  io: CliIo,
): Promise<RunContext> {
  const depthOf = (kind: MeasureKind) =>
    Math.max(0, ...measures.filter((measure) => measure.kind === kind).map(({ at }) => at));
  const cutoff = depthOf(titleDiversityMeasure);
  // Where results without a judgment go, others come up from below the cutoff.
  const depth = cutoff > 0 && flags.judgedOnly === true ? Number.POSITIVE_INFINITY : cutoff;
  return {
    catalogueSize: depthOf(catalogueCoverageMeasure) > 0 ? await catalogueSizeOf(flags.catalogue) : null,
    similarity:
      depth > 0 && flags.titles !== undefined ? await similarityOf(runs, flags.titles, depth, flags, io) : null,
  };
}

async function catalogueSizeOf(given: string | undefined): Promise<number | null> {
  if (given === undefined) return null;
  if (/^[1-9]\d*$/.test(given) && !existsSync(given)) return Number(given);
  const { readCatalogueSize } = await import("../io/read-catalogue.ts");
  return readCatalogueSize(given);
}

async function similarityOf(
  runs: readonly Run[],
  path: string,
  depth: number,
  flags: EvaluationFlags,
  io: CliIo,
): Promise<NonNullable<RunContext["similarity"]>> {
  const { readTitles } = await import("../io/read-pairs.ts");
  const { defaultCacheFolder, openTools } = await import("../adapters.ts");
  const { titleSimilarity } = await import("../stages/title-similarity.ts");
  const { titles } = await readTitles(path);
  const opened = await openTools({
    ...(flags.model === undefined ? {} : { model: flags.model }),
    cacheFolder: defaultCacheFolder(io.environment),
    exact: true,
    embedder: flags.embedder,
  });
  try {
    return await titleSimilarity(runs, titles, depth, opened.tools.embedder, { signal: io.signal });
  } finally {
    await opened.close();
  }
}

/**
 * The known kinds of measures and those of `--measure-module`.
 *
 * @throws SemqrelError FILE_NOT_FOUND; INVALID_MEASURE where a module fails, exports no measure, or takes a known name
 */
export async function loadKinds(modules: readonly string[]): Promise<readonly MeasureKind[]> {
  const all = [...measureKinds];
  for (const path of modules) {
    for (const kind of await loadModule(path)) {
      const taken = namesOf(kind).find((name) => all.some((other) => namesOf(other).includes(name)));
      if (taken !== undefined) {
        throw invalidModule(path, `there is a measure "${taken}" already. Give yours another name.`);
      }
      all.push(kind);
    }
  }
  return all;
}

async function loadModule(path: string): Promise<MeasureKind[]> {
  if (!existsSync(path)) {
    throw new SemqrelError("FILE_NOT_FOUND", `Loading ${path}: there is no such file. Check the path.`, {
      details: { file: path },
    });
  }
  let loaded: { default?: unknown };
  try {
    loaded = await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    throw invalidModule(path, `it cannot be loaded: ${reasonOf(cause)}. Correct the module.`, cause);
  }
  const kinds = [loaded.default].flat();
  if (kinds.length > 0 && kinds.every(isKind)) return kinds.map((kind) => checked(kind, path));
  throw invalidModule(
    path,
    "its default export is no measure. Export what defineMeasure of semqrel/measures returns, or a list of those.",
  );
}

function isKind(value: unknown): value is MeasureKind {
  if (typeof value !== "object" || value === null) return false;
  const { name, aliases, presets, parameters, with: make } = value as Partial<Record<keyof MeasureKind, unknown>>;
  const isRecord = (field: unknown) => typeof field === "object" && field !== null;
  return (
    typeof name === "string" &&
    typeof make === "function" &&
    Array.isArray(aliases) &&
    [presets, parameters].every(isRecord)
  );
}

/** The kind, its measures stopped where they throw or give no number: that is the module's fault, not a bug here. */
function checked(kind: MeasureKind, path: string): MeasureKind {
  const checkedKind: MeasureKind = {
    ...kind,
    with(values, at) {
      const measure = kind.with(values, at);
      const { name, computeRun } = measure;
      const check = (compute: () => unknown) => numberOf(compute, path, name);
      return {
        ...measure,
        kind: checkedKind,
        compute: (list) => check(() => measure.compute(list)),
        computeRun: computeRun && ((lists) => check(() => computeRun(lists))),
      };
    },
  };
  return checkedKind;
}

function numberOf(compute: () => unknown, path: string, name: string): number {
  let value: unknown;
  try {
    value = compute();
  } catch (cause) {
    throw invalidModule(path, `its measure ${name} failed: ${reasonOf(cause)}. Correct the module.`, cause);
  }
  if (typeof value === "number") return value;
  const shown = typeof value === "string" ? `"${value}"` : String(value);
  throw invalidModule(path, `its measure ${name} gives ${shown}, which is no number. Correct the module.`);
}

function namesOf({ name, aliases, presets }: MeasureKind): string[] {
  return [name, ...aliases, ...Object.keys(presets)];
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function invalidModule(path: string, why: string, cause?: unknown): SemqrelError {
  return new SemqrelError("INVALID_MEASURE", `Loading ${path}: ${why}`, { details: { file: path }, cause });
}

export interface SortedArguments {
  readonly runs: readonly RunFile[];
  readonly measures: readonly Measure[];
}

/**
 * What parses as a measure is a measure; what exists, or has a slash, is a file; the rest is neither, and all of it is
 * reported together.
 *
 * @throws SemqrelError INVALID_MEASURE, INVALID_CUTOFF; INVALID_OPTION where a run is missing or given twice
 */
export function sortArguments(
  given: readonly string[],
  defaults: readonly string[],
  kinds: readonly MeasureKind[],
  trecEval: EvaluationFlags["trecEval"],
): SortedArguments {
  const names = given.filter((text) => isMeasure(text, kinds));
  const files = given.filter((text) => !isMeasure(text, kinds));
  const runs = files.map(namedRun);
  const unknown = runs.filter(({ path }) => path !== "-" && !/[\\/]/.test(path) && !existsSync(path));
  if (unknown.length > 0) {
    const lines = unknown.map(({ path }) => describeUnknownMeasure(path, kinds));
    throw new SemqrelError(
      "INVALID_MEASURE",
      `Reading arguments: ${lines.length === 1 ? "one is" : `${lines.length} are`} neither a measure nor a file here: ${lines.join(" ")}`,
      { details: { arguments: unknown.map(({ path }) => path) } },
    );
  }
  // Two names for one file are meant; twice the same, however the path is written, is not.
  const keys = runs.map(({ path, name }) => `${name ?? ""}=${path === "-" ? path : resolve(path)}`);
  const twice = files.find((_, place) => keys.indexOf(keys[place] ?? "") < place);
  if (runs.length === 0 || twice !== undefined) {
    throw new SemqrelError(
      "INVALID_OPTION",
      twice === undefined
        ? "Reading arguments: no run is given. Judgments come first, then runs, then measures: semqrel measure qrels.txt a.run nDCG@10."
        : `Reading arguments: the run "${twice}" is given twice. Give each run once.`,
      { details: twice === undefined ? {} : { run: twice } },
    );
  }
  return { runs, measures: measuresOf(names.length > 0 ? names : defaults, kinds, trecEval) };
}

/** Each measure once, in the order asked. */
export function measuresOf(
  names: readonly string[],
  kinds: readonly MeasureKind[],
  trecEval: EvaluationFlags["trecEval"],
): Measure[] {
  const parsed = parseMeasures(names, kinds).map((measure) => {
    const hasVersions = "trec_eval" in measure.kind.parameters;
    if (trecEval === "9" || !hasVersions) return measure;
    const at = Number.isFinite(measure.at) ? measure.at : null;
    const { rel, judged_only } = measure.parameters;
    const given = { ...(rel == null || rel === 1 ? {} : { rel }), ...(judged_only === true ? { judged_only } : {}) };
    // The option stands for all measures, so their names stay as asked.
    return { ...measure.kind.with({ ...given, trec_eval: 10 }, at), name: measure.name };
  });
  return parsed.filter(({ name }, place) => parsed.findIndex((other) => other.name === name) === place);
}

/** `name=path`; a path with a `=` in its folders is a path. */
function namedRun(given: string): RunFile {
  const [, name, path] = /^([^=/\\]+)=(.+)$/.exec(given) ?? [];
  return name === undefined || path === undefined || existsSync(given) ? { path: given, name: null } : { path, name };
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
