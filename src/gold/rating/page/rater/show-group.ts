/** How does another query come on screen? */
import { isDone, unfinishedFrom } from "../facts/item-order.ts";
import type { Group } from "../facts/session.ts";
import { drawGroup } from "../screen/cards.ts";
import { announce, at } from "../screen/elements.ts";
import { loadGroup } from "../server/load-group.ts";
import { waitFor } from "../server/retry.ts";
import { state } from "../state.ts";
import { leave, select, setOut } from "./mark.ts";

/**
 * Where a query has to be loaded no item is current until it comes, and whatever the rater does first goes before it.
 *
 * @param again what to do when the server is back
 * @returns null where it has to wait or was overtaken
 */
export async function findGroup(number: number, again: () => Promise<void>): Promise<Group | null> {
  const way = setOut();
  if (state.group?.group === number) return state.group;
  if (state.nextGroup?.group === number) return state.nextGroup;
  state.isFinished = false;
  leave();
  at("loading").focus();
  const group = await loadGroup(number);
  if (way !== state.way) return null;
  if (group === null) waitFor(again);
  return group;
}

/** @param place in the group's items, from 0: the one to rate */
export function showGroup(group: Group, place: number): void {
  const isNew = group !== state.group;
  state.group = group;
  if (isNew) {
    const summary = state.session?.groups[group.group];
    if (summary !== undefined) summary.done = group.items.filter(isDone).length;
    drawGroup(group, state.session?.scale.grades ?? []);
    announce(`Query: ${group.query.slice(0, 200)}. ${group.items.length} items.`);
    void fetchAhead(group.group);
  }
  select(place, isNew);
}

async function fetchAhead(group: number): Promise<void> {
  const { session } = state;
  const next = unfinishedFrom(session?.groups ?? [], group + 1).find((summary) => summary.group !== group);
  if (next === undefined || next.group === state.nextGroup?.group) return;
  const loaded = await loadGroup(next.group);
  if (session === state.session) state.nextGroup = loaded;
}
