import { describe, expect, it } from "vitest";
import { markdownText } from "../../../src/core/document/markdown-text.ts";
import { terminalText } from "../../../src/core/document/terminal-text.ts";
import type { EngineLabelledTwice } from "../../../src/trust/fidelity/compare-labellings.ts";
import {
  type FidelityReport,
  fidelityBlocks,
  fidelityReport,
  fidelityRows,
} from "../../../src/trust/fidelity/fidelity-report.ts";
import { type LabelOf, makeLabelledTwice } from "../../support/make-labelling.ts";

const render = (report: FidelityReport) => terminalText(fidelityBlocks(report));

const identity = { dimensions: 2, maxTokens: 256 };

function reportOf(engines: readonly EngineLabelledTwice[], sha256 = "b") {
  return fidelityReport(
    {
      before: { labels: "labels", model: { ...identity, name: "first", precision: "float32", sha256: "a" } },
      after: { labels: null, model: { ...identity, name: "other", precision: "float32", sha256 } },
      queries: ["pears", "plums\u001b[31m"],
      answered: 2,
      engines,
      referenceTitleOf: (query, rank) => `reference ${query}/${rank}`,
    },
    2,
  );
}

const rows: LabelOf[] = [[0, 5], [1, 2.5], [2, 1], ["none"]];
const changed: LabelOf[] = [[1, 2.5], [1, 2.5], [-1], ["none"]];
const engines = [
  makeLabelledTwice("A", { rows, values: [1, 0.5] }, { rows: changed, values: [0.5, 0.5] }, [1, 1, 0, 0]),
  makeLabelledTwice("B", { rows: [], values: [0.7, 0.7] }, { rows: [], values: [0.7, Number.NaN] }),
];

