import {
  type Answer,
  codeOf,
  connectionOf,
  type Group,
  isOf,
  isPassing,
  type Progress,
  retryDelay,
  type Session,
  staleAnswer,
  type Waiting,
  withWhatWaits,
} from "./facts.ts";
import { announce, render } from "./screen.ts";
import { forget, keep, ownRefused, ownWaiting, readNotes, readWaiting, state, token, waitingPrefix } from "./state.ts";
import { connectionWords } from "./words.ts";

export async function sendWaiting(isMeant = ({ rating }: Waiting) => rating.rater === state.rater): Promise<void> {
  const firstToSend = () =>
    readWaiting().find((one) => one.rating.pool === state.session?.pool && one.refusal === null && isMeant(one));
  await oneWindowAtATime(async () => {
    for (let first = firstToSend(); first !== undefined; first = firstToSend()) {
      const answer = await request("/api/ratings", { ...first.rating, givenAt: first.givenAt });
      if (!hearConnection(answer)) break;
      if (answer.status < 300) {
        forget(first);
        // While ratings wait to be sent, the server's counts are outdated.
        const isUpToDate = first.rating.rater === state.rater && ownWaiting().length === 0;
        if (isUpToDate && state.session !== null) Object.assign(state.session, answer.body as Progress);
      } else {
        keep({ ...first, refusal: codeOf(answer) });
        announce("A rating was not accepted.");
      }
    }
  });
  render();
}

async function oneWindowAtATime(task: () => Promise<void>): Promise<void> {
  // Over plain HTTP from another machine, browsers have no locks. It is harmless if two windows send the same rating.
  if (navigator.locks === undefined) return task();
  let isRefused = true;
  const locked = async () => {
    isRefused = false;
    await task();
  };
  await navigator.locks.request(waitingPrefix, locked).catch((error: unknown) => {
    if (!isRefused) throw error;
  });
  // If storage is disabled, browsers also refuse locks. Windows then share no ratings, so no lock is needed.
  if (isRefused) await task();
}

/** Moves older ratings to this pool if query, title and item number are unchanged. Otherwise, marks them as refused. */
export async function adoptOlderRatings(session: Session): Promise<void> {
  for (const waiting of [...ownWaiting(), ...ownRefused()]) {
    const { rating, refusal } = waiting;
    const isStale = refusal === "stale-page";
    if (rating.pool === session.pool && !isStale) continue;
    const found = await findItem(session, waiting);
    if (found === "unknown") return;
    if (found === "gone") keep({ ...waiting, refusal: "stale-page" });
    else keep({ ...waiting, rating: { ...rating, pool: session.pool }, refusal: isStale ? null : refusal });
  }
}

async function findItem(session: Session, waiting: Waiting): Promise<"here" | "gone" | "unknown"> {
  for (const summary of session.groups.filter(({ query }) => query === waiting.query)) {
    const group = await loadGroup(summary.group);
    if (group === null) return "unknown";
    if (group.items.some((item) => isOf(waiting, item))) return "here";
  }
  return "gone";
}

export async function retry(): Promise<void> {
  clearTimeout(state.retryTimer);
  if (hearConnection(await request("/api/health"))) {
    if (state.session !== null) await adoptOlderRatings(state.session);
    await sendWaiting();
    const { wanted } = state;
    state.wanted = null;
    if (state.connection === "well") await wanted?.();
    else state.wanted = wanted;
  }
  render();
}

export function waitFor(wanted: () => Promise<void>): void {
  state.wanted = wanted;
  render();
}

async function request(path: string, body?: unknown): Promise<Answer> {
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

export async function loadGroup(number: number): Promise<Group | null> {
  const answer = await request(`/api/group/${number}?rater=${encodeURIComponent(state.rater ?? "")}`);
  if (!hearConnection(answer)) return null;
  const group = answer.body as Group;
  const isKnown = answer.status === 200 && group.query === state.session?.groups[number]?.query;
  // A missing or different group shows that the server restarted with a larger pool, whose groups have other numbers.
  if (!isKnown) hearConnection(staleAnswer);
  return isKnown ? withWhatWaits(group, ownWaiting(), readNotes()) : null;
}

/** Returns whether the server answered, even if it refused a rating. If it may answer later, plans to send again. */
export function hearConnection(answer: Answer): boolean {
  // An outdated page must be reloaded, whatever the server answers.
  if (state.connection === "stale") return false;
  const connection = connectionOf(answer);
  if (connection !== state.connection && connection !== "well") announce(connectionWords(connection, location.port));
  if (connection === "well" && state.connection !== "well") announce("The server is back.");
  state.connection = connection;
  if (connection === "well") state.failures = 0;
  if (isPassing(connection)) {
    clearTimeout(state.retryTimer);
    state.retryTimer = setTimeout(retry, retryDelay(state.failures));
    state.failures++;
  }
  return connection === "well";
}
