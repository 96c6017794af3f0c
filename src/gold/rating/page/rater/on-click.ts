/** What does a click do? */
import { state } from "../state.ts";
import { begin } from "./begin.ts";
import { cardCommands, commands, jump } from "./commands.ts";
import { rate } from "./judge.ts";

export function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const button = target.closest("button");
  if (button !== null) press(button);
  if (target.matches('#items input[type="radio"]')) choose(target as HTMLInputElement);
}

function press(button: HTMLButtonElement): void {
  const { do: command, card: cardCommand, group, rater } = button.dataset;
  if (command !== undefined) void commands[command]?.();
  if (cardCommand !== undefined) void cardCommands[cardCommand]?.();
  if (group !== undefined) void jump(Number(group));
  if (rater !== undefined) void begin(rater);
  if (button.hasAttribute("data-close")) button.closest("dialog")?.close();
}

/** By mouse, or by the space bar. */
function choose({ value }: HTMLInputElement): void {
  const chosen = state.session?.scale.grades.find(({ grade }) => String(grade) === value);
  if (chosen !== undefined) void rate(chosen);
}
