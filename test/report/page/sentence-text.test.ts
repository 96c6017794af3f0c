import { describe, expect, it } from "vitest";
import { sentenceText } from "../../../src/report/page/sentence-text.ts";

describe("sentenceText", () => {
  it("writes negative numbers with a minus, as tables do", () => {
    expect(sentenceText("0.124 [-0.123 to 0.371] (-.5 to -0.250), -1.5")).toBe(
      "0.124 [−0.123 to 0.371] (−.5 to −0.250), −1.5",
    );
  });

  it("leaves names, options and ranges as they are", () => {
    const text = "bm25-0.5 and run -2 of 2024-01-02: deviation (n - 1), --lists 3, 0.1-0.2";
    expect(sentenceText(text)).toBe(text);
  });

  it("lets no markup in", () => {
    expect(sentenceText("<b>")).toBe("&#60;b&#62;");
  });
});
