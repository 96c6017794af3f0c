/** What does the server answer? */
import type { Answer } from "../facts/answer.ts";
import { token } from "../kept/address.ts";

/** @param body posted as JSON; without one, something is fetched */
export async function request(path: string, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "X-Semqrel-Token": token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  } catch {
    return { status: 0, body: null };
  }
}

/** @param rater null: nobody in particular */
export function requestSession(rater: string | null): Promise<Answer> {
  return request(`/api/session${rater === null ? "" : `?rater=${encodeURIComponent(rater)}`}`);
}
