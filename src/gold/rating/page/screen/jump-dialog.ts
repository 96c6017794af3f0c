/** Which queries are there, and how far is each? */
import type { GroupSummary } from "../facts/session.ts";
import { count, groupLineWords } from "../facts/words.ts";
import { state } from "../state.ts";
import { openDialog } from "./dialogs.ts";
import { at, make, part, setText } from "./elements.ts";

export function openJump(): void {
  at<HTMLInputElement>("jump-search").value = "";
  drawJumpList();
  openDialog("jump-dialog");
  part(at("jump-list"), '[aria-current="true"]')?.scrollIntoView({ block: "center" });
}

/** Those whose query holds what is searched. */
export function drawJumpList(): void {
  const searched = at<HTMLInputElement>("jump-search").value.trim().toLocaleLowerCase();
  const groups = (state.session?.groups ?? []).filter(({ query }) => query.toLocaleLowerCase().includes(searched));
  setText(at("jump-count"), groups.length === 1 ? "1 query" : `${count(groups.length)} queries`);
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
