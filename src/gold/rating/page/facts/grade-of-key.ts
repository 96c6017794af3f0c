/** Which grade does a key mean? */
import type { Grade } from "./session.ts";

/** By its sign or, where digits need the shift key, by its place on the keyboard; undefined without such a grade. */
export function gradeOfKey(
  { key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">,
  grades: readonly Grade[],
): Grade | undefined {
  const digit = /^\d$/.test(key) ? key : shiftKey ? "" : (/^Digit(\d)$/.exec(code)?.[1] ?? "");
  return grades.find(({ grade }) => String(grade) === digit);
}
