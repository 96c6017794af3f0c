/** Which options does `semqrel label` take, and what may they be? */
import { Command, InvalidArgumentError, Option } from "commander";
import { suggestion } from "../../core/text/suggestion.ts";
import { measureNames } from "../../core/types.ts";
import { likenessNames } from "../../label/changes/list-changes.ts";
import { labelFunctionKinds, parseLabelFunction } from "../../label/label-functions/label-function.ts";
import { type MatchRule, matchRuleNames, matchRuleTexts } from "../../label/match/match-rules.ts";
import { defaultFusionK } from "../../lists/fuse-references.ts";
import type { LabelSettings } from "../../verbs/label.ts";
import type { BlockFlags } from "../block-work.ts";
import type { ReportFlags } from "../terminal/print-report.ts";
import { inputOptions, modelOptions } from "./input-options.ts";
import { choice, count, names, positive, similarityOrNone } from "./option-values.ts";
import { queueOption } from "./queue-options.ts";
import { outputOption } from "./reach.ts";

/** Measures of the labels, and of what changed from the reference's lists. */
const gateNames = [...measureNames, ...likenessNames] as const;
export type GateName = (typeof gateNames)[number];

export interface Gate {
  readonly measure: GateName;
  readonly bound: number;
}

/** Every flag, complete: what commander leaves after defaults, file and environment. */
export interface LabelFlags extends ReportFlags, BlockFlags, Omit<LabelSettings, "queries"> {
  readonly reference: readonly string[];
  readonly candidates?: readonly string[];
  readonly references: "fused" | "apart";
  readonly queries?: string;
  readonly report?: boolean;
  readonly full?: boolean;
  readonly failUnder: readonly Gate[];
}

/** The command without its action. */
export function labelOptions(): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("label")
    .description(
      "Matches every candidate result to the nearest reference title of its query by meaning, labels it by that title's\n" +
        "rank, and measures the candidates. Files: CSV, TSV, JSONL, Parquet, TREC runs, or saved responses of Elasticsearch,\n" +
        "OpenSearch or Solr, also gzip-compressed; - is stdin.",
    )
    .optionsGroup("Input:")
    .requiredOption("--reference <[name=]file...>", "results of the engine you trust more, or of several")
    .option("--candidates <[name=]file...>", "results of the engines to measure")
    .option("--reference-engine <name>", "the reference, where its file holds several engines")
    .addOption(
      choice("--references <how>", "of several references: one fused list, or also a folder of labels by each", [
        "fused",
        "apart",
      ]),
    )
    .option(
      "--fusion-k <k>",
      "of reciprocal rank fusion: the larger, the less the top ranks stand out",
      positive,
      defaultFusionK,
    )
    .option("--queries <file>", "the intended queries (id TAB text, or text alone): joins ids with texts")
    .option("--segment <column>", "means for each value of this column of --queries as well")
    .option("--weight <column>", "also means weighted by this column of --queries")
    .option("--depth <n>", "results used of each candidate list", count)
    .option("--reference-depth <n>", "results used of each reference list", count);
  inputOptions(command)
    .optionsGroup("Matching and labels:")
    .addOption(
      choice("--preset <name>", "settings of the match that go together: notebook is the recipe semqrel comes from", [
        "default",
        "notebook",
      ]),
    )
    .addOption(
      option("--match-on <columns>", "what decides a match, in this order (default: identifiers,title)").argParser(
        matchOn,
      ),
    )
    .option(
      "--threshold <cosine>",
      "minimum similarity of a match by meaning, -1 to 1, or none (default: 0.4)",
      similarityOrNone,
    )
    .addOption(option("--without <rules>", "rules of the match to switch off; see below").argParser(rules))
    .option("--one-to-one", "use each reference title for one result at most")
    .addOption(
      option("--veto <columns>", "refuse a match by meaning where a column of both sides differs, such as year")
        .argParser(names)
        .default([], "none"),
    )
    .option("--label <function>", "of the matched title's rank, such as linear(top=5,depth=20); see below", "inverse")
    .option("--label-column <name>", "labels from a column of the reference instead")
    .optionsGroup("Model and indexes:");
  return modelOptions(command, "vectors and indexes")
    .addOption(
      outputOption(
        "--indexes <dir>",
        "where HNSW indexes are kept (default: ./indexes if there, else the cache folder)",
      ),
    )
    .option("--exact", "exact search instead of HNSW indexes: faster for large jobs")
    .optionsGroup("Large jobs:")
    .option("--jobs <n>", "processes that share the work, block by block", count)
    .option("--resume", "go on with a run that was broken off: the same command, with its --out")
    .addOption(
      queueOption("--queue <address>", "postgres://… : machines that run semqrel system worker share the work"),
    )
    .option("--queue-schema <name>", "where the queue keeps its tables (default: semqrel)")
    .addOption(option("--rows-per-block <n>", "small blocks for tests").argParser(count).hideHelp())
    .optionsGroup("Output:")
    .addOption(outputOption("-o, --out <dir>", "folder for labels, measures, summary, qrels and runs"))
    .option("--force", "write into a folder of other files, or in place of labels of other engines")
    .option("--report", "also write report.html into the folder of --out")
    .option("--full", "print all tables and all that was odd, not only the verdict")
    .addOption(
      option("--keep <columns>", "columns of the candidates to copy into labels.csv, such as year,faculty, or all")
        .argParser(names)
        .default([], "none"),
    )
    .option("--timings", "also write timings.csv: the seconds of embedding and look-ups of each query")
    .option("--integer-qrels", "also write qrels with whole grades, and what they stand for")
    .option("--spreadsheet-safe", "guard cells that a spreadsheet would run as formulas")
    .addOption(
      option(
        "--fail-under <measure=x>",
        "exit 1 if a candidate's mean is lower, such as overlap@10=.8; repeatable, or several between commas",
      )
        .argParser(gates)
        .default([], "none"),
    )
    .addOption(choice("--format <format>", "of the tables on stdout", ["table", "csv", "tsv", "md", "json"]))
    .option("--json", "the same as --format json: the document of summary.json")
    .addHelpText(
      "after",
      () =>
        "\nExamples:\n  semqrel label --reference scopus.csv --candidates explorer.csv\n" +
        "  semqrel label --reference all.csv --reference-engine scopus --out labels\n" +
        "  semqrel label --reference scopus.csv wos.csv --candidates explorer.csv --veto year\n" +
        "  semqrel label --reference old.csv --candidates new=results.jsonl.gz --fail-under ndcg_reference@10=0.6\n\n" +
        `Rules of the match, for --without:\n${rulesInWords().join("\n")}\n\n` +
        `Label functions, with their defaults; ranks from 0:\n${formulas().join("\n")}`,
    );
}

