/** Does the output in every format show what a user needs for a decision? */
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { validationBlocks, validationRows } from "../../src/trust/validation-blocks.ts";
import type { ValidationReport, ValidationToReport } from "../../src/trust/validation-report.ts";
import {
  chanceLabels,
  makeValidationReport,
  noisyLabels,
  type SomeEngines,
  someEngines,
  validateOptions,
} from "../support/make-validation.ts";

function reportOf(of: SomeEngines = {}, noise = 2, more: Partial<ValidationToReport> = {}): ValidationReport {
  const lists = someEngines(of);
  return makeValidationReport(lists, [noisyLabels(lists, noise)], more);
}

const renderValidation = (report: ValidationReport) => terminalText(validationBlocks(report));
const renderValidationAsMarkdown = (report: ValidationReport) => markdownText(validationBlocks(report));

const lists = someEngines({ judged: 0.6 });
const both = makeValidationReport(lists, [noisyLabels(lists, 2), chanceLabels(lists, 3, "llm")]);
const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);
const blockOf = (text: string, heading: string) => text.split("\n\n").find((block) => block.startsWith(heading)) ?? "";

describe("validationBlocks", () => {
  it("shows the labels and proxies side by side, with the baselines below", () => {
    const block = blockOf(renderValidation(both), "Agreement with");
    const rows = block.split("\n").slice(2, -2);
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual([
      ...["labels", "llm", "baseline: counting equal titles only", "baseline: the overlap of the first ten"],
      ...["baseline: counting how many engines return a title", "baseline: the cosine of query and title"],
    ]);
    const { observed = 0 } = both.tauB ?? {};
    expect(rows[0]?.split(/ {2,}/)[2]).toBe(observed?.toFixed(3));
    expect(rows[0]?.split(/ {2,}/)[1]).toBe("20");
    // Without reference, exact titles are unknown.
    expect(rows[2]?.split(/ {2,}/)[2]).toBe("-");
  });

  it("ends with the limits and the verdict, and shows the verdict of each proxy", () => {
    const text = renderValidation({ ...both, limits: ["not for dense", "hardly at all"] });
    expect(text.endsWith(`\n\nLimits:\n- not for dense\n- hardly at all\n\n${both.verdict}\n`)).toBe(true);
    expect(text).toContain(`\n\nllm: ${both.proxies["llm"]?.verdict}\n`);
    const without = renderValidation({ ...both, limits: [], proxies: {} });
    expect(lastLine(without)).toBe(both.verdict);
    expect(without).not.toContain("Limits");
  });

  it("shows how many queries and results the judgments cover", () => {
    const share = `${(100 * Number(both.unjudgedShare)).toFixed(0)} %`;
    const text = renderValidation(both);
    expect(text).toMatch(
      /^6 engines on 20 queries, all of them rated\.\nLabels: nDCG@10 with "old" as the reference\. /,
    );
    expect(text).toContain(`nDCG@10 on gold.qrels; ${share} of the first 10 results are unjudged and count as`);
    const leftOut = { unjudged: 3, nothingRelevant: 2, unlabelled: 1 };
    expect(renderValidation({ ...both, leftOut })).toMatch(
      /^6 engines on 20 of 26 queries \(left out: 3 unrated, 2 without a relevant document, 1 without reference\)\.\n/,
    );
    const taught = { queries: 4, areJudged: false, humanShare: 0.9 };
    expect(renderValidation({ ...both, taught })).toContain(
      "on 20 of 24 queries (left out: 4 with people's grades among the labels)",
    );
    expect(renderValidation({ ...both, taught: { ...taught, areJudged: true } })).toContain("all of them rated");
    expect(renderValidation(reportOf())).toContain("gold.qrels, which judge all of the first 10 results.\n");
    expect(renderValidation({ ...both, leftOut: { ...leftOut, nothingRelevant: 0, unlabelled: 0 } })).toContain(
      "(left out: 3 unrated)",
    );
  });

  it("says whether unjudged results are left out or count as not relevant", () => {
    expect(renderValidation(both)).toContain("unjudged and count as not relevant. κ");
    expect(renderValidation({ ...both, unjudged: "skip" })).toContain("unjudged and left out");
  });

  it("names the measures, even if they have no cutoff", () => {
    const deep = makeValidationReport(lists, [noisyLabels(lists, 2)], { options: validateOptions({ name: "AP" }) });
    const text = renderValidation(deep);
    expect(text).toContain('Labels: nDCG with "old" as the reference. People: AP on gold.qrels');
    // The bounds are for nDCG, not AP.
    expect(text).toMatch(/Unjudged among all results.*people's nDCG\n/);
  });

  it("shows the worst reversed pairs of engines, and the number of other reversed pairs", () => {
    const wrong = Array.from({ length: 7 }, (_, place) => ({
      ...{ kind: "reversed" as const, better: `bad ${place}`, worse: "good" },
      ...{ byLabels: 0.1, byGrades: -0.1 * place - 0.05 },
    }));
    const conclusions = { pairs: 15, agree: 1, agreeNot: 2, missed: 3, reversed: 7, invented: 2, wrong };
    const block = blockOf(renderValidation({ ...both, proxies: {}, conclusions }), "Conclusions");
    expect(block).toMatch(/\nlabels +15 +1 +2 +3 +7 +2\n/);
    const shown = [...block.matchAll(/labels (bad \d) is better/g)].map(([, name]) => name);
    expect(shown).toEqual(["bad 6", "bad 5", "bad 4", "bad 3", "bad 2"]);
    expect(block).toContain("bad 6 is better than good (+0.100), by people's grades worse (-0.650).");
    expect(block).toContain("… and 2 more");
  });

  it("orders engines by people's grades, and gives engines with equal means the better place", () => {
    const means = [
      { engine: "engine 0", labels: 0.5, grades: 0.2 },
      { engine: "engine 1", labels: 0.5, grades: 0.4 },
      { engine: "engine 2", labels: 0.1 + 0.2, grades: 0.4 },
      { engine: "engine 3", labels: 0.3, grades: 0.4 },
    ];
    const block = blockOf(renderValidation({ ...both, means }), "Engines ordered by people");
    const rows = block.split("\n").slice(2, 6);
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 5))).toEqual([
      ["engine 1", "0.500", "1", "0.400", "1"],
      ["engine 2", "0.300", "3", "0.400", "1"],
      ["engine 3", "0.300", "3", "0.400", "1"],
      ["engine 0", "0.500", "1", "0.200", "4"],
    ]);
  });

  it("marks engines that seem to use the model of the labels", () => {
    const sameEmbedder = ["engine 1"];
    const sameEmbedderScores = { "engine 0": 0.1, "engine 1": 0.3 };
    const text = renderValidation({ ...both, sameEmbedder, sameEmbedderScores });
    expect(text).toMatch(/\nengine 1 .* 0\.300 {2}!\n/);
    expect(text).not.toContain("too few queries");
    expect(renderValidation(both)).toContain("unknown, because this needs 30 queries with texts and results.");
  });

  describe("for fewer than five engines", () => {
    it("validationBlocks shows one row per pair of engines instead of τ, for labels and each proxy", () => {
      const few = someEngines({ engines: 3 });
      const report = makeValidationReport(few, [noisyLabels(few, 0), chanceLabels(few, 3, "llm")]);
      const text = renderValidation(report);
      expect(text).not.toMatch(/τ-b|Chance:/);
      const rows = blockOf(text, "Pairs of engines").split("\n").slice(2, -1);
      expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(
        ["labels", "llm"].flatMap((name) =>
          ["engine 0 - engine 1", "engine 0 - engine 2", "engine 1 - engine 2"].map((pair) => `${name}: ${pair}`),
        ),
      );
      const { byLabels, byGrades } = report.pairs?.[0] ?? {};
      const cells = rows[0]?.split(/ {2,}/) ?? [];
      expect([cells[3], cells[6], cells[7]]).toEqual([
        byLabels?.signStays?.toFixed(3),
        byGrades?.signStays?.toFixed(3),
        "yes",
      ]);
    });

    it("validationBlocks shows neither pairs nor τ for a single engine", () => {
      const text = renderValidation(reportOf({ engines: 1 }));
      expect(text).toMatch(/^1 engine on 20 queries/);
      expect(text).not.toContain("Pairs of engines");
      expect(lastLine(text)).toMatch(/^One engine is too few/);
    });
  });

  it("shows no conclusions for a single query", () => {
    const text = renderValidation(reportOf({ queries: 1 }));
    expect(text).toMatch(/^6 engines on 1 query, all of them rated/);
    expect(text).not.toContain("Conclusions");
  });

  it("shows only engines and labels if there are no judgments", () => {
    const none = { validation: null, ground: null, gold: null };
    const text = renderValidation(reportOf({}, 2, none));
    expect(text).toMatch(
      /^6 engines, 20 queries with labels from the reference old, no judgments \(none given with --gold\)\.\n/,
    );
    expect(text).not.toMatch(/τ|place|Conclusions/);
    expect(text).toContain("\nengine 5");
    expect(renderValidation(reportOf({}, 2, { ...none, reference: null, labelled: 0 }))).toMatch(
      /^6 engines, labels without their reference/,
    );
  });

  it("shows no invalid numbers", () => {
    for (const report of [
      both,
      reportOf({ engines: 1, queries: 1 }),
      reportOf({ engines: 3, queries: 1, judged: 0 }),
    ]) {
      for (const text of [renderValidation(report), renderValidationAsMarkdown(report)]) {
        expect(text).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
      }
    }
  });

  it("escapes control characters and line breaks in names", () => {
    const names = ["\u001b[31mred", "two\nlines", "\u202eturned", "tab\tbed", "e", "f"];
    const odd = someEngines({ names });
    const source = noisyLabels(odd, 2);
    const proxy = noisyLabels(odd, 2, "\u001b]0;title\u0007");
    const report = makeValidationReport(odd, [source, proxy], { gold: "gold\n.qrels", reference: "old\r" });
    for (const text of [renderValidation(report), renderValidationAsMarkdown(report)]) {
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(text).toContain("two\ufffdlines");
      expect(text).not.toContain("\nlines");
    }
  });
});

