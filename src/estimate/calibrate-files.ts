/**
 * How do stored labels and a few ratings become better labels, as a folder like that of `label`?
 */

import { at } from "../core/at.ts";
import type { Warning } from "../core/warnings.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import {
  CALIBRATED_SCORE,
  calibratedLabels,
  calibratedReferenceLabels,
  calibrationOffsets,
  type LabelsOfEngine,
} from "./calibration/calibrated-values.ts";
import { type Calibration, fitCalibration } from "./calibration/calibration-model.ts";
import { type EstimateFilesOptions, estimatesOf } from "./estimate-files.ts";
import type { EstimateReport } from "./estimate-report.ts";
import { writeRelabelledFolder } from "./relabelled-folder.ts";

/** What `calibrate` came to: the model, the labels, and what they say. */
export interface Calibrated {
  readonly study: CalibratedStudy;
  /** Fitted on all ratings; what is stored for new lists. */
  readonly calibration: Calibration;
  /** By engine: people's grade where there is one, else the calibrated label. */
  readonly labels: readonly LabelsOfEngine[];
  readonly estimates: EstimateReport;
  /** By engine: mean of the calibrated values less mean of people's, on the rated queries: no level, as this says. */
  readonly offsets: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
}

export async function calibrateFiles(
  files: StudyFiles,
  options: EstimateFilesOptions,
  tools: TitleVectorTools,
): Promise<Calibrated> {
  const study = await calibratedStudy(files, options, tools);
  const { stored, embedding, pool, judged, fit, training, values, warnings } = study;
  const calibration = fitCalibration(training, { embedding, seed: options.seed, method: options.method });
  const offsetOf = calibrationOffsets(
    values.map(({ proxy }) => proxy),
    values.map(({ human }) => human),
  );
  return {
    study,
    calibration,
    labels: calibratedLabels(pool, fit.labels, judged, stored.engines),
    estimates: estimatesOf(study, options),
    offsets: Object.fromEntries(
      stored.engines.map(({ lists }, engine) => [lists.engine, offsetOf === null ? 0 : at(offsetOf, engine)]),
    ),
    warnings,
  };
}

/** As `writeRelabelledFolder`, with the estimates in `summary.json`. */
export function writeCalibrated(folder: string, calibrated: Calibrated, measure: string): readonly string[] {
  const { study, calibration, labels, estimates, offsets, warnings } = calibrated;
  const { stored, pool, fit, embedding } = study;
  const { trainedOn } = calibration;
  return writeRelabelledFolder(folder, {
    ...study,
    ...{ calibration, labels, manifest: { model: embedding }, options: {} },
    referenceLabels: calibratedReferenceLabels(pool, fit.labels, stored.reference),
    measures: { human: measure, proxy: CALIBRATED_SCORE },
    summary: { ...estimates, schema: "semqrel.calibrate/1", offsets, trainedOn, warnings },
  });
}
