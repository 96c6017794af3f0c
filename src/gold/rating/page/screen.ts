import { type Grade, type Group, type GroupSummary, type Item, isOf, type Session, type Waiting } from "./facts.ts";
import { ownRefused, readWaiting, state } from "./state.ts";
import {
  connectionWords,
  count,
  counted,
  cutText,
  finishedWords,
  groupLineWords,
  groupWords,
  itemWords,
  keptWords,
  progressWords,
  refusedWords,
  saveState,
  shownAddress,
  shownOfColumn,
  startWords,
  unturned,
} from "./words.ts";

/** @param id - id of an element in rating-page.ts */
export function at<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function part<T extends HTMLElement>(parent: ParentNode, selector: string): T {
  return parent.querySelector(selector) as T;
}

export function copyOf(template: string): HTMLElement {
  return at<HTMLTemplateElement>(template).content.firstElementChild?.cloneNode(true) as HTMLElement;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = "",
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.textContent = text;
  return Object.assign(element, properties);
}

/** Only writes changed text, because a screen reader would read unchanged text again. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function announce(words: string): void {
  at("announcement").textContent = words;
}

// Titles and snippets are untrusted, so they are shown as plain text, and their links send no referrer.

/** Cuts long texts and adds a button that shows them whole. @param most - number of characters to show @default 300 */
export function drawText(place: HTMLElement, given: string, most?: number): void {
  const text = unturned(given);
  const cut = cutText(text, most);
  place.hidden = text === "";
  if (cut === null) {
    place.textContent = text;
    return;
  }
  const shown = make("bdi");
  const more = make("button", "", { type: "button", className: "more" });
  const showAll = (isAll: boolean): void => {
    shown.textContent = isAll ? text : cut.beginning;
    more.textContent = isAll ? "show less" : `show all ${count(cut.characters)} characters`;
    more.setAttribute("aria-expanded", String(isAll));
  };
  more.addEventListener("click", () => showAll(more.getAttribute("aria-expanded") !== "true"));
  showAll(false);
  place.replaceChildren(shown, more);
}

/** @param place - is removed if the URL is not a web address */
export function drawLink(place: HTMLElement, url: string | null): void {
  const link = part<HTMLAnchorElement>(place, "a");
  const address = shownAddress(url);
  if (url === null || address === null) {
    place.remove();
    return;
  }
  link.href = url;
  const hint = make("span", " (opens in a new tab)", { className: "hidden" });
  link.replaceChildren(make("bdi", address), " ↗", hint);
}

export function drawStars({ grade }: Grade, grades: readonly Grade[]): HTMLElement {
  const isStars = grades[0]?.grade === 1 && grades.length <= 5;
  const stars = make("span", isStars ? "★".repeat(grade) : "", { className: "stars" });
  stars.setAttribute("aria-hidden", "true");
  return stars;
}

export function openDialog(id: string): void {
  at("menu").hidePopover();
  const dialog = at<HTMLDialogElement>(id);
  if (!dialog.open) dialog.showModal();
}

export function closeDialog(id: string): void {
  at<HTMLDialogElement>(id).close();
}

export function askWho(problem: string): void {
  const field = at<HTMLInputElement>("rater");
  setText(at("who-problem"), problem);
  field.value = state.rater ?? "";
  at("who-cancel").hidden = state.rater === null;
  at("known-raters").replaceChildren(
    ...(state.session?.raters ?? []).map((name) => {
      const button = make("button", "", { type: "button" });
      button.dataset["rater"] = name;
      button.append(make("bdi", name));
      return button;
    }),
  );
  openDialog("who-dialog");
  field.focus();
}

export function openJump(): void {
  at<HTMLInputElement>("jump-search").value = "";
  drawJumpList();
  openDialog("jump-dialog");
  part(at("jump-list"), '[aria-current="true"]')?.scrollIntoView({ block: "center" });
}

export function drawJumpList(): void {
  const searched = at<HTMLInputElement>("jump-search").value.trim().toLocaleLowerCase();
  const groups = (state.session?.groups ?? []).filter(({ query }) => query.toLocaleLowerCase().includes(searched));
  setText(at("jump-count"), counted(groups.length, "query", "queries"));
  at("jump-list").replaceChildren(...groups.map(drawJumpLine));
}

