import { defineCommand } from "../../command/define-command.ts";
import { toggle } from "../../command/settings.ts";
import type { Terminal } from "../../command/terminal.ts";
import { at } from "../../core/at.ts";
import { counted } from "../../core/text/wording.ts";
import { requireHeaderValue, secretOf } from "../../io/ask/secrets.ts";
import { type JudgeGiven, judgeSettings } from "./judge-settings.ts";

const commandLine = {
  dryRun: toggle("print the number of requests and tokens, the price and the first request, and send nothing"),
  json: toggle("one JSON document on stdout: counts, tokens, failures"),
};

export const command = defineCommand({
  name: "judge",
  doing: "Judging",
  about:
    "Asks a language model how well each document answers its query, and writes the grades as judgments, which " +
    "validate and estimate accept as --proxy. Works with any server that has the chat-completions API (llama.cpp, " +
    "Ollama, vLLM, LM Studio, OpenAI). Answers are stored: running the same command again only asks for what is missing. " +
    "Without --endpoint nothing is sent.",
  takes: [
    {
      name: "<inputs...>",
      help: "a pool, a folder of labels (of `check` or `label --out`), or [name=]files of result lists",
    },
  ],
  settings: judgeSettings,
  commandLine,
  examples: [
    "judge pool.jsonl --llm qwen3:8b --endpoint http://localhost:11434/v1 -o judged.qrels --dry-run",
    "judge pool.jsonl --llm qwen3:8b --endpoint http://localhost:11434/v1 -o judged.qrels",
    "judge labels --llm gpt-5-mini --endpoint https://api.openai.com/v1 --key-env OPENAI_API_KEY \\\n" +
      "    --batch 10 --existing gold.qrels --price-in 0.25 --price-out 2 --limit-cost 1.50 -o judged.qrels",
    "validate labels --gold gold.qrels --proxy model=judged.qrels",
  ],
  notes: () =>
    "Pairs without a grade have no row; they do not count as 0. Exit codes: 0 if done or stopped at a limit, 2 if the\n" +
    "server does not answer or the command is wrong, 130 if interrupted.",

  async run([inputs]: readonly [inputs: string | readonly string[]], given) {
    const { judgeFiles } = await import("./judge-files.ts");
    const { judgeOptionsOf } = await import("./judge-options.ts");
    const { environment = process.env, keyEnv } = given;
    const options = judgeOptionsOf(inputs, given);
    if (options.endpoint !== null) {
      if (keyEnv !== undefined) secretOf(environment, keyEnv);
      requireHeaderValue(environment[options.keyEnv]?.trim() ?? "", `the key in ${options.keyEnv}`);
    }
    return judgeFiles(options);
  },

  async execute([inputs], given, terminal) {
    if (given.dryRun) return dryRun(inputs, given, terminal, given.json === true);
    const { report, warnings } = await command.run([inputs], { ...given, environment: terminal.environment });
    const { judgingRemarks } = await import("./judging-report.ts");
    if (given.json) terminal.json({ ...report, warnings });
    terminal.say(judgingRemarks(report));
    await terminal.remark(warnings);
    if (report.comparison !== null) await terminal.conclude(at([inputs].flat(), 0));
  },
});

/**
 * Asks a language model for grades of query-document pairs, and writes them as judgments. Answers are stored, so the
 * same call again only requests what is missing. Stores the report in the folder of labels, if one was judged.
 *
 * @param judged - a pool, a folder of labels, or files of result lists, as `path` or `name=path`
 * @throws SemqrelError for files and settings that cannot be used
 */
export const judge = command.call;

async function dryRun(inputs: string | readonly string[], given: JudgeGiven, terminal: Terminal, isJson: boolean) {
  const { planJudging } = await import("./judge-files.ts");
  const { judgeOptionsOf } = await import("./judge-options.ts");
  const { priceOf } = await import("./judging-report.ts");
  const options = judgeOptionsOf(inputs, given);
  const plan = await planJudging(options);
  const { pairs, existing, requests, tokens, first } = plan;
  const price = options.prices === null ? null : priceOf(tokens, options.prices);
  if (isJson) terminal.json({ schema: "semqrel.judge-plan/1", ...plan, price });
  else if (first !== null) {
    const key = terminal.environment[options.keyEnv]?.trim() ? ["Authorization: Bearer ***"] : [];
    const head = [`POST ${options.endpoint ?? "(no --endpoint)"}`, ...key, "Content-Type: application/json"];
    for (const line of head) terminal.write(`${line}\n`);
    terminal.write(`\n${JSON.stringify(JSON.parse(first), null, 1)}\n`);
  }
  const tried = ", or more if an answer has no grade";
  terminal.say([
    `${counted(pairs, "pair")}, ${existing} already rated: ${counted(requests, "request")}${requests > 0 ? tried : ""}. Nothing was sent.`,
    `About ${tokens.in} tokens sent and ${tokens.out} received, counted with semqrel's tokenizer. The model's count may differ by a third.`,
    price === null
      ? "Prices are not known. Set --price-in and --price-out, per million tokens."
      : `Price about ${price.toFixed(4)}.`,
  ]);
}
