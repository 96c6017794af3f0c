/** Which buttons are there, and what does a click do? */
import { forget, keep, ownRefused } from "../kept.ts";
import { askWho, closeDialog, openDialog, openJump, openRefusals } from "../screen/dialogs.ts";
import { sendWaiting } from "../server/send-waiting.ts";
import { state } from "../state.ts";
import { begin, tryNow } from "./begin.ts";
import { flag, openNote, rate, skip } from "./judge.ts";
import { goTo } from "./move.ts";

type Commands = Readonly<Record<string, () => unknown>>;

/** By `data-do` of a button. */
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

/** By `data-card` of a button of the current item. */
const cardCommands: Commands = { note: openNote, flag, skip };

export function onClick({ target }: MouseEvent): void {
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

/** By mouse, or by the space bar. */
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
