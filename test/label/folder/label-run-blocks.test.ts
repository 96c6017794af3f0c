import { describe, expect, it } from "vitest";
import { markdownText } from "../../../src/core/document/markdown-text.ts";
import { terminalText } from "../../../src/core/document/terminal-text.ts";
import { displayWidth } from "../../../src/core/text/display-width.ts";
import { measureNames } from "../../../src/core/types.ts";
import { describeRows, labelRunBlocks } from "../../../src/label/folder/label-run-blocks.ts";
import type { LabelSummary } from "../../../src/label/folder/label-summary.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";
import { summariseLabelRun } from "../../support/summarise-run.ts";

const summary = summariseLabelRun(makeRun());

const terminalOf = (of: LabelSummary, width: number) => terminalText(labelRunBlocks(of), { width });

/** Returns the lines below a heading, up to the next empty line. */
function section(text: string, heading: string): string[] {
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => line.startsWith(heading));
  const rest = begin < 0 ? [] : lines.slice(begin + 1);
  const end = rest.indexOf("");
  return end < 0 ? rest : rest.slice(0, end);
}

/** Replaces some counts of the only engine. */
function withCounts(matched: readonly number[], lengths: readonly number[]): LabelSummary {
  const explorer = summary.engines["explorer"];
  if (explorer === undefined) throw new Error("the summary has no explorer");
  return {
    ...summary,
    engines: { explorer: { ...explorer, matched_reference_ranks: matched } },
    reference: { ...summary.reference, list_length_counts: lengths },
  };
}

