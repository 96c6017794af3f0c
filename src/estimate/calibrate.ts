import { defineCommand, labelsArgument, tableFormats } from "../command/define-command.ts";
import { group, nonNegative, oneOf, output, positive, type SettingsOf, text, unitShare } from "../command/settings.ts";
import { invalidOption } from "../core/errors.ts";
import type { Warning } from "../core/warnings.ts";
import type { AppliedReport } from "./apply-calibration.ts";
import type { Calibration } from "./calibration/calibration-model.ts";
import type { EstimateReport } from "./estimate-report.ts";
import { studyFilesOf, studyOptionsOf, studySettings } from "./study-settings.ts";
import type { ThresholdReport } from "./threshold-files.ts";

const weightSettings = {
  gain: positive("<number>", "value of a relevant result (default: 2)"),
  cost: positive("<number>", "cost of a result that is not relevant (default: 1)"),
  beta: unitShare(
    "<share>",
    "the threshold is a weighted mean of the best cosine (highest gain minus cost) and the break-even cosine (the lowest whose gain covers its cost); --beta is the weight of the break-even cosine after many ratings (default: 0.1)",
  ),
  gamma: nonNegative(
    "<number>",
    "how fast the weight of the break-even cosine falls to --beta as ratings are added (default: 0.05)",
  ),
};

const settings = {
  writeLabels: output("<folder>", "the folder to write"),
  gold: text("<qrels>", "ratings of randomly drawn queries, in any format that measure reads"),
  apply: text(
    "<file>",
    "instead of --gold: a calibration.json that estimate --write-labels wrote earlier, or its folder",
  ),
  ...studySettings,
  ...group("Match threshold:", {
    threshold: oneOf("<rule>", "learn only a minimum cosine of matches; --unjudged is then leave-out by default", [
      "beta-gamma",
    ]),
    ...weightSettings,
  }),
};
/** Settings of the function `calibrate`. */
export type CalibrateSettings = SettingsOf<typeof settings>;

/** The result of `calibrate`; `by` says what the new labels are based on. */
export type Calibrated = { readonly warnings: readonly Warning[]; readonly written: readonly string[] } & (
  | {
      readonly by: "ratings";
      readonly report: EstimateReport;
      /** For each engine on rated queries: mean by calibrated labels minus mean by people's grades. */
      readonly offsets: Readonly<Record<string, number>>;
      readonly calibration: Calibration;
    }
  | { readonly by: "calibration"; readonly report: AppliedReport }
  | { readonly by: "threshold"; readonly report: ThresholdReport }
);

