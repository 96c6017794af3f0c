/** `validate`: how far can labels be trusted? */
import { requireKinds } from "../core/require-settings.ts";
import type { Warning } from "../core/warnings.ts";
import { keepEvidence } from "../io/labels/evidence.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import { validateFiles } from "../trust/validate-files.ts";
import type { ValidationReport } from "../trust/validation-report.ts";
import { namedProxy } from "./inputs.ts";
import { type ModelSettings, withModel } from "./with-model.ts";

/** What labels are held against. */
export interface ValidateSettings extends ModelSettings {
  /** File of people's judgments. @default none: the report says what needs none */
  readonly gold?: string;
  /** Other labels of the same results, as `name=path`. @default none */
  readonly proxy?: readonly string[];
  /** Orders the engines by judgments. @default "nDCG@10" */
  readonly measure?: string;
  /** What an unjudged result counts where single labels are compared. @default "nonrelevant" */
  readonly unjudged?: "skip" | "nonrelevant";
  /** Engines to leave out; `*` stands for any letters. @default none */
  readonly without?: readonly string[];
  /** Decides what is drawn. @default 1 */
  readonly seed?: number;
  /** Orders of chance, and resamples of the queries. @default 1000 */
  readonly draws?: number;
}

/**
 * Says how far labels agree with people, beside chance and beside what costs nothing. Leaves the report in the folder.
 *
 * @param labels a folder that `label` wrote
 * @throws SemqrelError for files and settings that cannot be used
 */
export function validate(
  labels: string,
  settings: ValidateSettings = {},
): Promise<{ readonly report: ValidationReport; readonly warnings: readonly Warning[] }> {
  requireKinds("Validating", { labels }, settings, {
    "a text": ["gold", "measure", "unjudged"],
    "a list of names": ["proxy", "without"],
    "a number": ["seed", "draws"],
  });
  const { gold = null, proxy = [], measure = "nDCG@10", unjudged = "nonrelevant" } = settings;
  const { without = [], seed = 1, draws = 1000 } = settings;
  const proxies = proxy.map(namedProxy);
  requireOneStandardInput([labels, gold, ...proxies.map(({ path }) => path)]);
  const options = { measure, unjudged, without, seed, draws };
  return withModel(settings, async (tools) => {
    const { report, warnings } = await validateFiles({ labels, gold, proxies }, options, tools);
    return { report, warnings: [...warnings, ...(await keepEvidence(labels, report, { gold, proxies }))] };
  });
}
