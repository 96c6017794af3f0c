/** `semqrel compare`: which run is better, and how sure one may be. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { SemqrelError } from "../../core/errors.ts";
import { isFile, isFolder } from "../../core/files/folders.ts";
import { labelFolderOf } from "../../io/labels/label-manifest.ts";
import type { ComparisonReport } from "../../measure/comparison-report.ts";
import type { EvaluationRules } from "../../measure/evaluation-rules.ts";
import type { ComparedPair } from "../../measure/measures/compare-runs.ts";
import { isMeasure } from "../../measure/measures/parse-measures.ts";
import type { ValuesToCompare } from "../../measure/values-to-compare.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CliIo, Outcome } from "../io.ts";
import { loadMeasureModules } from "../load-measure-modules.ts";
import {
  type EvaluationFlags,
  evaluationOf,
  evaluationOptions,
  requireOneStandardInputOf,
  requireQueriesFile,
} from "../options/evaluation-options.ts";
import { count, wholeNumber } from "../options/option-values.ts";
import { formatOption, jsonOption } from "../options/report-options.ts";
import { measuresOf, sortArguments } from "../options/sort-arguments.ts";
import { colorsFor } from "../terminal/colors.ts";
import { printable } from "../terminal/print.ts";
import { headings, printReport, type ReportForms } from "../terminal/print-report.ts";
import { remark } from "../terminal/remark.ts";

/** A bound of --fail-if-worse. */
interface WorseGate {
  readonly measure: string;
  /** A loss up to this is tolerated. */
  readonly margin: number;
}

interface CompareFlags extends EvaluationFlags {
  readonly baseline?: string;
  readonly allPairs?: boolean;
  readonly intersection?: boolean;
  readonly acrossConditions?: boolean;
  readonly tests?: boolean;
  readonly moved: number;
  readonly seed: number;
  readonly permutations: number;
  readonly failIfWorse: readonly WorseGate[];
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
}

const usualMeasures = ["nDCG@10", "AP"];
const usualLabelMeasures = ["ndcg_reference@10", "f1"];

export function compareCommand(io: CliIo, outcome: Outcome): Command {
  const command = new Command("compare")
    .description(
      "Compares runs query by query: differences with intervals, significance, wins and losses, and a verdict. Give\n" +
        "judgments, runs and measures as to `measure`, or folders that `label` wrote (of one: its engines; of several:\n" +
        `each engine with itself). Without a measure: ${usualMeasures.join(" ")}; of labels ${usualLabelMeasures.join(" ")}.`,
    )
    .argument("<qrels-or-labels>", "judgments, or a folder of `label`")
    .argument("[runs-and-measures...]", "runs or further folders, and measures");
  return evaluationOptions(command, "refuse")
    .optionsGroup("Comparison:")
    .addOption(new Option("--baseline <name>", "the run that the others are compared with (default: the first)"))
    .addOption(new Option("--all-pairs", "compare every pair of runs"))
    .addOption(new Option("--intersection", "where runs answer different queries, compare them on those that all have"))
    .addOption(new Option("--across-conditions", "compare labels of another reference, model, policy or calibration"))
    .addOption(new Option("--seed <n>", "of randomisation and bootstrap").argParser(wholeNumber).default(1))
    .addOption(
      new Option("--permutations <n>", "of the randomisation test, where not all can be tried")
        .argParser(count)
        .default(100_000),
    )
    .optionsGroup("Output:")
    .addOption(new Option("--tests", "the p of every test as well"))
    .addOption(
      new Option("--moved <n>", "queries to name that gained most, and as many that lost")
        .argParser(wholeNumber)
        .default(3),
    )
    .addOption(
      new Option(
        "--fail-if-worse <measure[=margin]>",
        "exit 1 where the verdict is worse, and by more than the margin; repeatable, or several between commas",
      )
        .argParser(worseGates)
        .default([], "none"),
    )
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel compare qrels.txt old.run new.run nDCG@10 AP\n" +
        "  semqrel compare qrels.txt main=old.run branch=new.run --fail-if-worse nDCG@10=0.005\n" +
        "  semqrel compare labels ndcg_reference@10\n  semqrel compare labels-before labels-after --fail-if-worse ndcg_reference@10\n",
    )
    .action((first: string, rest: readonly string[], flags: CompareFlags) =>
      compare([first, ...rest], flags, io, outcome),
    );
}

