import { expect, test } from "vitest";
import { svgText } from "../../../src/report/plots/svg-frame.ts";

test.each([
  ["markup", `<a href="x">'&`, "&#60;a href=&#34;x&#34;&#62;&#39;&#38;"],
  ["characters that change the writing direction", "a\u202eb\u2066", "a\ufffdb\ufffd"],
  ["characters that XML forbids", "\u0000\ud800\uffff", "\ufffd\ufffd\ufffd"],
  ["nothing in right-to-left words and emoji", "שלום 👩‍👧", "שלום 👩‍👧"],
])("svgText escapes %s", (_, text, expected) => {
  expect(svgText(text)).toBe(expected);
});
