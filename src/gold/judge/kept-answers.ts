/** Requests to a chat-completions server, and its answers. Each answer is stored unchanged in its own file. */
import { at } from "../../core/at.ts";
import { attempt } from "../../core/attempt.ts";
import { refusing } from "../../core/errors.ts";
import { fits, type InferOutput, list, object, text, wholeNumber } from "../../core/schema.ts";
import { replaceControlCharacters } from "../../core/text/escape.ts";
import type { RatingScale } from "../../core/types.ts";
import { type AnswerFolder, answerFileName, answerLine } from "../../io/ask/answer-folder.ts";
import { isSecretName } from "../../io/ask/secrets.ts";
import { errorReason, isNestedTooDeeply, isObject, type JsonObject } from "../../io/tables/json-place.ts";
import { nameOf } from "./judging-prompt.ts";
import type { Tokens } from "./judging-report.ts";

const askedShape = object({
  model: text,
  prompt: text,
  query: text,
  vote: wholeNumber(0),
  attempt: wholeNumber(0),
  documents: list(object({ id: text, title: text, key: text })),
});

/** What a request asked. `prompt` is a hash. A document's key identifies model, prompt, query, document and vote. */
export type AskedRequest = InferOutput<typeof askedShape>;

type KnownAnswer =
  | Extract<ReadGrade, { kind: "grade" }>
  | { readonly kind: "wrong"; readonly reason: string; readonly attempts: number };

export type KeptAnswers = ReturnType<typeof keptAnswers>;

/** @param forgetsWrong - whether to repeat questions that were answered without a grade */
export function keptAnswers(folder: AnswerFolder | null, scale: RatingScale, forgetsWrong: boolean) {
  const known = new Map<string, KnownAnswer>();
  const note = ({ documents, attempt }: AskedRequest, found: (place: number) => ReadGrade) => {
    for (const [place, { key }] of documents.entries()) {
      const one = found(place);
      const before = known.get(key);
      if (before?.kind === "grade") continue;
      const attempts = Math.max(attempt + 1, before?.attempts ?? 0);
      known.set(key, one.kind === "grade" ? one : { ...one, attempts });
    }
  };
  const noteWrong = (asked: AskedRequest, reason: string) => note(asked, () => ({ kind: "wrong", reason }));
  const write = (asked: AskedRequest, body: string, further: object = {}) => {
    const question = [asked.documents.map(({ key }) => key), asked.attempt];
    folder?.write(answerFileName(asked.query, question), answerLine({ asked, ...further }, body));
  };
  /** Parses an answer and remembers its grades. @returns tokens as counted by the server */
  const take = (asked: AskedRequest, answer: unknown) => {
    const read = readChatAnswer(answer);
    if (read.kind === "wrong") noteWrong(asked, read.reason);
    else {
      const grades = readGrades(read.text, asked.documents.length, scale);
      note(asked, (place) => at(grades, place));
    }
    return read.tokens;
  };
  for (const name of folder?.names() ?? []) {
    const { asked, failure, response } = folder?.read(name) ?? {};
    if (!fits(askedShape, asked)) continue;
    if (typeof failure === "string") noteWrong(asked, failure);
    else take(asked, response);
  }
  if (forgetsWrong) for (const [key, { kind }] of known) if (kind === "wrong") known.delete(key);
  return {
    get: (key: string) => known.get(key),
    take,
    fail(asked: AskedRequest, failure: string) {
      write(asked, "null", { failure });
      noteWrong(asked, failure);
    },
    save: (asked: AskedRequest, body: string) => write(asked, body),
  };
}

/** The answer for a document. `reason` says why the answer is wrong, and has no full stop. */
type ReadGrade =
  | { readonly kind: "grade"; readonly grade: number; readonly sentence: string | null }
  | { readonly kind: "wrong"; readonly reason: string };

/** Keys of an entry. The text of a value cannot match, because its quotes are escaped. */
const entryKeys = /"(?:id|grade)"\s*:/g;

/**
 * Returns the grade of each document, in the order of the question. An answer is JSON, optionally in a code fence,
 * optionally after `</think>`. If the answer grades any other document, its ids are unreliable, and no grade counts.
 */
export function readGrades(text: string, documents: number, scale: RatingScale): readonly ReadGrade[] {
  const given = text.replace(/^[\s\S]*<\/think>/, "").trim();
  const answer = /^```\w*\s([\s\S]*)```$/.exec(given)?.[1] ?? given;
  const all = (reason: string) => Array.from({ length: documents }, (): ReadGrade => wrong(reason));
  const entries = entriesIn(answer);
  if (entries === "deep") return all("the answer is nested too deeply");
  if (entries === null) return all(`the answer is not a list of grades (${shown(given)})`);
  // Counts keys in the text too, because the parser only keeps the last of two equal keys.
  const keys = entries.flatMap((entry) => Object.keys(entry).filter((key) => key === "id" || key === "grade"));
  if ((answer.match(entryKeys) ?? []).length > keys.length) return all("the answer has an id or a grade twice");
  const names = Array.from({ length: documents }, (_, place) => nameOf(place));
  const isOne = documents === 1 && entries.length === 1;
  const idOf = (entry: JsonObject) => (isOne && entry["id"] === undefined ? names[0] : entry["id"]);
  const stranger = entries.find((entry) => !names.some((name) => name === idOf(entry)));
  if (stranger !== undefined) {
    return all(`the answer grades ${shown(JSON.stringify(idOf(stranger)) ?? "nothing")}, which was not asked about`);
  }
  return names.map((name) => {
    const found = entries.filter((entry) => idOf(entry) === name).map((entry) => gradeOf(entry, scale));
    const [first = wrong("the answer omits the document"), ...others] = found;
    const differs = others.some((other) => JSON.stringify(other) !== JSON.stringify(first));
    return differs ? wrong("the answer grades the document twice") : first;
  });
}

