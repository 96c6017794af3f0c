import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { counted } from "../../core/text/wording.ts";
import { type AskTools, ask, LONGEST_WAIT_SECONDS, pace } from "../../io/ask/ask.ts";
import { maskSecrets } from "../../io/ask/secrets.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { promptIdentity, renderPrompt, type ShownDocument, type ShownQuery } from "./judging-prompt.ts";
import { type Asking, addTokens, type JudgedPair, noTokens, priceOf, type Tokens } from "./judging-report.ts";
import { chatBody, type KeptAnswers, type OptionalPart, optionalParts } from "./kept-answers.ts";

export interface PairToJudge {
  readonly query: string;
  readonly shownQuery: ShownQuery;
  readonly id: string;
  readonly shownDocument: ShownDocument;
}

export type Judging = Awaited<ReturnType<typeof judgePairs>>;

/** Maximum number of times that a question is asked again after unusable answers. */
const MOST_REPEATS = 2;
/** After this many failures in a row, the server counts as unavailable. */
const MOST_FAILURES = 10;
/** HTTP statuses of a server that refuses a single prompt, because the prompt is too long or forbidden. */
const refusals: readonly (number | null)[] = [400, 413, 422];
const UNASKED = "the model was not asked yet";
/** Tokens of the answer for a document: `{"id":"d1","grade":2},`. */
const TOKENS_OF_GRADE = 14;
const TOKENS_OF_SENTENCE = 30;
/** Tokens that a server adds around a message. */
const TOKENS_AROUND = 8;

type Question = ReturnType<typeof questionsOf>[number];

interface Task {
  readonly questions: readonly Question[];
  readonly attempt: number;
}

function planTasks(pairs: readonly PairToJudge[], options: JudgeOptions, kept: KeptAnswers): readonly Task[] {
  const together = new Map<string, Question[]>();
  const alone: Task[] = [];
  const seen = new Set<string>();
  const ofPairs = pairs.map((pair) => questionsOf(pair, options));
  // All first votes come before second ones. So if a limit ends the run, as many pairs as possible have a vote.
  const questions = Array.from({ length: options.votes }, (_, vote) => ofPairs.map((ofPair) => at(ofPair, vote)));
  for (const question of questions.flat()) {
    if (seen.has(question.key)) continue;
    seen.add(question.key);
    const known = kept.get(question.key);
    if (known === undefined) {
      const group = JSON.stringify([question.pair.query, question.vote]);
      together.set(group, [...(together.get(group) ?? []), question]);
    } else if (known.kind === "wrong" && known.attempts <= MOST_REPEATS) {
      alone.push({ questions: [question], attempt: known.attempts });
    }
  }
  const first: Task[] = [];
  for (const questions of together.values()) {
    for (let start = 0; start < questions.length; start += options.batch) {
      first.push({ questions: questions.slice(start, start + options.batch), attempt: 0 });
    }
  }
  return [...first, ...alone];
}

function questionsOf(pair: PairToJudge, { llm, prompt, votes }: JudgeOptions) {
  return Array.from({ length: votes }, (_, vote) => {
    const asked = [llm, promptIdentity(prompt), pair.shownQuery, pair.shownDocument, vote];
    return { key: sha256(JSON.stringify(asked)).slice(0, 24), pair, vote };
  });
}

/** Counts tokens approximately, because the tokenizer of the language model is unknown. */
type CountTokens = (text: string) => number;

/** Counts requests and tokens, but not later repeats for unusable answers. `first` is the body of the first request. */
export function planRequests(
  pairs: readonly PairToJudge[],
  options: JudgeOptions,
  kept: KeptAnswers,
  countTokens: CountTokens,
) {
  const tasks = planTasks(pairs, options, kept);
  const tokens = tasks.map((task) => expectedTokens(task, options, countTokens)).reduce(addTokens, noTokens);
  const [first] = tasks;
  const body = first === undefined ? null : requestOf(first, options, "", new Set()).body;
  return { requests: tasks.length, tokens, first: body };
}

