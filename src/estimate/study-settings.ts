/** Settings that `estimate`, `estimate --write-labels` and `pool --next` share. */
import {
  count,
  type GivenOf,
  group,
  oneOf,
  repeated,
  type SettingsOf,
  text,
  texts,
  wholeNumber,
  withDefaults,
} from "../command/settings.ts";
import { modelSettings } from "../command/shared-settings.ts";
import { namedProxy } from "../io/results/results-file.ts";
import type { NamedProxy } from "../trust/read-proxies.ts";

export const poolSetting = texts(
  "<files...>",
  "pools that people rated, in the order they were drawn; only drawn queries and pairs count (default: every rated query counts)",
);

export const proxySetting = repeated(
  "<name=file>",
  "other labels of the same results (a language model's, clicks); repeatable",
);

export const targetSetting = oneOf(
  "<queries>",
  "which mean to estimate: over the queries of the labels, or over all future queries of the same kind",
  ["these", "future"],
  { default: "these" },
);

export const studySettings = {
  proxy: proxySetting,
  measure: text("<measure>", "measure used to compare the engines, computed from ratings", { default: "nDCG@10" }),
  target: targetSetting,
  ...group("Learning from ratings:", {
    method: oneOf("<model>", "model that learns labels from matches and ratings", ["ridge", "logistic", "isotonic"], {
      default: "ridge",
    }),
    depth: count("<n>", "number of top results of each list that people rated", { default: 10 }),
    unjudged: oneOf(
      "<rule>",
      "how to treat unrated results within --depth, in rated queries",
      ["nonrelevant", "leave-out"],
      { default: "nonrelevant" },
    ),
    seed: wholeNumber("<n>", "seed of folds and resamples", { default: 1 }),
  }),
  ...group("Model:", modelSettings("vectors")),
};
type Study = GivenOf<typeof studySettings>;
export type StudyFiles = ReturnType<typeof studyFilesOf>;
export type GivenStudyOptions = Awaited<ReturnType<typeof studyOptionsOf>>;
/** Settings that say how ratings are used. */
export type StudySettings = SettingsOf<typeof studySettings & { pool: typeof poolSetting }>;

export function studyFilesOf(labels: string, gold: string, given: Pick<StudySettings, "proxy" | "pool">) {
  const { proxy = [], pool: pools = [] } = given;
  const proxies: readonly NamedProxy[] = proxy.map(namedProxy);
  return { labels, gold, proxies, pools };
}

export async function studyOptionsOf({ measure, target, method, depth, unjudged, seed }: Study) {
  const { parseOrderingMeasure } = await import("../measure/measures/parse-measures.ts");
  return { measure: parseOrderingMeasure(measure), target, method, depth, unjudged, seed };
}

export const usualStudy: Study = withDefaults({}, studySettings);
