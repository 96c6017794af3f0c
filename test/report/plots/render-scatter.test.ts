import { describe, expect, it } from "vitest";
import type { ScatterPlot } from "../../../src/core/document/plot.ts";
import { renderScatter } from "../../../src/report/plots/render-scatter.ts";
import { byClass, byName, readSvg } from "./read-svg.ts";

const options = { idPrefix: "p1" };
const axis = { title: "nDCG", from: 0, to: 1 };
const point = (x: number, y: number, name: string, target: string | null = `query-${name}`) => ({ x, y, name, target });
const plot: ScatterPlot = {
  shape: "scatter",
  title: "Two engines",
  description: "Query by query.",
  x: axis,
  y: axis,
  points: [point(0.5, 0.5, "a"), point(0.25, 1, "b"), point(1, 0, "c")],
  diagonal: true,
};

describe("renderScatter", () => {
  // A square of 440: from 62 to 502 and from 476 up to 36.
  it("draws linked points at positions computed by hand", () => {
    const links = byName(readSvg(renderScatter(plot, options)), "a").map(({ attributes, children }) => [
      attributes["href"],
      children.find(({ name }) => name === "title")?.text,
      children.find(({ name }) => name === "path")?.attributes["d"],
    ]);
    expect(links).toEqual([
      ["#query-a", "a: 0.500, 0.500", "M282 256h0"],
      ["#query-b", "b: 0.250, 1.000", "M172 36h0"],
      ["#query-c", "c: 1.000, 0.000", "M502 476h0"],
    ]);
  });

  it("counts points on each side of the diagonal", () => {
    const points = [...plot.points, point(0, 0, "d"), point(0.1, 0.9, "e"), point(0.2, 0.9, "f")];
    const texts = byClass(readSvg(renderScatter({ ...plot, points }, options)), "plot-name").map(
      ({ text, children }) => `${children[0]?.text}${text}`,
    );
    expect(texts).toEqual(["3 above the line", "2 on the line", "1 below the line"]);
  });

  it("draws points at the same position as one point, whose area grows with their number", () => {
    const points = Array.from({ length: 4 }, (_, place) => point(0, 0, `q${place}`));
    const [link, ...others] = byName(readSvg(renderScatter({ ...plot, points }, options)), "a");
    expect(others).toEqual([]);
    expect(link?.attributes["href"]).toBe("#query-q0");
    expect(link?.children.map(({ text }) => text)[0]).toBe("q0, q1, q2, q3: 0.000, 0.000");
    // Twice the diameter of a single point, which is 8.
    expect(link?.children[1]?.attributes["stroke-width"]).toBe("16");
  });

  it("has the role of an image if points have no links, and of a group if they have links", () => {
    expect(readSvg(renderScatter(plot, options)).attributes["role"]).toBe("group");
    const points = [point(0.1, 0.2, "a", null)];
    const root = readSvg(renderScatter({ ...plot, points }, options));
    expect(root.attributes["role"]).toBe("img");
    expect(byName(root, "a")).toEqual([]);
    expect(byName(root, "title").map(({ text }) => text)).toContain("a: 0.100, 0.200");
  });

  it("needs at most 25 kB for 225 linked points with names of 20 letters", () => {
    const points = Array.from({ length: 225 }, (_, place) =>
      point((place * 0.618034) % 1, (place * 0.414214) % 1, `query about wings ${place}`, `query-${place}`),
    );
    const drawn = renderScatter({ ...plot, points }, options);
    expect(byName(readSvg(drawn), "a")).toHaveLength(225);
    expect(Buffer.byteLength(drawn)).toBeLessThanOrEqual(25_000);
  });

  it("leaves out points that are not finite", () => {
    const root = readSvg(renderScatter({ ...plot, points: [...plot.points, point(Number.NaN, 1, "z")] }, options));
    expect(byName(root, "a")).toHaveLength(3);
    expect(byName(root, "desc")[0]?.text).toBe("Query by query. 1 value left out: no finite number.");
  });
});
