/** What is done, and what comes next? */
import type { Group, GroupSummary, Item, ItemState } from "./session.ts";

/** @returns whether the rater need not come back: what was skipped comes again */
export function isDone({ state }: Pick<Item, "state">): boolean {
  return state === "rated" || state === "flagged";
}

/**
 * @param place in the group's items, from 0; -1 before the first
 * @returns the place of the first item after it in a state; -1 where there is none, or no group
 */
export function placeAfter(group: Group | null, place: number, wanted: ItemState): number {
  return group?.items.findIndex((item, index) => index > place && item.state === wanted) ?? -1;
}

/**
 * @param start a group's number, from 0
 * @returns the groups in which something is left to do, from `start` to the last, then from the first to `start`
 */
export function unfinishedFrom(groups: readonly GroupSummary[], start: number): readonly GroupSummary[] {
  return [...groups.slice(start), ...groups.slice(0, start)].filter(({ items, done }) => done < items);
}
