/** Which options do all commands take that read result lists, and that load the model? */
import { type Command, Option } from "commander";
import { count, embedderOption, names } from "./option-values.ts";
import { reachingOption } from "./reach.ts";

/** Adds the options of `ReadSettings`. */
export function inputOptions(command: Command): Command {
  return command
    .option("--titles <file>", "titles of documents, for TREC runs (id TAB title, CSV, JSONL, BEIR corpus)")
    .addOption(
      new Option("--input-format <format>", "instead of recognising it").choices(
        "csv tsv jsonl trec-run parquet elasticsearch solr vespa typesense ris nbib".split(" "),
      ),
    )
    .addOption(
      new Option("--rank-base <base>", "what ranks count from (default: 1 where no rank of a file is 0)").choices([
        "0",
        "1",
      ]),
    )
    .option("--query-column <names>", "column of query texts: names between commas, none for none", names)
    .option("--query-id-column <names>", "column of query ids", names)
    .option("--title-column <names>", "column of titles", names)
    .option("--title-field <path>", "field of titles in saved search responses, such as name or _source.name")
    .option("--strip-numbers", 'take the number off titles such as "1. Pears", "2. Plums"')
    .option("--rank-column <names>", "column of ranks; none goes by the order of rows", names)
    .option("--id-column <names>", "column of document ids", names)
    .option("--url-column <names>", "column of addresses", names)
    .option("--engine-column <names>", "column of engines", names);
}

/** Adds the options of `ModelSettings`. @param kept what stays in the cache folder between runs */
export function modelOptions(command: Command, kept: string): Command {
  return command
    .addOption(
      reachingOption(
        "code",
        "--model <name>",
        "folder or fetched hub id (default: all-MiniLM-L6-v2, which comes along)",
      ),
    )
    .option("--threads <n>", "threads of the model (default: all cores)", count)
    .option("--no-cache", `neither read nor keep ${kept}`)
    .addOption(embedderOption());
}
