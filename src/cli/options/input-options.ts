/**
 * Which options do all commands take that read result lists, and that load the model?
 */
import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import type { ReadResultsOptions, ResultsFile } from "../../io/results/read-results.ts";
import { count, names } from "./option-values.ts";

export interface InputFlags {
  readonly titles?: string;
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
}

export interface ModelFlags {
  readonly model?: string;
  readonly threads?: number;
  readonly embedder: "model" | "hash";
  readonly cache: boolean;
}

/** Adds the options of `InputFlags`. */
export function inputOptions(command: Command): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  return command
    .addOption(option("--titles <file>", "titles of documents, for TREC runs (id TAB title, CSV, JSONL, BEIR corpus)"))
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
    .addOption(option("--engine-column <names>", "column of engines").argParser(names));
}

/** Adds the options of `ModelFlags`. @param kept what stays in the cache folder between runs */
export function modelOptions(command: Command, kept: string): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  return command
    .addOption(option("--model <name>", "folder or fetched hub id (default: all-MiniLM-L6-v2, which comes along)"))
    .addOption(option("--threads <n>", "threads of the model (default: all cores)").argParser(count))
    .addOption(option("--no-cache", `neither read nor keep ${kept}`))
    .addOption(
      option("--embedder <kind>", "stands in for the model in tests")
        .choices(["model", "hash"])
        .default("model")
        .hideHelp(),
    );
}

/** How the files are read. */
export function readOptionsOf(flags: InputFlags): Omit<ReadResultsOptions, "titles" | "further"> {
  return {
    format: flags.inputFormat ?? null,
    rankBase: flags.rankBase === undefined ? null : flags.rankBase === "1" ? 1 : 0,
    columns: {
      query: flags.queryColumn ?? null,
      "query id": flags.queryIdColumn ?? null,
      title: flags.titleColumn ?? null,
      rank: flags.rankColumn ?? null,
      id: flags.idColumn ?? null,
      url: flags.urlColumn ?? null,
      engine: flags.engineColumn ?? null,
    },
    titleField: flags.titleField ?? null,
  };
}

/** `name=path`; a path with a `=` in its folders is a path, and so is one that is there as it stands. */
export function namedFile(given: string): ResultsFile {
  const [, engine, path] = /^(?![A-Za-z]:)([^=/\\]+)=(.+)$/.exec(given) ?? [];
  const isPath = engine === undefined || path === undefined || existsSync(given);
  return isPath ? { path: given, engine: null } : { path, engine };
}

/** The same for other labels of the results, which go by their path where they have no name. */
export function namedProxy(given: string): { readonly name: string; readonly path: string } {
  const { path, engine } = namedFile(given);
  return { name: engine ?? path, path };
}
