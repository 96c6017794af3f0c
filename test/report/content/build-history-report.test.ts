import { describe, expect, it } from "vitest";
import type { ReportTable } from "../../../src/core/document/blocks.ts";
import type { LabelFolderOrigin } from "../../../src/core/types.ts";
import { buildHistoryReport } from "../../../src/report/content/build-history-report.ts";
import type { HistoryStep } from "../../../src/report/content/report-inputs.ts";
import type { RunReport } from "../../../src/report/content/run-report.ts";
import { madeOrigin, makeMeasuredInputs } from "../../support/make-report.ts";

const N = Number.NaN;
const level = (height: number) => Array.from({ length: 12 }, (_, query) => height + query / 16 + (height * query) / 64);

function stepOf(
  name: string,
  values: Readonly<Record<string, readonly number[]>>,
  origin: Partial<LabelFolderOrigin> = {},
  queries?: readonly string[],
): HistoryStep {
  const inputs = makeMeasuredInputs(values);
  return {
    ...{ name, measures: inputs.measures, origin: { ...madeOrigin, ...origin } },
    queries: queries ?? inputs.stored.queries.map((query) => query.name),
  };
}

const build = (...steps: readonly HistoryStep[]) => buildHistoryReport(steps, 1);

function differences({ sections }: RunReport): ReportTable["rows"] {
  const blocks = sections.flatMap((section) => section.blocks);
  const table = blocks.find((block) => block.kind === "table" && block.id === "differences-steps");
  return table?.kind === "table" ? table.rows : [];
}

function timeline({ sections }: RunReport) {
  const [plot] = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "plot" ? [block.plot] : [])),
  );
  if (plot?.shape !== "timeline") throw new Error("no timeline");
  return plot;
}

describe("buildHistoryReport", () => {
  it("tests the change of each engine between steps, and corrects for the number of all tests", () => {
    const report = build(
      stepOf("one", { a: level(0), b: level(0.5) }),
      stepOf("two", { a: level(0.25), b: level(0.5) }),
    );
    // 12 differences of one sign, p = 2 / 2^12, times the two tests; no difference at all: p = 1.
    expect(differences(report)).toEqual([
      [
        "a",
        "one",
        "two",
        expect.closeTo(0.25 + 0.25 * (5.5 / 64), 12),
        expect.any(Number),
        expect.any(Number),
        expect.closeTo((2 * 2) / 2 ** 12, 12),
        12,
        "better",
      ],
      ["b", "one", "two", 0, 0, 0, 1, 12, "no difference shown"],
    ]);
    expect(report.headline).toMatchObject([
      { text: "From one to two, by mean ndcg_reference@10 over their common queries: a is better." },
    ]);
    expect(report.queries).toEqual([]);
  });

  it("compares only queries that both steps have", () => {
    const report = build(
      stepOf("one", { a: [0.5, 0.25, N] }, {}, ["x", "y", "z"]),
      stepOf("two", { a: [0.75, 1, 0.5] }, {}, ["y", "w", "z"]),
    );
    // Only y has a value in both steps: .75 - .25.
    expect(differences(report)[0]?.slice(3)).toEqual([0.5, 0.5, 0.5, 1, 1, "too few queries"]);
    expect(report.headline[0]).toMatchObject({ text: expect.stringContaining("there are too few common queries") });
  });

  it("does not compare labels that were made differently, and shows the difference", () => {
    const other = { options: { ...madeOrigin.options, threshold: 0.5 } };
    const report = build(stepOf("one", { a: level(0) }), stepOf("two", { a: level(0.5) }, other));
    expect(differences(report)[0]?.slice(3)).toEqual([
      ...[null, null, null, null, null, "not comparable: threshold: 0.4, now 0.5"],
    ]);
    expect(report.headline).toMatchObject([{ tone: "caution" }]);
    expect(timeline(report).steps).toEqual([
      { name: "one", notes: [] },
      { name: "two", notes: ["threshold: 0.4, now 0.5"] },
    ]);
  });

  it("says that steps cannot be compared if they have no query in common", () => {
    const report = build(stepOf("one", { a: [0.5] }, {}, ["x"]), stepOf("two", { a: [0.75] }, {}, ["y"]));
    expect(differences(report)[0]?.at(-1)).toBe("not comparable: no query is measured in both");
  });

  it("draws the mean of each engine with its interval, and a gap at steps without the engine", () => {
    const plot = timeline(build(stepOf("one", { a: [0.5, 0.5] }), stepOf("two", { b: [0.25, 0.75] })));
    expect(plot.series.find(({ name }) => name === "a")?.points).toEqual([{ value: 0.5, interval: [0.5, 0.5] }, null]);
    const [missing, known] = plot.series.find(({ name }) => name === "b")?.points ?? [];
    expect(missing).toBeNull();
    expect(known?.value).toBe(0.5);
    // Means of two draws from .25 and .75 are between .25 and .75.
    expect(known?.interval?.[0]).toBeGreaterThanOrEqual(0.25);
    expect(known?.interval?.[1]).toBeLessThanOrEqual(0.75);
  });

  it("never shows a calibrated score as a measure", () => {
    const inputs = stepOf("one", { a: [0.5] });
    const measures = inputs.measures.map((one) => ({
      ...one,
      values: new Map([["calibrated_score", Float64Array.of(0.5)]]),
    }));
    const report = build({ ...inputs, measures }, { ...inputs, name: "two", measures });
    expect(report.measures).toEqual([]);
    expect(report.sections.map(({ id }) => id)).toEqual(["changes"]);
  });

  it("says that there is nothing to compare for a single run, and for runs without a common engine", () => {
    const nothing = { text: expect.stringContaining("nothing to compare") };
    expect(build(stepOf("one", { a: [0.5] })).headline[0]).toMatchObject(nothing);
    expect(build(stepOf("one", { a: [0.5] }), stepOf("two", { b: [0.5] })).headline[0]).toMatchObject(nothing);
  });

  it("returns a report that JSON can represent, and the same report for the same runs", () => {
    const steps = [stepOf("one", { a: level(0), b: [N] }), stepOf("two", { a: level(0.1) })];
    const report = build(...steps);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(build(...steps)).toEqual(report);
  });
});
