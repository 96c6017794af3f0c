/** Which options do `calibrate` and `estimate` have in common? */
import type { Command, Option } from "commander";
import { modelOptions } from "./input-options.ts";
import { choice, count, repeated, wholeNumber } from "./option-values.ts";

export function targetOption(): Option {
  return choice("--target <queries>", "the mean over these queries, or over future ones of their kind", [
    "these",
    "future",
  ]);
}

/** Adds the options of `StudySettings`. @param notRequired ends the help of --gold where a command can do without it */
export function calibrationOptions(command: Command, notRequired?: string): Command {
  const said = "ratings of some queries, drawn at random, in any format that measure reads";
  if (notRequired === undefined) command.requiredOption("--gold <qrels>", `required: ${said}`);
  else command.option("--gold <qrels>", `${said}${notRequired}`);
  command
    .option(
      "--proxy <name=file>",
      "other labels of the same results (a language model's, clicks); may be repeated",
      repeated,
    )
    .option("--measure <measure>", "by people's ratings", "nDCG@10")
    .addOption(targetOption())
    .addOption(
      choice("--method <model>", "that learns labels from matches and ratings", ["ridge", "logistic", "isotonic"]),
    )
    .option("--depth <n>", "results of each list that people looked at", count, 10)
    .addOption(
      choice("--unjudged <rule>", "what an unrated result above that depth teaches, in rated queries", [
        "nonrelevant",
        "leave-out",
      ]),
    )
    .option("--seed <n>", "of folds and resamples", wholeNumber, 1)
    .optionsGroup("Model:");
  return modelOptions(command, "vectors");
}
