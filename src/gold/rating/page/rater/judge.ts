/** What may a rater say of an item, and what becomes of it? It is shown now and saved as soon as possible. */
import { type Grade, type Group, type Item, isDone, isOf, type Verdict } from "../facts/session.ts";
import { forget, keep, keepNote, nextMoment, ownRefused } from "../kept.ts";
import { announce } from "../screen/elements.ts";
import { cardAt, render, showNote } from "../screen/render.ts";
import { sendWaiting } from "../server/send-waiting.ts";
import { currentItem, state } from "../state.ts";
import { advance, findGroup, showGroup } from "./move.ts";

export function rate({ grade, label }: Grade): Promise<void> {
  return judge({ state: "rated", grade }, `Rated ${grade}, ${label}.`);
}

export function skip(): Promise<void> {
  // What is rated stays rated.
  const item = currentItem();
  return item !== undefined && isDone(item) ? advance() : judge({ state: "skipped", grade: null }, "Skipped.");
}

export function flag(): Promise<void> {
  return currentItem()?.state === "flagged"
    ? judge({ state: "open", grade: null }, "No longer flagged.")
    : judge({ state: "flagged", grade: null }, "Flagged: cannot be rated.");
}

async function judge(verdict: Verdict, words: string): Promise<void> {
  const { group } = state;
  const item = currentItem();
  if (group === null || item === undefined) return;
  const { pair, occasion } = item;
  state.steps.push({ group: group.group, pair, occasion, state: item.state, grade: item.grade });
  give(group, item, verdict);
  const summary = state.session?.groups[group.group];
  announce(`${words} ${summary?.done} of ${summary?.items} done.`);
  if (verdict.state === "open") render();
  else await advance();
}

export async function undo(): Promise<void> {
  const step = state.steps.at(-1);
  if (step === undefined) return announce("Nothing to undo.");
  const group = await findGroup(step.group, undo);
  const place = group?.items.findIndex(({ pair, occasion }) => pair === step.pair && occasion === step.occasion) ?? -1;
  const item = group?.items[place];
  if (group === null || item === undefined) return;
  state.steps.pop();
  give(group, item, { state: step.state, grade: step.grade });
  announce("Undone.");
  showGroup(group, place);
}

/** A note on an item that is still open is kept in this browser until the item is rated. */
export function writeNote(item: Item, note: string): void {
  if (note === item.note || state.group === null) return;
  item.note = note;
  if (item.state === "open") keepNote(item);
  else give(state.group, item, item);
  render();
}

export function openNote(): void {
  const view = cardAt(state.current);
  if (view === undefined) return;
  showNote(view, true);
  view.noteField.focus();
}

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
    key: randomKey(),
    givenAt: nextMoment(Date.now()),
    rating: { ...rating, state: item.state === "open" ? "none" : item.state },
    query: group.query,
    title: item.title,
    refusal: null,
  });
  keepNote(item);
  // While the server is away the timer decides when to send.
  if (state.connection === "well") void sendWaiting();
}

/** Not randomUUID, which pages of another machine lack over plain HTTP. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** Null where the rater was away: more than a day means so, too. */
function secondsOnScreen(): number | null {
  const seconds = state.shownAt === null ? Number.POSITIVE_INFINITY : (performance.now() - state.shownAt) / 1000;
  return seconds <= 86_400 ? seconds : null;
}
