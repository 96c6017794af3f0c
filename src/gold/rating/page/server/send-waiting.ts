/** How do ratings reach the server? In order, one window at a time, until one is not answered. */
import { codeOf } from "../facts/answer.ts";
import type { Progress } from "../facts/session.ts";
import type { Waiting } from "../facts/waiting.ts";
import { forget, keep, ownWaiting, readWaiting, waitingPrefix } from "../kept/kept-ratings.ts";
import { announce } from "../screen/elements.ts";
import { render } from "../screen/render.ts";
import { state } from "../state.ts";
import { hearConnection } from "./connection.ts";
import { request } from "./request.ts";

/** @param isMeant which ones; left out: the rater's */
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
