/**
 * How does a list get into an order of chance?
 */
import type { Random } from "./seeded-random.ts";

/** The same items in a new list, every order as likely as any other (Durstenfeld 1964). Cost O(items). */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