describe("fidelityBlocks", () => {
  const text = render(reportOf(engines));
  const lines = text.split("\n");

  it("shows counts with their totals", () => {
    expect(lines[0]).toBe("Comparison of other (float32) with the labels in the folder labels (first, float32).");
    expect(text).toContain("3 results of 2 queries; 1 result of a query without a reference is left out.");
    const line = (start: string) => lines.find((one) => one.startsWith(start))?.split(/ {2,}/);
    expect(line("another reference title")).toEqual(["another reference title", "1", "2", "50.00 %"]);
    expect(line("- although the earlier title was nearer than any other, by more than 0.0005")?.slice(1)).toEqual([
      "1",
      "2",
      "50.00 %",
    ]);
    expect(line("no longer a match")?.slice(1)).toEqual(["1", "3", "33.33 %"]);
    expect(line("another label")?.slice(1)).toEqual(["2", "3", "66.67 %"]);
    expect(text).toContain(
      "50.00 % of the results with a clear margin (above 0.0005) keep their reference title. At least 99.8 % is required, so one model should not replace the other.",
    );
    expect(text).toContain("Labels change by 1.1667 on average over all results. The largest change is 2.500.");
  });

  it("shows engines in their earlier order, with their earlier and current places", () => {
    const cells = (start: string) => lines.find((one) => one.startsWith(start))?.split(/ {2,}/);
    expect(cells("A  ")).toEqual(["A", "1", "2", "0.7500", "0.5000", "-0.2500", "-0.500", "3", "66.67 %"]);
    expect(cells("B  ")).toEqual(["B", "2", "1", "0.7000", "0.7000", "0.0000", "0.000", "0", "-"]);
    expect(cells("ndcg_reference@10")).toEqual(["ndcg_reference@10", "0.1250", "0.2500", "0.500", "1"]);
  });

  it("shows the change of the order and the largest changes of labels, and ends with the verdict", () => {
    expect(text).toContain(
      "Order of the engines by ndcg_reference@10, before and after: τ-b -1.000; 1 of 1 pair swaps places. With fewer than 5 engines, a rank correlation is not meaningful.\n" +
        "- A and B: +0.0500 before, -0.2000 after\n",
    );
    expect(text).toContain(
      "plums\ufffd[31m: title 0 (A)\n" +
        '  before: label 5, rank 0 "reference 1/0", similarity 0.500\n' +
        '  after:  label 2.5, rank 1 "reference 1/1", similarity 0.500\n',
    );
    expect(text).toContain("  after:  label 0, no match, similarity 0.500\n");
    expect(lines.at(-2)).toMatch(
      /^With other \(float32\), the labels of 2 of 3 results change; the winner changes from A to B/,
    );
    expect(lines.at(-1)).toBe("");
  });

  it("says that the model is the same, and shows no examples if no label changed", () => {
    const same = makeLabelledTwice("A", { rows, values: [1, 0.5] }, { rows, values: [1, 0.5] });
    const found = render(reportOf([same], "a"));
    expect(found).toContain("Both folders were labelled with the same model");
    expect(found).not.toContain("The largest changes");
    expect(found).toContain("100.00 % of the results with a clear margin (above 0.0005) keep their reference title.");
    expect(found).toContain("At least 99.8 % is required, so one model may replace the other.");
    expect(found).toContain("One engine: there is no order to compare.");
  });

  it("shows a dash for undefined numbers, and says that no result had a clear margin", () => {
    const none = { rows: [["none"] as const], values: [Number.NaN] };
    const found = render(reportOf([makeLabelledTwice("A", none, none)]));
    expect(found).toContain("No result had a clear margin");
    expect(found).toContain("Labels change by - on average over all results.");
    expect(found).toMatch(/^dcg +- +- +0\.000 +0$/m);
  });

  it("shows only ten pairs of engines that swap places, and the number of other pairs", () => {
    const many = Array.from({ length: 6 }, (_, place) =>
      makeLabelledTwice(`E${place}`, { rows: [], values: [place / 10] }, { rows: [], values: [-place / 10] }),
    );
    const found = render(reportOf(many));
    expect(found.match(/^- E\d and E\d: /gm)).toHaveLength(10);
    // The pair with the largest reversal comes first.
    expect(found).toContain("15 of 15 pairs swap places.\n- E5 and E0: +0.5000 before, -0.5000 after\n");
    expect(found).toContain("- and 5 more (--json has all)\n");
  });

  it("shows conclusions that changed", () => {
    const clear = Array.from({ length: 10 }, (_, query) => 1 - (query % 2) / 10);
    const zero = clear.map(() => 0);
    const found = render(
      reportOf([
        makeLabelledTwice("A", { rows: [], values: clear }, { rows: [], values: clear.map((value) => -value) }),
        makeLabelledTwice("B", { rows: [], values: zero }, { rows: [], values: zero }),
      ]),
    );
    expect(found).toContain(
      "Significant differences between 1 pair of engines (paired t tests, Holm, .05): 0 both before and after, 0 lost, 0 gained, 1 reversed.\n" +
        "- reversed: A better than B (+0.9500 before, -0.9500 after)\n",
    );
  });
});

describe("fidelityBlocks in Markdown", () => {
  it("shows the same numbers in Markdown tables", () => {
    const text = markdownText(fidelityBlocks(reportOf(engines)));
    expect(text).toMatch(
      /^Comparison of other \(float32\) with the labels in the folder labels \(first, float32\)\.\n/,
    );
    expect(text).toContain("| another label | 2 | 3 | 66.67 % |\n");
    expect(text.endsWith(`**${reportOf(engines).verdict}**\n`)).toBe(true);
  });
});

describe("fidelityRows", () => {
  it("returns one row per engine and measure, with empty cells for undefined values", () => {
    const found = [...fidelityRows(reportOf(engines))];
    expect(found).toHaveLength(1 + 2 * 12);
    expect(found[0]).toEqual([
      ...["engine", "measure", "before", "after", "change", "largest_change", "largest_change_query", "measured_once"],
    ]);
    expect(found[1]).toEqual(["A", "precision", "0.75", "0.5", "-0.25", "-0.5", "pears", "0"]);
    expect(found.at(-1)).toEqual(["B", "f1_exact", "0.7", "0.7", "0", "", "", "1"]);
  });
});
