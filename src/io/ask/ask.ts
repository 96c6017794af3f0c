/** Sends requests to a server, with retries, limits and a maximum rate. */
import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { isUint8Array } from "node:util/types";
import { gunzipSync } from "node:zlib";
import { attempt } from "../../core/attempt.ts";
import { messageOf } from "../../core/errors.ts";
import { type Clock, type Progress, silentProgress } from "../../core/ports.ts";
import { parseJsonText } from "../../core/text/json-value.ts";
import { startsAsUtf16 } from "../encoding.ts";
import { errorReason, isNestedTooDeeply, isObject } from "../tables/json-place.ts";

export interface RenderedRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly body: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface AskPatience {
  /** Maximum time from the request to the last byte of the answer, including redirects. */
  readonly timeoutSeconds: number;
  /** Maximum size of an answer after unpacking. */
  readonly maxBytes: number;
  readonly retries: number;
}
type AskLimits = Omit<AskPatience, "retries">;

interface FailedAnswer {
  readonly kind: "failed";
  /** Why it failed. The text has no full stop. It may quote the server, including secrets. */
  readonly reason: string;
  readonly isTransient: boolean;
  /** The header Retry-After; null if absent. */
  readonly waitSeconds: number | null;
  /** HTTP status of the answer; null if there was none or it was incomplete. */
  readonly status: number | null;
}
export type Answer = FailedAnswer | { readonly kind: "answered"; readonly value: unknown; readonly text: string };

const MOST_REDIRECTS = 5;
/** Maximum number of bytes to read if the answer is an error. */
const ERROR_BYTES = 1 << 16;

/** Sends a request once. Never rejects: an abort also returns `failed`, so check the signal. */
export async function askOnce(request: RenderedRequest, limits: AskLimits, tools: AskTools): Promise<Answer> {
  const finished = new AbortController();
  const timeUp = new AbortController();
  void tools.sleep(limits.timeoutSeconds, finished.signal).then(() => timeUp.abort());
  const signal = AbortSignal.any([tools.signal, timeUp.signal]);
  try {
    return await followed(request, limits, { ...tools, signal });
  } catch (cause) {
    if (timeUp.signal.aborted) return failed(`no complete answer within ${limits.timeoutSeconds} s`, true);
    return networkFailure(cause);
  } finally {
    finished.abort();
  }
}

async function followed(request: RenderedRequest, limits: AskLimits, tools: AskTools): Promise<Answer> {
  const { method, body } = request;
  let { url, headers } = request;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await tools.fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      redirect: "manual",
      signal: tools.signal,
    });
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) {
      return await answerOf(response, limits);
    }
    await response.body?.cancel();
    if (!URL.canParse(location, url)) return failed(`it redirects to "${location}", which is not an address`, false);
    const next = new URL(location, url);
    if (method === "POST") return failed(`it redirects to ${next.href}: give that address instead`, false);
    if (!/^https?:$/.test(next.protocol))
      return failed(`it redirects to ${next.href}, which is not a web address`, false);
    // Headers may contain secrets that only the first host may see.
    if (next.origin !== new URL(url).origin) headers = [["Accept", "application/json"]];
    url = next.href;
  }
  return failed(`it redirects more than ${MOST_REDIRECTS} times, or in a loop`, false);
}

async function answerOf(response: Response, limits: AskLimits): Promise<Answer> {
  const { status, headers, statusText } = response;
  const type = headers.get("content-type") ?? "";
  const isAnswer = status >= 200 && status < 300;
  const maxBytes = isAnswer ? limits.maxBytes : ERROR_BYTES;
  const bytes = await readBytes(response, maxBytes);
  const read = bytes === null ? null : readAnswer(bytes, type, maxBytes);
  if (isAnswer) {
    if (read === null) return failed(`the answer is larger than ${maxBytes / 1e6} MB, or never ends`, false, status);
    if (read.kind === "wrong") return failed(read.reason, false, status);
    return { kind: "answered", value: read.value, text: read.text };
  }
  const message = read?.kind === "json" ? messageIn(read.value) : "";
  const shown = [`status ${status}`, statusText, message && `(${message.slice(0, 200)})`].filter((part) => part !== "");
  return {
    ...failed(`${shown.join(" ")}${remedies[status] ?? ""}`, status === 408 || status === 429 || status >= 500, status),
    waitSeconds: [429, 503].includes(status) ? retryAfter(headers) : null,
  };
}