function drawJumpLine(summary: GroupSummary): HTMLElement {
  const { group, query, items, done } = summary;
  const button = make("button", "", { type: "button" });
  button.dataset["group"] = String(group);
  if (group === state.group?.group) button.setAttribute("aria-current", "true");
  const name = make("bdi", query.length > 200 ? `${query.slice(0, 200)}…` : query);
  const progress = make("span", groupLineWords(summary), { className: "progress" });
  const bar = make("progress", "", { max: items, value: done });
  bar.setAttribute("aria-hidden", "true");
  button.append(name, progress, bar);
  const line = make("li");
  line.append(button);
  return line;
}

export function openRefusals(): void {
  const lines = ownRefused().map((refused) => {
    const line = make("li");
    const { query, title } = refused;
    line.append(make("bdi", query.slice(0, 200)), " – ", make("bdi", title.slice(0, 200)), refusedWords(refused));
    return line;
  });
  at("refusal-list").replaceChildren(...lines);
  openDialog("refusals-dialog");
}

const poolName = document.title;

export function render(): void {
  const { session, group, current, isFinished, connection } = state;
  const own = readWaiting().filter(({ rating }) => rating.rater === state.rater);
  const refused = own.filter(({ refusal }) => refusal !== null).length;
  const waiting = own.length - refused;
  if (session !== null && state.rater !== null) {
    const overall = at<HTMLProgressElement>("overall");
    overall.max = Math.max(1, session.total);
    overall.value = session.done;
    setText(at("ahead"), progressWords(session));
    const summary = session.groups[group?.group ?? -1];
    if (summary !== undefined) setText(at("query-progress"), groupWords(summary));
    document.title = `${session.done} of ${session.total} · ${poolName}`;
  }
  const isStored = state.memory.size === 0;
  at("banner").hidden = connection === "well";
  if (connection !== "well") {
    setText(at("banner-text"), connectionWords(connection, location.port) + keptWords(waiting, isStored));
  }
  // Reloading would lose ratings that are only in this window.
  const isReload = connection === "stale" && isStored;
  at("reload").hidden = !isReload;
  at("retry").hidden = isReload || connection === "unknown-token";
  at("refusals").hidden = refused === 0;
  setText(at("refusals-text"), `${counted(refused, "rating")} not accepted.`);
  const isShown = group !== null && !isFinished;
  at("items").hidden = !isShown;
  at("question").hidden = !isShown;
  for (const [place, item] of (group?.items ?? []).entries()) {
    const view = cards[place];
    const last = own.findLast((one) => isOf(one, item));
    if (view !== undefined) renderCard(view, place === current, last);
  }
  at("loading").hidden = current >= 0 || isFinished;
  setText(
    at("loading"),
    state.wanted === null ? "Loading …" : "The next query will appear when the server is available again.",
  );
  at("finished").hidden = !isFinished;
  if (isFinished) setText(at("finished-text"), finishedWords(session?.total ?? 0, state.rater ?? "", waiting));
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
  // The server rendered guidelines from Markdown and escaped all HTML. The page's policy also blocks inline scripts.
  for (const place of document.querySelectorAll(".guidelines")) place.innerHTML = session.guidelines;
}

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
  for (const { name, value, url } of item.shown) {
    const line = copyOf("shown");
    const cell = part(line, "dd");
    drawText(part(line, "dt"), name);
    if (url === null) drawText(cell, value, shownOfColumn);
    else {
      const link = copyOf("shown-link");
      cell.append(link);
      drawLink(link, url);
    }
    part(card, ".shown").append(line);
  }
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

function renderCard(view: Card, isCurrent: boolean, last: Waiting | undefined): void {
  const { item } = view;
  if (isCurrent) view.card.setAttribute("aria-current", "true");
  else view.card.removeAttribute("aria-current");
  view.card.dataset["state"] = item.state;
  const saved = saveState(item.state, last, state.connection);
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
