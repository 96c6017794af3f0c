/**
 * How do stored labels and a few ratings become estimates with intervals?
 */
import { type CalibratedStudy, calibratedStudy, type StudyFiles, type StudyOptions } from "./calibrated-study.ts";
import { secondsPerRating } from "./gold/summarise-pool.ts";
import { type EstimateReport, estimateReport } from "./report/estimate-report.ts";
import type { TitleVectorTools } from "./stages/title-vectors.ts";
import type { Warning } from "./warnings.ts";

export interface EstimateFilesOptions extends StudyOptions {
  readonly target: "these" | "future";
}

/** @throws SemqrelError as `calibratedStudy` */
export async function estimateFiles(
  files: StudyFiles,
  options: EstimateFilesOptions,
  tools: TitleVectorTools,
): Promise<{ readonly report: EstimateReport; readonly warnings: readonly Warning[] }> {
  const study = await calibratedStudy(files, options, tools);
  return { report: estimatesOf(study, options), warnings: study.warnings };
}

/** The same from a study that is there already. */
export function estimatesOf(study: CalibratedStudy, options: EstimateFilesOptions): EstimateReport {
  return estimateReport({
    engines: study.stored.engines.map(({ lists }) => lists.engine),
    values: study.values,
    measure: options.measure.name,
    target: options.target,
    method: options.method,
    ratedQueries: study.ratedQueries,
    ratings: study.ratings,
    ratedByTitle: study.ratedByTitle,
    secondsPerRating,
    seed: options.seed,
  });
}
