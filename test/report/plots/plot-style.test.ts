import { describe, expect, it, test } from "vitest";
import { pictureStyle, plotStyle } from "../../../src/report/plots/plot-style.ts";

/** For each `:root` rule, its colours by name. */
const palettes = [...plotStyle.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, rule = ""]) =>
    new Map([...rule.matchAll(/--plot-([a-z0-9]+): (#[0-9a-f]+)/g)].map(([, name = "", color = ""]) => [name, color])),
);
const names = ["light", "dark", "print"];
const series = ["1", "2", "3", "4", "5", "6"];

function linear(color: string): number[] {
  const whole = color.length === 4 ? color.replace(/[0-9a-f]/g, "$&$&") : color;
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(whole.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

const times = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((color) => times([[0.2126, 0.7152, 0.0722]], linear(color))[0] ?? 0)
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// Machado, Oliveira & Fernandes 2009 (IEEE TVCG 15(6)), severity 1, on linear RGB.
const visions = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no blue": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIE L*a*b* (D65). */
function lab(rgb: readonly number[]): number[] {
  const clipped = rgb.map((value) => Math.min(1, Math.max(0, value)));
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    clipped,
  );
  const [x = 0, y = 0, z = 0] = [0.95047, 1, 1.08883].map((white, at) => {
    const share = (xyz[at] ?? 0) / white;
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe("plotStyle", () => {
  it("has a palette for light, dark and print", () => {
    expect(palettes.map((palette) => palette.size)).toEqual([12, 12, 12]);
  });

  describe.each(palettes.map((palette, place) => ({ name: names[place] ?? "", palette })))(
    "in $name",
    ({ palette }) => {
      const color = (name: string) => palette.get(name) ?? "";

      it("plotStyle has text with a contrast of at least 4.5 on the background and on bands", () => {
        for (const text of ["ink", "quiet", "mark"]) {
          for (const ground of ["ground", "band"])
            expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(4.5);
        }
      });

      it.each(series)("plotStyle has a contrast of at least 3 for series %s on the background and on bands", (name) => {
        for (const ground of ["ground", "band"]) expect(contrast(color(name), color(ground))).toBeGreaterThanOrEqual(3);
      });

      test.each(Object.entries(visions))(
        "plotStyle has series colours that differ by at least 20 for the colour vision %s",
        (_, matrix) => {
          const seen = series.map((name) => lab(times(matrix, linear(color(name)))));
          for (const one of seen) {
            for (const other of seen) {
              if (one === other) continue;
              expect(Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))).toBeGreaterThanOrEqual(20);
            }
          }
        },
      );
    },
  );

  it("loads no other files, and fits into a style element", () => {
    expect(plotStyle).not.toMatch(/url\(|@import|<|@font-face/);
  });

  it("has balanced braces", () => {
    expect(plotStyle.match(/\{/g)?.length).toBe(plotStyle.match(/\}/g)?.length);
  });
});

describe("pictureStyle", () => {
  const [inLight = "", inDark = ""] = pictureStyle.split("@media (prefers-color-scheme: dark)");

  it("contains colours for light and dark instead of properties, because many image viewers ignore properties", () => {
    expect(pictureStyle).not.toMatch(/var\(|--plot|:root/);
    for (const [place, style] of [inLight, inDark].entries()) {
      const own = [...(palettes[place]?.values() ?? [])];
      expect([...new Set(style.match(/#[0-9a-f]{6}/g))].sort()).toEqual(own.sort());
    }
  });

  it("loads no other files, and does not set a size or font", () => {
    expect(pictureStyle).not.toMatch(/url\(|@import|<|@font-face|inline-size|font-family/);
    expect(pictureStyle.match(/\{/g)?.length).toBe(pictureStyle.match(/\}/g)?.length);
  });
});
