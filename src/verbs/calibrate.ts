/** `calibrate`: which better labels do a few ratings give, or what ratings taught elsewhere? */

import { invalidOption } from "../core/errors.ts";
import { requireKinds } from "../core/require-settings.ts";
import type { Warning } from "../core/warnings.ts";
import type { AppliedReport } from "../estimate/applied-report.ts";
import { applyCalibration } from "../estimate/apply-calibration.ts";
import { calibrateFiles, writeCalibrated } from "../estimate/calibrate-files.ts";
import type { Calibration } from "../estimate/calibration/calibration-model.ts";
import type { EstimateReport } from "../estimate/estimate-report.ts";
import { writeRelabelledFolder } from "../estimate/relabelled-folder.ts";
import { thresholdFiles } from "../estimate/threshold-files.ts";
import type { ThresholdReport } from "../estimate/threshold-report.ts";
import { readingAs } from "../io/encoding.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import { parseOrderingMeasure } from "../measure/measures/parse-measures.ts";
import { withModel } from "../model/with-model.ts";
import { type StudySettings, studyFilesOf, studyKinds, studyOptionsOf } from "./study.ts";

/** Ratings to learn from (`gold`), or what was learned (`apply`): one of the two is needed. */
export interface CalibrateSettings extends StudySettings {
  /** File of ratings of some queries. */
  readonly gold?: string;
  /** A calibration.json that an earlier call wrote, or its folder. */
  readonly apply?: string;
  /** Learns no model but the cosine from which on matches pay; `unjudged` is "leave-out" then. @default a model */
  readonly threshold?: "beta-gamma";
  /** With `threshold`: what is left, after many ratings, of the lowest cosine without loss. @default 0.1 */
  readonly beta?: number;
  /** With `threshold`: how fast ratings speak for the best cosine. @default 0.05 */
  readonly gamma?: number;
  /** With `threshold`: what a relevant result is worth. @default 2 */
  readonly gain?: number;
  /** With `threshold`: what another one costs. @default 1 */
  readonly cost?: number;
  /** Folder like that of `label`, with the new labels. @default nothing is written */
  readonly out?: string;
}

/** What `calibrate` found; `by` says which settings decided. */
export type Calibrated = { readonly warnings: readonly Warning[]; readonly written: readonly string[] } & (
  | {
      readonly by: "ratings";
      readonly report: EstimateReport;
      /** By engine, on rated queries: the mean of the calibrated values less that of people's. */
      readonly offsets: Readonly<Record<string, number>>;
      readonly calibration: Calibration;
    }
  | { readonly by: "calibration"; readonly report: AppliedReport }
  | { readonly by: "threshold"; readonly report: ThresholdReport }
);

const thresholdWeights = ["beta", "gamma", "gain", "cost"] as const;

/**
 * Labels all results anew: by people's grade where there is one, else by what a model expects people to say.
 *
 * @param labels a folder that `label` wrote
 * @returns also `written`: names of the files
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 */
export async function calibrate(labels: string, settings: CalibrateSettings): Promise<Calibrated> {
  requireKinds("Calibrating", { labels }, settings, {
    ...studyKinds,
    "a text": [...studyKinds["a text"], "gold", "apply", "threshold", "out"],
    "a number": [...studyKinds["a number"], ...thresholdWeights],
  });
  requireOneWay(settings);
  const { gold = null, apply = null, out, threshold } = settings;
  const files = studyFilesOf(labels, settings, gold ?? "");
  requireOneStandardInput([labels, gold, apply, ...files.proxies.map(({ path }) => path)]);
  if (apply !== null) {
    const measure = parseOrderingMeasure(settings.measure ?? "nDCG@10");
    return withModel(settings, async (tools) => {
      const applied = await applyCalibration(
        { labels, calibration: apply, proxies: files.proxies },
        { measure },
        tools,
      );
      const { report, warnings } = applied;
      return { by: "calibration", report, warnings, written: out ? writeRelabelledFolder(out, applied) : [] };
    });
  }
  if (threshold !== undefined) {
    const { measure, depth, seed } = studyOptionsOf(settings);
    const weights = Object.fromEntries(
      thresholdWeights.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
    );
    const options = { measure, depth, seed, unjudged: settings.unjudged ?? "leave-out", ...weights };
    const found = await readingAs(settings, () => thresholdFiles({ labels, gold: files.gold }, options));
    const { report, warnings } = found;
    return { by: "threshold", report, warnings, written: out ? writeRelabelledFolder(out, found) : [] };
  }
  const options = studyOptionsOf(settings);
  return withModel(settings, async (tools) => {
    const calibrated = await calibrateFiles(files, options, tools);
    const { estimates: report, offsets, calibration, warnings } = calibrated;
    const written = out ? writeCalibrated(out, calibrated, options.measure.name) : [];
    return { by: "ratings", report, offsets, calibration, warnings, written };
  });
}

function requireOneWay(settings: CalibrateSettings): void {
  const { gold, apply, threshold } = settings;
  if ((gold === undefined) === (apply === undefined)) {
    throw invalidOption(
      gold === undefined
        ? "Calibrating: there are neither ratings nor a calibration. Give ratings of some queries (--gold FILE), or what was learned from others (--apply calibration.json)."
        : "Calibrating: there are both ratings and a calibration. Give --gold to learn anew, or --apply to use what was learned.",
      { gold, apply },
    );
  }
  const weight = thresholdWeights.find((name) => settings[name] !== undefined);
  if (threshold === undefined && weight !== undefined) {
    throw invalidOption(
      `Calibrating: --${weight} is of the match threshold, which is not asked for. Add --threshold beta-gamma, or leave it out.`,
      { option: weight },
    );
  }
}
