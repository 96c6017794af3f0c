import {
  cosineKind,
  count,
  type GivenOf,
  group,
  isText,
  isTexts,
  names,
  numberKind,
  oneOf,
  output,
  positive,
  readNames,
  type SettingsOf,
  special,
  text,
  texts,
  toggle,
  WrongValue,
} from "../command/settings.ts";
import { junitOf, modelSettings, readSettings, spreadsheetSafe } from "../command/shared-settings.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { measureNames } from "../core/types.ts";
import { queueAddress } from "../jobs/postgres/postgres-address.ts";
import { likenessNames } from "../label/changes/compare-lists.ts";
import { labelFunctionKinds, parseLabelFunction } from "../label/label-functions/label-function.ts";
import { type MatchRule, matchRuleNames, matchRuleTexts } from "../label/match/match-rules.ts";
import { defaultFusionK } from "../lists/fuse-references.ts";

const thresholdNumber = numberKind(cosineKind.accepts, "a number from -1 to 1, or none", cosineKind.schema);
const thresholdKind = {
  wanted: thresholdNumber.wanted,
  accepts: (value: unknown) => value === "none" || cosineKind.accepts(value),
  read: (value: string) => (value.trim().toLowerCase() === "none" ? "none" : thresholdNumber.read?.(value)),
  schema: { anyOf: [cosineKind.schema, { enum: ["none"] }] },
};

/** The command line takes a file. Programs may also pass the texts of the queries. */
const queriesKind = {
  wanted: "a file or a list of texts",
  accepts: (value: unknown) => isText(value) || isTexts(value),
  schema: { type: ["string", "number"] },
};

export const labelSettings = {
  queries: special<string | readonly string[]>(
    queriesKind,
    "<file>",
    "file of all queries that the engines were asked: id TAB text, or text alone",
  ),
  threshold: special<number | "none">(
    thresholdKind,
    "<cosine>",
    "minimum similarity of a match, from -1 to 1, or none (default: 0.4)",
  ),
  label: text("<function>", "function from rank to label, e.g. linear(top=5,depth=20)", {
    default: "inverse",
  }),
  out: output("<dir>", "folder for labels, measures, summary, qrels and runs", { short: "-o" }),
  ...group("Input:", {
    referenceEngine: text("<name>", "name of the reference, if one file has several engines"),
    references: oneOf(
      "<how>",
      "with several references: label from one fused list (fused), or also from each reference separately (apart)",
      ["fused", "apart"],
      {
        default: "fused",
      },
    ),
    fusionK: positive("<k>", "constant of reciprocal rank fusion; the larger it is, the less the top ranks count", {
      default: defaultFusionK,
    }),
    depth: count("<n>", "results used from each candidate list (default: all)"),
    referenceDepth: count("<n>", "results used from each reference list (default: all)"),
    segment: text("<column>", "also print means for each value of this column of --queries"),
    weight: text("<column>", "also print means weighted by this column of --queries"),
  }),
  ...group("Reading lists:", readSettings),
  ...group("Matching and labels:", {
    preset: oneOf(
      "<name>",
      "set of match settings; notebook gives the numbers of the Python notebook that semqrel is based on",
      ["default", "notebook"],
      {
        default: "default",
      },
    ),
    without: special<readonly MatchRule[]>(
      {
        wanted: `a list of rules: ${matchRuleNames.join(", ")}`,
        accepts: (value) => isTexts(value) && value.every((name) => Object.hasOwn(matchRuleTexts, name)),
        read: readRules,
      },
      "<rules>",
      "matching rules to switch off; see below",
    ),
    matchOn: special<readonly string[]>(
      { wanted: "columns of which the last is title", accepts: isTexts, read: readMatchOn },
      "<columns>",
      "columns that decide a match, the most important first and title last; identifiers covers DOI, ISBN, PMID, arXiv id and web address (default: identifiers,title)",
    ),
    oneToOne: toggle(
      "match each reference title to at most one result of a list, so that the sum of similarities is largest",
    ),
    veto: names(
      "<columns>",
      'columns whose values must be equal if a match is by similarity, e.g. year; "title" compares the numbers, negations and words such as erratum in the titles',
      {
        default: [],
        defaultText: "none",
      },
    ),
    labelColumn: text("<name>", "column of the reference to take labels from"),
  }),
  ...group("Model and indexes:", {
    ...modelSettings("vectors and indexes"),
    indexes: output("<dir>", "folder of HNSW indexes (default: ./indexes if it exists, else the cache folder)"),
    exact: toggle(
      "compute all similarities instead of using HNSW indexes; faster if lists have at most about 3,000 titles",
    ),
  }),
  ...group("Output:", {
    force: toggle("write into a folder that has other files, or replace labels of other engines"),
    keep: names("<columns>", "candidate columns to copy into labels.csv, e.g. year,faculty, or all", {
      default: [],
      defaultText: "none",
    }),
    timings: toggle("also write timings.csv: seconds spent on embedding and look-ups for each query"),
    parquet: toggle("also write labels.parquet, e.g. for pandas"),
    integerQrels: toggle("also write qrels with whole grades, and the label that each grade represents"),
    spreadsheetSafe,
  }),
};
/** Settings that a program may pass to `label` and `check`. */
export type LabelSettings = SettingsOf<typeof labelSettings>;
export type LabelGiven = GivenOf<typeof labelSettings>;

