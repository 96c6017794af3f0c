/**
 * Which options do all commands take that read result lists, and that load the model?
 */
import { type Command, Option } from "commander";
import { count, names } from "./option-values.ts";

/** Adds the options of `ReadSettings`. */
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

/** Adds the options of `ModelSettings`. @param kept what stays in the cache folder between runs */
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
