import { describe, expect, it } from "vitest";
import { cutText, shownAddress, unturned } from "../../../../../src/gold/rating/page/facts/shown-text.ts";

it("marks that turn the direction are seen, others stay", () => {
  expect(unturned("a\u202Eb\u2066c\u200Fd")).toBe("a\uFFFDb\uFFFDc\u200Fd");
});

describe("cutText", () => {
  it("shows 360 characters whole and cuts 361 to 300, counted as people do", () => {
    expect(cutText("🙂".repeat(360))).toBeNull();
    expect(cutText("🙂".repeat(361))).toEqual({ beginning: `${"🙂".repeat(300)}…`, characters: 361 });
  });
});

describe("shownAddress", () => {
  it("has no protocol and at most 200 characters", () => {
    expect(shownAddress("HTTPS://example.org/a")).toBe("example.org/a");
    expect(shownAddress(`http://${"a".repeat(300)}`)).toBe("a".repeat(200));
    expect(shownAddress("https://example.org/\u202Egpj")).toBe("example.org/\uFFFDgpj");
  });

  it.each([null, "", "javascript:alert(1)", "file:///etc", "//example.org"])("links nowhere for %s", (url) => {
    expect(shownAddress(url)).toBeNull();
  });
});
