/** How does a rater begin, or go on? */
import type { Session } from "../facts/session.ts";
import { readRater, readWaiting, rememberRater } from "../kept.ts";
import { askWho, closeDialog, openDialog } from "../screen/dialogs.ts";
import { drawSession, render } from "../screen/render.ts";
import { hearConnection, requestSession } from "../server/request.ts";
import { adoptOlderRatings, retry, sendWaiting, waitFor } from "../server/send-waiting.ts";
import { state } from "../state.ts";
import { advance, setOut } from "./move.ts";

/** Asks for a name where none is known, and goes on where this rater stopped. */
export async function begin(rater: string | null): Promise<void> {
  const answer = await requestSession(rater);
  if (!hearConnection(answer)) return waitFor(() => begin(rater));
  if (answer.status !== 200) return askWho("A name has 1 to 60 characters, none of them invisible.");
  const session = answer.body as Session;
  const name = rater ?? readRater(session);
  state.session = session;
  // The address says who it is, whatever name this browser remembers.
  if (session.isOwn && session.rater !== null) return goOn(session, session.rater);
  if (name === null) return askWho("");
  if (session.rater === null) return begin(name);
  await goOn(session, session.rater);
}

async function goOn(session: Session, rater: string): Promise<void> {
  Object.assign(state, { rater, group: null, nextGroup: null, current: -1, isFinished: false, steps: [] });
  state.withoutOpen.clear();
  const way = setOut();
  closeDialog("who-dialog");
  rememberRater(session, rater);
  render();
  if (readWaiting().length > 0) {
    await adoptOlderRatings(session);
    // Also those of somebody else who closed the window too early; an own address takes its rater's alone.
    await (session.isOwn ? sendWaiting() : sendWaiting(() => true));
    const again = await requestSession(rater);
    if (way !== state.way) return;
    if (again.status === 200) state.session = again.body as Session;
  }
  drawSession(state.session ?? session);
  await advance();
  if (state.session?.done === 0 && state.group !== null) openDialog("start-dialog");
}

/** In a page that is stale, does what loading it again does without losing the ratings that are in this window alone. */
export async function tryNow(): Promise<void> {
  if (state.connection !== "stale") return retry();
  state.connection = "well";
  await begin(state.rater);
}