describe("the blocks of a run on a terminal", () => {
  it("start with the engines that were compared", () => {
    const [first, second] = terminalOf(summary, 100).split("\n");
    expect(first).toBe("3 queries. Reference scopus: 3 results for 2 of them. Candidates: explorer (5 results).");
    expect(second).toBe("Labels: inverse(top=5); titles matched by mini.");
  });

  it("show means with deviation and count, and why some queries were not measured", () => {
    // By hand: precision 1/3 and 0 (deviation 1/3 / sqrt 2), recall 1/2 and 0, F1 0.4 once.
    const lines = section(terminalOf(summary, 100), "Means over queries");
    expect(lines.map((line) => line.replace(/\s{2,}/g, " | "))).toEqual([
      "measure | explorer",
      "precision | 0.1667 (0.2357, 2)",
      "recall | 0.2500 (0.3536, 2)",
      "f1 | 0.4000 (-, 1)",
      expect.stringMatching(/^dcg/),
      expect.stringMatching(/^idcg/),
      "ndcg_returned | 1.0000 (0.0000, 2)",
      "ndcg_returned@10 | 1.0000 (0.0000, 2)",
      "ndcg_reference | 1.0000 (0.0000, 2)",
      "ndcg_reference@10 | 1.0000 (0.0000, 2)",
      "precision_exact | 0.1667 (0.2357, 2)",
      "recall_exact | 0.2500 (0.3536, 2)",
      "f1_exact | 0.4000 (-, 1)",
      "ndcg_reference above 1 | 0",
      "unmeasurable: no-reference | 1",
    ]);
  });

  it("describe each measure as pandas does", () => {
    const lines = section(terminalOf(summary, 100), "explorer");
    expect(lines.slice(0, 4).map((line) => line.trim().split(/\s+/))).toEqual([
      ["measure", "count", "mean", "std", "min", "25%", "50%", "75%", "max"],
      ["precision", "2", "0.1667", "0.2357", "0.0000", "0.0833", "0.1667", "0.2500", "0.3333"],
      ["recall", "2", "0.2500", "0.3536", "0.0000", "0.1250", "0.2500", "0.3750", "0.5000"],
      ["f1", "1", "0.4000", "NaN", "0.4000", "0.4000", "0.4000", "0.4000", "0.4000"],
    ]);
  });

  it("draw matched ranks in ranges of increasing width, with bars relative to the largest count", () => {
    const counts = Array(60).fill(0);
    counts.splice(0, 5, 8, 0, 0, 1, 3);
    counts[55] = 2;
    const text = terminalOf(withCounts(counts, [0, 1]), 100);
    expect(section(text, "Number of results by rank of the matched reference title")).toEqual([
      "rank  explorer", //
      `0            8  ${"█".repeat(16)}`,
      `3-4          4  ${"█".repeat(8)}`,
      `50+          2  ${"█".repeat(4)}`,
    ]);
  });

  it("draw the lengths of lists, with 0 separately and without empty ranges", () => {
    const counts = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 1];
    const text = terminalOf(withCounts([1], counts), 100);
    expect(section(text, "Number of queries by length of the reference's list")).toEqual([
      "results  queries", //
      `0              2  ${"█".repeat(8)}`,
      `15-16          1  ${"█".repeat(4)}`,
      `19-20          4  ${"█".repeat(16)}`,
    ]);
  });

  it("show at which ranks results have no match", () => {
    expect(section(terminalOf(summary, 100), "Results without a match").map((line) => line.trim())).toEqual([
      "position      explorer",
      "1           0.0 % of 2",
      "2           0.0 % of 1",
      "3         100.0 % of 1",
    ]);
  });

  it("show what one-to-one matching changed", () => {
    const { matches } = makeEngine("explorer");
    const engine = makeEngine("explorer", {
      matches,
      nearest: { ...matches, referenceRows: Int32Array.of(0, 0, -1, -1, 2) },
    });
    const lines = section(terminalOf(summariseLabelRun(makeRun([engine])), 100), "Each reference title used once");
    // DCG of query 0: (5 + 5/d) with nearest matching, (5 + 2.5/d) one to one. Query 2 stays 5. d = log2 3.
    const d = Math.log2(3);
    const nearest = ((10 + 5 / d) / 2).toFixed(4);
    expect(lines.find((line) => line.startsWith("dcg"))).toMatch(`${nearest} - ${(1.25 / d).toFixed(4)}`);
    expect(lines.find((line) => line.startsWith("recall"))).toMatch("0.2500 + 0.0000");
  });

  it("show what a veto refused and changed, and hyphens for an engine without the column", () => {
    const engine = makeEngine("explorer");
    const measuresWithout = makeEngine("explorer", {
      matches: { ...engine.matches, referenceRows: Int32Array.of(0, 0, -1, -1, 2) },
    }).measures;
    const veto = { columns: ["year", "language"], refused: 3, moved: 1, measuresWithout };
    const run = makeRun([{ ...engine, veto }, makeEngine("other")]);
    const lines = section(terminalOf(summariseLabelRun(run), 100), "Veto by year, language: mean without it");
    expect(lines.slice(1, 4).map((line) => line.split(/ {2,}/))).toEqual([
      ["matches refused", "3", "-"],
      ["matched to another title", "1", "-"],
      ["lost their match", "2", "-"],
    ]);
    // As above, DCG of query 0 is 5 + 5/d without the veto, 5 + 2.5/d with it.
    const d = Math.log2(3);
    const dcg = lines.find((line) => line.startsWith("dcg "));
    expect(dcg).toMatch(`${((10 + 5 / d) / 2).toFixed(4)} - ${(1.25 / d).toFixed(4)}`);
  });

  it("show the place of each engine by each reference, on the terminal and in Markdown", () => {
    const order = { engines: { explorer: { mean: 0.5, count: 2, place: 1 } }, tau_b: null, winner_changes: false };
    const orders = { fused: order, alone: { scopus: order, wos: order } };
    const references = {
      ...{ engines: ["scopus", "wos"], fusion: "rrf(k=60)", also_candidates: [] },
      measures: { "ndcg_reference@10": orders, ndcg_reference: orders },
    };
    const text = terminalOf({ ...summary, references }, 100);
    expect(text).toContain("scopus is one list fused from 2 references by rrf(k=60).");
    const lines = section(text, "Mean ndcg_reference@10 by reference");
    expect(lines[1]?.split(/ {2,}/)).toEqual(["explorer", "0.5000 (1)", "0.5000 (1)", "0.5000 (1)"]);
    const markdown = markdownText(labelRunBlocks({ ...summary, references }));
    expect(markdown).toContain("| explorer | 0.5000 (1) | 0.5000 (1) | 0.5000 (1) |");
    expect(markdown).toContain("\n\nKendall's tau-b means little for fewer than 5 engines (here: 1).\n");
    expect(terminalOf(summary, 100)).not.toContain("by reference");
  });

  describe("the layout on a terminal", () => {
    it("stays within the width, and puts tables of engines beside each other if they fit", () => {
      const two = summariseLabelRun(makeRun([makeEngine("explorer"), makeEngine("quickfind")]));
      const isBeside = (text: string) => /^explorer\s+quickfind$/m.test(text.split("\n\n").slice(2).join("\n"));
      expect(isBeside(terminalOf(two, 200))).toBe(true);
      expect(isBeside(terminalOf(two, 110))).toBe(false);
      const wide = terminalOf(two, 110)
        .split("\n")
        .filter((line) => displayWidth(line) > 110);
      expect(wide.filter((line) => !line.startsWith("3 queries."))).toEqual([]);
    });

    it("has exactly one range for every rank and every list length", () => {
      for (const ranks of [1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 50, 51, 80]) {
        const text = terminalOf(withCounts(Array(ranks).fill(1), Array(ranks).fill(1)), 100);
        for (const heading of [
          "Number of results by rank of the matched reference title",
          "Number of queries by length of the reference's list",
        ]) {
          const counts = section(text, heading)
            .slice(1)
            .map((line) => Number(line.split(/\s+/)[1]));
          expect(
            counts.reduce((sum, count) => sum + count, 0),
            `${heading}, ${ranks}`,
          ).toBe(ranks);
        }
      }
    });

    it("has no trailing spaces, and ends with one line break", () => {
      const text = terminalOf(summary, 100);
      expect(text.split("\n").filter((line) => /\s$/.test(line))).toEqual([]);
      expect(text.endsWith("\n")).toBe(true);
      expect(text.endsWith("\n\n")).toBe(false);
    });
  });

  describe("labelRunBlocks in edge cases", () => {
    it("omits tables of unmatched results and of comparisons if they would be empty", () => {
      const { matches } = makeEngine("explorer");
      const engine = makeEngine("explorer", {
        rows: [[0, 0, "alpha"]],
        matches: {
          kinds: matches.kinds.slice(0, 1),
          reasons: matches.reasons.slice(0, 1),
          referenceRows: matches.referenceRows.slice(0, 1),
          similarities: matches.similarities.slice(0, 1),
          margins: matches.margins.slice(0, 1),
        },
      });
      const text = terminalOf(summariseLabelRun(makeRun([engine])), 100);
      expect(text).not.toContain("Results without a match");
      expect(text).not.toContain("Each reference title used once");
    });

    it("shows hyphens for undefined values", () => {
      const empty = { kinds: new Uint8Array(0), reasons: new Uint8Array(0), referenceRows: new Int32Array(0) };
      const numbers = { similarities: new Float64Array(0), margins: new Float64Array(0) };
      const engine = makeEngine("explorer", { rows: [], matches: { ...empty, ...numbers } });
      const lines = section(terminalOf(summariseLabelRun(makeRun([engine])), 100), "Means over queries");
      expect(lines.find((line) => line.startsWith("precision"))).toMatch(/ - \(-, 0\)$/);
      expect(lines.find((line) => line.startsWith("unmeasurable: no-candidate-results"))).toMatch(/ 2$/);
    });
  });
});

