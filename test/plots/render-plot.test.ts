import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Plot } from "../../src/plots/plot.ts";
import { renderPlot } from "../../src/plots/render-plot.ts";
import { runs } from "../support/property.ts";
import { allElements, byName, placesOf, readSvg } from "./read-svg.ts";
import { anyPlot } from "./some-plots.ts";

const options = { idPrefix: "p1" };
const axis = { title: "value", from: null, to: null };
const texts = { title: "A title", description: "What it shows." };

/** Without anything to draw, by shape. */
const empty: readonly Plot[] = [
  { ...texts, shape: "histogram", axis, firstBin: 0, binWidth: 1, series: [], marks: [] },
  { ...texts, shape: "distribution", axis, groups: [], marks: [] },
  { ...texts, shape: "intervals", axis, groups: [], marks: [] },
  { ...texts, shape: "curves", x: axis, y: axis, series: [], diagonal: true },
  { ...texts, shape: "scatter", x: axis, y: axis, points: [], diagonal: true },
  { ...texts, shape: "timeline", y: axis, steps: [], series: [] },
];

describe("renderPlot", () => {
  describe("whatever the plot holds", () => {
    it("is well-formed XML of one svg element, titled and described by elements of it", () => {
      fc.assert(
        fc.property(anyPlot, (plot) => {
          const root = readSvg(renderPlot(plot, options));
          expect(root.name).toBe("svg");
          expect(root.attributes["class"]).toBe(`plot plot-${plot.shape}`);
          const elements = allElements(root);
          const told = root.attributes["aria-labelledby"]
            ?.split(" ")
            .map((id) => elements.find((own) => own.attributes["id"] === id)?.name);
          expect(told).toEqual(["title", "desc"]);
        }),
        runs,
      );
    });

    it("has every place in the view box", () => {
      fc.assert(
        fc.property(anyPlot, (plot) => {
          const root = readSvg(renderPlot(plot, options));
          const [, , width = 0, height = 0] = root.attributes["viewBox"]?.split(" ").map(Number) ?? [];
          expect(width).toBe(720);
          for (const [x, y] of placesOf(root)) {
            expect(x, `x of ${plot.shape}`).toBeGreaterThanOrEqual(0);
            expect(x, `x of ${plot.shape}`).toBeLessThanOrEqual(width);
            expect(y, `y of ${plot.shape}`).toBeGreaterThanOrEqual(0);
            expect(y, `y of ${plot.shape}`).toBeLessThanOrEqual(height);
          }
        }),
        runs,
      );
    });

    it("has no numbers that are none, and none of more than 2 decimals, in its attributes", () => {
      fc.assert(
        fc.property(anyPlot, (plot) => {
          for (const { attributes } of allElements(readSvg(renderPlot(plot, options)))) {
            for (const [attribute, value] of Object.entries(attributes)) {
              if (attribute === "href") continue;
              expect(value).not.toMatch(/NaN|Infinity|undefined|null|\.\d{3}|\de[-+]?\d/);
            }
          }
        }),
        runs,
      );
    });

    it("has only elements and attributes that neither run nor load nor style anything", () => {
      const elements = ["svg", "title", "desc", "defs", "g", "path", "rect", "text", "tspan", "use", "a"];
      fc.assert(
        fc.property(anyPlot, (plot) => {
          for (const { name, attributes } of allElements(readSvg(renderPlot(plot, options)))) {
            expect(elements).toContain(name);
            for (const attribute of Object.keys(attributes)) expect(attribute).not.toMatch(/^(style|on.*|src)$/);
            if (attributes["href"] !== undefined) expect(attributes["href"]).toMatch(/^#/);
          }
        }),
        runs,
      );
    });

    it("has the same bytes every time, each id once, and leaves frozen plots as they were", () => {
      fc.assert(
        fc.property(anyPlot, (plot) => {
          const drawn = renderPlot(freeze(plot), options);
          expect(renderPlot(structuredClone(plot), options)).toBe(drawn);
          const ids = allElements(readSvg(drawn)).flatMap(({ attributes }) => attributes["id"] ?? []);
          expect(new Set(ids).size).toBe(ids.length);
          for (const id of ids) expect(id).toMatch(/^p1-/);
        }),
        runs,
      );
    });
  });

  test.each(empty)("says of a $shape plot without values that there are none", (plot) => {
    const root = readSvg(renderPlot(plot, options));
    expect(byName(root, "text").map(({ text }) => text)).toEqual(["No values to draw"]);
    expect(root.attributes["role"]).toBe("img");
    expect(byName(root, "desc").map(({ text }) => text)).toEqual(["What it shows."]);
  });

  it("keeps names as text, inert and whole", () => {
    const plot: Plot = {
      ...texts,
      title: "<b>&",
      shape: "distribution",
      axis,
      groups: [
        { name: "</text><script>alert(1)</script>", values: [1] },
        { name: "\u202eevil", values: [2] },
        { name: "מנוע חיפוש", values: [3] },
      ],
      marks: [],
    };
    const drawn = renderPlot(plot, options);
    expect(drawn).not.toContain("<script");
    expect(drawn).not.toContain("\u202e");
    expect(byName(readSvg(drawn), "title")[0]?.text).toBe("<b>&");
    const names = byName(readSvg(drawn), "text").map(({ text }) => text);
    expect(names).toContain("\ufffdevil");
    expect(names).toContain("מנוע חיפוש");
  });
});

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
