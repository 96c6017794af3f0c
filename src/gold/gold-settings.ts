import {
  count,
  type GivenOf,
  group,
  oneOf,
  output,
  type SettingsOf,
  text,
  texts,
  toggle,
  wholeNumber,
} from "../command/settings.ts";
import { spreadsheetSettings, workSettings } from "../command/shared-settings.ts";

export const goldSettings = {
  out: output("<file>", "file for the judgments; FILE.provenance.json is written beside it", {
    short: "-o",
    isRequired: true,
  }),
  by: oneOf(
    "<rule>",
    "rule that combines several ratings of a pair; majority takes the lower grade of a tie, strictest the lowest grade",
    ["median", "mean", "majority", "strictest", "dawid-skene"],
    { default: "median" },
  ),
  minRaters: count("<n>", "minimum number of ratings per pair", { default: 1 }),
  keepStars: toggle("write the raters' grades, e.g. 1 to 5, instead of labels that start at 0"),
  flagged: oneOf("<who>", "leave out pairs that any rater, or most raters, flagged", ["any", "majority"], {
    default: "any",
  }),
  depth: count("<n>", "results used from each list (default: the depth of the pool; a larger number needs --runs)"),
  runs: texts("<files...>", "runs to measure instead of the engines of the pool"),
  labels: output(
    "<folder>",
    "folder of labels of the same engines; nDCG is also stored there, and the report of the folder shows it first (default: the folder of --out, if it has labels)",
  ),
  to: text(
    "<format>",
    "format of the judgments, see semqrel convert --list (default: from the name of --out, else trec-qrels)",
  ),
  seed: wholeNumber("<n>", "seed of the bootstrap", { default: 1 }),
  ...group("Further options:", {
    maxIterations: count("<n>", "maximum number of rounds of dawid-skene", { default: 1000 }),
    index: text("<name>", "name of the search index in rank-eval and rre files"),
    field: text("<name>", "field to search, for the requests in rank-eval files", { default: "text" }),
    ...spreadsheetSettings,
  }),
  ...workSettings,
};
/** Settings of the function `gold`. */
export type GoldSettings = SettingsOf<typeof goldSettings>;
export type GoldGiven = GivenOf<typeof goldSettings>;
