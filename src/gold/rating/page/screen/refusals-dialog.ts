/** Which ratings did the server not accept, and why? */
import { refusedWords } from "../facts/words.ts";
import { ownRefused } from "../kept/kept-ratings.ts";
import { openDialog } from "./dialogs.ts";
import { at, make } from "./elements.ts";

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
