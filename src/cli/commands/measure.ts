/** `semqrel measure`: what runs reach against judgments. */
import { Command, Option } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { writeFiles } from "../../core/files/write-file.ts";
import { namedFile } from "../../io/named-files.ts";
import { requireOtherFile } from "../../io/require-paths.ts";
import { measureDocument } from "../../measure/measure-report.ts";
import { officialMeasures } from "../../measure/measures/parse-measures.ts";
import type { MeasuredRuns, MeasureSettings } from "../../verbs/measure.ts";
import { usualMeasures } from "../../verbs/usual-measures.ts";
import { type CliIo, type CommonFlags, exitCodes, type Outcome } from "../io.ts";
import { evaluationOptions, type NamedBound, namedBounds } from "../options/evaluation-options.ts";
import { choice, jsonOption } from "../options/option-values.ts";
import { outputOption } from "../options/reach.ts";
import { printable, printJson, say } from "../terminal/print.ts";
import { printReport, remark } from "../terminal/print-report.ts";
import { colorsFor } from "../terminal/terminal.ts";
import { settingsOf } from "../verb-settings.ts";

interface MeasureFlags extends CommonFlags, MeasureSettings {
  readonly failUnder: readonly NamedBound[];
  readonly svg?: string;
  readonly query?: string;
  readonly format: "table" | "csv" | "tsv" | "md" | "json" | "trec_eval";
  readonly json?: boolean;
}

export function createCommand(io: CliIo, outcome: Outcome): Command {
  const command = new Command("measure")
    .description(
      "Measures runs against judgments. Arguments that parse as a measure are measures (nDCG@10, AP(rel=2), P_10,\n" +
        `ndcg_cut.5,10), the others files; [name=]file names a run. Without a measure: ${usualMeasures.join(" ")}.`,
    )
    .argument("<qrels>", "judgments in any known format; a folder of `label` stands for its labels.qrels")
    .argument("<runs-and-measures...>", "runs, and measures as ir_measures or trec_eval spell them");
  return evaluationOptions(command, "zero")
    .optionsGroup("Output:")
    .option("--per-query", "the value of every query as well")
    .option("--describe", "count, mean, deviation, quartiles of every measure")
    .option("--curves", "precision at recall 0, 0.1, … 1; with --json every point of every query")
    .addOption(outputOption("--svg <file>", "the curves of --curves as a picture; - is stdout"))
    .option("--query <id>", "query that --svg draws, with its precision at every position (default: mean over queries)")
    .addOption(
      new Option(
        "--fail-under <measure=x>",
        "exit 1 where a run's mean is lower; repeatable, or several between commas",
      )
        .argParser(namedBounds)
        .default([], "none"),
    )
    .addOption(
      choice("--format <format>", "of stdout; trec_eval without a measure prints its official ones", [
        "table",
        "csv",
        "tsv",
        "md",
        "json",
        "trec_eval",
      ]),
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel measure qrels.txt bm25.run dense.run nDCG@10 AP 'P(rel=2)@5'\n" +
        "  semqrel measure labels labels/runs/*.run nDCG@10 --per-query --format csv\n" +
        "  semqrel measure qrels.txt bm25.run --format trec_eval --missing-queries skip\n" +
        "  semqrel measure qrels.txt new.run --fail-under nDCG@10=0.45\n" +
        "  semqrel measure qrels.txt bm25.run dense.run --curves --svg curves.svg\n",
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
  const format = flags.json ? "json" : flags.format;
  requireOneTable(flags, format);
  requireCurves(qrels, given, flags, format);
  const { measureRuns } = await import("../../verbs/measure.ts");
  const defaults = format === "trec_eval" ? officialMeasures : usualMeasures;
  const found = await measureRuns(qrels, given, settingsOf(flags, io), defaults);
  const picture = await pictureOf(found, flags);
  if (flags.svg === "-") io.stdout.write(picture);
  else {
    if (flags.svg !== undefined) writeFiles([{ path: flags.svg, content: [picture] }]);
    await print(found, { ...flags, format }, io);
    say([flags.svg !== undefined && `Wrote ${flags.svg}.`], flags, io);
  }
  await remark(found.measured.warnings, flags, io);
  await judge(found, flags, io, outcome);
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
  throw invalidOption(
    format === "trec_eval"
      ? `Printing as trec_eval: it has no place for ${asked.join(", ")}. Leave it out, or take another --format.`
      : `Printing ${format}: ${asked.join(" and ")} make tables of different columns. Ask for one at a time, or for --json.`,
    { options: asked },
  );
}

function requireCurves(
  qrels: string,
  given: readonly string[],
  { svg, query, curves, queries }: MeasureFlags,
  format: MeasureFlags["format"],
): void {
  const refuse = (what: string) => invalidOption(`Drawing curves: ${what}`);
  if (query !== undefined && svg === undefined) throw refuse("--query needs a picture. Add --curves --svg FILE.");
  if (svg === undefined) return;
  if (!curves) throw refuse("--svg draws what --curves measures. Add --curves.");
  requireOtherFile(svg, [qrels, queries ?? null, ...given.map((one) => namedFile(one).path)]);
  if (svg === "-" && format !== "table") throw refuse(`stdout cannot hold ${format} and the picture. Give --svg FILE.`);
}

/** An empty text unless one is asked for. */
async function pictureOf({ measured, curves }: MeasuredRuns, { svg, query }: MeasureFlags): Promise<string> {
  if (svg === undefined || curves === null) return "";
  const { drawCurves } = await import("../../report/draw-curves.ts");
  const runs = measured.runs.flatMap(({ run: { name } }) => {
    const ofRun = curves[name];
    return ofRun === undefined ? [] : [{ name, curves: ofRun }];
  });
  return drawCurves(runs, measured.queries, query ?? null);
}

async function print({ measured, curves, isUsual }: MeasuredRuns, flags: MeasureFlags, io: CliIo): Promise<void> {
  const { format } = flags;
  const options = { perQuery: flags.perQuery === true, describe: flags.describe === true, curves };
  if (format === "json") return printJson(io, measureDocument(measured, options));
  if (format === "trec_eval") {
    const { trecEvalText } = await import("../../measure/trec-eval-text.ts");
    for (const line of trecEvalText(measured, options.perQuery, isUsual)) io.stdout.write(line);
    return;
  }
  const { measureBlocks, measureRows } = await import("../../measure/measure-blocks.ts");
  const forms = { blocks: () => measureBlocks(measured, options), rows: () => measureRows(measured, options) };
  await printReport({}, forms, { ...flags, format }, io);
}

async function judge({ bounds, all }: MeasuredRuns, flags: MeasureFlags, io: CliIo, outcome: Outcome): Promise<void> {
  const { red } = await colorsFor(io.stderr, io, flags.color);
  for (const { measure: gated, bound } of bounds) {
    for (const { run, measured } of all) {
      const value = measured.find(({ measure: { name } }) => name === gated.name)?.value ?? Number.NaN;
      if (value >= bound) continue;
      const found = `${printable(run.name)}: mean ${gated.name} is ${Number.isNaN(value) ? "undefined" : value}, below ${bound}.`;
      io.stderr.write(`${red("semqrel:")} ${found}\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}
