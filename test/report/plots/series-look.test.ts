import { describe, expect, it } from "vitest";
import { seriesClass, seriesDash, seriesMark } from "../../../src/report/plots/svg-frame.ts";
import { pathPlaces } from "./read-svg.ts";

describe("the appearance of series", () => {
  it("has 42 combinations of colour and mark, and five kinds of dashes", () => {
    const numbers = Array.from({ length: 42 }, (_, series) => series);
    expect(new Set(numbers.map((series) => seriesClass(series) + seriesMark(series, 0, 0))).size).toBe(42);
    expect(new Set(numbers.slice(0, 5).map(seriesDash)).size).toBe(5);
  });
  it("has closed marks of about the requested size around their position", () => {
    for (let series = 0; series < 7; series++) {
      const mark = seriesMark(series, 50, 50, 4);
      expect(mark).toMatch(/z$/);
      for (const [x, y] of pathPlaces(mark)) expect(Math.hypot(x - 50, y - 50)).toBeLessThanOrEqual(7);
    }
  });
});
