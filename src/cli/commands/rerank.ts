/** `semqrel rerank`: do features predict labels, and do lists get better by it? */
import { Command, InvalidArgumentError, Option } from "commander";
import type { RerankSettings } from "../../verbs/rerank.ts";
import type { CliIo } from "../io.ts";
import {
  choice,
  count,
  formatOption,
  jsonOption,
  names,
  nonNegative,
  shareBetween,
  wholeNumber,
} from "../options/option-values.ts";
import { outputOption } from "../options/reach.ts";
import { say } from "../terminal/print.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface RerankFlags extends ReportFlags, RerankSettings {}

const kinds = ["ridge", "mlp", "forest"] as const;

export function createCommand(io: CliIo): Command {
  return new Command("rerank")
    .description(
      "Predicts the labels of one engine's results from features of documents and from their rank, and orders each list\n" +
        "by what was predicted: errors beside predicting the mean, NDCG of every order beside the original one, the best\n" +
        "possible and chance, with paired tests. Models see other queries than those they are tested on.",
    )
    .argument("<labels>", "a folder of `label`, or its labels.csv")
    .argument("<features-file>", "a file of `features`, or any table with ids and numbers")
    .addOption(
      new Option("--model <names>", `${kinds.join(", ")}, or several between commas`)
        .argParser(models)
        .default(["ridge"], "ridge"),
    )
    .option("--apply <file>", "a model that an earlier rerank -o wrote, instead of fitting one")
    .option("--engine <name>", "whose results (default: the first of the labels)")
    .option("--features <names>", "columns to use, between commas (default: all with numbers)", names)
    .optionsGroup("Test:")
    .addOption(
      choice("--split <by>", "queries: none is in training and test; rows: as in the study, which leaks", [
        "queries",
        "rows",
      ]),
    )
    .option("--folds <n>", "parts of the queries, each predicted by the others", count, 5)
    .option("--test-share <share>", "of the rows, with --split rows", shareBetween, 0.2)
    .option("--repeats <n>", "shuffles of each feature, for its importance", count, 5)
    .option("--seed <n>", "of all that is drawn", wholeNumber, 1)
    .optionsGroup("Models:")
    .option("--strength <number>", "of ridge (default: chosen by cross-validation over queries)", nonNegative)
    .option("--epochs <n>", "of the perceptron, at most; it stops early", count, 200)
    .option("--trees <n>", "of the forest", count, 100)
    .optionsGroup("Output:")
    .addOption(outputOption("-o, --out <folder>", "runs, predictions, fitted models, points of plots and the summary"))
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel rerank labels features.csv --model ridge,mlp,forest -o reranked\n" +
        "  semqrel measure labels/labels.qrels reranked/runs/*.run nDCG@10\n" +
        "  semqrel rerank labels features.csv --model mlp --split rows --test-share 0.2\n" +
        "  semqrel rerank other-labels features.csv --apply reranked/models/ridge.json\n",
    )
    .action(async (labels: string, features: string, flags: RerankFlags) => {
      const { rerank } = await import("../../verbs/rerank.ts");
      const reranked = await rerank(labels, features, settingsOf(flags, io));
      const { rerankBlocks, rerankRows } = await import("../../rerank/rerank-blocks.ts");
      await answer(reranked, { blocks: rerankBlocks, rows: rerankRows }, flags, io);
      const { written } = reranked;
      if (written.length > 0) say(["", `Wrote ${written.length} files to ${flags.out}.`], flags, io);
    });
}

function models(value: string): (typeof kinds)[number][] {
  const chosen = names(value);
  const unknown = chosen.find((name) => !kinds.includes(name as (typeof kinds)[number]));
  if (unknown !== undefined || chosen.length === 0) {
    throw new InvalidArgumentError(`Give ${kinds.join(", ")}, or several of them between commas.`);
  }
  return kinds.filter((kind) => chosen.includes(kind));
}