const remedies: Readonly<Record<number, string>> = {
  401: ": check the headers and their variables",
  403: ": check the headers and their variables",
  404: ": check the address",
};

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    if (!isUint8Array(piece)) continue;
    size += piece.length;
    // Leaving the loop cancels the download.
    if (size > maxBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function messageIn(value: unknown): string {
  if (!isObject(value)) return typeof value === "string" ? value : "";
  const { error, message } = value;
  // `error` is the kind of error, `message` describes this case.
  if (typeof error === "string" && typeof message === "string" && error !== message) return `${error} ${message}`;
  const reason = error ?? message ?? value["detail"] ?? value["errors"];
  return reason === undefined || reason === null ? "" : errorReason(Array.isArray(reason) ? reason[0] : reason);
}

/** Returns seconds. A date is compared with the server's clock, not with this computer's. */
function retryAfter(headers: Headers): number | null {
  const given = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(given)) return Number(given);
  const seconds = (Date.parse(given) - Date.parse(headers.get("date") ?? "")) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

const untrusted = "its TLS certificate is not trusted; set NODE_EXTRA_CA_CERTS=FILE to trust your own authority";
/** Uses the first entry whose `sign` matches. If `lasts` is true, the failure is permanent, so there is no retry. */
const failures: readonly (readonly [sign: RegExp, what: string, lasts: boolean])[] = [
  [/^(ENOTFOUND|EAI_NONAME)$/, "there is no host with that name", true],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/, untrusted, true],
  [/SSL|EPROTO|TLS/, "it does not speak TLS as expected; is it http, not https?", true],
  [/^ERR_INVALID|^bad port$/, "the request cannot be sent", true],
  [/ECONNREFUSED/, "no server listens there", false],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, "the connection was interrupted", false],
  [/TIMEDOUT|TIMEOUT/, "the connection timed out", false],
  [/EAI_AGAIN/, "the host name cannot be looked up at the moment", false],
  [/^Z_/, "its compressed data is damaged or cut short", false],
];

function networkFailure(cause: unknown): Answer {
  const chain: NodeJS.ErrnoException[] = [];
  for (let one = cause; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one);
  const codes = chain.map(({ code = "" }) => String(code)).filter((code) => code !== "");
  const message = chain.at(-1)?.message ?? String(cause);
  const shown = [...codes.slice(-1), message].filter((part) => part !== "").join(": ");
  const signs = codes.length > 0 ? codes : [message];
  const found = failures.find(([pattern]) => signs.some((sign) => pattern.test(sign)));
  const [, what, lasts] = found ?? [null, "the connection failed", false];
  return failed(`${what} (${shown})`, !lasts);
}

function failed(reason: string, isTransient: boolean, status: number | null = null): FailedAnswer {
  return { kind: "failed", reason, isTransient, waitSeconds: null, status };
}

export interface AskTools {
  /** Node's `fetch`, or a replacement for tests. Must obey the signal. */
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** Resolves after `seconds`, or when the signal is aborted. Never rejects. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number >= 0 and < 1, to spread retries: clients refused together should not return together. */
  readonly random: () => number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export function openAskTools(
  given: Pick<AskTools, "environment"> & Partial<Pick<AskTools, "progress" | "signal">>,
): AskTools {
  return {
    fetch,
    sleep,
    clock: { seconds: () => performance.now() / 1000 },
    random: () => randomInt(2 ** 32) / 2 ** 32,
    progress: silentProgress,
    signal: new AbortController().signal,
    ...given,
  };
}

async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds <= 0) return;
  // The timer only rejects if the signal is aborted. Callers check the signal.
  await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {});
}

const FIRST_PAUSE_SECONDS = 0.5;
const LONGEST_PAUSE_SECONDS = 30;
/** If a server asks for a longer wait, this run sends it no more requests. */
export const LONGEST_WAIT_SECONDS = 300;

