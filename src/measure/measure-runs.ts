/** Measures runs with the settings of `measure`, prints and draws the results, and checks bounds. */
import { existsSync } from "node:fs";
import type { Format, Terminal } from "../command/terminal.ts";
import { invalidOption } from "../core/errors.ts";
import { writeFiles } from "../core/files/write-file.ts";
import type { Run } from "../core/types.ts";
import { closing, openInput } from "../io/open-input.ts";
import { readTitles, requireQueriesFile } from "../io/query-sets/read-pairs.ts";
import { requireOneStandardInput, requireOtherFile } from "../io/require-paths.ts";
import { namedFile, type ResultsFile } from "../io/results/results-file.ts";
import { splitLines } from "../io/tables/delimiter.ts";
import { withModel } from "../model/with-model.ts";
import {
  type EvaluationGiven,
  type MeasureFlags,
  type MeasureGiven,
  type NamedBound,
  usualMeasures,
} from "./evaluation-settings.ts";
import { curvePlot, measureBlocks, measureRows, trecEvalText } from "./measure-blocks.ts";
import { measureFiles, titleSimilarity } from "./measure-files.ts";
import { evaluationRules, type MeasureReport, measureDocument } from "./measure-report.ts";
import type { Measure, MeasureKind } from "./measures/define-measure.ts";
import { type RunCurves, runCurves } from "./measures/evaluate-run.ts";
import { officialMeasures } from "./measures/parse-measures.ts";
import { boundsOf, loadMeasureModules, sortArguments } from "./sort-arguments.ts";

export type MeasuredRuns = Awaited<ReturnType<typeof measureRuns>>;

export async function measureRuns(
  judgments: string,
  given: readonly string[],
  settings: MeasureGiven & { readonly failUnder?: readonly NamedBound[] },
  defaults: readonly string[] = usualMeasures,
) {
  const { measureModule, trecEval, failUnder = [] } = settings;
  const kinds = await loadMeasureModules(measureModule);
  const { runs, measures, warnings } = sortArguments(given, defaults, kinds, trecEval);
  requireOneStandardInputOf(judgments, runs, settings);
  const bounds = boundsOf(failUnder, kinds, trecEval);
  requireBoundsFromBelow(bounds.map((one) => one.measure));
  const extra = bounds.flatMap(({ measure: one }) => (measures.some(({ name }) => name === one.name) ? [] : [one]));
  const options = evaluationOf(settings, [...measures, ...extra]);
  const files = { judgments, runs, queries: settings.queries ?? null };
  const found = await measureFiles(files, [...measures, ...extra], options);
  const shown = found.runs.map(({ run, measured }) => ({ run, measured: measured.slice(0, measures.length) }));
  const measured: MeasureReport = {
    ...found,
    runs: shown,
    weightColumn: settings.weight ?? null,
    rules: evaluationRules(options),
    warnings: [...warnings, ...found.warnings],
  };
  const curvesOf = (run: Run): RunCurves => runCurves(found.judgments, run, { ...options, rel: 1 });
  const curves =
    settings.curves === true ? Object.fromEntries(shown.map(({ run }) => [run.name, curvesOf(run)])) : null;
  // `all` also contains measures that only bounds use.
  return { measured, curves, all: found.runs, bounds, isUsual: given.length === runs.length };
}

function requireBoundsFromBelow(gated: readonly Measure[]): void {
  const error = gated.find(({ kind }) => kind.lowerIsBetter);
  if (error === undefined) return;
  throw invalidOption(
    `Reading --fail-under: for ${error.name}, smaller is better, so a minimum would fail the better run. Leave this bound out.`,
    { measure: error.name },
  );
}

export function evaluationOf<Given extends EvaluationGiven>(settings: Given, measures: readonly Measure[]) {
  requireQueriesFile(settings.queries ?? null, settings, "Measuring");
  return {
    ...settings,
    undefinedQueries: settings.undefined,
    depth: settings.depth ?? Number.POSITIVE_INFINITY,
    judgedOnly: settings.judgedOnly === true,
    dropSelf: settings.dropSelf === true,
    scorePrecision: settings.trecEval === "10" ? ("double" as const) : ("single" as const),
    contextOf: (runs: readonly Run[]) => contextOf(runs, settings, measures),
  };
}

export function requireOneStandardInputOf(
  qrels: string,
  runs: readonly ResultsFile[],
  settings: EvaluationGiven,
): void {
  const { queries = null, titles = null, catalogue = null } = settings;
  requireOneStandardInput([qrels, ...runs.map(({ path }) => path), queries, titles, catalogue]);
}

async function contextOf(runs: readonly Run[], settings: EvaluationGiven, measures: readonly Measure[]) {
  const { catalogue, titles: path, judgedOnly } = settings;
  const depthOf = (needs: MeasureKind["needs"]) =>
    Math.max(0, ...measures.filter(({ kind }) => kind.needs === needs).map(({ at }) => at));
  const cutoff = depthOf("titles");
  // If unjudged results are removed, results from below the cutoff move up, so all titles are needed.
  const depth = cutoff > 0 && judgedOnly === true ? Number.POSITIVE_INFINITY : cutoff;
  return {
    catalogueSize: depthOf("catalogue") > 0 && catalogue !== undefined ? await readCatalogueSize(catalogue) : null,
    similarity: depth > 0 && path !== undefined ? await similarityOf(runs, path, depth, settings) : null,
  };
}

