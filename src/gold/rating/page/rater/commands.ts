/** Which keys and buttons are there, and what does each do? */
import { forget, keep, ownRefused } from "../kept/kept-ratings.ts";
import { askWho } from "../screen/ask-who.ts";
import { cardAt, showNote } from "../screen/cards.ts";
import { closeDialog, openDialog } from "../screen/dialogs.ts";
import { openJump } from "../screen/jump-dialog.ts";
import { openRefusals } from "../screen/refusals-dialog.ts";
import { sendWaiting } from "../server/send-waiting.ts";
import { state } from "../state.ts";
import { tryNow } from "./begin.ts";
import { flag, skip, undo } from "./judge.ts";
import { goTo, move, moveBetweenGrades } from "./move.ts";

type Commands = Readonly<Record<string, () => unknown>>;

/** By `data-do` of a button. */
export const commands: Commands = {
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

/** By `data-card` of a button of the current item. */
export const cardCommands: Commands = { note: openNote, flag, skip };

/** By the `key` of what was pressed, letters as small ones; digits are grades. */
export const keys: Commands = {
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

/** @param group its number */
export async function jump(group: number): Promise<void> {
  closeDialog("jump-dialog");
  await goTo(group, "open");
}

function openNote(): void {
  const view = cardAt(state.current);
  if (view === undefined) return;
  showNote(view, true);
  view.noteField.focus();
}

function settleRefusals(settle: "discard" | "resend"): void {
  for (const refused of ownRefused()) {
    if (settle === "discard") forget(refused);
    else keep({ ...refused, refusal: null });
  }
  closeDialog("refusals-dialog");
  void sendWaiting();
}
