/** What does a query look like to a rater whose last words the server does not know yet? */
import type { Group, Item } from "./session.ts";
import { isOf, type Waiting } from "./waiting.ts";

/** Of items that are still open, by `noteName`. */
export type Notes = Readonly<Record<string, string>>;

/**
 * @param group as the server tells it; its items are changed
 * @param waiting the rater's, in the order in which they were given: the last one on an item holds
 * @param notes kept until their items are rated
 * @returns the group
 */
export function withWhatWaits(group: Group, waiting: readonly Waiting[], notes: Notes): Group {
  for (const item of group.items) {
    if (item.state === "open") item.note = notes[noteName(item)] ?? item.note;
    for (const { rating } of waiting.filter((one) => isOf(one, item))) {
      item.state = rating.state === "none" ? "open" : rating.state;
      item.grade = rating.grade;
      item.note = rating.note;
    }
  }
  return group;
}

/** @returns the notes with this item's: only one that is open and not empty is kept */
export function withNoteOf(item: Item, notes: Notes): Notes {
  const { [noteName(item)]: _, ...others } = notes;
  return item.state === "open" && item.note !== "" ? { ...others, [noteName(item)]: item.note } : others;
}

function noteName({ pair, occasion }: Item): string {
  return `${pair}/${occasion}`;
}
