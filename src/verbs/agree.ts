/** `agree`: how far do raters agree? */
import { type AgreementReport, raterAgreement } from "../gold/agreement/rater-agreement.ts";
import { readRatingSet } from "../gold/rating/rating-store.ts";
import type { WorkSettings } from "./with-model.ts";

/** How agreement is measured and shown. */
export interface AgreeSettings extends Omit<WorkSettings, "signal"> {
  /** Decides the bootstrap. @default 1 */
  readonly seed?: number;
  /** Resamples of the bootstrap. @default 2000 */
  readonly samples?: number;
  /** Items to list that raters disagree on most. @default 10 */
  readonly show?: number;
}

/**
 * Kappas and alphas with intervals, habits of raters, and the items with the most unequal grades.
 *
 * @param database of `semqrel rate`
 * @throws SemqrelError as `readRatingSet` of semqrel/stages
 */
export function agree(database: string, settings: AgreeSettings = {}): { readonly report: AgreementReport } {
  const { seed = 1, samples = 2000, show = 10, progress } = settings;
  const set = readRatingSet(database);
  progress?.start("Bootstrap", samples, "resamples");
  const report = raterAgreement(set, { seed, samples, show, onProgress: (done) => progress?.update(done) });
  progress?.finish();
  return { report };
}