describe("validationBlocks in Markdown", () => {
  it("shows Markdown tables with equally many cells in every row, and with escaped pipes", () => {
    const names = ["a|b", "b", "c", "d", "e", "f"];
    const odd = someEngines({ names });
    const report = makeValidationReport(odd, [noisyLabels(odd, 2)]);
    const text = renderValidationAsMarkdown(report);
    expect(text).toContain("\n\n**Agreement with people's order of the engines**\n\n|  | queries | τ-b |");
    expect(text).toContain("\n| a\\|b | ");
    expect(text.trimEnd().endsWith(`**${report.verdict}**`)).toBe(true);
    const tables = text.split("\n").filter((line) => line.startsWith("|"));
    const cellsOf = (line: string) => line.replaceAll("\\|", "").split("|").length;
    expect(tables.length).toBeGreaterThan(20);
    for (const [place, line] of tables.entries()) {
      const header = tables.slice(0, place + 1).findLast((_, at) => tables[at + 1]?.startsWith("|--")) ?? "";
      expect(cellsOf(line)).toBe(cellsOf(header));
    }
  });
});

describe("validationRows", () => {
  it("returns one row per engine, with all digits", () => {
    const rows = [...validationRows(both)];
    expect(rows[0]).toEqual([
      ...["engine", "labels", "grades", "hole_share", "lower", "upper", "same_embedder_score", "same_embedder"],
    ]);
    expect(rows.slice(1).map(([engine]) => engine)).toEqual(lists.engines.map((engine) => engine.lists.engine));
    const [, labels, grades, share, lower, upper, score, named] = rows[1] ?? [];
    expect([Number(labels), Number(grades)]).toEqual([both.means[0]?.labels, both.means[0]?.grades]);
    const hole = both.holes?.["engine 0"];
    expect([Number(share), Number(lower), Number(upper)]).toEqual([hole?.share, hole?.lower, hole?.upper]);
    expect([score, named]).toEqual(["", "false"]);
  });

  it("returns only names of engines if there are no judgments, with one cell per column", () => {
    const rows = [...validationRows(reportOf({}, 2, { validation: null, ground: null, gold: null }))];
    expect(rows[1]).toEqual(["engine 0", "", "", "", "", "", "", "false"]);
    const text = rows.map((row) => row.join(",")).join("\n");
    expect(parse(text, { columns: true })).toHaveLength(6);
  });
});
