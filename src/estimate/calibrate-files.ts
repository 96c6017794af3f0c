/**
 * How do stored labels and a few ratings become better labels, as a folder like that of `label`?
 */

import { at } from "../core/at.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import {
  CALIBRATED_SCORE,
  calibratedLabels,
  calibratedReferenceLabels,
  calibrationOffsets,
} from "./calibration/calibrated-values.ts";
import { fitCalibration } from "./calibration/calibration-model.ts";
import { type EstimateFilesOptions, estimatesOf } from "./estimate-files.ts";
import { writeRelabelledFolder } from "./relabelled-folder.ts";

/** The model, the labels, and what they say. */
export type Calibrated = Awaited<ReturnType<typeof calibrateFiles>>;

export async function calibrateFiles(files: StudyFiles, options: EstimateFilesOptions, tools: TitleVectorTools) {
  const study = await calibratedStudy(files, options, tools);
  const { stored, embedding, pool, judged, fit, training, values, warnings } = study;
  const calibration = fitCalibration(training, { embedding, seed: options.seed, method: options.method });
  const offsetOf = calibrationOffsets(
    values.map(({ proxy }) => proxy),
    values.map(({ human }) => human),
  );
  return {
    study,
    // Fitted on all ratings; stored for new lists.
    calibration,
    // By engine: people's grade if there is one, else the calibrated label.
    labels: calibratedLabels(pool, fit.labels, judged, stored.engines),
    estimates: estimatesOf(study, options),
    // By engine: mean of the calibrated values minus mean of people's, on the rated queries.
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
