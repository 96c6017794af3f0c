/**
 * Which options does `semqrel label` take, and what may they be?
 */
import { Command, InvalidArgumentError, Option } from "commander";
import { labelFunctionKinds, parseLabelFunction } from "../relevance/label-function.ts";
import { type MeasureName, measureNames } from "../types.ts";
import type { CommonFlags } from "./io.ts";
import { count, names, similarity } from "./option-values.ts";

/** A bound of --fail-under. */
export interface Gate {
  readonly measure: MeasureName;
  readonly bound: number;
}

/** Every flag, complete: what commander leaves after defaults, file and environment. */
export interface LabelFlags extends CommonFlags {
  readonly reference: string;
  readonly candidates?: readonly string[];
  readonly out?: string;
  readonly referenceEngine?: string;
  readonly queries?: string;
  readonly segment?: string;
  readonly weight?: string;
  readonly titles?: string;
  readonly depth?: number;
  readonly referenceDepth?: number;
  readonly label: string;
  readonly labelColumn?: string;
  readonly matchOn: readonly string[];
  readonly threshold?: number;
  readonly oneToOne?: boolean;
  readonly inputFormat?: string;
  readonly rankBase?: string;
  readonly queryColumn?: readonly string[];
  readonly queryIdColumn?: readonly string[];
  readonly titleColumn?: readonly string[];
  readonly titleField?: string;
  readonly rankColumn?: readonly string[];
  readonly idColumn?: readonly string[];
  readonly urlColumn?: readonly string[];
  readonly engineColumn?: readonly string[];
  readonly model?: string;
  readonly threads?: number;
  readonly embedder: "model" | "hash";
  readonly indexes?: string;
  readonly exact?: boolean;
  readonly cache: boolean;
  readonly integerQrels?: boolean;
  readonly spreadsheetSafe?: boolean;
  readonly failUnder: readonly Gate[];
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
}

