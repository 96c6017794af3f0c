import { expect, test } from "vitest";
import { pageText, shortNumber } from "../../../src/report/page/render-block.ts";
import { reasonTexts } from "../../../src/report/page/render-queries.ts";

test("pageText escapes markup, and replaces characters that change the writing direction", () => {
  expect(pageText(`<a href="x">\u202e'&\u0000`)).toBe("&#60;a href=&#34;x&#34;&#62;\ufffd&#39;&#38;\ufffd");
});

test.each([
  [0.6131, ".613"],
  [0.0504, ".050"],
  [-0.05, "−.050"],
  [1, "1"],
  [0.9999, "1"],
  [1.25, "1.250"],
  [0, "0"],
  [-0.0001, "0"],
])("shortNumber formats %f as %s", (value, text) => {
  expect(shortNumber(value)).toBe(text);
});

test.each(["no-reference", "no-candidate-results", "no-positive-label", "not-rated"] as const)(
  "reasonTexts has its own text for the reason %s",
  (reason) => {
    expect(reasonTexts[reason]).toMatch(/^(?:not measured|no results): [a-z_ 0,]+$/);
    expect(reasonTexts[reason]).not.toContain(reason);
  },
);
