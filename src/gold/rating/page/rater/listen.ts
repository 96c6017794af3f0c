/** What does the page listen to? Elements come and go, so most listeners are on their containers. */
import { ownWaiting, readStored, store } from "../kept.ts";
import { cardAt, placeOfCardWith } from "../screen/cards.ts";
import { askWho, drawJumpList } from "../screen/dialogs.ts";
import { at, part } from "../screen/elements.ts";
import { render } from "../screen/render.ts";
import { whenRetryIsDue } from "../server/request.ts";
import { retry } from "../server/send-waiting.ts";
import { state } from "../state.ts";
import { begin } from "./begin.ts";
import { onClick } from "./clicks.ts";
import { writeNote } from "./judge.ts";
import { onKey } from "./keys.ts";
import { mark, select } from "./move.ts";

export function listen(): void {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  listenToItems(at("items"));
  listenToDialogs();
  listenToWindow();
  whenRetryIsDue(retry);
}

function listenToItems(items: HTMLElement): void {
  // Before what was clicked acts on the current item: not every browser gives the focus to a button.
  items.addEventListener("click", markCardWith, { capture: true });
  items.addEventListener("focusin", markCardWith);
  items.addEventListener("change", ({ target }) => {
    const card = cardAt(placeOfCardWith(target));
    if (card !== undefined && target === card.noteField) writeNote(card.item, card.noteField.value);
  });
  items.addEventListener("focusout", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) render();
  });
  items.addEventListener("keydown", ({ target, key, ctrlKey }) => {
    const isEnd = key === "Escape" || (key === "Enter" && ctrlKey);
    if (isEnd && target instanceof HTMLTextAreaElement) cardAt(placeOfCardWith(target))?.card.focus();
  });
}

function markCardWith({ target }: Event): void {
  const place = placeOfCardWith(target);
  if (place >= 0 && place !== state.current) mark(place);
}

function listenToDialogs(): void {
  part(at("who-dialog"), "form").addEventListener("submit", (event) => {
    event.preventDefault();
    void begin(at<HTMLInputElement>("rater").value.trim());
  });
  // Without a name nothing can be rated: Escape does not help.
  at("who-dialog").addEventListener("close", () => {
    if (state.rater === null) askWho("");
  });
  at("start-dialog").addEventListener("close", () => select(state.current, true));
  at("jump-search").addEventListener("input", drawJumpList);
  at("jump-search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") part(at("jump-list"), "button")?.click();
  });
  const keysOn = at<HTMLInputElement>("keys-on");
  keysOn.checked = readStored("semqrel.keys", true);
  keysOn.addEventListener("change", () => store("semqrel.keys", keysOn.checked));
}

function listenToWindow(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) state.shownAt = null;
  });
  addEventListener("storage", render);
  addEventListener("online", retry);
  addEventListener("beforeunload", (event) => {
    const isWaiting = ownWaiting().length > 0 && state.connection !== "stale";
    if (isWaiting || state.memory.size > 0) event.preventDefault();
  });
}
