/** Which options do `measure` and `compare` share, and what do they mean to the measuring code? */
import { type Command, InvalidArgumentError } from "commander";
import { choice, count, embedderOption, repeated } from "./option-values.ts";
import { reachingOption } from "./reach.ts";

/** Adds what both commands take. @param missingQueries what happens where nobody says */
export function evaluationOptions(command: Command, missingQueries: "refuse" | "zero"): Command {
  return command
    .optionsGroup("Rules:")
    .addOption(
      choice(
        "--missing-queries <how>",
        "judged queries that a run lacks: count zero, or skip them as trec_eval without -c",
        missingQueries === "refuse" ? ["refuse", "zero", "skip"] : ["zero", "skip"],
      ),
    )
    .addOption(
      choice("--undefined <how>", "queries without a relevant document: count zero, or skip them", ["zero", "skip"]),
    )
    .option("--depth <n>", "results used of each list", count)
    .option("--judged-only", "leave results without a judgment out of the lists")
    .option("--drop-self", "leave out results whose id is that of their query, as BEIR does")
    .addOption(
      choice("--trec-eval <version>", "whose digits: 10 compares scores in full and rounds recall levels", ["9", "10"]),
    )
    .addOption(
      reachingOption(
        "code",
        "--measure-module <file>",
        "a module whose default export is a measure of your own, or a list; repeatable",
      )
        .argParser(repeated)
        .default([], "none"),
    )
    .optionsGroup("Queries:")
    .option("--queries <file>", "joins query ids with texts; holds the columns of the next two")
    .option("--segment <column>", "means for each value of this column of --queries as well")
    .option("--weight <column>", "weighs queries in means by this column of --queries")
    .optionsGroup("Coverage and diversity:")
    .option("--catalogue <n|file>", "for Coverage: number of documents, or a file with one id a line")
    .option("--titles <file>", "for Diversity: titles of documents (id TAB title, CSV, JSONL, BEIR corpus)")
    .addOption(
      reachingOption("code", "--model <name>", "for Diversity: folder or fetched hub id (default: all-MiniLM-L6-v2)"),
    )
    .addOption(embedderOption())
    .optionsGroup("Input:")
    .option("--qrels-format <format>", "instead of recognising it; see semqrel convert --list")
    .option("--run-format <format>", "instead of recognising it");
}

/** Such as `nDCG@10=0.6`; the measure is not parsed yet. */
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
