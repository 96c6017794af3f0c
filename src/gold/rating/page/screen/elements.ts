/** How are elements of the page found, filled and shown? */
import type { Grade, GroupSummary } from "../facts/session.ts";
import { count, counted, cutText, groupLineWords, refusedWords, shownAddress, unturned } from "../facts/words.ts";
import { ownRefused } from "../kept.ts";
import { state } from "../state.ts";

/** @param id of an element that rating-page.ts writes */
export function at<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function part<T extends HTMLElement>(parent: ParentNode, selector: string): T {
  return parent.querySelector(selector) as T;
}

export function copyOf(template: string): HTMLElement {
  return at<HTMLTemplateElement>(template).content.firstElementChild?.cloneNode(true) as HTMLElement;
}

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Writes only what is new: a screen reader would say the old text again. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function announce(words: string): void {
  at("announcement").textContent = words;
}

// Titles and snippets come from others, so they are shown as plain text, and their links get no reference to this page.

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

/** @param place goes if there is nothing to link to */
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

export function drawStars({ grade }: Grade, grades: readonly Grade[]): HTMLElement {
  const isStars = grades[0]?.grade === 1 && grades.length <= 5;
  const stars = make("span", isStars ? "★".repeat(grade) : "");
  stars.className = "stars";
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
      const button = make("button");
      button.type = "button";
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
  const button = make("button");
  button.type = "button";
  button.dataset["group"] = String(group);
  if (group === state.group?.group) button.setAttribute("aria-current", "true");
  const name = make("bdi", query.length > 200 ? `${query.slice(0, 200)}…` : query);
  const progress = make("span", groupLineWords(summary));
  progress.className = "progress";
  const bar = make("progress");
  bar.max = items;
  bar.value = done;
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
