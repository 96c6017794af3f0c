/** How does a grade look beside its number? */
import type { Grade } from "../facts/session.ts";
import { make } from "./elements.ts";

/** Stars where the scale counts them, from one to five; else nothing. */
export function drawStars({ grade }: Grade, grades: readonly Grade[]): HTMLElement {
  const isStars = grades[0]?.grade === 1 && grades.length <= 5;
  const stars = make("span", isStars ? "★".repeat(grade) : "");
  stars.className = "stars";
  stars.setAttribute("aria-hidden", "true");
  return stars;
}
