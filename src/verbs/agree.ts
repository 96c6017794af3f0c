/** `agree`: how far do raters agree? */

import type { WorkSettings } from "../command/shared-settings.ts";
import { requireKinds } from "../core/require-settings.ts";
import { type AgreementReport, proxyAgreement, raterAgreement } from "../gold/agreement/rater-agreement.ts";
import { readPairLabels } from "../gold/pair-labels.ts";
import { readRatingSet } from "../gold/rating/rating-store.ts";
import { readingAs } from "../io/encoding.ts";
import { namedProxy } from "../io/named-files.ts";

/** How agreement is measured and shown. */
export interface AgreeSettings extends Omit<WorkSettings, "signal"> {
  /** Decides the bootstrap. @default 1 */
  readonly seed?: number;
  /** Resamples of the bootstrap. @default 2000 */
  readonly samples?: number;
  /** Items to list that raters disagree on most. @default 10 */
  readonly show?: number;
  /** Judgments to hold beside each rater, such as a language model's, as `name=path`. @default none */
  readonly proxy?: readonly string[];
}

/**
 * Kappas and alphas with intervals, habits of raters, and the items with the most unequal grades.
 *
 * @param database of `semqrel rate`
 * @throws SemqrelError for files and settings that cannot be used, and a proxy with the name of a rater
 */
export async function agree(
  database: string,
  settings: AgreeSettings = {},
): Promise<{ readonly report: AgreementReport }> {
  requireKinds("Measuring agreement", { database }, settings, {
    "a list of names": ["proxy"],
    "a number": ["seed", "samples", "show"],
  });
  const { seed = 1, samples = 2000, show = 10, proxy = [], progress } = settings;
  const set = readRatingSet(database);
  const named = [];
  for (const { name, path } of proxy.map(namedProxy)) {
    named.push({ name, labels: await readingAs(settings, () => readPairLabels(path, set.pairs)) });
  }
  progress?.start("Bootstrap", samples, "resamples");
  const options = { seed, samples, show, onProgress: (done: number) => progress?.update(done) };
  const report = raterAgreement(set, options);
  const proxies = named.flatMap(({ name, labels }) => proxyAgreement(set, name, labels, options));
  progress?.finish();
  return { report: proxies.length === 0 ? report : { ...report, proxies } };
}
