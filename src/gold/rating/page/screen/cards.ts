/** How does an item look? A card each, drawn when its query comes and shown anew whenever something changes. */
import type { Connection } from "../facts/answer.ts";
import type { Grade, Group, Item } from "../facts/session.ts";
import { isOf, type Waiting } from "../facts/waiting.ts";
import { itemWords, saveState, shownOfColumn } from "../facts/words.ts";
import { drawLink, drawStars, drawText } from "./draw-text.ts";
import { at, copyOf, part, setText } from "./elements.ts";

export type Card = ReturnType<typeof drawCard>;

/** By place in the group's items. */
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

/** @param waiting the rater's ratings that the server has not acknowledged, or refused */
export function renderCards(
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
