/** `semqrel measure`: what runs reach against judgments. */
import { Command, Option } from "commander";
import { SemqrelError } from "../../core/errors.ts";
import type { MeasureReport } from "../../measure/measure-report.ts";
import type { Measure } from "../../measure/measures/define-measure.ts";
import type { RunCurves } from "../../measure/measures/run-curves.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CliIo, Outcome } from "../io.ts";
import { loadMeasureModules } from "../load-measure-modules.ts";
import {
  type EvaluationFlags,
  evaluationOf,
  evaluationOptions,
  type NamedBound,
  namedBounds,
  requireOneStandardInputOf,
} from "../options/evaluation-options.ts";
import { jsonOption } from "../options/report-options.ts";
import { measuresOf, sortArguments } from "../options/sort-arguments.ts";
import { colorsFor } from "../terminal/colors.ts";
import { printable, printJson, printText } from "../terminal/print.ts";
import { headings } from "../terminal/print-report.ts";
import { remark } from "../terminal/remark.ts";
import { terminalWidth } from "../terminal/terminal-width.ts";

interface MeasureFlags extends EvaluationFlags {
  readonly perQuery?: boolean;
  readonly describe?: boolean;
  readonly curves?: boolean;
  readonly failUnder: readonly NamedBound[];
  readonly format: "table" | "csv" | "tsv" | "md" | "json" | "trec_eval";
}

/** What is measured where nobody says. */
const usualMeasures = ["nDCG@10", "AP", "RR", "P@10", "R@100", "Judged@10"];

export function measureCommand(io: CliIo, outcome: Outcome): Command {
  const command = new Command("measure")
    .description(
      "Measures runs against judgments. Arguments that parse as a measure are measures (nDCG@10, AP(rel=2), P_10,\n" +
        `ndcg_cut.5,10), the others files; [name=]file names a run. Without a measure: ${usualMeasures.join(" ")}.`,
    )
    .argument("<qrels>", "judgments in any known format; a folder of `label` stands for its labels.qrels")
    .argument("<runs-and-measures...>", "runs, and measures as ir_measures or trec_eval spell them");
  return evaluationOptions(command, "zero")
    .optionsGroup("Output:")
    .addOption(new Option("--per-query", "the value of every query as well"))
    .addOption(new Option("--describe", "count, mean, deviation, quartiles of every measure"))
    .addOption(new Option("--curves", "precision at recall 0, 0.1, … 1; with --json every point of every query"))
    .addOption(
      new Option(
        "--fail-under <measure=x>",
        "exit 1 where a run's mean is lower; repeatable, or several between commas",
      )
        .argParser(namedBounds)
        .default([], "none"),
    )
    .addOption(
      new Option("--format <format>", "of stdout; trec_eval without a measure prints its official ones")
        .choices(["table", "csv", "tsv", "md", "json", "trec_eval"])
        .default("table"),
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel measure qrels.txt bm25.run dense.run nDCG@10 AP 'P(rel=2)@5'\n" +
        "  semqrel measure labels labels/runs/*.run nDCG@10 --per-query --format csv\n" +
        "  semqrel measure qrels.txt bm25.run --format trec_eval --missing-queries skip\n" +
        "  semqrel measure qrels.txt new.run --fail-under nDCG@10=0.45\n",
    )
    .action((qrels: string, rest: readonly string[], flags: MeasureFlags) => measure(qrels, rest, flags, io, outcome));
}

async function measure(
  qrels: string,
  given: readonly string[],
  flags: MeasureFlags,
  io: CliIo,
  outcome: Outcome,
): Promise<void> {
  const { officialMeasures } = await import("../../measure/measures/parse-measures.ts");
  const { measureFiles } = await import("../../measure/measure-files.ts");
  const { evaluationRules } = await import("../../measure/evaluation-rules.ts");
  const format = flags.json ? "json" : flags.format;
  const kinds = await loadMeasureModules(flags.measureModule);
  const defaults = format === "trec_eval" ? officialMeasures : usualMeasures;
  const { runs, measures, warnings } = sortArguments(given, defaults, kinds, flags.trecEval);
  requireOneStandardInputOf(qrels, runs, flags);
  // All at once, so that all mistakes are told at once.
  measuresOf(
    flags.failUnder.map(({ measure: name }) => name),
    kinds,
    flags.trecEval,
  );
  const gates = flags.failUnder.flatMap(({ measure: name, bound }) =>
    measuresOf([name], kinds, flags.trecEval).map((gated) => ({ gated, bound })),
  );
  const asked = new Set(measures.map(({ name }) => name));
  const extra = gates.map(({ gated }) => gated).filter(({ name }) => !asked.has(name));
  requireOneTable(flags, format);
  requireBoundsFromBelow(gates.map(({ gated }) => gated));
  const options = evaluationOf(flags, [...measures, ...extra], io);
  const measured = await measureFiles(
    { judgments: qrels, runs, queries: flags.queries ?? null },
    [...measures, ...extra],
    options,
  );
  const shown = measured.runs.map(({ run, measured: all }) => ({ run, measured: all.slice(0, measures.length) }));
  const report: MeasureReport = {
    ...measured,
    runs: shown,
    weightColumn: flags.weight ?? null,
    rules: evaluationRules(options, options.missingQueries),
    warnings: [...warnings, ...measured.warnings],
  };
  let curves: Record<string, RunCurves> | null = null;
  if (flags.curves) {
    const { runCurves } = await import("../../measure/measures/run-curves.ts");
    curves = Object.fromEntries(
      shown.map(({ run }) => [run.name, runCurves(measured.judgments, run, { ...options, rel: 1 })]),
    );
  }
  const isOfficial = format === "trec_eval" && measures.length === defaults.length && given.length === runs.length;
  await print(report, { ...flags, format }, curves, isOfficial, io);
  await remark(report.warnings, flags, io);
  await judge(gates, measured.runs, flags, io, outcome);
}

