import { expect, test } from "vitest";
import { pageText } from "../../../src/report/page/page-text.ts";

test("markup becomes text, and marks that turn the direction become a sign that something was there", () => {
  expect(pageText(`<a href="x">\u202e'&\u0000`)).toBe("&#60;a href=&#34;x&#34;&#62;\ufffd&#39;&#38;\ufffd");
});
