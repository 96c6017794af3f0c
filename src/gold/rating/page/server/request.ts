/** What does the server answer, is it there, and when is it asked again? */
import { type Answer, connectionOf, isPassing, retryDelay, staleAnswer } from "../facts/answer.ts";
import type { Group } from "../facts/session.ts";
import { withWhatWaits } from "../facts/waiting.ts";
import { connectionWords } from "../facts/words.ts";
import { ownWaiting, readNotes, token } from "../kept.ts";
import { announce } from "../screen/elements.ts";
import { state } from "../state.ts";

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

export function requestSession(rater: string | null): Promise<Answer> {
  return request(`/api/session${rater === null ? "" : `?rater=${encodeURIComponent(rater)}`}`);
}

/** Null where it has to wait: see the connection. */
export async function loadGroup(number: number): Promise<Group | null> {
  const answer = await request(`/api/group/${number}?rater=${encodeURIComponent(state.rater ?? "")}`);
  if (!hearConnection(answer)) return null;
  const group = answer.body as Group;
  const isKnown = answer.status === 200 && group.query === state.session?.groups[number]?.query;
  // The server started anew with a pool that has grown: its groups have other numbers.
  if (!isKnown) hearConnection(staleAnswer);
  return isKnown ? withWhatWaits(group, ownWaiting(), readNotes()) : null;
}

let retry: () => unknown = () => {};

/** @param task asks again; it is handed in, because its module imports this one */
export function whenRetryIsDue(task: () => unknown): void {
  retry = task;
}

/** Whether the server dealt with the request, even by a refusal; otherwise it is asked again later. */
export function hearConnection(answer: Answer): boolean {
  // Nothing but loading the page again helps.
  if (state.connection === "stale") return false;
  const connection = connectionOf(answer);
  if (connection !== state.connection && connection !== "well") announce(connectionWords(connection, location.port));
  if (connection === "well" && state.connection !== "well") announce("The server is back.");
  state.connection = connection;
  if (connection === "well") state.failures = 0;
  if (isPassing(connection)) retryLater();
  return connection === "well";
}

function retryLater(): void {
  clearTimeout(state.retryTimer);
  state.retryTimer = setTimeout(retry, retryDelay(state.failures));
  state.failures++;
}