export const command = defineCommand({
  name: "estimate --write-labels",
  doing: "Calibrating",
  about:
    "Learns from ratings of some queries how much each kind of match is worth, and labels all results again. A " +
    "result that has a rating gets it; the others get a prediction, which never uses ratings of the same query. " +
    "Writes the same files as `label`, plus the learned model and where each label comes from, and prints the same as `estimate`. With " +
    "--apply, it labels new lists with such a model, without ratings. With --threshold, results keep their labels, except that " +
    "matches below a minimum cosine are dropped. This minimum is learned from the ratings.",
  takes: [labelsArgument],
  settings,
  formats: tableFormats,
  examples: [
    "estimate labels --gold gold.qrels --write-labels calibrated",
    "estimate new-labels --apply calibrated/calibration.json --write-labels new-calibrated",
    "estimate labels --gold gold.qrels --threshold beta-gamma --write-labels under-threshold",
  ],

  async run([labels]: readonly [labels: string], given, isSet = () => false): Promise<Calibrated> {
    const { calibrateFiles } = await import("./estimate-files.ts");
    const { writeRelabelledFolder } = await import("./relabelled-folder.ts");
    const { requireOneStandardInput } = await import("../io/require-paths.ts");
    const { withModel } = await import("../model/with-model.ts");
    requireOneSource(given, isSet);
    const { gold = null, apply = null, writeLabels: out, threshold } = given;
    const files = studyFilesOf(labels, gold ?? "", given);
    requireOneStandardInput([labels, gold, apply, ...files.proxies.map(({ path }) => path)]);
    const options = await studyOptionsOf(given);
    const { measure, depth, seed } = options;
    if (apply !== null) {
      const { applyCalibration } = await import("./apply-calibration.ts");
      return withModel(given, async (tools) => {
        const inputs = { labels, calibration: apply, proxies: files.proxies };
        const applied = await applyCalibration(inputs, measure, tools);
        const { report, warnings } = applied;
        return { by: "calibration", report, warnings, written: out ? writeRelabelledFolder(out, applied) : [] };
      });
    }
    if (threshold !== undefined) {
      const { thresholdFiles } = await import("./threshold-files.ts");
      const unjudged = isSet("unjudged") ? given.unjudged : "leave-out";
      const found = await thresholdFiles(
        { labels, gold: files.gold },
        { measure, depth, seed, unjudged, ...weightsOf(given) },
      );
      const { report, warnings } = found;
      return { by: "threshold", report, warnings, written: out ? writeRelabelledFolder(out, found) : [] };
    }
    return withModel(given, async (tools) => {
      const calibrated = await calibrateFiles(files, options, tools);
      const { report, offsets, calibration, warnings } = calibrated;
      const written = out ? writeRelabelledFolder(out, calibrated) : [];
      return { by: "ratings", report, offsets, calibration, warnings, written };
    });
  },

  async print(found, terminal, _, { writeLabels }) {
    if (found.by === "threshold") {
      const { thresholdBlocks, thresholdRows } = await import("./threshold-files.ts");
      await terminal.answer(found, { blocks: thresholdBlocks, rows: thresholdRows });
    } else if (found.by === "calibration") {
      const { appliedBlocks, appliedRows } = await import("./apply-calibration.ts");
      await terminal.answer(found, { blocks: appliedBlocks, rows: appliedRows });
    } else {
      const { estimateBlocks, estimateRows } = await import("./estimate-blocks.ts");
      const { report: estimates, offsets, calibration, warnings } = found;
      const report = { ...estimates, schema: "semqrel.calibrate/1", offsets, trainedOn: calibration.trainedOn };
      const view = { blocks: () => estimateBlocks(estimates), rows: () => estimateRows(estimates) };
      await terminal.answer({ report, warnings }, view);
    }
    terminal.say(["", offsetsOf(found), `Wrote ${found.written.length} files to ${writeLabels}.`]);
  },
});

/**
 * Labels all results again: with people's grade if there is one, otherwise with the grade that a model predicts. With
 * `threshold`, results keep their labels, except that matches below a minimum cosine are dropped. This minimum is
 * learned from the ratings.
 * @param labels - a folder that `label` wrote
 * @returns the report and `written`, the names of the written files
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 */
export const calibrate = command.call;

const notWithApply = ["threshold", "target", "method", "depth", "unjudged", "seed"] as const;
const notWithThreshold = ["method", "target", "proxy"] as const;

function requireOneSource(given: CalibrateSettings, isSet: (setting: keyof CalibrateSettings) => boolean): void {
  const { gold, apply, threshold } = given;
  if ((gold === undefined) === (apply === undefined)) {
    throw invalidOption(
      gold === undefined
        ? "Calibrating: there are neither ratings nor a calibration. Give ratings of some queries (--gold FILE), or a calibration learned elsewhere (--apply calibration.json)."
        : "Calibrating: there are both ratings and a calibration. Give --gold to learn again, or --apply to use what was learned.",
      { gold, apply },
    );
  }
  const [mode, others] =
    apply !== undefined ? ["apply", notWithApply] : threshold !== undefined ? ["threshold", notWithThreshold] : [];
  const other = others?.find(isSet);
  if (other !== undefined) {
    throw invalidOption(`Calibrating: --${other} is not used with --${mode}. Leave one of the two out.`, {
      option: other,
    });
  }
  const [weight] = Object.keys(weightsOf(given));
  if (threshold === undefined && weight !== undefined) {
    throw invalidOption(
      `Calibrating: --${weight} only affects the match threshold. Add --threshold beta-gamma, or leave it out.`,
      { option: weight },
    );
  }
}

function weightsOf(given: CalibrateSettings) {
  const names = Object.keys(weightSettings) as (keyof typeof weightSettings)[];
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

function offsetsOf(found: Calibrated): string | false {
  if (found.by !== "ratings") return false;
  const values = Object.values(found.offsets);
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2));
  return `On rated queries, calibrated labels alone are off by ${least} to ${most}, so use them to order engines, not as scores.`;
}
