import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageIcon, pageStyle, ratingPage } from "../../../src/gold/rating/rating-page.ts";
import { root } from "../../support/run-cli.ts";

const page = ratingPage({ poolName: "pool.jsonl" });
const folder = join(root, "src/gold/rating/page");
const script = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(join(folder, path), "utf8"))
  .join("\n");

describe("ratingPage", () => {
  it("contains every element whose id the script uses, and each id once", () => {
    const wanted = [...script.matchAll(/\bat(?:<\w+>)?\("([\w-]+)"\)|Dialog\("([\w-]+)"\)|copyOf\("([\w-]+)"\)/g)];
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(wanted.length).toBeGreaterThan(40);
    expect(wanted.map(([, ...names]) => names.find((name) => name !== undefined))).toEqual(
      wanted.map(() => expect.toBeOneOf(ids)),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refers only to existing ids and to existing commands of the script", () => {
    const references = [...page.matchAll(/ (?:for|aria-labelledby|aria-describedby|popovertarget)="([^"]+)"/g)];
    for (const [, id] of references) expect(page).toContain(` id="${id}"`);
    for (const [, command] of page.matchAll(/ data-(?:do|card)="([^"]+)"/g)) {
      expect(script).toMatch(new RegExp(`[{ ]${command}[:,]`));
    }
  });

  it("contains no inline script or style and nothing external", () => {
    expect(page).not.toMatch(/<style|<script(?! type="module" src="\/page\.js")| style=| on\w+=|javascript:/);
    for (const [, address] of page.matchAll(/ (?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\/\w|^#/);
    expect(pageStyle).not.toMatch(/url\(|@import|expression/);
  });

  it("shows any pool name as text", () => {
    expect(ratingPage({ poolName: `</title><script>"'&` })).toContain(
      "<title>Rating &#60;/title&#62;&#60;script&#62;&#34;&#39;&#38;</title>",
    );
  });
});

describe("page style", () => {
  /** WCAG 2.2, 1.4.3: contrast ratio of two colours #rrggbb. */
  function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  const [light, dark] = [...pageStyle.matchAll(/:root \{([^}]*)\}/g)].map(
    ([, rules]) =>
      new Map([...(rules ?? "").matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, value]) => [name, value])),
  );

  it("computes the contrast of black and white as WCAG does", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 10);
    // The example grey of many guides: 4.54 on white.
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });

  it.each([
    ["ink", "ground"],
    ["ink", "surface"],
    ["quiet", "surface"],
    ["quiet", "ground"],
    ["accent", "surface"],
    ["on-accent", "accent"],
    ["ink", "accent-soft"],
    ["quiet", "accent-soft"],
    ["star", "surface"],
    ["good", "surface"],
    ["warn", "surface"],
    ["warn", "warn-soft"],
    ["bad", "surface"],
    ["bad", "bad-soft"],
  ])("has a contrast of at least 4.5 for %s on %s, in light and dark", (text, ground) => {
    for (const colours of [light, dark]) {
      expect(contrast(colours?.get(text) ?? "", colours?.get(ground) ?? "")).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("has a contrast of at least 3 for the edges of controls", () => {
    for (const colours of [light, dark]) {
      expect(contrast(colours?.get("edge") ?? "", colours?.get("surface") ?? "")).toBeGreaterThanOrEqual(3);
    }
  });

  it("has a self-contained icon", () => {
    expect(pageIcon).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>\n$/s);
  });
});
