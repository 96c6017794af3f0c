/** `semqrel calibrate`: better labels from a few ratings, or by what ratings taught elsewhere. */
import { Command, Option } from "commander";
import type { Warning } from "../../core/warnings.ts";
import type { RelabelledLists } from "../../estimate/relabelled-folder.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { CliIo } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import {
  type CalibrationFlags,
  calibrationOptions,
  studyFilesOf,
  studyOptionsOf,
} from "../options/calibration-options.ts";
import { namedProxy } from "../options/input-options.ts";
import { nonNegative, positive, unitShare } from "../options/option-values.ts";
import { formatOption, jsonOption } from "../options/report-options.ts";
import { printable } from "../terminal/print.ts";
import { printReport, type ReportFlags, type ReportForms } from "../terminal/print-report.ts";
import { remark } from "../terminal/remark.ts";
import { printEstimate } from "./estimate.ts";

interface CalibrateFlags extends ReportFlags, Omit<CalibrationFlags, "gold"> {
  readonly gold?: string;
  readonly apply?: string;
  readonly threshold?: "beta-gamma";
  readonly beta?: number;
  readonly gamma?: number;
  readonly gain?: number;
  readonly cost?: number;
  readonly out: string;
}

/** What only ratings need. */
const learning = ["gold", "threshold", "target", "method", "depth", "unjudged", "seed"];
const thresholdWeights = ["beta", "gamma", "gain", "cost"] as const;

export function calibrateCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("calibrate")
    .description(
      "Learns from ratings of some queries what matches are worth, and labels all results anew: people's grade where\n" +
        "there is one, else what the model expects people to say, always from ratings of other queries. Writes a folder\n" +
        "like that of label, with the model and where each label comes from; prints what estimate prints.\n" +
        "With --apply: labels new lists by such a model, none of whose queries is rated. With --threshold: keeps the\n" +
        "labels, and refuses matches below the cosine from which on they are worth believing, by the ratings.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .addOption(option("-o, --out <folder>", "required: the folder to write").makeOptionMandatory())
    .addOption(
      option(
        "--apply <file>",
        "instead of --gold: a calibration.json that calibrate wrote earlier, or its folder",
      ).conflicts(learning),
    );
  calibrationOptions(command);
  const gold = command.options.find(({ long }) => long === "--gold");
  if (gold !== undefined) {
    gold.makeOptionMandatory(false);
    gold.description = "ratings of some queries, drawn at random, in any format that measure reads";
  }
  return command
    .optionsGroup("Match threshold:")
    .addOption(
      option(
        "--threshold <rule>",
        "learn no model but the cosine from which on matches pay; --unjudged leave-out is its default",
      )
        .choices(["beta-gamma"])
        .conflicts(["method", "target", "proxy"]),
    )
    .addOption(option("--gain <number>", "what a relevant result is worth (default: 2)").argParser(positive))
    .addOption(option("--cost <number>", "what another one costs (default: 1)").argParser(positive))
    .addOption(
      option(
        "--beta <share>",
        "what is left, after many ratings, of the lowest cosine without loss (default: 0.1)",
      ).argParser(unitShare),
    )
    .addOption(
      option("--gamma <number>", "how fast ratings speak for the best cosine (default: 0.05)").argParser(nonNegative),
    )
    .optionsGroup("Output:")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel calibrate labels --gold gold.qrels --out calibrated\n" +
        "  semqrel calibrate new-labels --apply calibrated/calibration.json --out new-calibrated\n" +
        "  semqrel calibrate labels --gold gold.qrels --threshold beta-gamma --out under-threshold\n",
    )
    .action((labels: string, flags: CalibrateFlags) => calibrate(labels, heedDefaults(flags, command), io));
}

/** A threshold goes by rated results alone, unless told otherwise. */
function heedDefaults(flags: CalibrateFlags, command: Command): CalibrateFlags {
  const isDefault = command.getOptionValueSource("unjudged") === "default";
  return flags.threshold !== undefined && isDefault ? { ...flags, unjudged: "leave-out" } : flags;
}

async function calibrate(labels: string, flags: CalibrateFlags, io: CliIo): Promise<void> {
  const { gold, apply } = flags;
  await requireOneWay(flags);
  requireOneStandardInput([
    labels,
    gold ?? null,
    apply ?? null,
    ...(flags.proxy ?? []).map((it) => namedProxy(it).path),
  ]);
  if (gold === undefined) return applyTo(labels, apply ?? "", flags, io);
  if (flags.threshold !== undefined) return chooseThreshold(labels, gold, flags, io);
  return learn(labels, { ...flags, gold }, io);
}

