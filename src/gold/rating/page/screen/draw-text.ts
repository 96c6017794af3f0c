/** How do texts and grades come on screen? Texts of others inert: as text, and as links that know nothing of this page. */
import type { Grade } from "../facts/session.ts";
import { count, cutText, shownAddress, unturned } from "../facts/words.ts";
import { make, part } from "./elements.ts";

/** Long texts are cut, with a button that shows the rest. @param most characters before that; @default those of a title */
export function drawText(place: HTMLElement, given: string, most?: number): void {
  const text = unturned(given);
  const cut = cutText(text, most);
  place.hidden = text === "";
  if (cut === null) {
    place.textContent = text;
    return;
  }
  const shown = make("bdi");
  const more = make("button");
  more.type = "button";
  more.className = "more";
  const showAll = (isAll: boolean): void => {
    shown.textContent = isAll ? text : cut.beginning;
    more.textContent = isAll ? "show less" : `show all ${count(cut.characters)} characters`;
    more.setAttribute("aria-expanded", String(isAll));
  };
  more.addEventListener("click", () => showAll(more.getAttribute("aria-expanded") !== "true"));
  showAll(false);
  place.replaceChildren(shown, more);
}

/** @param place goes where there is nothing to link to */
export function drawLink(place: HTMLElement, url: string | null): void {
  const link = part<HTMLAnchorElement>(place, "a");
  const address = shownAddress(url);
  if (url === null || address === null) {
    place.remove();
    return;
  }
  link.href = url;
  const hint = make("span", " (opens in a new tab)");
  hint.className = "hidden";
  link.replaceChildren(make("bdi", address), " ↗", hint);
}

/** Stars where the scale counts them, from one to five; else nothing. */
export function drawStars({ grade }: Grade, grades: readonly Grade[]): HTMLElement {
  const isStars = grades[0]?.grade === 1 && grades.length <= 5;
  const stars = make("span", isStars ? "★".repeat(grade) : "");
  stars.className = "stars";
  stars.setAttribute("aria-hidden", "true");
  return stars;
}
