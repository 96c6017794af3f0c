/** Which keys are there, and what does each do? */
import { gradeOfKey } from "../facts/session.ts";
import { openDialog, openJump } from "../screen/dialogs.ts";
import { at } from "../screen/elements.ts";
import { state } from "../state.ts";
import { flag, openNote, rate, skip, undo } from "./judge.ts";
import { move, moveBetweenGrades } from "./move.ts";

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

export function onKey(event: KeyboardEvent): void {
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