async function learn(labels: string, flags: CalibrateFlags & CalibrationFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { calibrateFiles, writeCalibrated } = await import("../../estimate/calibrate-files.ts");
  const options = await studyOptionsOf(flags);
  const opened = await openModelTools(flags, io);
  try {
    const calibrated = await calibrateFiles(studyFilesOf(labels, flags), options, opened.tools);
    const written = writeCalibrated(flags.out, calibrated, options.measure.name);
    const { offsets, estimates, calibration } = calibrated;
    const all = [...opened.tools.warnings(), ...calibrated.warnings];
    const further = { schema: "semqrel.calibrate/1", offsets, trainedOn: calibration.trainedOn, warnings: all };
    await printEstimate(estimates, further, flags, io);
    await remark(all, flags, io);
    const values = Object.values(offsets);
    const off = `On rated queries calibrated labels alone are off by ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}: they order engines and are no level.\n`;
    tellWritten(written, off, flags, io);
  } finally {
    await opened.close();
  }
}

async function applyTo(labels: string, calibration: string, flags: CalibrateFlags, io: CliIo): Promise<void> {
  const { applyCalibration } = await import("../../estimate/apply-calibration.ts");
  const { parseOrderingMeasure } = await import("../../measure/measures/parse-measures.ts");
  const { appliedRows, renderApplied } = await import("../../estimate/applied-report.ts");
  const files = { labels, calibration, proxies: (flags.proxy ?? []).map(namedProxy) };
  const measure = parseOrderingMeasure(flags.measure);
  const opened = await openModelTools(flags, io);
  try {
    const applied = await applyCalibration(files, { measure }, opened.tools);
    const { report } = applied;
    const all = [...opened.tools.warnings(), ...applied.warnings];
    await finish(applied, { report, warnings: all }, flags, io, {
      text: (width) => renderApplied(report, false, width),
      markdown: () => renderApplied(report, true),
      rows: () => appliedRows(report),
    });
  } finally {
    await opened.close();
  }
}

async function chooseThreshold(labels: string, gold: string, flags: CalibrateFlags, io: CliIo): Promise<void> {
  const { thresholdFiles } = await import("../../estimate/threshold-files.ts");
  const { parseOrderingMeasure } = await import("../../measure/measures/parse-measures.ts");
  const { renderThreshold, thresholdRows } = await import("../../estimate/threshold-report.ts");
  const { depth, unjudged, seed } = flags;
  const weights = Object.fromEntries(
    thresholdWeights.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  );
  const measure = parseOrderingMeasure(flags.measure);
  const thresholded = await thresholdFiles({ labels, gold }, { measure, depth, unjudged, seed, ...weights });
  const { report, warnings } = thresholded;
  await finish(thresholded, { report, warnings }, flags, io, {
    text: (width) => renderThreshold(report, false, width),
    markdown: () => renderThreshold(report, true),
    rows: () => thresholdRows(report),
  });
}

/** Writes the folder, and prints what it holds. */
async function finish(
  relabelled: RelabelledLists,
  { report, warnings }: { readonly report: object; readonly warnings: readonly Warning[] },
  flags: CalibrateFlags,
  io: CliIo,
  forms: Omit<ReportForms, "bold">,
): Promise<void> {
  const { writeRelabelledFolder } = await import("../../estimate/relabelled-folder.ts");
  const written = writeRelabelledFolder(flags.out, relabelled);
  await printReport({ ...report, warnings }, async () => ({ ...forms, bold: /.+\n$/ }), flags, io);
  await remark(warnings, flags, io);
  tellWritten(written, "", flags, io);
}

function tellWritten(written: readonly string[], before: string, { out, quiet }: CalibrateFlags, io: CliIo): void {
  if (quiet === true) return;
  io.stderr.write(`\n${before}Wrote ${written.length} files to ${printable(out)}.\n`);
}

async function requireOneWay(flags: CalibrateFlags): Promise<void> {
  const { SemqrelError } = await import("../../core/errors.ts");
  const { gold, apply, threshold } = flags;
  if ((gold === undefined) === (apply === undefined)) {
    throw new SemqrelError(
      "INVALID_OPTION",
      gold === undefined
        ? "Calibrating: there are neither ratings nor a calibration. Give ratings of some queries (--gold FILE), or what was learned from others (--apply calibration.json)."
        : "Calibrating: there are both ratings and a calibration. Give --gold to learn anew, or --apply to use what was learned.",
      { details: { gold, apply } },
    );
  }
  const weight = thresholdWeights.find((name) => flags[name] !== undefined);
  if (threshold === undefined && weight !== undefined) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Calibrating: --${weight} is of the match threshold, which is not asked for. Add --threshold beta-gamma, or leave it out.`,
      { details: { option: weight } },
    );
  }
}
