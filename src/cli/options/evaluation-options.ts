/**
 * Which options do `measure` and `compare` share, and what do they mean to the measuring code?
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import { count, repeated } from "./option-values.ts";

/** Adds what both commands take. @param missingQueries what happens where nobody says */
export function evaluationOptions(command: Command, missingQueries: "refuse" | "zero"): Command {
  return command
    .optionsGroup("Rules:")
    .addOption(
      new Option(
        "--missing-queries <how>",
        "judged queries that a run lacks: count zero, or skip them as trec_eval without -c",
      )
        .choices(missingQueries === "refuse" ? ["refuse", "zero", "skip"] : ["zero", "skip"])
        .default(missingQueries),
    )
    .addOption(
      new Option("--undefined <how>", "queries without a relevant document: count zero, or skip them")
        .choices(["zero", "skip"])
        .default("zero"),
    )
    .addOption(new Option("--depth <n>", "results used of each list").argParser(count))
    .addOption(new Option("--judged-only", "leave results without a judgment out of the lists"))
    .addOption(
      new Option("--trec-eval <version>", "whose digits: 10 compares scores in full and rounds recall levels")
        .choices(["9", "10"])
        .default("9"),
    )
    .addOption(
      new Option(
        "--measure-module <file>",
        "a module whose default export is a measure of your own, or a list; repeatable",
      )
        .argParser(repeated)
        .default([], "none"),
    )
    .optionsGroup("Queries:")
    .addOption(new Option("--queries <file>", "joins query ids with texts; holds the columns of the next two"))
    .addOption(new Option("--segment <column>", "means for each value of this column of --queries as well"))
    .addOption(new Option("--weight <column>", "weighs queries in means by this column of --queries"))
    .optionsGroup("Coverage and diversity:")
    .addOption(new Option("--catalogue <n|file>", "for Coverage: number of documents, or a file with one id a line"))
    .addOption(
      new Option("--titles <file>", "for Diversity: titles of documents (id TAB title, CSV, JSONL, BEIR corpus)"),
    )
    .addOption(new Option("--model <name>", "for Diversity: folder or fetched hub id (default: all-MiniLM-L6-v2)"))
    .addOption(
      new Option("--embedder <kind>", "stands in for the model in tests")
        .choices(["model", "hash"])
        .default("model")
        .hideHelp(),
    )
    .optionsGroup("Input:")
    .addOption(new Option("--qrels-format <format>", "instead of recognising it; see semqrel convert --list"))
    .addOption(new Option("--run-format <format>", "instead of recognising it"));
}

/** A bound such as `nDCG@10=0.6`, its measure not parsed yet. */
export interface NamedBound {
  readonly measure: string;
  readonly bound: number;
}

/** For commander: collects `MEASURE=NUMBER`, several between commas outside of brackets. */
export function namedBounds(value: string, previous: readonly NamedBound[]): readonly NamedBound[] {
  const parts = value.split(/,(?![^({]*[)}])/).map((part) => {
    const [, measure = "", number = ""] = /^(.+)=([^=]+)$/.exec(part.trim()) ?? [];
    const bound = Number(number);
    if (measure !== "" && number.trim() !== "" && Number.isFinite(bound)) return { measure, bound };
    throw new InvalidArgumentError("Give MEASURE=NUMBER, such as nDCG@10=0.6.");
  });
  return [...previous, ...parts];
}
