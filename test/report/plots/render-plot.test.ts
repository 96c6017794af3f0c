import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Plot } from "../../../src/core/document/plot.ts";
import { renderPlot } from "../../../src/report/plots/render-plot.ts";
import { runs } from "../../support/property.ts";
import { allElements, byName, placesOf, readSvg, type SvgElement } from "./read-svg.ts";
import { anyPlot } from "./some-plots.ts";

const options = { idPrefix: "p1" };
const axis = { title: "value", from: null, to: null };
const texts = { title: "A title", description: "What it shows." };

/** Plots of every shape without values. */
const empty: readonly Plot[] = [
  { ...texts, shape: "histogram", axis, firstBin: 0, binWidth: 1, series: [], marks: [] },
  { ...texts, shape: "distribution", axis, groups: [], marks: [] },
  { ...texts, shape: "intervals", axis, groups: [], marks: [] },
  { ...texts, shape: "curves", x: axis, y: axis, series: [], diagonal: true },
  { ...texts, shape: "scatter", x: axis, y: axis, points: [], diagonal: true },
  { ...texts, shape: "timeline", y: axis, steps: [], series: [] },
];

describe("renderPlot", () => {
  it("returns a well-formed picture for any plot", () => {
    fc.assert(
      fc.property(anyPlot, (plot) => {
        const drawn = renderPlot(freeze(plot), options);
        expect(renderPlot(structuredClone(plot), options)).toBe(drawn);
        const root = readSvg(drawn);
        expect(faultsOf(root, plot)).toEqual([]);
      }),
      runs,
    );
  });

  test.each(empty)("says that a $shape plot has no values", (plot) => {
    const root = readSvg(renderPlot(plot, options));
    expect(byName(root, "text").map(({ text }) => text)).toEqual(["No values to draw"]);
    expect(root.attributes["role"]).toBe("img");
    expect(byName(root, "desc").map(({ text }) => text)).toEqual(["What it shows."]);
  });

  it("escapes names, and shows short names in full", () => {
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

const known = ["svg", "title", "desc", "defs", "g", "path", "rect", "text", "tspan", "use", "a"];

/**
 * Returns what is wrong with a picture, which must be one svg element with title and description, all places within the
 * view box, numbers of up to two decimals, its own ids, and nothing that runs, loads or styles. Plain comparisons,
 * because an `expect` for each of some thousand numbers takes longer than drawing them.
 */
function faultsOf(root: SvgElement, plot: Plot): string[] {
  const elements = allElements(root);
  const faults: string[] = [];
  const require = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const { class: own, viewBox, "aria-labelledby": told } = root.attributes;
  require(root.name === "svg" && own === `plot plot-${plot.shape}`, `an element ${root.name} of class ${own}`);
  const tellers = told?.split(" ").map((id) => elements.find(({ attributes }) => attributes["id"] === id)?.name);
  require(tellers?.join(" ") === "title desc", `told by ${tellers}`);

  const [left, top, width = 0, height = 0] = viewBox?.split(" ").map(Number) ?? [];
  const expected = plot.shape === "intervals" && plot.groups.length > 0 ? 440 : 720;
  require(left === 0 && top === 0 && width === expected && height > 0, `a view box ${viewBox}`);
  for (const [x, y] of placesOf(root)) require(x >= 0 && x <= width && y >= 0 && y <= height, `a place ${x}, ${y}`);

  const ids = elements.flatMap(({ attributes }) => attributes["id"] ?? []);
  require(new Set(ids).size === ids.length && ids.every((id) => /^p1-/.test(id)), `ids ${ids}`);
  for (const { name, attributes } of elements) {
    require(known.includes(name), `an element ${name}`);
    for (const [attribute, value] of Object.entries(attributes)) {
      require(!/^(style|on.*|src)$/.test(attribute), `an attribute ${attribute}`);
      if (attribute === "href") require(value.startsWith("#"), `a link to ${value}`);
      else require(!/NaN|Infinity|undefined|null|\.\d{3}|\de[-+]?\d/.test(value), `${attribute} ${value}`);
    }
  }
  return faults;
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
