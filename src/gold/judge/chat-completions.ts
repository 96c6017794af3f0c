/** What does a server of the chat-completions dialect get, and what does it answer? */
import { refusing } from "../../core/errors.ts";
import { fits, object, wholeNumber } from "../../core/schema.ts";
import { isSecretName } from "../../io/ask/secrets.ts";
import { errorReason, isObject } from "../../io/tables/formats/response-fields.ts";
import type { Tokens } from "./judging-report.ts";

/** What is sent beside the prompt, unless the server refuses it. */
export const optionalParts = ["temperature", "seed"] as const;
export type OptionalPart = (typeof optionalParts)[number];

interface ChatQuestion {
  readonly llm: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly seed: number;
}

export function chatBody({ llm, prompt, ...parts }: ChatQuestion, refused: ReadonlySet<OptionalPart>): string {
  const sent = optionalParts.filter((part) => !refused.has(part)).map((part) => [part, parts[part]]);
  const messages = [{ role: "user", content: prompt }];
  return JSON.stringify({ model: llm, messages, ...Object.fromEntries(sent), stream: false });
}

/** `wrong`: no whole text of a model; `reason` is without full stop. */
type ChatAnswer = { readonly tokens: Tokens | null } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "wrong"; readonly reason: string }
);

const countedShape = object({ usage: object({ prompt_tokens: wholeNumber(0), completion_tokens: wholeNumber(0) }) });

export function readChatAnswer(answer: unknown): ChatAnswer {
  const usage = fits(countedShape, answer) ? answer.usage : null;
  const tokens = usage && { in: usage.prompt_tokens, out: usage.completion_tokens };
  const wrong = (reason: string) => ({ kind: "wrong", reason, tokens }) as const;
  if (!isObject(answer)) return wrong("the answer is not an object");
  if (answer["error"] != null) return wrong(`the answer is an error (${errorReason(answer["error"]).slice(0, 200)})`);
  const choice = Array.isArray(answer["choices"]) ? answer["choices"][0] : undefined;
  if (!isObject(choice) || !isObject(choice["message"])) {
    return wrong(`the answer has no choices[0].message, but: ${Object.keys(answer).slice(0, 10).join(", ")}`);
  }
  const { content, refusal } = choice["message"];
  if (typeof refusal === "string" && refusal !== "") return wrong(`the model refuses (${refusal.slice(0, 100)})`);
  if (choice["finish_reason"] === "content_filter") return wrong("the server withholds the answer (content_filter)");
  if (choice["finish_reason"] === "length") return wrong("the answer is cut off (finish_reason length)");
  const text = textOf(content);
  return text.trim() === "" ? wrong("the answer is empty") : { kind: "text", text, tokens };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => (isObject(part) && typeof part["text"] === "string" ? part["text"] : "")).join("");
}

/** `http://localhost:8080`, `…/v1` and `…/v1/chat/completions` are the same server. */
export function endpointOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw refused("it is not an address of the web. Write one such as http://localhost:8080/v1.");
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

/** Never repeats the address: it may hold a secret. */
const refused = refusing("Reading --endpoint");
