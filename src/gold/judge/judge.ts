import { defineCommand } from "../../command/define-command.ts";
import {
  count,
  type GivenOf,
  group,
  names,
  nonNegative,
  output,
  positive,
  repeated,
  type SettingsOf,
  special,
  text,
  textKind,
  textsKind,
  toggle,
} from "../../command/settings.ts";
import {
  environment,
  readOptionsOf,
  readSettings,
  requestBoundsOf,
  requestSettings,
  workSettings,
} from "../../command/shared-settings.ts";
import type { Terminal } from "../../command/terminal.ts";
import { at } from "../../core/at.ts";
import { invalidOption, refusing } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { secretOf, shownAddress } from "../../io/ask/secrets.ts";
import type { JudgeFiles } from "./judge-files.ts";
import type { JudgeOptions } from "./judge-pairs.ts";

const MAX_BYTES = 1e6;
const MOST_VOTES = 100;
const USUAL_SCALE = "0-3";
const invalid = refusing("Judging");

const addressKind = { ...textKind, shown: shownAddress };
const meaningsKind = { ...textsKind, wanted: "a list of names", read: (value: string) => value.split("|") };

const settings = {
  out: output("<file>", "judgments; FILE.provenance.json is written beside them", { short: "-o", isRequired: true }),
  llm: text("<name>", "name of the model on the server", { isRequired: true }),
  endpoint: special<string>(
    addressKind,
    "<url>",
    "the server, such as http://localhost:8080/v1 (default: none, and nothing is sent)",
    { reach: "address" },
  ),
  keyEnv: text("<name>", "environment variable that has the server's key (default: SEMQREL_API_KEY, if it is set)", {
    reach: "secret",
  }),
  scale: text("<range>", "grades of the model: 0-3 as in umbrela, 1-5, 0-1 or another range", {
    default: USUAL_SCALE,
  }),
  batch: count("<n>", "documents in one request", { default: 1 }),
  votes: count("<n>", "how many times each document is graded; the lower median counts", { default: 1 }),
  existing: repeated("<file>", "existing judgments, whose pairs are skipped; repeatable", {
    default: [],
    defaultText: "none",
  }),
  limitCost: positive("<x>", "maximum cost of this run, in the currency of --price-in and --price-out, e.g. 1.50"),
  ...group("Question:", {
    labels: special<readonly string[]>(
      meaningsKind,
      "<names>",
      'meaning of the grades, lowest first: "no|somewhat|yes"',
    ),
    prompt: text("<file>", "prompt with {query}, {documents}, and optionally {need} and {scale}"),
    field: names(
      "<names>",
      "columns that the model also sees, separated by commas (default for a pool: those of pool --show)",
    ),
    reason: toggle("ask for a sentence that explains each grade, stored in FILE.provenance.json"),
    sameAs: names(
      "<engines>",
      "engines that use a model of the same family as --llm, separated by commas; `validate` warns about them",
    ),
  }),
  ...group("Cost and speed:", {
    priceIn: nonNegative("<x>", "price of a million input tokens"),
    priceOut: nonNegative("<x>", "price of a million output tokens"),
    limitRequests: count("<n>", "maximum number of requests; run the same command to continue"),
    ...requestSettings("requests", 120),
    raw: output("<folder>", "folder for stored answers (default: FILE.raw)"),
    retryFailed: toggle("ask again about pairs that got no grade in three attempts"),
  }),
  ...group("Files:", {
    to: text("<format>", "format of the judgments (default: by the name of the file, else trec-qrels)"),
    depth: count("<n>", "results taken from each list (default: 10)"),
    queries: text("<file>", "texts and information needs of queries, for result lists"),
  }),
  ...group("Reading lists:", readSettings),
  environment,
  ...workSettings,
};
/** What a program may set. */
export type JudgeSettings = SettingsOf<typeof settings>;
type Given = GivenOf<typeof settings>;

const commandLine = {
  dryRun: toggle("print the number of requests and tokens, the price and the first request, and send nothing"),
  json: toggle("one JSON document on stdout: counts, tokens, failures"),
};