async function compare(given: readonly string[], flags: CompareFlags, io: CliIo, outcome: Outcome): Promise<void> {
  const { comparisonReport } = await import("../../measure/comparison-report.ts");
  // A labels.csv among runs is what they are measured against.
  const folders = given.map((path) => labelFolderOf(path) ?? path);
  const areLabels = isFolder(given[0] ?? "") || (isFolder(folders[0] ?? "") && !folders.some(isFile));
  const { values, gates, rules } = areLabels ? await readFolders(folders, flags) : await readRuns(given, flags, io);
  const report = comparisonReport({
    ...values,
    rules,
    pairs: pairsOf(values, flags),
    weightColumn: flags.weight ?? null,
    seed: flags.seed,
    permutations: flags.permutations,
    moved: flags.moved,
  });
  await print(report, flags, io);
  await remark(values.warnings, flags, io);
  await judge(report, gates, flags, io, outcome);
}

interface Read {
  readonly values: ValuesToCompare;
  /** Their measures as the values name them. */
  readonly gates: readonly WorseGate[];
  /** Null for labels. */
  readonly rules: EvaluationRules | null;
}

async function readRuns([qrels = "", ...rest]: readonly string[], flags: CompareFlags, io: CliIo): Promise<Read> {
  const { compareRunFiles } = await import("../../measure/compare-run-files.ts");
  const { evaluationRules } = await import("../../measure/evaluation-rules.ts");
  const kinds = await loadMeasureModules(flags.measureModule);
  const asked = flags.failIfWorse.map(({ measure }) => measure);
  // Without a run it may have been meant as a folder of labels.
  if (qrels !== "-" && !existsSync(qrels) && rest.every((text) => isMeasure(text, kinds))) {
    throw new SemqrelError("FILE_NOT_FOUND", `Comparing ${qrels}: there is no such file or folder. Check the path.`, {
      details: { path: qrels },
    });
  }
  const { runs, measures, warnings } = sortArguments(
    rest,
    asked.length > 0 ? asked : usualMeasures,
    kinds,
    flags.trecEval,
  );
  requireOneStandardInputOf(qrels, runs, flags);
  // All at once, so that all mistakes are told at once.
  measuresOf(asked, kinds, flags.trecEval);
  const gated = flags.failIfWorse.flatMap(({ measure, margin }) =>
    measuresOf([measure], kinds, flags.trecEval).map((parsed) => ({ parsed, margin })),
  );
  const all = [...measures, ...gated.map(({ parsed }) => parsed)];
  const distinct = all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place);
  const options = evaluationOf(flags, distinct, io);
  const values = await compareRunFiles({ judgments: qrels, runs, queries: flags.queries ?? null }, distinct, {
    ...options,
    differentQueries: differentQueriesOf(flags),
  });
  return {
    values: { ...values, warnings: [...warnings, ...values.warnings] },
    gates: gated.map(({ parsed, margin }) => ({ measure: parsed.name, margin })),
    rules: evaluationRules(options, flags.intersection ? "skip" : flags.missingQueries),
  };
}

async function readFolders(given: readonly string[], flags: CompareFlags): Promise<Read> {
  const { compareLabelFolders } = await import("../../measure/compare-label-folders.ts");
  requireLabelOptions(flags);
  const folders = given.filter((path, place) => place === 0 || existsSync(path));
  const other = folders.find((path) => !isFolder(path));
  if (other !== undefined) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Reading arguments: ${folders[0]} is a folder of labels, ${other} is none. Compare folders with folders, or runs against ${join(folders[0] ?? "", "labels.qrels")}.`,
    );
  }
  const paths = folders.map((path) => realpathSync(path));
  const twice = folders.find((_, place) => paths.indexOf(paths[place] ?? "") < place);
  if (twice !== undefined) {
    throw new SemqrelError("INVALID_OPTION", `Reading arguments: the folder ${twice} is given twice. Give each once.`);
  }
  const asked = [
    ...given.filter((path) => !folders.includes(path)),
    ...flags.failIfWorse.map(({ measure }) => measure),
  ];
  const values = await compareLabelFolders(folders, {
    measures: [...new Set(asked.length > 0 ? asked : usualLabelMeasures)],
    queries: flags.queries ?? null,
    segment: flags.segment ?? null,
    weight: flags.weight ?? null,
    differentQueries: differentQueriesOf(flags),
    acrossConditions: flags.acrossConditions === true,
  });
  return { values, gates: flags.failIfWorse, rules: null };
}

/** Labels were measured when they were made: what says how to measure runs would be passed over in silence. */
function requireLabelOptions(flags: CompareFlags): void {
  requireQueriesFile(flags, "Comparing labels");
  const given = [
    flags.depth !== undefined && "--depth",
    flags.judgedOnly && "--judged-only",
    flags.undefined !== "zero" && "--undefined",
    flags.trecEval !== "9" && "--trec-eval",
    flags.measureModule.length > 0 && "--measure-module",
    flags.qrelsFormat !== undefined && "--qrels-format",
    flags.runFormat !== undefined && "--run-format",
  ].filter((name) => typeof name === "string");
  if (given.length === 0) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Comparing labels: ${given.join(", ")} cannot change what label measured. Leave it out, or compare runs against the folder's labels.qrels.`,
    { details: { options: given } },
  );
}

