import { expect, test } from "vitest";
import { gradeOfKey } from "../../../../../src/gold/rating/page/facts/grade-of-key.ts";

const grades = [1, 2, 3].map((grade) => ({ grade, label: `label ${grade}` }));

test.each([
  ["a digit of the scale", { key: "2", code: "Digit2", shiftKey: false }, 2],
  ["a digit with shift, where keyboards want it", { key: "2", code: "Digit2", shiftKey: true }, 2],
  ["a digit apart from the letters", { key: "3", code: "Numpad3", shiftKey: false }, 3],
  ["the place of a digit, as on French keyboards", { key: "&", code: "Digit1", shiftKey: false }, 1],
  ["a sign over a digit", { key: "!", code: "Digit1", shiftKey: true }, undefined],
  ["a digit beside the scale", { key: "4", code: "Digit4", shiftKey: false }, undefined],
  ["a letter", { key: "j", code: "KeyJ", shiftKey: false }, undefined],
])("%s", (_, key, expected) => {
  expect(gradeOfKey(key, grades)?.grade).toBe(expected);
});
