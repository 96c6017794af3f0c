/**
 * The script of the rating page: clicks and keys. A rating is shown at once, and stored in this browser until the
 * server has acknowledged it. The build joins these modules into one script. Each module only imports from modules
 * before it: facts, words, state, screen, server, rater, page.
 */
import { gradeOfKey } from "./facts.ts";
import * as rater from "./rater.ts";
import {
  askWho,
  at,
  cardAt,
  closeDialog,
  drawJumpList,
  openDialog,
  openJump,
  openRefusals,
  part,
  placeOfCardWith,
  render,
} from "./screen.ts";
import { retry, sendWaiting } from "./server.ts";
import { forget, keep, ownRefused, ownWaiting, raterInAddress, readStored, state, store } from "./state.ts";

// Elements are often redrawn, so most listeners are on their containers.

document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);

const items = at("items");
// Clicks act on the current item, so the clicked card becomes current first. `focusin` does not suffice, because not
// every browser focuses a clicked button.
items.addEventListener("click", markCardWith, { capture: true });
items.addEventListener("focusin", markCardWith);
items.addEventListener("change", ({ target }) => {
  const card = cardAt(placeOfCardWith(target));
  if (card !== undefined && target === card.noteField) rater.writeNote(card.item, card.noteField.value);
});
items.addEventListener("focusout", ({ target }) => {
  if (target instanceof HTMLTextAreaElement) render();
});
items.addEventListener("keydown", ({ target, key, ctrlKey }) => {
  const isEnd = key === "Escape" || (key === "Enter" && ctrlKey);
  if (isEnd && target instanceof HTMLTextAreaElement) cardAt(placeOfCardWith(target))?.card.focus();
});

function markCardWith({ target }: Event): void {
  const place = placeOfCardWith(target);
  if (place >= 0 && place !== state.current) rater.mark(place);
}

part(at("who-dialog"), "form").addEventListener("submit", (event) => {
  event.preventDefault();
  void rater.begin(at<HTMLInputElement>("rater").value.trim());
});
// Reopens the dialog if Escape closed it before a name was given, because rating needs a name.
at("who-dialog").addEventListener("close", () => {
  if (state.rater === null) askWho("");
});
at("start-dialog").addEventListener("close", () => rater.select(state.current, true));
at("jump-search").addEventListener("input", drawJumpList);
at("jump-search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") part(at("jump-list"), "button")?.click();
});
const keysOn = at<HTMLInputElement>("keys-on");
keysOn.checked = readStored("semqrel.keys", true);
keysOn.addEventListener("change", () => store("semqrel.keys", keysOn.checked));

document.addEventListener("visibilitychange", () => {
  if (document.hidden) state.shownAt = null;
});
addEventListener("storage", render);
addEventListener("online", retry);
addEventListener("beforeunload", (event) => {
  const isWaiting = ownWaiting().length > 0 && state.connection !== "stale";
  if (isWaiting || state.memory.size > 0) event.preventDefault();
});

type Commands = Readonly<Record<string, () => unknown>>;

const commands: Commands = {
  jump: openJump,
  guidelines: () => openDialog("guidelines-dialog"),
  who: () => askWho(""),
  help: () => openDialog("help-dialog"),
  retry: rater.tryNow,
  reload: () => location.reload(),
  refusals: openRefusals,
  discard: () => settleRefusals("discard"),
  resend: () => settleRefusals("resend"),
};

const cardCommands: Commands = { note: rater.openNote, flag: rater.flag, skip: rater.skip };

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const button = target.closest("button");
  const { do: command, card: cardCommand, group, rater: name } = button?.dataset ?? {};
  void commands[command ?? ""]?.();
  void cardCommands[cardCommand ?? ""]?.();
  if (group !== undefined) {
    closeDialog("jump-dialog");
    void rater.goTo(Number(group), "open");
  }
  if (name !== undefined) void rater.begin(name);
  if (button?.hasAttribute("data-close")) button.closest("dialog")?.close();
  if (target instanceof HTMLInputElement && target.matches('#items input[type="radio"]')) {
    const chosen = state.session?.scale.grades.find(({ grade }) => String(grade) === target.value);
    if (chosen !== undefined) void rater.rate(chosen);
  }
}

function settleRefusals(settle: "discard" | "resend"): void {
  for (const refused of ownRefused()) {
    if (settle === "discard") forget(refused);
    else keep({ ...refused, refusal: null });
  }
  closeDialog("refusals-dialog");
  void sendWaiting();
}

/** Actions by `KeyboardEvent.key`, with letters in lower case. Digits are grades. */
const keys: Readonly<Record<string, () => unknown>> = {
  j: () => rater.move(1),
  k: () => rater.move(-1),
  ArrowDown: () => rater.move(1),
  ArrowUp: () => rater.move(-1),
  ArrowRight: () => rater.moveBetweenGrades(1),
  ArrowLeft: () => rater.moveBetweenGrades(-1),
  u: rater.undo,
  s: rater.skip,
  f: rater.flag,
  n: rater.openNote,
  g: openJump,
  "?": () => openDialog("help-dialog"),
};

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isElsewhere(event)) return;
  const isSingle = event.key.length === 1;
  if (isSingle && !keysOn.checked) return;
  const grade = gradeOfKey(event, state.session?.scale.grades ?? []);
  const action = grade === undefined ? keys[isSingle ? event.key.toLowerCase() : event.key] : () => rater.rate(grade);
  if (action === undefined) return;
  event.preventDefault();
  // While a key is held down, only moves are repeated. Repeated ratings would rate items that the rater has not seen.
  if (!event.repeat || action === keys["j"] || action === keys["k"] || !isSingle) void action();
}

/** Whether a field, dialog or menu gets the key. The help key still works in dialogs and in the menu. */
function isElsewhere({ target, key }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('textarea, input:not([type="radio"])');
  return isField || (key !== "?" && document.querySelector("dialog[open], #menu:popover-open") !== null);
}

await rater.begin(raterInAddress);
