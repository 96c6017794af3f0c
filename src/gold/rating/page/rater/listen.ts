/** What do clicks and keys mean? */

import { gradeOfKey } from "../facts/session.ts";
import { forget, keep, ownRefused, ownWaiting, readStored, store } from "../kept.ts";
import { askWho, at, closeDialog, drawJumpList, openDialog, openJump, openRefusals, part } from "../screen/elements.ts";
import { cardAt, placeOfCardWith, render } from "../screen/render.ts";
import { retry, sendWaiting, whenRetryIsDue } from "../server/send-waiting.ts";
import { state } from "../state.ts";
import { flag, openNote, rate, skip, undo, writeNote } from "./judge.ts";
import { begin, goTo, mark, move, moveBetweenGrades, select, tryNow } from "./move.ts";

// Elements are drawn again and again, so most listeners are on their containers.

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

type Commands = Readonly<Record<string, () => unknown>>;

const commands: Commands = {
  jump: openJump,
  guidelines: () => openDialog("guidelines-dialog"),
  who: () => askWho(""),
  help: () => openDialog("help-dialog"),
  retry: tryNow,
  reload: () => location.reload(),
  refusals: openRefusals,
  discard: () => settleRefusals("discard"),
  resend: () => settleRefusals("resend"),
};

const cardCommands: Commands = { note: openNote, flag, skip };

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const button = target.closest("button");
  if (button !== null) press(button);
  if (target.matches('#items input[type="radio"]')) choose(target as HTMLInputElement);
}

function press(button: HTMLButtonElement): void {
  const { do: command, card: cardCommand, group, rater } = button.dataset;
  void commands[command ?? ""]?.();
  void cardCommands[cardCommand ?? ""]?.();
  if (group !== undefined) void jump(Number(group));
  if (rater !== undefined) void begin(rater);
  if (button.hasAttribute("data-close")) button.closest("dialog")?.close();
}

function choose({ value }: HTMLInputElement): void {
  const chosen = state.session?.scale.grades.find(({ grade }) => String(grade) === value);
  if (chosen !== undefined) void rate(chosen);
}

async function jump(group: number): Promise<void> {
  closeDialog("jump-dialog");
  await goTo(group, "open");
}

function settleRefusals(settle: "discard" | "resend"): void {
  for (const refused of ownRefused()) {
    if (settle === "discard") forget(refused);
    else keep({ ...refused, refusal: null });
  }
  closeDialog("refusals-dialog");
  void sendWaiting();
}

/** By `KeyboardEvent.key`, letters in lower case; digits are grades. */
const keys: Readonly<Record<string, () => unknown>> = {
  j: () => move(1),
  k: () => move(-1),
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  ArrowRight: () => moveBetweenGrades(1),
  ArrowLeft: () => moveBetweenGrades(-1),
  u: undo,
  s: skip,
  f: flag,
  n: openNote,
  g: openJump,
  "?": () => openDialog("help-dialog"),
};

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isElsewhere(event)) return;
  const isSingle = event.key.length === 1;
  if (isSingle && !at<HTMLInputElement>("keys-on").checked) return;
  const grade = gradeOfKey(event, state.session?.scale.grades ?? []);
  const action = grade === undefined ? keys[isSingle ? event.key.toLowerCase() : event.key] : () => rate(grade);
  if (action === undefined) return;
  event.preventDefault();
  // A key held down moves on, but does not rate what the rater has not seen.
  if (!event.repeat || action === keys["j"] || action === keys["k"] || !isSingle) void action();
}

/** Keys belong to what is being typed in, to an open dialog or to the open menu; only help is there for each of these. */
function isElsewhere({ target, key }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('textarea, input:not([type="radio"])');
  return isField || (key !== "?" && document.querySelector("dialog[open], #menu:popover-open") !== null);
}
