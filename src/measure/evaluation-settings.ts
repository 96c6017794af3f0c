import {
  count,
  type GivenOf,
  group,
  oneOf,
  output,
  repeated,
  type SettingsOf,
  special,
  text,
  toggle,
  WrongValue,
  wholeNumber,
} from "../command/settings.ts";
import { junitOf, modelSettings } from "../command/shared-settings.ts";

const trecEvalHelp = "version of trec_eval to match: 10 compares scores at full precision and rounds recall levels";
const evaluationSettings = {
  depth: count("<n>", "results used from each list (default: all)"),
  judgedOnly: toggle("ignore results without a judgment"),
  queries: text("<file>", "file that maps query ids to texts, and has the columns of --segment and --weight"),
  segment: text("<column>", "also print means for each value of this column of --queries"),
  ...group("Rules:", {
    undefined: oneOf(
      "<how>",
      "queries without a relevant document: count them as zero, or skip them",
      ["zero", "skip"],
      {
        default: "zero",
      },
    ),
    weight: text("<column>", "column of --queries with each query's weight in means"),
    dropSelf: toggle("leave out results whose id equals their query's id, as in BEIR"),
    trecEval: oneOf("<version>", trecEvalHelp, ["9", "10"], { default: "9" }),
    measureModule: repeated(
      "<file>",
      "module whose default export is a measure you defined, or a list of such measures; repeatable",
      { reach: "code", default: [], defaultText: "none" },
    ),
  }),
  ...group("Input:", {
    qrelsFormat: text("<format>", "format of the judgments, see semqrel convert --list (default: recognised)"),
    runFormat: text("<format>", "format of the runs (default: recognised)"),
  }),
  ...group("Coverage and diversity:", {
    catalogue: text("<n|file>", "for Coverage: number of documents, or a file with one id per line"),
    titles: text("<file>", "for Diversity: titles of documents (id TAB title, CSV, JSONL, BEIR corpus)"),
  }),
  ...group("Model:", modelSettings("vectors")),
};
/** Settings that the functions `measure` and `compare` have in common. */
export type EvaluationSettings = SettingsOf<typeof evaluationSettings>;
export type EvaluationGiven = GivenOf<typeof evaluationSettings>;

export const usualMeasures: readonly string[] = ["nDCG@10", "AP", "RR", "P@10", "R@100", "Judged@10"];

/** A bound such as `nDCG@10=0.6`: the smallest allowed mean or largest allowed loss. `measure` is not parsed yet. */
export interface NamedBound {
  readonly measure: string;
  readonly bound: number;
}

export const measureSettings = {
  perQuery: toggle("also print the value of every query"),
  describe: toggle("also print count, mean, standard deviation, minimum, quartiles and maximum of every measure"),
  curves: toggle("also print precision at recall 0, 0.1, … 1; with --json, every point of every query"),
  missingQueries: oneOf(
    "<how>",
    "judged queries that a run lacks: count them as zero, or skip them, as trec_eval does without -c",
    ["zero", "skip"],
    { default: "zero" },
  ),
  ...evaluationSettings,
};
/** Settings of the function `measure`. */
export type MeasureSettings = SettingsOf<typeof measureSettings>;
export type MeasureGiven = GivenOf<typeof measureSettings>;

export const measureCommandLine = {
  failUnder: bounds(
    "MEASURE=NUMBER",
    readLowestMean,
    "<measure=x>",
    "exit 1 if a run's mean is lower, e.g. nDCG@10=0.45; repeatable, or comma-separated",
  ),
  ...group("Output:", {
    junit: junitOf("--fail-under"),
    svg: output("<file>", "draw the curves of --curves into this file; - is stdout"),
    query: text("<id>", "query that --svg draws, with its precision at every position (default: mean over queries)"),
  }),
};
export type MeasureFlags = MeasureGiven & GivenOf<typeof measureCommandLine>;

export const usualMeasuresToCompare: readonly string[] = ["nDCG@10", "AP"];
export const usualMeasuresOfLabels: readonly string[] = ["ndcg_reference@10", "f1"];

export const compareSettings = {
  baseline: text("<name>", "run that the others are compared with (default: the first)"),
  allPairs: toggle("compare every pair of runs"),
  intersection: toggle("compare only queries that all runs answer"),
  missingQueries: oneOf(
    "<how>",
    "judged queries that a run lacks: refuse to compare, count them as zero, or skip them",
    ["refuse", "zero", "skip"],
    { default: "refuse" },
  ),
  moved: wholeNumber(
    "<n>",
    "number of queries to list: those with the largest gains, and as many with the largest losses",
    {
      default: 3,
    },
  ),
  ...evaluationSettings,
  ...group("Comparison:", {
    acrossConditions: toggle("compare labels even if their references, models, policies or calibrations differ"),
    seed: wholeNumber("<n>", "seed of randomisation and bootstrap", { default: 1 }),
    permutations: count("<n>", "permutations that the randomisation test tries, if there are too many to try all", {
      default: 100_000,
    }),
  }),
};
/** Settings of the function `compare`. */
export type CompareSettings = SettingsOf<typeof compareSettings>;
export type CompareGiven = GivenOf<typeof compareSettings>;
export const compareCommandLine = {
  failIfWorse: bounds(
    "MEASURE or MEASURE=MARGIN",
    readLargestLoss,
    "<measure[=margin]>",
    'exit 1 if the verdict is "worse" and the difference exceeds the margin; repeatable, or comma-separated',
  ),
  tests: toggle("also print the p-value of every test"),
  ...group("Output:", { junit: junitOf("--fail-if-worse") }),
};

function bounds(wanted: string, readOne: (text: string) => NamedBound, placeholder: string, help: string) {
  type Bounds = readonly NamedBound[];
  type None = { readonly default: Bounds; readonly defaultText: string };
  const read = (value: string, before: Bounds = []): Bounds => [
    ...before,
    ...value.split(/,(?![^({]*[)}])/).map((part) => readOne(part.trim())),
  ];
  const kind = { wanted, accepts: Array.isArray, read };
  return special<Bounds, None>(kind, placeholder, help, { default: [], defaultText: "none" });
}

function readLowestMean(text: string): NamedBound {
  const [, measure = "", number = ""] = /^(.+)=([^=]+)$/.exec(text) ?? [];
  const bound = Number(number);
  if (measure !== "" && number.trim() !== "" && Number.isFinite(bound)) return { measure, bound };
  throw new WrongValue("Give MEASURE=NUMBER, such as nDCG@10=0.6.");
}

/** Ignores an `=` inside brackets, as in P(rel=2)@5. */
function readLargestLoss(text: string): NamedBound {
  const [, measure = "", , number] = /^((?:[^=(]|\([^)]*\))+)(=(.*))?$/.exec(text) ?? [];
  const bound = number === undefined ? 0 : Number(number);
  if (measure !== "" && number?.trim() !== "" && bound >= 0 && Number.isFinite(bound)) return { measure, bound };
  throw new WrongValue("Give MEASURE or MEASURE=MARGIN with a margin >= 0, such as nDCG@10=0.005.");
}