/** The command with its help, without an action. */
export function labelOptions(): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  return new Command("label")
    .description(
      "Matches every candidate result to the nearest reference title of its query by meaning, labels it by that title's\n" +
        "rank, and measures the candidates. Files: CSV, TSV, JSONL, Parquet, TREC runs, or saved responses of Elasticsearch,\n" +
        "OpenSearch or Solr, also gzip-compressed; - is stdin.",
    )
    .optionsGroup("Input:")
    .addOption(option("--reference <[name=]file>", "results of the engine you trust more").makeOptionMandatory())
    .addOption(option("--candidates <[name=]file...>", "results of the engines to measure"))
    .addOption(option("--reference-engine <name>", "the reference, where its file holds several engines"))
    .addOption(option("--queries <file>", "the intended queries (id TAB text, or text alone): joins ids with texts"))
    .addOption(option("--segment <column>", "means for each value of this column of --queries as well"))
    .addOption(option("--weight <column>", "also means weighted by this column of --queries"))
    .addOption(option("--titles <file>", "titles of documents, for TREC runs (id TAB title, CSV, JSONL, BEIR corpus)"))
    .addOption(option("--depth <n>", "results used of each candidate list").argParser(count))
    .addOption(option("--reference-depth <n>", "results used of each reference list").argParser(count))
    .addOption(
      option("--input-format <format>", "instead of recognising it").choices([
        ...["csv", "tsv", "jsonl", "trec-run"],
        ...["parquet", "elasticsearch", "solr"],
      ]),
    )
    .addOption(
      option("--rank-base <base>", "what ranks count from (default: 1 where no rank of a file is 0)").choices([
        "0",
        "1",
      ]),
    )
    .addOption(
      option("--query-column <names>", "column of query texts: names between commas, none for none").argParser(names),
    )
    .addOption(option("--query-id-column <names>", "column of query ids").argParser(names))
    .addOption(option("--title-column <names>", "column of titles").argParser(names))
    .addOption(
      option("--title-field <path>", "field of titles in saved search responses, such as name or _source.name"),
    )
    .addOption(option("--rank-column <names>", "column of ranks; none goes by the order of rows").argParser(names))
    .addOption(option("--id-column <names>", "column of document ids").argParser(names))
    .addOption(option("--url-column <names>", "column of addresses").argParser(names))
    .addOption(option("--engine-column <names>", "column of engines").argParser(names))
    .optionsGroup("Matching and labels:")
    .addOption(
      option("--match-on <columns>", "what decides a match, in this order, such as id,title")
        .argParser(matchOn)
        .default(["title"], "title"),
    )
    .addOption(option("--threshold <cosine>", "a title less similar than this matches nothing").argParser(similarity))
    .addOption(option("--one-to-one", "use each reference title for one result at most"))
    .addOption(
      option("--label <function>", "of the matched title's rank, such as linear(top=5,depth=20); see below").default(
        "inverse",
      ),
    )
    .addOption(option("--label-column <name>", "labels from a column of the reference instead"))
    .optionsGroup("Model and indexes:")
    .addOption(option("--model <name>", "folder or fetched hub id (default: all-MiniLM-L6-v2, which comes along)"))
    .addOption(option("--threads <n>", "threads of the model (default: all cores)").argParser(count))
    .addOption(
      option("--indexes <dir>", "where HNSW indexes are kept (default: ./indexes if there, else the cache folder)"),
    )
    .addOption(option("--exact", "exact search instead of HNSW indexes"))
    .addOption(option("--no-cache", "neither read nor keep vectors and indexes"))
    .addOption(
      option("--embedder <kind>", "stands in for the model in tests")
        .choices(["model", "hash"])
        .default("model")
        .hideHelp(),
    )
    .optionsGroup("Output:")
    .addOption(option("-o, --out <dir>", "folder for labels, measures, summary, qrels and runs"))
    .addOption(option("--integer-qrels", "also write qrels with whole grades, and what they stand for"))
    .addOption(option("--spreadsheet-safe", "guard cells that a spreadsheet would run as formulas"))
    .addOption(
      option(
        "--fail-under <measure=x>",
        "exit 1 where a candidate's mean is lower; repeatable, or several between commas",
      )
        .argParser(gates)
        .default([], "none"),
    )
    .addOption(
      option("--format <format>", "of the tables on stdout")
        .choices(["table", "csv", "tsv", "md", "json"])
        .default("table"),
    )
    .addOption(option("--json", "the same as --format json: the document of summary.json"))
    .addHelpText(
      "after",
      () =>
        "\nExamples:\n  semqrel label --reference scopus.csv --candidates explorer.csv\n" +
        "  semqrel label --reference all.csv --reference-engine scopus --out labels\n" +
        "  semqrel label --reference old.csv --candidates new=results.jsonl.gz --fail-under ndcg_reference@10=0.6\n\n" +
        `Label functions, with their defaults; ranks from 0:\n${formulas().join("\n")}`,
    );
}

/** Every label function in its printed form and as a formula, one a line. */
export function formulas(): string[] {
  const printed = labelFunctionKinds.map(({ name, summary }) => ({ form: parseLabelFunction(name).name, summary }));
  const width = Math.max(...printed.map(({ form }) => form.length));
  return printed.map(({ form, summary }) => `  ${form.padEnd(width)}  ${summary}`);
}

function gates(value: string, previous: readonly Gate[]): readonly Gate[] {
  return [...previous, ...value.split(",").map(gate)];
}

function gate(text: string): Gate {
  const [, name = "", number = ""] = /^(.+)=(.+)$/.exec(text.trim()) ?? [];
  const measure = measureNames.find((known) => known === name);
  const bound = Number(number);
  if (measure !== undefined && number.trim() !== "" && Number.isFinite(bound)) return { measure, bound };
  throw new InvalidArgumentError(`Give MEASURE=NUMBER with a measure of: ${measureNames.join(", ")}.`);
}

function matchOn(value: string): string[] {
  const columns = names(value);
  if (columns.at(-1) === "title") return columns;
  throw new InvalidArgumentError('The last column must be "title", such as id,title.');
}
