import { expect, it } from "vitest";
import { sentence } from "../../../src/core/text/sentence.ts";

it.each([
  ["it failed", "it failed."],
  ["it failed.", "it failed."],
  ["why?", "why?"],
])("%s ends as %s", (text, expected) => {
  expect(sentence(text)).toBe(expected);
});
