/** `judge`: which grades does a language model give? */

import { isUtf8 } from "node:buffer";
import type { WorkSettings } from "../command/shared-settings.ts";
import { type ReadSettings, readOptionsOf } from "../command/shared-settings.ts";
import { at } from "../core/at.ts";
import { invalidOption, type SemqrelError } from "../core/errors.ts";
import { MOST_WRITTEN_BYTES } from "../core/files/read-whole.ts";
import { requireKinds } from "../core/require-settings.ts";
import type { RatingScale } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { parseRatingScale } from "../gold/agreement/rating-scale.ts";
import { endpointOf } from "../gold/judge/chat-completions.ts";
import { type JudgeFiles, judgeFiles, type PlannedJudging, planJudging } from "../gold/judge/judge-files.ts";
import type { JudgeOptions } from "../gold/judge/judge-pairs.ts";
import { requireTemplate, umbrelaGrades, usualTemplate } from "../gold/judge/judging-prompt.ts";
import type { JudgingReport } from "../gold/judge/judging-report.ts";
import { openAskTools } from "../io/ask/ask-tools.ts";
import { secretOf } from "../io/ask/secrets.ts";
import { readingAs } from "../io/encoding.ts";
import { keepEvidence } from "../io/labels/evidence.ts";
import { namedFile } from "../io/named-files.ts";
import { readOwnBytes } from "../io/read-own-document.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";

