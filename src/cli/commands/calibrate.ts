/** `semqrel calibrate`: better labels from a few ratings. */
import { Command, Option } from "commander";
import { type CalibrationFlags, calibrationOptions, studyFilesOf, studyOptionsOf } from "../calibration-options.ts";
import { requireOneStandardInput } from "../input-options.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import { printable } from "../print.ts";
import { remark } from "../remark.ts";
import { printEstimate } from "./estimate.ts";

interface CalibrateFlags extends CommonFlags, CalibrationFlags {
  readonly out: string;
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
}

export function calibrateCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("calibrate")
    .description(
      "Learns from ratings of some queries what matches are worth, and labels all results anew: people's grade where\n" +
        "there is one, else what the model expects people to say, always from ratings of other queries. Writes a folder\n" +
        "like that of label, with the model and where each label comes from; prints what estimate prints.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .addOption(option("-o, --out <folder>", "required: the folder to write").makeOptionMandatory());
  return calibrationOptions(command)
    .optionsGroup("Output:")
    .addOption(option("--format <format>", "of stdout").choices(["table", "csv", "tsv", "md", "json"]).default("table"))
    .addOption(option("--json", "the same as --format json"))
    .addHelpText("after", "\nExample:\n  semqrel calibrate labels --gold gold.qrels --out calibrated\n")
    .action((labels: string, flags: CalibrateFlags) => calibrate(labels, flags, io));
}

async function calibrate(labels: string, flags: CalibrateFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { calibrateFiles, writeCalibrated } = await import("../../calibrate-files.ts");
  const files = studyFilesOf(labels, flags);
  requireOneStandardInput([labels, files.gold, ...files.proxies.map(({ path }) => path)]);
  const options = await studyOptionsOf(flags);
  const opened = await openModelTools(flags, io);
  try {
    const calibrated = await calibrateFiles(files, options, opened.tools);
    const written = writeCalibrated(flags.out, calibrated, options.measure.name);
    const { offsets, estimates, calibration } = calibrated;
    const all = [...opened.tools.warnings(), ...calibrated.warnings];
    const further = { schema: "semqrel.calibrate/1", offsets, trainedOn: calibration.trainedOn, warnings: all };
    await printEstimate(estimates, further, flags, io);
    await remark(all, flags, io);
    if (flags.quiet === true) return;
    const values = Object.values(offsets);
    io.stderr.write(
      `\nOn rated queries calibrated labels alone are off by ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}: they order engines and are no level.\n` +
        `Wrote ${written.length} files to ${printable(flags.out)}.\n`,
    );
  } finally {
    await opened.close();
  }
}