/**
 * Tries again after broken connections, timeouts, 408, 429 and 5xx. The pauses double from half a second to 30 s, and
 * each is shortened at random by up to half. A Retry-After of up to 300 s applies to all requests.
 */
export async function ask(request: RenderedRequest, patience: AskPatience, pace: Pace, tools: AskTools) {
  for (let attempt = 0; ; attempt++) {
    await pace.turn(tools.signal);
    const answer = await askOnce(request, patience, tools);
    if (answer.kind === "answered" || !answer.isTransient || tools.signal.aborted) return answer;
    const { waitSeconds, reason } = answer;
    if (waitSeconds !== null && waitSeconds > LONGEST_WAIT_SECONDS) {
      return { ...answer, reason: `${reason}; it asks to wait for ${Math.ceil(waitSeconds)} s` };
    }
    if (attempt >= patience.retries) {
      return attempt === 0 ? answer : { ...answer, reason: `${reason}, asked ${attempt + 1} times` };
    }
    if (waitSeconds !== null) pace.pause(waitSeconds);
    const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** attempt) * (1 - tools.random() / 2);
    await tools.sleep(Math.max(pause, waitSeconds ?? 0), tools.signal);
  }
}

export type Pace = ReturnType<typeof pace>;

/** Limits requests, including retries, to `rate` per second, evenly spaced; null for no limit. */
export function pace(rate: number | null, { clock, sleep }: Pick<AskTools, "clock" | "sleep">) {
  const gap = rate === null ? 0 : 1 / rate;
  let next = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    async turn(signal: AbortSignal): Promise<void> {
      const takeTurn = () => {
        const turn = Math.max(clock.seconds(), next);
        next = turn + gap;
        return turn;
      };
      let mine = takeTurn();
      while (!signal.aborted && clock.seconds() < mine) {
        await sleep(mine - clock.seconds(), signal);
        // If the server told another request to wait in the meantime, this request queues again.
        if (mine < pausedUntil) mine = takeTurn();
      }
    },
    pause(seconds: number): void {
      pausedUntil = Math.max(pausedUntil, clock.seconds() + seconds);
      next = Math.max(next, pausedUntil);
    },
  };
}

/** Unpacks gzip even if no header says so. Reads whole numbers of 16 or more digits as texts, to keep all digits. */
export function readAnswer(bytes: Uint8Array, contentType: string, maxBytes: number) {
  if (bytes.length === 0) return wrong("the answer is empty");
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: maxBytes });
    } catch (cause) {
      return wrong(`its gzip data is damaged, cut short or too large (${messageOf(cause)})`);
    }
  }
  const text = decode(plain, contentType);
  if (text === null) {
    return wrong(
      `the bytes are not UTF-8${contentType === "" ? "" : ` and not ${contentType}, which the server declared`}`,
    );
  }
  try {
    const value = parseJsonText(text);
    return isNestedTooDeeply(value)
      ? wrong("the answer is nested too deeply")
      : ({ kind: "json", value, text } as const);
  } catch (cause) {
    const begin = text.trim().slice(0, 60);
    if (begin === "") return wrong("the answer has only white space");
    if (begin.startsWith("<")) {
      return wrong(`the answer is HTML or XML, not JSON (${begin}…): a login page, a proxy or another format?`);
    }
    const why = messageOf(cause);
    const isCut = /^[[{]/.test(begin) && /end of JSON|Unterminated|after .* in JSON at position/i.test(why);
    return wrong(`the answer is not JSON${isCut ? ", or cut short" : ""} (${why})`);
  }
}

function wrong(reason: string) {
  return { kind: "wrong", reason } as const;
}

function decode(bytes: Uint8Array, contentType: string): string | null {
  const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  // Headers seldom declare UTF-16, but its first bytes show it.
  const isUtf16 = startsAsUtf16(bytes);
  const charsets = isUtf16 ? [bytes[0] === 0xff ? "utf-16le" : "utf-16be"] : ["utf-8", ...(named ? [named] : [])];
  for (const charset of charsets) {
    const text = attempt(() => new TextDecoder(charset, { fatal: true }).decode(bytes));
    if (text !== null) return text;
  }
  return null;
}
