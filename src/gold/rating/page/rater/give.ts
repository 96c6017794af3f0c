/** What becomes of a rater's word on an item? It is shown now and saved as soon as possible. */
import { isDone } from "../facts/item-order.ts";
import type { Group, Item, Verdict } from "../facts/session.ts";
import { isOf } from "../facts/waiting.ts";
import { keepNote } from "../kept/kept-notes.ts";
import { forget, keep, ownRefused } from "../kept/kept-ratings.ts";
import { sendWaiting } from "../server/send-waiting.ts";
import { currentItem, state } from "../state.ts";

export function give(group: Group, item: Item, verdict: Verdict): void {
  const { session, rater } = state;
  const summary = session?.groups[group.group];
  if (session === null || rater === null || summary === undefined) return;
  const wasDone = isDone(item);
  item.state = verdict.state;
  item.grade = verdict.grade;
  summary.done += Number(isDone(item)) - Number(wasDone);
  session.done += Number(isDone(item)) - Number(wasDone);
  if (item.state === "open") state.withoutOpen.delete(group.group);
  const { pair, occasion, grade, note } = item;
  const isSameItem = group === state.group && item === currentItem();
  const seconds = wasDone || !isSameItem ? null : secondsOnScreen();
  const rating = { pool: session.pool, rater, pair, occasion, grade, note, seconds } as const;
  // An earlier word on this item that was refused is settled by the new one.
  for (const refused of ownRefused()) if (isOf(refused, item)) forget(refused);
  keep({
    key: crypto.randomUUID(),
    // Not performance.now(), which may stand still while the machine sleeps.
    givenAt: Date.now(),
    rating: { ...rating, state: item.state === "open" ? "none" : item.state },
    query: group.query,
    title: item.title,
    refusal: null,
  });
  keepNote(item);
  // While the server is away the timer decides when to send.
  if (state.connection === "well") void sendWaiting();
}

/** Null where the rater was away, which more than a day tells as well. */
function secondsOnScreen(): number | null {
  const seconds = state.shownAt === null ? Number.POSITIVE_INFINITY : (performance.now() - state.shownAt) / 1000;
  return seconds <= 86_400 ? seconds : null;
}
