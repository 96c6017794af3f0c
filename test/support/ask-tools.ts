/**
 * Lets tests collect without a network and without waiting. The test makes the answers. The clock is simulated: only
 * sleeping advances it.
 */
import type { AskTools } from "../../src/io/ask/ask.ts";

export interface MadeTools {
  readonly tools: AskTools;
  /** Requested addresses, with the second of the simulated clock. */
  readonly asked: readonly { readonly url: string; readonly at: number; readonly request: RequestInit }[];
  /** Seconds slept, in order, without time limits of requests. */
  readonly sleeps: readonly number[];
}

/** Time limit of requests in tests, in seconds. Sleeping for it never ends, so requests do not time out. */
export const LIMIT = 12_345;

export function madeTools(
  answer: (url: string, request: RequestInit, count: number) => Response | Promise<Response>,
  further: Partial<AskTools> = {},
): MadeTools {
  let now = 0;
  const asked: { url: string; at: number; request: RequestInit }[] = [];
  const sleeps: number[] = [];
  const tools: AskTools = {
    fetch: async (url, request) => {
      asked.push({ url, at: now, request });
      return answer(url, request, asked.length);
    },
    clock: { seconds: () => now },
    sleep: async (seconds) => {
      if (seconds === LIMIT) return new Promise(() => {});
      sleeps.push(seconds);
      now += seconds;
    },
    random: () => 0,
    environment: {},
    progress: { start: () => {}, update: () => {}, finish: () => {} },
    signal: new AbortController().signal,
    ...further,
  };
  return { tools, asked, sleeps };
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json", ...headers } });
}