/** Every label function in its printed form and as a formula, one a line. */
function formulas(): string[] {
  const printed = labelFunctionKinds.map(({ name, summary }) => ({ form: parseLabelFunction(name).name, summary }));
  const width = Math.max(...printed.map(({ form }) => form.length));
  return printed.map(({ form, summary }) => `  ${form.padEnd(width)}  ${summary}`);
}

function rulesInWords(): string[] {
  return matchRuleNames.map((rule) => `  ${rule.padEnd(9)} ${matchRuleTexts[rule]}`);
}

function gates(value: string, previous: readonly Gate[]): readonly Gate[] {
  return [...previous, ...value.split(",").map(gate)];
}

function gate(text: string): Gate {
  const [, name = "", number = ""] = /^(.+)=(.+)$/.exec(text.trim()) ?? [];
  const measure = gateNames.find((known) => known === name);
  const bound = Number(number);
  if (measure !== undefined && number.trim() !== "" && Number.isFinite(bound)) return { measure, bound };
  const hint = measure === undefined ? suggestion(name, gateNames) : "";
  throw new InvalidArgumentError(`Give MEASURE=NUMBER with a measure of: ${gateNames.join(", ")}.${hint}`);
}

function rules(value: string): MatchRule[] {
  return names(value).map((name) => {
    const rule = matchRuleNames.find((known) => known === name);
    if (rule !== undefined) return rule;
    const hint = suggestion(name, matchRuleNames);
    throw new InvalidArgumentError(`Give names of rules: ${matchRuleNames.join(", ")}.${hint}`);
  });
}

function matchOn(value: string): string[] {
  const columns = names(value);
  if (columns.at(-1) === "title") return columns;
  throw new InvalidArgumentError('The last column must be "title", such as id,title.');
}
