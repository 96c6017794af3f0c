import { describe, expect, it } from "vitest";
import type { EngineLabelledTwice } from "../../../src/trust/fidelity/compare-labellings.ts";
import { fidelityReport } from "../../../src/trust/fidelity/fidelity-report.ts";
import { type LabelOf, makeLabelledTwice } from "../../support/make-labelling.ts";

const model = (name: string, precision = "float32") => ({
  ...{ name, precision, sha256: name.padEnd(64, "0"), dimensions: 2, maxTokens: 256 },
});

function reportOf(engines: readonly EngineLabelledTwice[], after = model("other", "int8")) {
  return fidelityReport(
    {
      before: { labels: "labels", model: model("first") },
      after: { labels: null, model: after },
      queries: ["pears", "plums"],
      answered: 2,
      engines,
      referenceTitleOf: (query, rank) => `${query}/${rank}`,
    },
    10,
  );
}

const rows: LabelOf[] = [[0, 5, 0.25], [1, 2.5, 0.0001], [-1, 0, -0.1], ["none"]];
const changed: LabelOf[] = [[1, 2.5, 0.125], [1, 2.5], [-1], ["none"]];
const engineA = makeLabelledTwice("A", { rows, values: [1, 0.5] }, { rows: changed, values: [0.5, 0.5] }, [1, 1, 1, 0]);
const engineOf = (engine: string, before: readonly number[], after: readonly number[]) =>
  makeLabelledTwice(engine, { rows: [], values: before }, { rows: [], values: after });

describe("fidelityReport", () => {
  it("returns the numbers of a worked example", () => {
    const report = reportOf([engineA]);
    expect(report).toMatchObject({ schema: "semqrel.fidelity/1", sameModel: false, queries: 2 });
    expect(report.rows).toEqual({
      ...{ rows: 3, withoutReference: 1, matched: 2, otherTitle: 1, clear: 1, clearOtherTitle: 1 },
      ...{ lost: 0, gained: 0, exactness: 0, otherLabel: 1, otherTitleShare: 0.5, clearKeptShare: 0 },
      ...{ otherLabelShare: 1 / 3, label: { meanAbsoluteChange: 2.5 / 3, largestChange: 2.5 } },
    });
    expect(report.rule).toEqual({ clearMargin: 0.0005, leastKept: 0.998, holds: false });
    expect(report.engines["A"]?.rows).toEqual(report.rows);
    expect(report.engines["A"]?.measures["ndcg_reference@10"]).toEqual({
      ...{ before: 0.75, after: 0.5, change: -0.25, measuredOnce: 0, largest: { query: "pears", change: -0.5 } },
    });
    expect(report.order.measure).toBe("ndcg_reference@10");
    const common = { match: "semantic", similarity: 0.5 };
    expect(report.examples).toEqual([
      {
        ...{ engine: "A", query: "plums", title: "title 0", change: -2.5 },
        before: { ...common, label: 5, referenceRank: 0, referenceTitle: "1/0", margin: 0.25 },
        after: { ...common, label: 2.5, referenceRank: 1, referenceTitle: "1/1", margin: 0.125 },
      },
    ]);
  });

  it("contains no title for a result without a match", () => {
    const lost = makeLabelledTwice("A", { rows: [[0, 5]], values: [1] }, { rows: [[-1]], values: [0] });
    expect(reportOf([lost]).examples[0]?.after).toMatchObject({
      ...{ match: "none", label: 0, referenceRank: null, referenceTitle: null },
    });
  });

  it("returns null for shares that are undefined without rows", () => {
    const { rows: counts, rule } = reportOf([engineOf("A", [], [])]);
    expect(counts).toMatchObject({ otherTitleShare: null, clearKeptShare: null, otherLabelShare: null });
    expect(counts.label).toEqual({ meanAbsoluteChange: null, largestChange: 0 });
    expect(rule.holds).toBeNull();
  });

  it("accepts the other model if 99.8 % of the clear results keep their match", () => {
    const ofThousand = (others: number) => {
      const before = Array.from({ length: 1000 }, (): LabelOf => [0, 5]);
      const after = before.map((_, row): LabelOf => (row < others ? [1, 2.5] : [0, 5]));
      return reportOf([makeLabelledTwice("A", { rows: before, values: [1] }, { rows: after, values: [1] })]).rule.holds;
    };
    expect([ofThousand(2), ofThousand(3)]).toEqual([true, false]);
  });

  describe("the verdict", () => {
    const start = "With other (int8), the labels of 1 of 3 results change";
    const clear = Array.from({ length: 10 }, (_, query) => 1 - (query % 2) / 10);
    const unclear = Array.from({ length: 10 }, (_, query) => (query % 2 === 0 ? 0.5 : -0.25));
    const zero = new Array<number>(10).fill(0);

    it("draws no conclusion for a single engine", () => {
      expect(reportOf([engineA]).verdict).toBe(`${start}; there is only one engine, so there is no order to change.`);
    });

    it("says that no conclusion changes", () => {
      const { verdict } = reportOf([engineOf("A", clear, clear), engineOf("B", zero, zero)]);
      expect(verdict).toBe("With other (int8), the labels of 0 of 0 results change; no conclusion changes.");
    });

    it("describes only the places of engines, not conclusions, for fewer than ten queries", () => {
      const { verdict } = reportOf([engineA, engineOf("B", [0, 0], [0, 0])]);
      expect(verdict).toBe(`${start}; the engines keep their places.`);
      const moved = reportOf([
        ...[engineOf("A", [1, 0.9], [1, 0.9]), engineOf("B", [0.5, 0.1], [0.1, 0.1])],
        engineOf("C", [0.1, 0.4], [0.1, 0.4]),
      ]);
      expect(moved.verdict).toMatch(/; the winner stays A, and 1 of 3 pairs of engines changes places or ties\.$/);
    });

    it("says that another engine is first", () => {
      expect(reportOf([engineA, engineOf("B", [0.7, 0.7], [0.7, 0.7])]).verdict).toBe(
        `${start}; the winner changes from A to B, and 1 of 1 pair of engines changes places or ties.`,
      );
    });

    it("mentions a changed conclusion even if the winner stays the same", () => {
      const { verdict } = reportOf([
        ...[
          engineOf(
            "A",
            clear.map((value) => value + 1),
            clear.map((value) => value + 1),
          ),
        ],
        ...[engineOf("B", clear, unclear), engineOf("C", zero, zero)],
      ]);
      expect(verdict).toMatch(/; the winner stays A, but 1 of 3 pairs of engines leads to a different conclusion\.$/);
    });

    it("distinguishes changes of place by chance from changed conclusions", () => {
      const better = clear.map((value) => value + 1);
      const wavering = unclear.map((value) => value / 100);
      const { verdict } = reportOf([
        ...[engineOf("A", better, better), engineOf("C", zero, zero)],
        engineOf(
          "B",
          wavering,
          wavering.map((value) => -value),
        ),
      ]);
      expect(verdict).toMatch(
        /; no conclusion changes: the winner stays A, and 1 of 3 pairs of engines changes places or ties, none significantly\.$/,
      );
    });

    it("says that the model is the same", () => {
      const report = reportOf([engineA], model("first"));
      expect(report.sameModel).toBe(true);
      expect(report.verdict).toMatch(/^With the same model, the labels of 1 of 3 results change; /);
      expect(reportOf([engineA], model("first", "int8")).sameModel).toBe(false);
    });
  });
});
