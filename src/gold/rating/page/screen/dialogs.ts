/** Which dialogs are there, and what do they show? */
import type { GroupSummary } from "../facts/session.ts";
import { counted, groupLineWords, refusedWords } from "../facts/words.ts";
import { ownRefused } from "../kept.ts";
import { state } from "../state.ts";
import { at, make, part, setText } from "./elements.ts";

export function openDialog(id: string): void {
  at("menu").hidePopover();
  const dialog = at<HTMLDialogElement>(id);
  if (!dialog.open) dialog.showModal();
}

export function closeDialog(id: string): void {
  at<HTMLDialogElement>(id).close();
}

/** @param problem with the name that was given; empty where none was */
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
