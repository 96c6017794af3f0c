/** `semqrel judge`: grades of a language model for a pool, a folder of labels, or result lists. */
import { Command } from "commander";
import { counted } from "../../core/text/wording.ts";
import { shownAddress } from "../../io/ask/secrets.ts";
import type { JudgeSettings } from "../../verbs/judge.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { inputOptions } from "../options/input-options.ts";
import { count, names, nonNegative, positive, repeated, wholeNumber } from "../options/option-values.ts";
import { outputOption, reachingOption } from "../options/reach.ts";
import { sayConclusion } from "../terminal/conclude.ts";
import { printable, printJson, say } from "../terminal/print.ts";
import { remark } from "../terminal/print-report.ts";
import { showValues } from "../terminal/shown-values.ts";
import { settingsOf } from "../verb-settings.ts";

interface JudgeFlags extends CommonFlags, JudgeSettings {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function createCommand(io: CliIo): Command {
  const command = new Command("judge")
    .description(
      "Asks a language model how well each document answers its query, and writes its grades as judgments that validate\n" +
        "and estimate take as --proxy. Any server of the chat-completions dialect will do (llama.cpp, Ollama, vLLM, LM\n" +
        "Studio, OpenAI). Answers are kept: the same command again asks only for what is missing. Without --endpoint\n" +
        "nobody is asked.",
    )
    .argument("<inputs...>", "a pool, or a folder that label --out wrote, or [name=]files of result lists")
    .optionsGroup("Model:")
    .addOption(
      showValues(
        reachingOption("address", "--endpoint <url>", "the server, such as http://localhost:8080/v1 (default: none)"),
        shownAddress,
      ),
    )
    .requiredOption("--llm <name>", "the model, as the server calls it")
    .addOption(
      reachingOption(
        "secret",
        "--key-env <name>",
        "variable of the environment with the key (default: SEMQREL_API_KEY, where it is set)",
      ),
    )
    .option(
      "--same-as <engines>",
      "engines that use a model of this family, between commas: validate warns of them",
      names,
    )
    .optionsGroup("Question:")
    .option("--scale <range>", "grades: 0-3 as umbrela has them, 1-5, 0-1 or another range", "0-3")
    .option("--labels <names>", 'what the grades mean, lowest first: "no|somewhat|yes"', (value) => value.split("|"))
    .option("--prompt <file>", "a prompt with {query}, {documents}, and perhaps {need} and {scale}")
    .option(
      "--field <names>",
      "columns that the model sees beside the title, between commas (of a pool: those of pool --show)",
      names,
    )
    .option("--batch <n>", "documents of one request", count, 1)
    .option("--votes <n>", "ask so many times; the lower median counts, the spread is kept", count, 1)
    .option("--reason", "ask for a sentence for each grade; it stands in the provenance")
    .optionsGroup("Cost:")
    .option("--dry-run", "print requests, tokens, price and the first request, and ask nobody")
    .option("--price-in <x>", "of a million tokens sent", nonNegative)
    .option("--price-out <x>", "of a million tokens received", nonNegative)
    .option("--limit-requests <n>", "stop after so many requests; the same command goes on", count)
    .option("--limit-cost <x>", "stop before the price of this call exceeds it", positive)
    .optionsGroup("Manners:")
    .option("--rate <n>", "requests a second, 0 for no bound", nonNegative, 10)
    .option("--concurrency <n>", "requests at a time", count, 2)
    .option("--timeout <seconds>", "for a whole answer", positive, 120)
    .option("--retries <n>", "after broken connections, timeouts, 408, 429, 5xx", wholeNumber, 4)
    .optionsGroup("Output:")
    .addOption(
      outputOption("-o, --out <file>", "judgments; FILE.provenance.json is written beside them").makeOptionMandatory(),
    )
    .option(
      "--existing <file>",
      "judgments that are there: their pairs are not asked, people's go before models'; may be given several times",
      repeated,
    )
    .addOption(outputOption("--raw <folder>", "where answers are kept (default: FILE.raw)"))
    .option("--retry-failed", "ask again what was answered three times without a grade")
    .option("--to <format>", "a format of judgments (default: by the name of the file, else trec-qrels)")
    .option("--json", "one JSON document on stdout: counts, tokens, failures")
    .optionsGroup("Input:")
    .option("--depth <n>", "results taken of each list (default: 10)", count)
    .option("--queries <file>", "texts and information needs of queries, for result lists");
  return inputOptions(command)
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel judge pool.jsonl --llm qwen3:8b --endpoint http://localhost:11434/v1 -o judged.qrels --dry-run\n" +
        "  semqrel judge pool.jsonl --llm qwen3:8b --endpoint http://localhost:11434/v1 -o judged.qrels\n" +
        "  semqrel judge labels --llm gpt-5-mini --endpoint https://api.openai.com/v1 --key-env OPENAI_API_KEY \\\n" +
        "    --batch 10 --existing gold.qrels --price-in 0.25 --price-out 2 --limit-cost 1.50 -o judged.qrels\n" +
        "  semqrel validate labels --gold gold.qrels --proxy model=judged.qrels\n" +
        "\nA pair without a grade has no row; it is never 0. Exit codes: 0 done, or stopped at a limit, 2 the server gives no\n" +
        "answer or the command is wrong, 130 interrupted.",
    )
    .action((inputs: string[], flags: JudgeFlags) => judge(inputs, flags, io));
}

async function judge(inputs: readonly string[], flags: JudgeFlags, io: CliIo): Promise<void> {
  const verbs = await import("../../verbs/judge.ts");
  if (flags.dryRun) return dryRun(await verbs.planJudge(inputs, flags), flags, io);
  const settings = { ...settingsOf(flags, io), environment: io.environment };
  const { report, warnings } = await verbs.judge(inputs, settings);
  const { judgingRemarks } = await import("../../gold/judge/judging-report.ts");
  if (flags.json) printJson(io, { ...report, warnings });
  say(judgingRemarks(report), flags, io);
  await remark(warnings, flags, io);
  const [labels = ""] = inputs;
  if (report.comparison !== null) await sayConclusion(labels, { ...flags, format: "table" }, io);
}

type Planned = Awaited<ReturnType<typeof import("../../verbs/judge.ts").planJudge>>;

async function dryRun({ plan, options }: Planned, flags: JudgeFlags, io: CliIo): Promise<void> {
  const { pairs, existing, requests, tokens, first } = plan;
  const { priceOf } = await import("../../gold/judge/judging-cost.ts");
  const price = options.prices === null ? null : priceOf(tokens, options.prices);
  if (flags.json) printJson(io, { schema: "semqrel.judge-plan/1", ...plan, price });
  else if (first !== null) {
    const key = io.environment[options.keyVariable]?.trim() ? ["Authorization: Bearer ***"] : [];
    const head = [`POST ${options.endpoint ?? "(no --endpoint)"}`, ...key, "Content-Type: application/json"];
    for (const line of head) io.stdout.write(`${printable(line)}\n`);
    io.stdout.write(`\n${JSON.stringify(JSON.parse(first), null, 1)}\n`);
  }
  const tried = "; more where an answer has no grade";
  say(
    [
      `${counted(pairs, "pair")}, ${existing} rated before: ${counted(requests, "request")}${requests > 0 ? tried : ""}. Nothing was sent.`,
      `About ${tokens.in} tokens sent and ${tokens.out} received, counted with our tokenizer: the model's may differ by a third.`,
      price === null
        ? "Prices are not known: --price-in and --price-out, of a million tokens."
        : `Price about ${price.toFixed(4)}.`,
    ],
    flags,
    io,
  );
}
