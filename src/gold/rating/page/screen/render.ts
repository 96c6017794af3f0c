/** What is on screen? The one place where what changes between two items is written. */
import {
  type Connection,
  type Grade,
  type Group,
  type Item,
  isOf,
  type Session,
  type Waiting,
} from "../facts/session.ts";
import {
  connectionWords,
  counted,
  finishedWords,
  groupWords,
  itemWords,
  keptWords,
  progressWords,
  saveState,
  shownOfColumn,
  startWords,
} from "../facts/words.ts";
import { readWaiting } from "../kept.ts";
import { state } from "../state.ts";
import { at, copyOf, drawLink, drawStars, drawText, make, part, setText } from "./elements.ts";

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

// Each result is a card. It is drawn when its query is shown, and drawn again when something changes.

type Card = ReturnType<typeof drawCard>;

let cards: readonly Card[] = [];

export function cardAt(place: number): Card | undefined {
  return cards[place];
}

export function placeOfCardWith(target: EventTarget | null): number {
  return target instanceof Node ? cards.findIndex(({ card }) => card.contains(target)) : -1;
}

export function drawGroup(group: Group, grades: readonly Grade[]): void {
  drawText(at("query"), group.query);
  drawText(at("need"), group.informationNeed ?? "");
  const drawn = group.items.map((item, place) => drawCard(item, place, group.items.length, grades));
  at("items").replaceChildren(...drawn.map(({ card }) => card));
  cards = drawn;
}

function drawCard(item: Item, place: number, places: number, grades: readonly Grade[]) {
  const card = copyOf("card");
  const title = part(card, ".title");
  title.id = `title-${place}`;
  card.setAttribute("aria-labelledby", title.id);
  drawText(title, item.title === "" ? "(no title)" : item.title);
  title.classList.toggle("untitled", item.title === "");
  setText(part(card, ".number"), `${place + 1} of ${places}`);
  drawLink(part(card, ".link"), item.url);
  part(card, ".shown").replaceChildren(...item.shown.map(drawShown));
  const labels = grades.map((grade) => drawGrade(grade, grades, place));
  part(card, ".grades").append(...labels);
  return {
    item,
    card,
    state: part(card, ".state"),
    radios: labels.map((label) => part<HTMLInputElement>(label, "input")),
    flag: part(card, '[data-card="flag"]'),
    noteButton: part(card, '[data-card="note"]'),
    note: part(card, ".note"),
    noteField: part<HTMLTextAreaElement>(card, "textarea"),
  };
}

function drawShown({ name, value, url }: Item["shown"][number]): HTMLElement {
  const line = copyOf("shown");
  drawText(part(line, "dt"), name);
  const place = part(line, "dd");
  if (url === null) drawText(place, value, shownOfColumn);
  else {
    const link = copyOf("shown-link");
    place.append(link);
    drawLink(link, url);
  }
  return line;
}

function drawGrade(grade: Grade, grades: readonly Grade[], place: number): HTMLElement {
  const label = copyOf("grade");
  const radio = part<HTMLInputElement>(label, "input");
  radio.name = `grade-${place}`;
  radio.value = String(grade.grade);
  setText(part(label, "kbd"), String(grade.grade));
  part(label, ".stars").replaceWith(drawStars(grade, grades));
  setText(part(label, ".label"), grade.label);
  return label;
}

function renderCards(
  items: readonly Item[],
  current: number,
  waiting: readonly Waiting[],
  connection: Connection,
): void {
  items.forEach((item, place) => {
    const view = cards[place];
    const last = waiting.findLast((one) => isOf(one, item));
    if (view !== undefined) renderCard(view, place === current, last, connection);
  });
}

function renderCard(view: Card, isCurrent: boolean, last: Waiting | undefined, connection: Connection): void {
  const { item } = view;
  if (isCurrent) view.card.setAttribute("aria-current", "true");
  else view.card.removeAttribute("aria-current");
  view.card.dataset["state"] = item.state;
  const saved = saveState(item.state, last, connection);
  view.state.dataset["state"] = saved;
  setText(view.state, itemWords(item.state, saved, last?.refusal ?? null));
  for (const radio of view.radios) radio.checked = item.state === "rated" && Number(radio.value) === item.grade;
  view.flag.setAttribute("aria-pressed", String(item.state === "flagged"));
  if (document.activeElement !== view.noteField) {
    view.noteField.value = item.note;
    showNote(view, item.note !== "");
  }
}

export function showNote({ note, noteButton }: Card, isShown: boolean): void {
  note.hidden = !isShown;
  noteButton.setAttribute("aria-expanded", String(isShown));
}
