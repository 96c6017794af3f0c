/** Where does a rater go who looks around? */
import { placeAfter } from "../facts/item-order.ts";
import { cardAt } from "../screen/cards.ts";
import { announce } from "../screen/elements.ts";
import { state } from "../state.ts";
import { select } from "./mark.ts";
import { findGroup, showGroup } from "./show-group.ts";

/** To the item before or after, over the borders of queries. */
export async function move(step: 1 | -1): Promise<void> {
  if (state.group === null) return;
  // On the way to another query: the item before is the one just left, the one after is on its way.
  if (state.current < 0) return step === -1 ? select(state.left) : undefined;
  const place = state.current + step;
  if (cardAt(place) !== undefined) return select(place);
  const neighbour = state.session?.groups[state.group.group + step];
  if (neighbour === undefined) return announce(step === 1 ? "This is the last item." : "This is the first item.");
  await goTo(neighbour.group, step === 1 ? "first" : "last");
}

/** To a query: its first open item, or the end of it one comes from. */
export async function goTo(number: number, where: "open" | "first" | "last"): Promise<void> {
  const group = await findGroup(number, () => goTo(number, where));
  if (group === null) return;
  const open = where === "open" ? placeAfter(group, -1, "open") : -1;
  showGroup(group, where === "last" ? group.items.length - 1 : Math.max(0, open));
}

/** Arrows alone would choose, and so rate, in a group of radio buttons. */
export function moveBetweenGrades(step: 1 | -1): void {
  const radios = cardAt(state.current)?.radios ?? [];
  const place = radios.indexOf(document.activeElement as HTMLInputElement);
  radios[Math.min(radios.length - 1, Math.max(0, place + step))]?.focus();
}