/** A file of rows has one kind of row. */
function requireOneTable(flags: MeasureFlags, format: MeasureFlags["format"]): void {
  if (format !== "csv" && format !== "tsv" && format !== "trec_eval") return;
  const asked = [
    flags.perQuery && format !== "trec_eval" && "--per-query",
    flags.describe && "--describe",
    flags.curves && "--curves",
    flags.segment !== undefined && "--segment",
  ].filter((name) => typeof name === "string");
  if (asked.length <= (format === "trec_eval" ? 0 : 1)) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    format === "trec_eval"
      ? `Printing as trec_eval: it has no place for ${asked.join(", ")}. Leave it out, or take another --format.`
      : `Printing ${format}: ${asked.join(" and ")} make tables of different columns. Ask for one at a time, or for --json.`,
    { details: { options: asked } },
  );
}

function requireBoundsFromBelow(gated: readonly Measure[]): void {
  const error = gated.find(({ kind }) => kind.lowerIsBetter);
  if (error === undefined) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Reading --fail-under: smaller values of ${error.name} are better, so a bound from below would fail the better run. Leave it out.`,
    { details: { measure: error.name } },
  );
}

async function print(
  report: MeasureReport,
  flags: MeasureFlags,
  curves: Readonly<Record<string, RunCurves>> | null,
  isOfficial: boolean,
  io: CliIo,
): Promise<void> {
  const options = { perQuery: flags.perQuery === true, describe: flags.describe === true, curves };
  if (flags.format === "json") {
    const { measureDocument } = await import("../../measure/measure-report.ts");
    printJson(io, measureDocument(report, options));
  } else if (flags.format === "trec_eval") {
    const { trecEvalText } = await import("../../measure/trec-eval-text.ts");
    for (const line of trecEvalText(report, options.perQuery, isOfficial)) io.stdout.write(line);
  } else if (flags.format === "csv" || flags.format === "tsv") {
    const { measureRows } = await import("../../measure/render-measures.ts");
    const { csvText } = await import("../../io/tables/write-csv.ts");
    const delimiter = flags.format === "tsv" ? "\t" : ",";
    for (const piece of csvText(measureRows(report, options), delimiter)) io.stdout.write(piece);
  } else {
    const { renderMeasures, renderMeasuresAsMarkdown } = await import("../../measure/render-measures.ts");
    if (flags.format === "md") io.stdout.write(renderMeasuresAsMarkdown(report, options));
    else {
      const { bold } = await colorsFor(io.stdout, io, flags.color);
      const shown = renderMeasures(report, options, terminalWidth(io.stdout, io));
      printText(
        io,
        shown.replace(headings, (heading) => bold(heading)),
      );
    }
  }
}

async function judge(
  gates: readonly { readonly gated: Measure; readonly bound: number }[],
  runs: MeasureReport["runs"],
  flags: MeasureFlags,
  io: CliIo,
  outcome: Outcome,
): Promise<void> {
  const { red } = await colorsFor(io.stderr, io, flags.color);
  for (const { gated, bound } of gates) {
    for (const { run, measured } of runs) {
      const value = measured.find(({ measure: { name } }) => name === gated.name)?.value ?? Number.NaN;
      if (value >= bound) continue;
      const found = `${printable(run.name)}: mean ${gated.name} is ${Number.isNaN(value) ? "undefined" : value}, below ${bound}.`;
      io.stderr.write(`${red("semqrel:")} ${found}\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}
