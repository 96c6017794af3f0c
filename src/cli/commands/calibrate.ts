/** `semqrel estimate`: better labels from a few ratings, or by what ratings taught elsewhere. */
import { Command, Option } from "commander";
import type { Calibrated, CalibrateSettings } from "../../verbs/calibrate.ts";
import type { CliIo } from "../io.ts";
import { calibrationOptions } from "../options/calibration-options.ts";
import { formatOption, jsonOption, nonNegative, positive, unitShare } from "../options/option-values.ts";
import { outputOption } from "../options/reach.ts";
import { say } from "../terminal/print.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface CalibrateFlags extends ReportFlags, Omit<CalibrateSettings, "out"> {
  readonly writeLabels: string;
}

/** What only ratings need. */
const learning = ["gold", "threshold", "target", "method", "depth", "unjudged", "seed"];

export function createCommand(io: CliIo): Command {
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
    .addOption(outputOption("--write-labels <folder>", "required: the folder to write").makeOptionMandatory())
    .addOption(
      option(
        "--apply <file>",
        "instead of --gold: a calibration.json that estimate --write-labels wrote earlier, or its folder",
      ).conflicts(learning),
    );
  return calibrationOptions(command, "")
    .optionsGroup("Match threshold:")
    .addOption(
      option(
        "--threshold <rule>",
        "learn no model but the cosine from which on matches pay; --unjudged leave-out is its default",
      )
        .choices(["beta-gamma"])
        .conflicts(["method", "target", "proxy"]),
    )
    .option("--gain <number>", "what a relevant result is worth (default: 2)", positive)
    .option("--cost <number>", "what another one costs (default: 1)", positive)
    .option(
      "--beta <share>",
      "what is left, after many ratings, of the lowest cosine without loss (default: 0.1)",
      unitShare,
    )
    .option("--gamma <number>", "how fast ratings speak for the best cosine (default: 0.05)", nonNegative)
    .optionsGroup("Output:")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel estimate labels --gold gold.qrels --write-labels calibrated\n" +
        "  semqrel estimate new-labels --apply calibrated/calibration.json --write-labels new-calibrated\n" +
        "  semqrel estimate labels --gold gold.qrels --threshold beta-gamma --write-labels under-threshold\n",
    )
    .action((labels: string, flags: CalibrateFlags) => calibrate(labels, withoutDefaults(flags, command), io));
}

/** A threshold has another default. */
function withoutDefaults(flags: CalibrateFlags, command: Command): CalibrateFlags {
  if (flags.threshold === undefined || command.getOptionValueSource("unjudged") !== "default") return flags;
  const { unjudged: _, ...others } = flags;
  return others;
}

async function calibrate(labels: string, flags: CalibrateFlags, io: CliIo): Promise<void> {
  const verbs = await import("../../verbs/calibrate.ts");
  const found = await verbs.calibrate(labels, settingsOf({ ...flags, out: flags.writeLabels }, io));
  await print(found, flags, io);
  say(["", offsetsOf(found), `Wrote ${found.written.length} files to ${flags.writeLabels}.`], flags, io);
}

async function print(found: Calibrated, flags: CalibrateFlags, io: CliIo): Promise<void> {
  if (found.by === "threshold") {
    const { thresholdBlocks, thresholdRows } = await import("../../estimate/threshold-report.ts");
    return answer(found, { blocks: thresholdBlocks, rows: thresholdRows }, flags, io);
  }
  if (found.by === "calibration") {
    const { appliedBlocks, appliedRows } = await import("../../estimate/applied-report.ts");
    return answer(found, { blocks: appliedBlocks, rows: appliedRows }, flags, io);
  }
  const { report: estimates, offsets, calibration, warnings } = found;
  const { estimateBlocks, estimateRows } = await import("../../estimate/estimate-blocks.ts");
  const forms = { blocks: () => estimateBlocks(estimates), rows: () => estimateRows(estimates) };
  const report = { ...estimates, schema: "semqrel.calibrate/1", offsets, trainedOn: calibration.trainedOn };
  await answer({ report, warnings }, forms, flags, io);
}

function offsetsOf(found: Calibrated): string | false {
  if (found.by !== "ratings") return false;
  const values = Object.values(found.offsets);
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2));
  return `On rated queries calibrated labels alone are off by ${least} to ${most}: they order engines and are no level.`;
}