/** Who is asked what, and what it may cost. */
export interface JudgeSettings extends ReadSettings, WorkSettings {
  /** The file of judgments; provenance stands in `OUT.provenance.json`. */
  readonly out: string;
  /** Name of the model, as the server knows it. */
  readonly llm: string;
  /** Address of a server of the chat-completions dialect, such as `http://localhost:8080/v1`. @default none: nobody is asked */
  readonly endpoint?: string;
  /** Variable of the environment that holds the key of the server. @default "SEMQREL_API_KEY", which may be missing */
  readonly keyEnv?: string;
  /** Grades of the model; labels begin at 0. @default "0-3", as umbrela names them */
  readonly scale?: string;
  /** What the grades mean, lowest first. @default those of the scale */
  readonly labels?: readonly string[];
  /** File of a prompt with {query}, {documents}, and perhaps {need} and {scale}. @default the one that comes along */
  readonly prompt?: string;
  /** Columns that the model sees beside the title. @default none */
  readonly field?: readonly string[];
  /** Documents of one request. @default 1 */
  readonly batch?: number;
  /** Times that each document is asked; the lower median counts. @default 1 */
  readonly votes?: number;
  /** Asks for a sentence for each grade, which the provenance keeps. @default false */
  readonly reason?: boolean;
  /** Files of judgments that are there: their pairs are not asked. People's go before models'. @default none */
  readonly existing?: readonly string[];
  /** Engines that use a model of the same family: validation warns of them. @default none */
  readonly sameAs?: readonly string[];
  /** Results taken of each list. @default 10 */
  readonly depth?: number;
  /** File of ids, texts and information needs of queries, for result lists. @default none */
  readonly queries?: string;
  /** Requests at most. @default no bound */
  readonly limitRequests?: number;
  /** What requests may cost, in the currency of the prices. @default no bound */
  readonly limitCost?: number;
  /** Price of a million tokens sent. @default not known */
  readonly priceIn?: number;
  /** Price of a million tokens received. @default not known */
  readonly priceOut?: number;
  /** Requests a second, 0 for no bound. @default 10 */
  readonly rate?: number;
  /** Requests at a time. @default 2 */
  readonly concurrency?: number;
  /** Seconds for a whole answer. @default 120 */
  readonly timeout?: number;
  /** After broken connections, timeouts, 408, 429 and 5xx. @default 4 */
  readonly retries?: number;
  /** Folder that keeps the answers. @default OUT.raw */
  readonly raw?: string;
  /** Asks again what was answered without a grade. @default false */
  readonly retryFailed?: boolean;
  /** A format of judgments. @default by the name of the file, else "trec-qrels" */
  readonly to?: string;
  /** Where the key stands. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const USUAL_SCALE = "0-3";
const USUAL_KEY = "SEMQREL_API_KEY";
const MAX_BYTES = 1e6;
const MOST_VOTES = 100;

/**
 * Asks a language model for grades of pairs of query and document, and writes them as judgments. Answers are kept: the
 * same call again asks for what is missing alone. Leaves the report in a folder of labels that is judged.
 *
 * @param judged a pool, a folder of labels, or files of result lists, as `path` or `name=path`
 * @throws SemqrelError for files and settings that cannot be used
 */
export async function judge(
  judged: string | readonly string[],
  settings: JudgeSettings,
): Promise<{ readonly report: JudgingReport; readonly warnings: readonly Warning[] }> {
  requireKinds("Judging", { judged, out: settings?.out }, settings, {
    "a text": ["llm", "endpoint", "keyEnv", "scale", "prompt", "queries", "titles", "raw", "to"],
    "a list of names": ["labels", "field", "existing", "sameAs"],
    "a number": ["batch", "votes", "depth", "limitRequests", "limitCost", "rate", "concurrency", "timeout", "retries"],
    "true or false": ["reason", "retryFailed"],
  });
  const { environment = process.env, progress, signal } = settings;
  const { files, options } = await judgingOf(judged, settings);
  if (settings.keyEnv !== undefined && options.endpoint !== null) secretOf(environment, settings.keyEnv);
  const shown = { ...(progress && { progress }), ...(signal && { signal }) };
  const countTokens = options.prices === null ? () => 0 : await openCounter();
  const tools = openAskTools({ environment, ...shown });
  const { report, warnings } = await readingAs(settings, () => judgeFiles(files, options, countTokens, tools));
  const inputs = { gold: null, proxies: [{ path: files.output }] };
  const kept = report.comparison === null ? [] : await keepEvidence(at(files.results, 0).path, report, inputs);
  return { report, warnings: [...warnings, ...kept] };
}

/** What `judge` would ask and what it would take. Makes no file, asks nobody. @throws SemqrelError as `judge` */
export async function planJudge(
  inputs: string | readonly string[],
  settings: JudgeSettings,
): Promise<{ readonly plan: PlannedJudging; readonly options: JudgeOptions }> {
  const { files, options } = await judgingOf(inputs, settings);
  return { plan: await planJudging(files, options, await openCounter()), options };
}

async function judgingOf(inputs: string | readonly string[], settings: JudgeSettings) {
  const { out, llm, endpoint, keyEnv = USUAL_KEY, prompt: promptFile, field: fields = [], depth = null } = settings;
  const { batch = 1, votes = 1, reason = false, existing = [], queries = null, titles = null } = settings;
  const { rate = 10, concurrency = 2, timeout = 120, retries = 4, raw = `${out}.raw` } = settings;
  const { limitRequests = null, limitCost = null, priceIn, priceOut, to = null } = settings;
  if (llm.trim() === "") throw invalid("the name of the model is empty. Give --llm NAME.");
  if (votes > MOST_VOTES) throw invalid(`${votes} votes are asked of each document. Give ${MOST_VOTES} at most.`);
  if ((priceIn === undefined) !== (priceOut === undefined)) throw invalid("give --price-in and --price-out together.");
  const prices = priceIn === undefined || priceOut === undefined ? null : { in: priceIn, out: priceOut };
  if (limitCost !== null && prices === null) throw invalid("--limit-cost needs --price-in and --price-out. Give them.");
  const template = promptFile === undefined ? usualTemplate : readPrompt(promptFile);
  const results = [inputs].flat().map(namedFile);
  requireOneStandardInput([...results.map(({ path }) => path), queries, titles, ...existing]);
  const files: JudgeFiles = {
    ...{ results, queries, titles, depth, fields, existing, to, raw, output: out },
    read: readOptionsOf(settings),
    write: { index: null, field: "text", spreadsheetSafe: false },
    retryFailed: settings.retryFailed === true,
    sameAs: settings.sameAs ?? [],
    date: new Date().toISOString(),
  };
  const options: JudgeOptions = {
    ...{ llm, batch, votes, concurrency, limitRequests, limitCost, prices, keyVariable: keyEnv },
    endpoint: endpoint === undefined ? null : endpointOf(endpoint),
    prompt: { template, scale: scaleOf(settings), hasReason: reason },
    patience: { timeoutSeconds: timeout, retries, maxBytes: MAX_BYTES },
    rate: rate === 0 ? null : rate,
  };
  return { files, options };
}

function scaleOf({ scale = USUAL_SCALE, labels }: JudgeSettings): RatingScale {
  return parseRatingScale(scale, labels ?? (scale === USUAL_SCALE ? umbrelaGrades : undefined));
}

function readPrompt(path: string): string {
  const bytes = readOwnBytes(path, "Check --prompt.", MOST_WRITTEN_BYTES);
  if (!isUtf8(bytes)) throw invalidOption(`Reading the prompt ${path}: it is not UTF-8. Save it as UTF-8.`);
  const template = new TextDecoder().decode(bytes);
  requireTemplate(template, path);
  return template;
}

/** By the tokenizer that comes along; a model has its own, with tokens of about the same length. */
async function openCounter(): Promise<(text: string) => number> {
  const { bundledModel, modelPath } = await import("../model/embed/model-folder.ts");
  const { loadTokenizer } = await import("../model/embed/tokenizer.ts");
  const { tokenise } = await loadTokenizer(modelPath(bundledModel, null), Number.POSITIVE_INFINITY);
  return (text) => tokenise(text).ids.length;
}

function invalid(why: string): SemqrelError {
  return invalidOption(`Judging: ${why}`);
}