export const command = defineCommand({
  name: "judge",
  doing: "Judging",
  about:
    "Asks a language model how well each document answers its query, and writes its grades as judgments, which " +
    "validate and estimate accept as --proxy. Works with any server that has the chat-completions API (llama.cpp, " +
    "Ollama, vLLM, LM Studio, OpenAI). Answers are stored: running the same command again only asks for what is missing. " +
    "Without --endpoint nothing is sent.",
  takes: [{ name: "<inputs...>", help: "a pool, a folder that label --out wrote, or [name=]files of result lists" }],
  settings,
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
    const { openAskTools } = await import("../../io/ask/ask.ts");
    const { keepEvidence } = await import("../../io/labels/evidence.ts");
    const { environment = process.env, progress, signal } = given;
    const { files, options } = await judgingOf(inputs, given);
    if (given.keyEnv !== undefined && options.endpoint !== null) secretOf(environment, given.keyEnv);
    const countTokens = options.prices === null ? () => 0 : await openCounter();
    const tools = openAskTools({ environment, ...(progress && { progress }), ...(signal && { signal }) });
    const { report, warnings } = await judgeFiles(files, options, countTokens, tools);
    const proxies = [{ path: files.output }];
    const kept =
      report.comparison === null ? [] : await keepEvidence(at(files.results, 0).path, report, { gold: null, proxies });
    return { report, warnings: [...warnings, ...kept] };
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
 * @param judged a pool, a folder of labels, or files of result lists, as `path` or `name=path`
 * @throws SemqrelError for files and settings that cannot be used
 */
export const judge = command.call;

async function dryRun(inputs: string | readonly string[], given: Given, terminal: Terminal, isJson: boolean) {
  const { planJudging } = await import("./judge-files.ts");
  const { priceOf } = await import("./judging-report.ts");
  const { files, options } = await judgingOf(inputs, given);
  const plan = await planJudging(files, options, await openCounter());
  const { pairs, existing, requests, tokens, first } = plan;
  const price = options.prices === null ? null : priceOf(tokens, options.prices);
  if (isJson) terminal.json({ schema: "semqrel.judge-plan/1", ...plan, price });
  else if (first !== null) {
    const key = terminal.environment[options.keyVariable]?.trim() ? ["Authorization: Bearer ***"] : [];
    const head = [`POST ${options.endpoint ?? "(no --endpoint)"}`, ...key, "Content-Type: application/json"];
    for (const line of head) terminal.write(`${line}\n`);
    terminal.write(`\n${JSON.stringify(JSON.parse(first), null, 1)}\n`);
  }
  const tried = "; more if an answer has no grade";
  terminal.say([
    `${counted(pairs, "pair")}, ${existing} rated before: ${counted(requests, "request")}${requests > 0 ? tried : ""}. Nothing was sent.`,
    `About ${tokens.in} tokens sent and ${tokens.out} received, counted with semqrel's tokenizer. The model's count may differ by a third.`,
    price === null
      ? "Prices are not known. Set --price-in and --price-out, per million tokens."
      : `Price about ${price.toFixed(4)}.`,
  ]);
}

async function judgingOf(inputs: string | readonly string[], given: Given) {
  const { parseRatingScale, requireWholeGrades } = await import("../agreement/combine-ratings.ts");
  const { endpointOf } = await import("./kept-answers.ts");
  const { umbrelaGrades, usualTemplate } = await import("./judging-prompt.ts");
  const { namedFile } = await import("../../io/results/results-file.ts");
  const { requireOneStandardInput } = await import("../../io/require-paths.ts");
  const { out, llm, endpoint, keyEnv = "SEMQREL_API_KEY", prompt, field = [], depth = null, scale } = given;
  const { batch, votes, reason = false, existing, queries = null, titles = null } = given;
  const { limitRequests = null, limitCost = null, priceIn, priceOut, to = null, raw = `${out}.raw` } = given;
  if (llm.trim() === "") throw invalid("the name of the model is empty. Give --llm NAME.");
  if (votes > MOST_VOTES) throw invalid(`--votes is ${votes}. Give at most ${MOST_VOTES}.`);
  if ((priceIn === undefined) !== (priceOut === undefined)) throw invalid("give --price-in and --price-out together.");
  const prices = priceIn === undefined || priceOut === undefined ? null : { in: priceIn, out: priceOut };
  if (limitCost !== null && prices === null) throw invalid("--limit-cost needs --price-in and --price-out. Give them.");
  const template = prompt === undefined ? usualTemplate : await readPrompt(prompt);
  const results = [inputs].flat().map(namedFile);
  requireOneStandardInput([...results.map(({ path }) => path), queries, titles, ...existing]);
  const files: JudgeFiles = {
    results,
    queries,
    titles,
    depth,
    fields: field,
    existing,
    to,
    raw,
    output: out,
    read: readOptionsOf(given),
    write: { index: null, field: "text", spreadsheetSafe: false },
    retryFailed: given.retryFailed === true,
    sameAs: given.sameAs ?? [],
    date: new Date().toISOString(),
  };
  const chosen = parseRatingScale(scale, given.labels ?? (scale === USUAL_SCALE ? umbrelaGrades : undefined));
  requireWholeGrades(chosen, "Judging");
  const options: JudgeOptions = {
    llm,
    batch,
    votes,
    limitRequests,
    limitCost,
    prices,
    keyVariable: keyEnv,
    ...requestBoundsOf(given, MAX_BYTES),
    endpoint: endpoint === undefined ? null : endpointOf(endpoint),
    prompt: { template, scale: chosen, hasReason: reason },
  };
  return { files, options };
}

async function readPrompt(path: string): Promise<string> {
  const { isUtf8 } = await import("node:buffer");
  const { MOST_WRITTEN_BYTES } = await import("../../core/files/read-whole.ts");
  const { readOwnBytes } = await import("../../io/read-own-document.ts");
  const { requireTemplate } = await import("./judging-prompt.ts");
  const bytes = readOwnBytes(path, "Check --prompt.", MOST_WRITTEN_BYTES);
  if (!isUtf8(bytes)) throw invalidOption(`Reading the prompt ${path}: it is not UTF-8. Save it as UTF-8.`);
  const template = new TextDecoder().decode(bytes);
  requireTemplate(template, path);
  return template;
}

/** Counts with the included tokenizer. Other models have tokens of similar length. */
async function openCounter(): Promise<(text: string) => number> {
  const { bundledModel, modelPath } = await import("../../model/embed/model-folder.ts");
  const { loadTokenizer } = await import("../../model/embed/tokenizer.ts");
  const { tokenise } = await loadTokenizer(modelPath(bundledModel, null), Number.POSITIVE_INFINITY);
  return (text) => tokenise(text).ids.length;
}
