import { describe, expect, it } from "vitest";
import { drawName, nameWidth, wholeName } from "../../../src/report/plots/svg-frame.ts";
import { readSvg } from "./read-svg.ts";

describe("drawName", () => {
  it("writes a name unchanged if it fits", () => {
    expect(drawName("a&b", { x: 1, y: 2.5, width: 100 })).toBe('<text class="plot-name" x="1" y="2.5">a&#38;b</text>');
  });
  it("shortens a longer name, and puts the whole name in a tooltip", () => {
    const text = readSvg(drawName("bm25_titletext_k.9_b.4", { x: 0, y: 0, width: 83, anchor: "end" }));
    expect([text.text, text.children[0]?.text]).toEqual(["bm25_…9_b.4", "bm25_titletext_k.9_b.4"]);
  });
  it("limits the length of a tooltip", () => {
    expect(wholeName("x".repeat(10_000))).toHaveLength(200);
  });
  it("counts wide letters twice", () => {
    expect(nameWidth("図")).toBe(2 * nameWidth("a"));
  });
});
