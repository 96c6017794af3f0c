/**
 * Which options do `calibrate` and `estimate` have in common?
 */
import { type Command, Option } from "commander";
import { modelOptions } from "./input-options.ts";
import { count, repeated, wholeNumber } from "./option-values.ts";

/** Adds the options of `StudySettings`. */
export function calibrationOptions(command: Command, gold: "required" | "optional" = "required"): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const said = "ratings of some queries, drawn at random, in any format that measure reads";
  command
    .addOption(
      gold === "required"
        ? option("--gold <qrels>", `required: ${said}`).makeOptionMandatory()
        : option("--gold <qrels>", `${said}; required but for the first draw of pairs`),
    )
    .addOption(
      option(
        "--proxy <name=file>",
        "other labels of the same results (a language model's, clicks); may be repeated",
      ).argParser(repeated),
    )
    .addOption(option("--measure <measure>", "by people's ratings").default("nDCG@10"))
    .addOption(
      option("--target <queries>", "the mean over these queries, or over future ones of their kind")
        .choices(["these", "future"])
        .default("these"),
    )
    .addOption(
      option("--method <model>", "that learns labels from matches and ratings")
        .choices(["ridge", "logistic", "isotonic"])
        .default("ridge"),
    )
    .addOption(option("--depth <n>", "results of each list that people looked at").argParser(count).default(10))
    .addOption(
      option("--unjudged <rule>", "what an unrated result above that depth teaches, in rated queries")
        .choices(["nonrelevant", "leave-out"])
        .default("nonrelevant"),
    )
    .addOption(option("--seed <n>", "of folds and resamples").argParser(wholeNumber).default(1))
    .optionsGroup("Model:");
  return modelOptions(command, "vectors");
}
