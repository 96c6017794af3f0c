/** Which item is the one that keys act on? */
import { cardAt } from "../screen/cards.ts";
import { at } from "../screen/elements.ts";
import { render } from "../screen/render.ts";
import { state } from "../state.ts";

/** @returns the number of this way, which is overtaken once `state.way` is another */
export function setOut(): number {
  state.wanted = null;
  return ++state.way;
}

/** @param place in the group's items, from 0 */
export function mark(place: number): void {
  setOut();
  state.isFinished = false;
  state.current = place;
  state.shownAt = performance.now();
  render();
}

/** Marks an item, brings it to the top and gives it the focus. */
export function select(place: number, isNew = false): void {
  const card = cardAt(place)?.card;
  if (card === undefined) return;
  mark(place);
  card.focus({ preventScroll: true });
  const isCalm = isNew || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const top = place === 0 ? at("items") : card;
  top.scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
}

/** No item is the one, until another comes. */
export function leave(): void {
  if (state.current >= 0) state.left = state.current;
  state.current = -1;
  render();
}
