import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { goldBlocks, goldDocument, goldRows } from "../../src/gold/gold-view.ts";
import { measureGoldEngines } from "../../src/gold/measure-gold-engines.ts";
import { listsOfPool } from "../../src/gold/pools/pool-results.ts";
import { exampleLabels, exampleLists, makeGold, makePair, makePool } from "../support/make-pool.ts";

function report(gold: Parameters<typeof goldDocument>[0]["gold"]): Parameters<typeof goldDocument>[0] {
  return { gold, keepStars: false, measurement: measureGoldEngines(gold, listsOfPool(gold), { depth: 5, seed: 1 }) };
}

const blocksOf = (shown: Parameters<typeof goldDocument>[0]) =>
  goldBlocks(goldDocument(shown), shown.measurement.engines, true);
const textOf = (shown: Parameters<typeof goldDocument>[0]) => terminalText(blocksOf(shown));

const example = report(makeGold(makePool(exampleLists), { ...exampleLabels, q1d8: null, q2d3: "flag" }));

describe("goldBlocks", () => {
  it("shows engines with intervals, bounds, unrated results, and the drop without the results that only they returned", () => {
    const text = textOf(report(makeGold(makePool(exampleLists), exampleLabels)));
    const lines = text.split("\n").map((line) => line.replace(/ {2,}/g, " | "));
    expect(lines[0]).toBe("4 queries, 31 pairs with a label. 31 ratings by ann; labels by median.");
    expect(lines).toContain(
      "engine | nDCG@5 | 95 % | bounds | nDCG(dcg='exp-log2')@5 | 95 % | bounds | not rated | of results | share",
    );
    // pytrec_eval and ranx, as in measure-gold-engines.test.ts.
    expect(text).toMatch(
      /\nbeta +0\.4208 +0\.\d{4} … 0\.\d{4} +0\.4208 … 0\.4208 +0\.3585 +.* … .* +0\.3585 … 0\.3585 +0 +20 +0\.0 %\n/,
    );
    expect(lines).toContain("engine | nDCG@5 | without own results | drop | own pairs");
    expect(lines).toContain("beta | 0.4208 | 0.3760 | 0.0448 | 1");
    expect(lines).toContain("alpha | 0.3228 | 0.3228 | 0.0000 | 2");
    expect(lines).toContain("1 query has no relevant document, so its nDCG is 0 for every engine.");
  });

  it("shows how many pairs have no label, and why", () => {
    expect(textOf(example)).toContain("29 pairs with a label (of 31: 1 flagged, 1 unrated).");
  });

  it("shows no table without engines", () => {
    expect(textOf(report(makeGold([makePair(0, { engines: [] })], { d0: 1 })))).toBe(
      "1 query, 1 pair with a label. 1 rating by ann; labels by median.\n",
    );
  });

  it("removes control characters from names of engines and raters", () => {
    const gold = makeGold([makePair(0, { engines: [{ name: "a\u001b[31m\u202e", rank: 0, also: [], of: 1 }] })], {
      d0: 1,
    });
    const text = textOf(report({ ...gold, raters: ["e\u0007ve"] }));
    expect(text).not.toMatch(/[\u001b\u202e\u0007]/);
    expect(text).toContain("a\ufffd[31m\ufffd");
  });

  it("prints its tables as pipe tables in Markdown", () => {
    const text = markdownText(blocksOf(example));
    expect(text).toContain("| engine | nDCG@<!-- -->5 | 95 % | bounds |");
    expect(text).toMatch(/\n\| gamma \| 0\.\d{4} \| 0\.\d{4} … 0\.\d{4} \|/);
  });
});

describe("goldRows", () => {
  it("has one row per engine and measure in full precision, best engine first", () => {
    const { measurement } = report(makeGold(makePool(exampleLists), exampleLabels));
    const [header, ...rows] = [...goldRows(measurement.engines)];
    expect(header?.slice(0, 7)).toEqual(["engine", "measure", "mean", "low", "high", "lower", "upper"]);
    expect(rows.map((row) => row.slice(0, 2))).toEqual(
      ["beta", "gamma", "alpha"].flatMap((name) =>
        ["nDCG@5", "nDCG(dcg='exp-log2')@5"].map((measure) => [name, measure]),
      ),
    );
    expect(Number(rows[0]?.[2])).toBeCloseTo(0.4207932363090191, 10);
    expect(rows.every((row) => row.length === header?.length)).toBe(true);
    expect(rows[1]?.slice(-3)).toEqual(["", "", "1"]);
  });
});