function expectedTokens(task: Task, options: JudgeOptions, countTokens: CountTokens): Tokens {
  const each = TOKENS_OF_GRADE + (options.prompt.hasReason ? TOKENS_OF_SENTENCE : 0);
  return { in: countTokens(promptOf(task, options)) + TOKENS_AROUND, out: task.questions.length * each };
}

function promptOf({ questions }: Task, { prompt }: JudgeOptions): string {
  const documents = questions.map(({ pair }) => pair.shownDocument);
  return renderPrompt(prompt, at(questions, 0).pair.shownQuery, documents);
}

/**
 * The first vote uses temperature 0, to be reproducible. Others use 1, because at 0 they would repeat the first vote.
 * After two unusable answers, the first vote also uses 1. @param key - "" if the server needs no key
 */
function requestOf(task: Task, options: JudgeOptions, key: string, refused: ReadonlySet<OptionalPart>) {
  const { vote } = at(task.questions, 0);
  const temperature = vote === 0 && task.attempt < 2 ? 0 : 1;
  const seed = 1 + vote * (MOST_REPEATS + 1) + task.attempt;
  const headers: (readonly [string, string])[] = [
    ["Accept", "application/json"],
    ["Content-Type", "application/json"],
  ];
  if (key !== "") headers.push(["Authorization", `Bearer ${key}`]);
  const body = chatBody(options.llm, promptOf(task, options), { temperature, seed }, refused);
  return { method: "POST", url: options.endpoint ?? "", body, headers } as const;
}

/** Asks the model for the missing answers, within the limits. Answers are stored, so the next call continues. */
export async function judgePairs(
  pairs: readonly PairToJudge[],
  options: JudgeOptions,
  kept: KeptAnswers,
  countTokens: CountTokens,
  tools: AskTools,
) {
  const tasks = options.endpoint === null ? [] : [...planTasks(pairs, options, kept)];
  const asker = openAsker(options, kept, countTokens, tools);
  const total = tasks.reduce((sum, { questions }) => sum + questions.length, 0);
  tools.progress.start("Judging", total, "answers");
  let done = 0;
  const step = async (): Promise<void> => {
    const task = tasks.shift();
    if (task === undefined) return;
    await asker.ask(task);
    for (const question of task.questions) {
      const known = kept.get(question.key);
      const isOpen = known?.kind === "wrong" && known.attempts <= MOST_REPEATS;
      if (isOpen) tasks.push({ questions: [question], attempt: known.attempts });
      else if (known !== undefined) done++;
    }
    tools.progress.update(done);
  };
  const work = async () => {
    while (tasks.length > 0 && !tools.signal.aborted && asker.mayAsk(at(tasks, 0))) await step();
  };
  // The first request is sent alone, because a wrong address, key or model name would make all requests fail.
  if (tasks.length > 0 && asker.mayAsk(at(tasks, 0))) await step();
  const ends = await Promise.allSettled(Array.from({ length: options.concurrency }, work));
  tools.progress.finish();
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  if (tools.signal.aborted) {
    const message = `Judging: interrupted. ${counted(done, "answer is", "answers are")} kept; the same command continues with the rest.`;
    throw new SemqrelError("INTERRUPTED", message);
  }
  const found = pairs.map((pair) => judged(questionsOf(pair, options), kept, asker.reasonOf));
  return { pairs: found, ...asker.report() };
}

function judged(questions: readonly Question[], kept: KeptAnswers, reasonOf: (key: string) => string): JudgedPair {
  const answers = questions.map(({ key }) => kept.get(key));
  const given = answers.filter((answer) => answer?.kind === "grade");
  const votes = given.map(({ grade }) => grade);
  const grade = votes.toSorted((one, other) => one - other)[Math.floor((votes.length - 1) / 2)] ?? null;
  const missing = questions.find(({ key }) => kept.get(key)?.kind !== "grade")?.key;
  const known = kept.get(missing ?? "");
  return {
    grade,
    votes,
    sentence: given.find((answer) => answer.grade === grade)?.sentence ?? null,
    failure: missing === undefined ? null : known?.kind === "wrong" ? known.reason : reasonOf(missing),
  };
}

