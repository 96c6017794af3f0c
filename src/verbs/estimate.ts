/** `estimate`: what do engines reach, and by how much do they differ, by a few ratings? */
import { requireKinds } from "../core/require-settings.ts";
import type { Warning } from "../core/warnings.ts";
import { estimateFiles } from "../estimate/estimate-files.ts";
import type { EstimateReport } from "../estimate/estimate-report.ts";
import { keepEvidence } from "../io/labels/evidence.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import { withModel } from "../model/with-model.ts";
import { type StudySettings, studyFilesOf, studyKinds, studyOptionsOf } from "./study.ts";

/** Ratings, and how they are used. */
export interface EstimateSettings extends StudySettings {
  /** File of ratings of some queries. */
  readonly gold: string;
  /** Corrects for all pairs of engines. `fdr`: 5 % of the decided pairs may be wrong; `holm`: none, with 95 %. @default "fdr" */
  readonly correction?: "fdr" | "holm";
}

/**
 * Engines' measures and differences with intervals, from ratings of some queries and labels calibrated on them. Leaves
 * the report in the folder.
 *
 * @param labels a folder that `label` wrote
 * @throws SemqrelError for files and settings that cannot be used
 */
export function estimate(
  labels: string,
  settings: EstimateSettings,
): Promise<{ readonly report: EstimateReport; readonly warnings: readonly Warning[] }> {
  requireKinds("Estimating", { labels, gold: settings?.gold }, settings, studyKinds);
  const { pools = [], ...files } = studyFilesOf(labels, settings, settings.gold);
  requireOneStandardInput([labels, files.gold, ...pools, ...files.proxies.map(({ path }) => path)]);
  const options = { ...studyOptionsOf(settings), correction: settings.correction ?? "fdr" };
  return withModel(settings, async (tools) => {
    const { report, warnings } = await estimateFiles({ ...files, pools }, options, tools);
    // What was found from more ratings stays.
    const isEmpty = report.pairs.length > 0 && report.pairs.every(({ difference }) => difference === null);
    const kept = isEmpty ? [] : await keepEvidence(labels, report, { ...files, pools });
    return { report, warnings: [...warnings, ...kept] };
  });
}