/** Returns "deep" if the answer is nested too deeply; null if it has no entries, or entries that are not objects. */
function entriesIn(answer: string): readonly JsonObject[] | "deep" | null {
  const value = attempt((): unknown => JSON.parse(answer));
  if (isNestedTooDeeply(value)) return "deep";
  if (typeof value === "number") return [{ grade: value }];
  // Some servers only allow an object as answer, so the list may be inside an object, as its only value.
  const inside = isObject(value) ? Object.values(value) : [];
  const list = inside.length === 1 && Array.isArray(inside[0]) ? inside[0] : [value].flat();
  return list.length > 0 && list.every(isObject) ? list : null;
}

function gradeOf({ grade, reason }: JsonObject, scale: RatingScale): ReadGrade {
  const number = typeof grade === "string" && /^\s*\d+\s*$/.test(grade) ? Number(grade) : grade;
  if (typeof number !== "number" || !scale.grades.some((one) => one.grade === number)) {
    return wrong(`the grade ${shown(JSON.stringify(grade) ?? "missing")} is not on the scale ${scale.name}`);
  }
  return { kind: "grade", grade: number, sentence: typeof reason === "string" && reason !== "" ? reason : null };
}

function wrong(reason: string) {
  return { kind: "wrong" as const, reason };
}

function shown(text: string): string {
  const line = replaceControlCharacters(text.trim().replace(/\s+/g, " "));
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

/** Fields of a request that are sent unless the server refuses them. */
export const optionalParts = ["temperature", "seed"] as const;
export type OptionalPart = (typeof optionalParts)[number];

export function chatBody(
  llm: string,
  prompt: string,
  parts: Readonly<Record<OptionalPart, number>>,
  refused: ReadonlySet<OptionalPart>,
): string {
  const sent = optionalParts.filter((part) => !refused.has(part)).map((part) => [part, parts[part]]);
  const messages = [{ role: "user", content: prompt }];
  return JSON.stringify({ model: llm, messages, ...Object.fromEntries(sent), stream: false });
}

const countedShape = object({ usage: object({ prompt_tokens: wholeNumber(0), completion_tokens: wholeNumber(0) }) });

/** Returns the model's text, or `wrong` if the text is missing or incomplete. `reason` has no full stop. */
export function readChatAnswer(answer: unknown) {
  const usage = fits(countedShape, answer) ? answer.usage : null;
  const tokens: Tokens | null = usage && { in: usage.prompt_tokens, out: usage.completion_tokens };
  const wrong = (reason: string) => ({ kind: "wrong", reason, tokens }) as const;
  if (!isObject(answer)) return wrong("the answer is not an object");
  if (answer["error"] != null) return wrong(`the answer is an error (${errorReason(answer["error"]).slice(0, 200)})`);
  const choice = Array.isArray(answer["choices"]) ? answer["choices"][0] : undefined;
  if (!isObject(choice) || !isObject(choice["message"])) {
    return wrong(`the answer has no choices[0].message, only: ${Object.keys(answer).slice(0, 10).join(", ")}`);
  }
  const { content, refusal } = choice["message"];
  if (typeof refusal === "string" && refusal !== "") return wrong(`the model refuses (${refusal.slice(0, 100)})`);
  if (choice["finish_reason"] === "content_filter") return wrong("the server blocked the answer (content_filter)");
  if (choice["finish_reason"] === "length") return wrong("the answer is cut off (finish_reason length)");
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => (isObject(part) && typeof part["text"] === "string" ? part["text"] : ""));
  const text = typeof content === "string" ? content : texts.join("");
  return text.trim() === "" ? wrong("the answer is empty") : { kind: "text" as const, text, tokens };
}

/** Accepts `http://localhost:8080`, `…/v1` and `…/v1/chat/completions` as addresses of the same server. */
export function endpointOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw refused("it is not a web address. Give one such as http://localhost:8080/v1.");
  }
  const isSecret = [...url.searchParams.keys()].some(isSecretName);
  if (url.username !== "" || url.password !== "" || isSecret) {
    throw refused("it contains a secret that others can see. Put the key into the environment: --key-env NAME.");
  }
  url.hash = "";
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith("/chat/completions") ? path : `${path === "" ? "/v1" : path}/chat/completions`;
  return url.href;
}

/** The error does not repeat the address, because the address may contain a secret. */
const refused = refusing("Reading --endpoint");
