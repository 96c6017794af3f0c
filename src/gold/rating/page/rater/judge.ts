/** What may a rater say of an item? */
import { isDone } from "../facts/item-order.ts";
import type { Grade, Item, Verdict } from "../facts/session.ts";
import { keepNote } from "../kept/kept-notes.ts";
import { announce } from "../screen/elements.ts";
import { render } from "../screen/render.ts";
import { currentItem, state } from "../state.ts";
import { advance } from "./advance.ts";
import { give } from "./give.ts";
import { findGroup, showGroup } from "./show-group.ts";

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
