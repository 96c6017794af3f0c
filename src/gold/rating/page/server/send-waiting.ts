/** How do ratings reach the server, now or once it is back, even if the pool has grown meanwhile? */
import { codeOf } from "../facts/answer.ts";
import type { Progress, Session } from "../facts/session.ts";
import { isOf, type Waiting } from "../facts/waiting.ts";
import { forget, keep, ownRefused, ownWaiting, readWaiting, waitingPrefix } from "../kept.ts";
import { announce } from "../screen/elements.ts";
import { render } from "../screen/render.ts";
import { state } from "../state.ts";
import { hearConnection, loadGroup, request } from "./request.ts";

/** @param isMeant @default the rater's */
export async function sendWaiting(isMeant = ({ rating }: Waiting) => rating.rater === state.rater): Promise<void> {
  const firstToSend = () =>
    readWaiting().find((one) => one.rating.pool === state.session?.pool && one.refusal === null && isMeant(one));
  await oneWindowAtATime(async () => {
    for (let first = firstToSend(); first !== undefined; first = firstToSend()) {
      const answer = await request("/api/ratings", { ...first.rating, givenAt: first.givenAt });
      if (!hearConnection(answer)) break;
      if (answer.status < 300) {
        forget(first);
        if (first.rating.rater === state.rater) updateProgress(answer.body as Progress);
      } else {
        keep({ ...first, refusal: codeOf(answer) });
        announce("A rating was not accepted.");
      }
    }
  });
  render();
}

async function oneWindowAtATime(task: () => Promise<void>): Promise<void> {
  // Pages of another machine over plain HTTP have no locks: two windows may send a rating twice, which does no harm.
  if (navigator.locks === undefined) return task();
  let isRefused = true;
  const locked = async () => {
    isRefused = false;
    await task();
  };
  await navigator.locks.request(waitingPrefix, locked).catch((error: unknown) => {
    if (!isRefused) throw error;
  });
  // A browser told to store nothing has no locks either; its windows share no ratings.
  if (isRefused) await task();
}

/** The server's counts are behind while ratings wait. */
function updateProgress(progress: Progress): void {
  if (state.session !== null && ownWaiting().length === 0) Object.assign(state.session, progress);
}

/**
 * Ratings whose item still has its number, query and title are sent to it; the others are shown as refused. While the
 * server does not answer, they wait.
 */
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

/** @param wanted what to do again when the server is back */
export function waitFor(wanted: () => Promise<void>): void {
  state.wanted = wanted;
  render();
}