const gateNames = [...measureNames, ...likenessNames] as const;
export type GateName = (typeof gateNames)[number];

type Gate = { readonly measure: GateName; readonly bound: number };

export const labelCommandLine = {
  failUnder: special<readonly Gate[], { readonly default: readonly Gate[]; readonly defaultText: string }>(
    { wanted: "MEASURE=NUMBER", accepts: Array.isArray, read: readGates },
    "<measure=x>",
    "exit 1 if a candidate's mean is lower, e.g. overlap@10=.8; repeatable",
    { default: [], defaultText: "none" },
  ),
  full: toggle("print all tables and warnings"),
  ...group("Output:", {
    junit: junitOf("--fail-under"),
    report: toggle("also write report.html into the folder of --out"),
  }),
  ...group("Large jobs:", {
    jobs: count("<n>", "processes that share the work, block by block"),
    resume: toggle("continue an interrupted run; give the same command and --out"),
    queue: queueAddress,
    queueSchema: text("<name>", "schema of the queue's tables (default: semqrel)"),
    rowsPerBlock: count("<n>", "small blocks for tests", { isHidden: true }),
  }),
};
export const filesSettings = {
  reference: texts("<[name=]file...>", "result files of one or more engines that you trust, instead of the argument"),
  candidates: texts("<[name=]file...>", "result files of the engines to measure, instead of the arguments"),
};

export type LabelFlags = GivenOf<typeof labelSettings> & GivenOf<typeof labelCommandLine>;

export function labelNotes(): string {
  const printed = labelFunctionKinds.map(({ name, summary }) => ({ form: parseLabelFunction(name).name, summary }));
  const width = Math.max(...printed.map(({ form }) => form.length));
  const functions = printed.map(({ form, summary }) => `  ${form.padEnd(width)}  ${summary}`);
  const rules = matchRuleNames.map((rule) => `  ${rule.padEnd(9)} ${matchRuleTexts[rule]}`);
  return [
    "Matching rules, for --without:",
    ...rules,
    "",
    "Label functions, with their defaults; ranks from 0:",
    ...functions,
  ].join("\n");
}

function readGates(value: string, before: readonly Gate[] = []): readonly Gate[] {
  const gates = value.split(",").map((given) => {
    const [, name = "", number = ""] = /^(.+)=(.+)$/.exec(given.trim()) ?? [];
    const measure = gateNames.find((known) => known === name);
    const bound = Number(number);
    if (measure !== undefined && number.trim() !== "" && Number.isFinite(bound)) return { measure, bound };
    const hint = measure === undefined ? suggestion(name, gateNames) : "";
    throw new WrongValue(`Give MEASURE=NUMBER with a measure of: ${gateNames.join(", ")}.${hint}`);
  });
  return [...before, ...gates];
}

function readRules(value: string): MatchRule[] {
  return readNames(value).map((name) => {
    const rule = matchRuleNames.find((known) => known === name);
    if (rule !== undefined) return rule;
    const hint = suggestion(name, matchRuleNames);
    throw new WrongValue(`Give names of rules: ${matchRuleNames.join(", ")}.${hint}`);
  });
}

function readMatchOn(value: string): string[] {
  const columns = readNames(value);
  if (columns.at(-1) === "title") return columns;
  throw new WrongValue('The last column must be "title", such as id,title.');
}
