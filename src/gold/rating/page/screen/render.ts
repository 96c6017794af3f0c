/** What is on screen? The one place where what changes between two items is written. */
import type { Session } from "../facts/session.ts";
import {
  connectionWords,
  counted,
  finishedWords,
  groupWords,
  keptWords,
  progressWords,
  startWords,
} from "../facts/words.ts";
import { readWaiting } from "../kept.ts";
import { state } from "../state.ts";
import { renderCards } from "./cards.ts";
import { drawStars } from "./draw-text.ts";
import { at, make, part, setText } from "./elements.ts";

const poolName = document.title;

export function render(): void {
  const { session, group, current, isFinished, connection } = state;
  const own = readWaiting().filter(({ rating }) => rating.rater === state.rater);
  const refused = own.filter(({ refusal }) => refusal !== null).length;
  const waiting = own.length - refused;
  renderHead();
  renderBanner(waiting);
  at("refusals").hidden = refused === 0;
  setText(at("refusals-text"), `${counted(refused, "rating")} not accepted.`);
  const isShown = group !== null && !isFinished;
  at("items").hidden = !isShown;
  at("question").hidden = !isShown;
  renderCards(group?.items ?? [], current, own, connection);
  at("loading").hidden = current >= 0 || isFinished;
  setText(at("loading"), state.wanted === null ? "Loading …" : "The next query comes when the server is back.");
  at("finished").hidden = !isFinished;
  if (isFinished) setText(at("finished-text"), finishedWords(session?.total ?? 0, state.rater ?? "", waiting));
}

function renderHead(): void {
  const { session, group } = state;
  const summary = session?.groups[group?.group ?? -1];
  if (session === null || state.rater === null) return;
  const overall = at<HTMLProgressElement>("overall");
  overall.max = Math.max(1, session.total);
  overall.value = session.done;
  setText(at("ahead"), progressWords(session));
  if (summary !== undefined) setText(at("query-progress"), groupWords(summary));
  document.title = `${session.done} of ${session.total} · ${poolName}`;
}

function renderBanner(waiting: number): void {
  const { connection } = state;
  const isStored = state.memory.size === 0;
  at("banner").hidden = connection === "well";
  if (connection !== "well") {
    setText(at("banner-text"), connectionWords(connection, location.port) + keptWords(waiting, isStored));
  }
  // Loading the page again would lose what is in this window alone.
  const isReload = connection === "stale" && isStored;
  at("reload").hidden = !isReload;
  at("retry").hidden = isReload || connection === "unknown-token";
}

export function drawSession(session: Session): void {
  const { grades } = session.scale;
  setText(at("who"), session.rater ?? "");
  part<HTMLButtonElement>(at("menu"), '[data-do="who"]').disabled = session.isOwn;
  at("grade-keys").replaceChildren(...grades.flatMap(({ grade }) => [make("kbd", String(grade)), " "]));
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
