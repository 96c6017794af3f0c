/** What does the page say that belongs to a rater: the grades' keys, the guidelines, the name? */
import type { Session } from "../facts/session.ts";
import { startWords } from "../facts/words.ts";
import { drawStars } from "./draw-stars.ts";
import { at, make, setText } from "./elements.ts";

export function drawSession(session: Session): void {
  const { grades } = session.scale;
  setText(at("who"), session.rater ?? "");
  const keys = grades.map(({ grade }) => make("kbd", String(grade)));
  at("grade-keys").replaceChildren(...keys.flatMap((key) => [key, " "]));
  setText(at("first-key"), String(grades[0]?.grade));
  setText(at("last-key"), String(grades.at(-1)?.grade));
  at("grade-list").replaceChildren(
    ...grades.map((grade) => {
      const line = make("div");
      const term = make("dt");
      term.append(make("kbd", String(grade.grade)), " ", drawStars(grade, grades));
      line.append(term, make("dd", grade.label));
      return line;
    }),
  );
  setText(at("start-ahead"), startWords(session));
  at("guidelines-button").hidden = session.guidelines === "";
  // The server made this from Markdown with all HTML escaped; this page's policy would not run a script either.
  for (const place of document.querySelectorAll(".guidelines")) place.innerHTML = session.guidelines;
}