async function similarityOf(runs: readonly Run[], path: string, depth: number, settings: EvaluationGiven) {
  const { titles } = await readTitles(path);
  const found = await withModel(settings, async (tools) => ({
    similarity: await titleSimilarity(runs, titles, depth, tools),
    warnings: [],
  }));
  return found.similarity;
}

/** Returns `path` if it is a number, or counts the distinct ids in the file (one per line). */
export async function readCatalogueSize(path: string): Promise<number> {
  if (/^[1-9]\d*$/.test(path) && !existsSync(path)) return Number(path);
  const input = await openInput(path);
  const ids = new Set<string>();
  return closing(input, async () => {
    for await (const { text } of splitLines(input.pieces)) {
      const [id = ""] = text.split(/[\t,]/, 1);
      if (id.trim() !== "") ids.add(id.trim());
    }
    return ids.size;
  });
}

export async function measureAndPrint(
  qrels: string,
  given: readonly string[],
  flags: MeasureFlags,
  terminal: Terminal,
): Promise<void> {
  const { format } = terminal;
  requireOneTable(flags, format);
  requireCurves(qrels, given, flags, format);
  const found = await measureRuns(qrels, given, flags, format === "trec_eval" ? officialMeasures : usualMeasures);
  const { measured, curves } = found;
  const drawn = measured.runs.flatMap(({ run: { name } }) => (curves?.[name] ? [{ name, curves: curves[name] }] : []));
  const picture =
    flags.svg === undefined ? "" : await terminal.draw(curvePlot(drawn, measured.queries, flags.query ?? null));
  if (flags.svg === "-") terminal.write(picture);
  else {
    if (flags.svg !== undefined) writeFiles([{ path: flags.svg, content: [picture] }]);
    await print(found, flags, terminal);
    terminal.say([flags.svg !== undefined && `Wrote ${flags.svg}.`]);
  }
  await terminal.remark(found.measured.warnings);
  await checkBounds(found, terminal);
}

/** Refuses options that need several tables in one CSV or TSV file, or that trec_eval's format cannot show. */
function requireOneTable(flags: MeasureFlags, format: Format): void {
  if (format !== "csv" && format !== "tsv" && format !== "trec_eval") return;
  const asked = [
    flags.perQuery && format !== "trec_eval" && "--per-query",
    flags.describe && "--describe",
    flags.curves && "--curves",
    flags.segment !== undefined && "--segment",
  ].filter((name) => typeof name === "string");
  if (asked.length <= (format === "trec_eval" ? 0 : 1)) return;
  throw invalidOption(
    format === "trec_eval"
      ? `Printing as trec_eval: the format cannot show ${asked.join(", ")}. Leave out ${asked.length === 1 ? "this option" : "these options"}, or use another --format.`
      : `Printing ${format}: ${asked.join(" and ")} need tables with different columns. Use one at a time, or --json.`,
    { options: asked },
  );
}

function requireCurves(
  qrels: string,
  given: readonly string[],
  { svg, query, curves, queries }: MeasureFlags,
  format: Format,
): void {
  const refuse = (what: string) => invalidOption(`Drawing curves: ${what}`);
  if (query !== undefined && svg === undefined) throw refuse("--query needs a plot. Add --curves --svg FILE.");
  if (svg === undefined) return;
  if (!curves) throw refuse("--svg draws what --curves measures. Add --curves.");
  requireOtherFile(svg, [qrels, queries ?? null, ...given.map((one) => namedFile(one).path)]);
  if (svg === "-" && format !== "table")
    throw refuse(`stdout cannot contain both ${format} and the plot. Give --svg FILE.`);
}

async function print({ measured, curves, isUsual }: MeasuredRuns, flags: MeasureFlags, terminal: Terminal) {
  const options = { perQuery: flags.perQuery === true, describe: flags.describe === true, curves };
  if (terminal.format === "json") terminal.json(measureDocument(measured, options));
  else if (terminal.format === "trec_eval") {
    for (const line of trecEvalText(measured, options.perQuery, isUsual)) terminal.write(line);
  } else {
    const view = { blocks: () => measureBlocks(measured, options), rows: () => measureRows(measured, options) };
    await terminal.print({}, view);
  }
}

async function checkBounds({ bounds, all }: MeasuredRuns, terminal: Terminal): Promise<void> {
  for (const { measure: gated, bound } of bounds) {
    for (const { run, measured } of all) {
      const value = measured.find(({ measure: { name } }) => name === gated.name)?.value ?? Number.NaN;
      const shown = Number.isNaN(value) ? "undefined" : value;
      const failure = value >= bound ? null : `${run.name}: mean ${gated.name} is ${shown}, below ${bound}.`;
      await terminal.check(`${run.name}: mean ${gated.name} is at least ${bound}`, failure);
    }
  }
}
