import { describe, expect, it } from "vitest";
import { drawLegend } from "../../../src/report/plots/svg-frame.ts";
import { byClass, readSvg } from "./read-svg.ts";

describe("drawLegend", () => {
  it("continues on another line if names do not fit on one line", () => {
    const names = ["explorer", "quickfind", "searcher"];
    // 30 + 60 for the first name, a space of 18, and 30 + 67.5 for the second name: 205.5 in all.
    const { svg, height } = drawLegend(names, { left: 0, top: 0, width: 206, of: "lines" });
    const places = byClass(readSvg(`<svg>${svg}</svg>`), "plot-name").map(({ text, attributes }) => [
      text,
      attributes["x"],
      attributes["y"],
    ]);
    expect(places).toEqual([
      ["explorer", "30", "14"],
      ["quickfind", "138", "14"],
      ["searcher", "30", "34"],
    ]);
    expect(height).toBe(46);
  });
  it("returns height 0 without names", () => {
    expect(drawLegend([], { left: 0, top: 0, width: 100, of: "marks" })).toEqual({ svg: "", height: 0 });
  });
});