function openAsker(options: JudgeOptions, kept: KeptAnswers, countTokens: CountTokens, tools: AskTools) {
  const { llm, prompt, endpoint, patience, prices, limitRequests, limitCost, keyEnv } = options;
  const key = tools.environment[keyEnv]?.trim() ?? "";
  const gate = pace(options.rate, tools);
  const refused = new Set<OptionalPart>();
  // A short key is not masked, because local servers accept any word as key, and answers may contain this word.
  const secrets = key.length < 8 ? [] : [keyEnv];
  const masked = (text: string) => maskSecrets(text, secrets, tools.environment);
  const lost = new Map<string, string>();
  let [requests, failuresInRow] = [0, 0];
  let tokens = noTokens;
  let stoppedBy: Asking["stoppedBy"] = null;
  const expectedOf = (task: Task) => (prices === null ? noTokens : expectedTokens(task, options, countTokens));
  const send = async (task: Task) => {
    const request = requestOf(task, options, key, refused);
    const answer = await ask(request, patience, gate, tools);
    if (answer.kind === "answered" || ![400, 422].includes(answer.status ?? 0)) return answer;
    const unwanted = optionalParts.filter((part) => !refused.has(part) && answer.reason.includes(part));
    for (const part of unwanted) refused.add(part);
    return unwanted.length === 0 ? answer : ask(requestOf(task, options, key, refused), patience, gate, tools);
  };
  return {
    mayAsk(task: Task): boolean {
      if (limitRequests !== undefined && requests >= limitRequests) stoppedBy = "requests";
      else if (limitCost !== undefined && prices !== null) {
        if (priceOf(addTokens(tokens, expectedOf(task)), prices) > limitCost) stoppedBy = "cost";
      }
      return stoppedBy === null;
    },
    async ask(task: Task): Promise<void> {
      requests++;
      const expected = expectedOf(task);
      // Adds the expected tokens before the answer arrives, because requests run concurrently.
      tokens = addTokens(tokens, expected);
      const { pair, vote } = at(task.questions, 0);
      const asked = {
        model: llm,
        prompt: sha256(promptIdentity(prompt)),
        query: pair.query,
        vote,
        attempt: task.attempt,
        documents: task.questions.map(({ key, pair: { id, shownDocument } }) => ({
          id,
          title: shownDocument.title,
          key,
        })),
      };
      const answer = await send(task);
      if (tools.signal.aborted && answer.kind === "failed") return;
      const isNoText = answer.kind === "failed" && answer.status !== null && answer.status < 300;
      if (answer.kind === "failed" && !isNoText) {
        const reason = masked(answer.reason);
        const isAway = (answer.waitSeconds ?? 0) > LONGEST_WAIT_SECONDS;
        const isFirst = requests === 1 && !refusals.includes(answer.status);
        if (isFirst || isAway || ++failuresInRow >= MOST_FAILURES) {
          const remedy = `Check --endpoint and --llm, and the key in ${keyEnv}. Answers so far are kept. Run the same command to continue.`;
          const message = `Judging: the request to ${endpoint} failed: ${reason}. ${remedy}`;
          throw new SemqrelError("DOWNLOAD_FAILED", message, { details: { endpoint, reason } });
        }
        for (const { key } of task.questions) lost.set(key, reason);
        return;
      }
      failuresInRow = 0;
      if (answer.kind === "failed") return kept.fail(asked, masked(answer.reason));
      const plain = JSON.stringify(answer.value);
      // Masks only texts, because masking the key's digits in a number would give invalid JSON. Masks `plain`, not the
      // original answer, because an escape such as `\u0041` in the original could hide the key.
      const safe = plain.replace(/"(?:[^"\\]+|\\.)*"/g, masked);
      kept.save(asked, safe === plain ? answer.text : safe);
      const used = kept.take(asked, safe === plain ? answer.value : JSON.parse(safe));
      if (used !== null) tokens = addTokens(tokens, { in: used.in - expected.in, out: used.out - expected.out });
    },
    reasonOf: (question: string) => lost.get(question) ?? UNASKED,
    report: (): Asking => ({ requests, tokens, stoppedBy, refused: [...refused] }),
  };
}