function differentQueriesOf(flags: CompareFlags): "refuse" | "intersection" | "zero" {
  if (flags.intersection || flags.missingQueries === "skip") return "intersection";
  return flags.missingQueries === "zero" ? "zero" : "refuse";
}

function pairsOf(values: ValuesToCompare, flags: CompareFlags): readonly ComparedPair[] {
  const { runs, usualPairs } = values;
  if (runs.length < 2) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Comparing runs: there is only "${runs[0]}". Give at least two, or use semqrel measure.`,
    );
  }
  if (flags.baseline === undefined && !flags.allPairs) return usualPairs;
  const baseline = flags.baseline === undefined ? 0 : runs.indexOf(flags.baseline);
  if (baseline < 0) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Comparing runs: no run is called "${flags.baseline}". There are: ${runs.join(", ")}.`,
      { details: { baseline: flags.baseline } },
    );
  }
  const others = [...runs.keys()].filter((run) => run !== baseline);
  const withBaseline = others.map((run) => ({ run, baseline }));
  if (!flags.allPairs) return withBaseline;
  return [
    ...withBaseline,
    ...others.flatMap((one, place) => others.slice(place + 1).map((run) => ({ run, baseline: one }))),
  ];
}

async function print(report: ComparisonReport, flags: CompareFlags, io: CliIo): Promise<void> {
  const { comparisonRows, renderComparison, renderComparisonAsMarkdown } = await import(
    "../../measure/render-comparison.ts"
  );
  const withTests = flags.tests === true;
  const forms: ReportForms = {
    text: (width) => renderComparison(report, withTests, width),
    markdown: () => renderComparisonAsMarkdown(report, withTests),
    rows: () => comparisonRows(report),
    bold: headings,
  };
  await printReport(report, async () => forms, flags, io);
}

async function judge(
  report: ComparisonReport,
  gates: readonly WorseGate[],
  flags: CompareFlags,
  io: CliIo,
  outcome: Outcome,
): Promise<void> {
  const { red, yellow } = await colorsFor(io.stderr, io, flags.color);
  // Of all pairs only those with the baseline say whether something became worse.
  const baseline = flags.allPairs ? (flags.baseline ?? report.runs[0]) : null;
  for (const { measure: name, margin } of gates) {
    for (const pair of report.measures.find(({ measure }) => measure === name)?.pairs ?? []) {
      if (baseline !== null && pair.baseline !== baseline) continue;
      const compared = `${printable(pair.run)} against ${printable(pair.baseline)}`;
      if (pair.verdict === "too few queries") {
        io.stderr.write(
          `${yellow("semqrel:")} ${compared}: ${pair.queries} queries are too few for a verdict on ${name}.\n`,
        );
      }
      if (pair.verdict !== "worse" || Math.abs(pair.difference ?? 0) <= margin) continue;
      io.stderr.write(`${red("semqrel:")} ${compared}: ${name} is worse by ${Math.abs(pair.difference ?? 0)}.\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}

function worseGates(value: string, previous: readonly WorseGate[]): readonly WorseGate[] {
  const parts = value.split(/,(?![^({]*[)}])/).map((part): WorseGate => {
    // The `=` of P(rel=2)@5 is inside brackets.
    const [, measure = "", , number] = /^((?:[^=(]|\([^)]*\))+)(=(.*))?$/.exec(part.trim()) ?? [];
    const margin = number === undefined ? 0 : Number(number);
    if (measure !== "" && number?.trim() !== "" && margin >= 0 && Number.isFinite(margin)) return { measure, margin };
    throw new InvalidArgumentError("Give MEASURE or MEASURE=MARGIN with a margin >= 0, such as nDCG@10=0.005.");
  });
  return [...previous, ...parts];
}
