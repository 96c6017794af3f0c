/** Which items does a query have, as this rater sees them? */
import { staleAnswer } from "../facts/answer.ts";
import type { Group } from "../facts/session.ts";
import { withWhatWaits } from "../facts/with-what-waits.ts";
import { readNotes } from "../kept/kept-notes.ts";
import { ownWaiting } from "../kept/kept-ratings.ts";
import { state } from "../state.ts";
import { hearConnection } from "./connection.ts";
import { request } from "./request.ts";

/** @returns null where it has to wait: see the connection */
export async function loadGroup(number: number): Promise<Group | null> {
  const answer = await request(`/api/group/${number}?rater=${encodeURIComponent(state.rater ?? "")}`);
  if (!hearConnection(answer)) return null;
  const group = answer.body as Group;
  const isKnown = answer.status === 200 && group.query === state.session?.groups[number]?.query;
  // The server started anew with a pool that has grown: its groups have other numbers.
  if (!isKnown) hearConnection(staleAnswer);
  return isKnown ? withWhatWaits(group, ownWaiting(), readNotes()) : null;
}