describe("labelRunBlocks in Markdown", () => {
  it("has a table of means, and a table for each engine", () => {
    const parts = markdownText(labelRunBlocks(summary)).split("\n\n");
    const tableUnder = (heading: string) => parts[parts.indexOf(`**${heading}**`) + 1]?.split("\n") ?? [];
    expect(tableUnder("Means over queries (deviation, queries measured)").slice(0, 3)).toEqual([
      "| measure | explorer |",
      "|---|---:|",
      "| precision | 0.1667 (0.2357, 2) |",
    ]);
    expect(tableUnder("explorer")[0]).toBe("| measure | count | mean | std | min | 25% | 50% | 75% | max |");
  });

  describe("labelRunBlocks in Markdown with special characters", () => {
    it("escapes a pipe in an engine's name", () => {
      const piped = summariseLabelRun(makeRun([makeEngine("a|b")]));
      expect(markdownText(labelRunBlocks(piped))).toContain("| measure | a\\|b |");
    });
  });
});

describe("describeRows", () => {
  it("returns one row per engine and measure, with full precision", () => {
    const two = summariseLabelRun(makeRun([makeEngine("explorer"), makeEngine("quickfind")]));
    const [header, ...rows] = describeRows(two);
    expect(header).toEqual(["engine", "measure", "count", "mean", "std", "min", "25%", "50%", "75%", "max"]);
    expect(rows.map(([engine, measure]) => `${engine} ${measure}`)).toEqual([
      ...measureNames.map((name) => `explorer ${name}`),
      ...measureNames.map((name) => `quickfind ${name}`),
    ]);
    expect(rows[0]?.slice(2, 4)).toEqual(["2", String(1 / 6)]);
  });

  describe("describeRows in edge cases", () => {
    it("leaves cells of undefined values empty", () => {
      expect(describeRows(summary)[3]).toEqual(["explorer", "f1", "1", "0.4", "", "0.4", "0.4", "0.4", "0.4", "0.4"]);
    });
  });
});
