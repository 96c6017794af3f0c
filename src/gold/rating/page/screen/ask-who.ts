/** Who is rating? Asks for a name, and offers those that the database knows. */
import { state } from "../state.ts";
import { openDialog } from "./dialogs.ts";
import { at, make, setText } from "./elements.ts";

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
