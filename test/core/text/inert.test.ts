import { describe, expect, it } from "vitest";
import { inert } from "../../../src/core/text/inert.ts";

describe("inert", () => {
  it.each(["\u001b[31m", "line\nbreak", "tab\t", "\u009b", "\u202eturned", "\u2028"])(
    "keeps nothing of %j that acts",
    (text) => {
      expect(inert(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028]/);
      expect(inert(text)).toHaveLength(text.length);
    },
  );

  it("leaves letters of any script as they are", () => {
    expect(inert("Zürich – 情報 עברית 🧪")).toBe("Zürich – 情報 עברית 🧪");
  });
});
