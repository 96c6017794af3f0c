/** `semqrel compare`: which run is better, and how sure one may be. */
import { Command, InvalidArgumentError, Option } from "commander";
import { labelFolderOf } from "../../io/labels/label-manifest.ts";
import type { ComparisonReport } from "../../measure/comparison-report.ts";
import type { CompareSettings, WorseBound } from "../../verbs/compare.ts";
import { usualMeasuresOfLabels, usualMeasuresToCompare } from "../../verbs/usual-measures.ts";
import { type CliIo, exitCodes, type Outcome } from "../io.ts";
import { evaluationOptions } from "../options/evaluation-options.ts";
import { count, formatOption, jsonOption, wholeNumber } from "../options/option-values.ts";
import { sayWhoseWord } from "../terminal/conclude.ts";
import { printable } from "../terminal/print.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { colorsFor } from "../terminal/terminal.ts";
import { settingsOf } from "../verb-settings.ts";

interface CompareFlags extends ReportFlags, CompareSettings {
  readonly tests?: boolean;
  readonly failIfWorse: readonly WorseBound[];
}

export function createCommand(io: CliIo, outcome: Outcome): Command {
  const command = new Command("compare")
    .description(
      "Compares runs query by query: differences with intervals, significance, wins and losses, and a verdict. Give\n" +
        "judgments, runs and measures as to `measure`, or folders that `label` wrote (of one: its engines; of several:\n" +
        `each engine with itself). Without a measure: ${usualMeasuresToCompare.join(" ")}; of labels ${usualMeasuresOfLabels.join(" ")}.`,
    )
    .argument("<qrels-or-labels>", "judgments, or a folder of `label`")
    .argument("[runs-and-measures...]", "runs or further folders, and measures");
  return evaluationOptions(command, "refuse")
    .optionsGroup("Comparison:")
    .option("--baseline <name>", "the run that the others are compared with (default: the first)")
    .option("--all-pairs", "compare every pair of runs")
    .option("--intersection", "where runs or engines answer different queries, compare them on those that all answer")
    .option("--across-conditions", "compare labels of another reference, model, policy or calibration")
    .option("--seed <n>", "of randomisation and bootstrap", wholeNumber, 1)
    .option("--permutations <n>", "of the randomisation test, where not all can be tried", count, 100_000)
    .optionsGroup("Output:")
    .option("--tests", "the p of every test as well")
    .option("--moved <n>", "queries to name that gained most, and as many that lost", wholeNumber, 3)
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
  const { compareWithBounds } = await import("../../verbs/compare.ts");
  const { report, warnings, bounds } = await compareWithBounds(given, settingsOf(flags, io));
  const { comparisonBlocks, comparisonRows } = await import("../../measure/comparison-blocks.ts");
  const blocks = () => comparisonBlocks(report, flags.tests === true);
  await answer({ report, warnings }, { blocks, rows: comparisonRows }, flags, io);
  const [labels = "", ...others] = given;
  if (labelFolderOf(labels) !== null && others.every((one) => labelFolderOf(one) === null)) {
    await sayWhoseWord(labels, flags, io);
  }
  await judge(report, bounds, flags, io, outcome);
}

async function judge(
  report: ComparisonReport,
  bounds: readonly WorseBound[],
  flags: CompareFlags,
  io: CliIo,
  outcome: Outcome,
): Promise<void> {
  const { red, yellow } = await colorsFor(io.stderr, io, flags.color);
  // Of all pairs only those with the baseline say whether something became worse.
  const baseline = flags.allPairs ? (flags.baseline ?? report.runs[0]) : null;
  for (const { measure: name, margin } of bounds) {
    for (const pair of report.measures.find(({ measure }) => measure === name)?.pairs ?? []) {
      if (baseline !== null && pair.baseline !== baseline) continue;
      const compared = `${printable(pair.run)} against ${printable(pair.baseline)}`;
      if (pair.verdict === "too few queries") {
        io.stderr.write(
          `${yellow("semqrel:")} ${compared}: ${pair.queries} queries are too few for a verdict on ${name}.\n`,
        );
      }
      const loss = Math.abs(pair.difference ?? 0);
      if (pair.verdict !== "worse" || loss <= margin) continue;
      io.stderr.write(`${red("semqrel:")} ${compared}: ${name} is worse by ${loss.toFixed(4)}.\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}

function worseGates(value: string, previous: readonly WorseBound[]): readonly WorseBound[] {
  const parts = value.split(/,(?![^({]*[)}])/).map((part): WorseBound => {
    // The `=` of P(rel=2)@5 is inside brackets.
    const [, measure = "", , number] = /^((?:[^=(]|\([^)]*\))+)(=(.*))?$/.exec(part.trim()) ?? [];
    const margin = number === undefined ? 0 : Number(number);
    if (measure !== "" && number?.trim() !== "" && margin >= 0 && Number.isFinite(margin)) return { measure, margin };
    throw new InvalidArgumentError("Give MEASURE or MEASURE=MARGIN with a margin >= 0, such as nDCG@10=0.005.");
  });
  return [...previous, ...parts];
}
