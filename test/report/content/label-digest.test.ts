import { describe, expect, it } from "vitest";
import { terminalText } from "../../../src/core/document/terminal-text.ts";
import { type MeasureName, measureNames } from "../../../src/core/types.ts";
import { summariseMeasuredRun } from "../../../src/label/folder/label-summary.ts";
import { type MeasuredRun, measuredRun } from "../../../src/label/folder/measured-run.ts";
import { concludeLabels, labelDigest } from "../../../src/report/content/label-digest.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";

/** Gives each engine the same value of every measure, by query. NaN means that the engine returned no results. */
function runOf(engines: Readonly<Record<string, readonly number[]>>): MeasuredRun {
  const whole = measuredRun(makeRun(Object.keys(engines).map((name) => makeEngine(name))));
  const queries = Object.values(engines)[0]?.length ?? 0;
  const counted = (measure: MeasureName) => measure === "recall" || measure.startsWith("ndcg_reference");
  return {
    ...whole,
    queries,
    reference: { ...whole.reference, listLengths: new Int32Array(queries).fill(3) },
    engines: whole.engines.map((engine) => {
      const given = engines[engine.engine] ?? [];
      const columns = measureNames.map((measure) => [
        measure,
        Float64Array.from(given, (value) => (Number.isNaN(value) && counted(measure) ? 0 : value)),
      ]);
      return { ...engine, measures: { values: Object.fromEntries(columns), reasons: given.map(() => null) } };
    }),
  };
}

function textOf(run: MeasuredRun, folder: string | null = "out"): string {
  return terminalText(labelDigest(summariseMeasuredRun(run), concludeLabels(run, summariseMeasuredRun(run), folder)));
}

const twelve = (value: number) => new Array<number>(12).fill(value);

describe("labelDigest", () => {
  it("starts with the verdict, and lists the best engine first", () => {
    // 12 differences of one sign: p = 2 / 2^12 by the randomisation test.
    const text = textOf(runOf({ poor: twelve(0.25), good: twelve(0.75) }));
    expect(text.split("\n")[0]).toBe("The labels point to good.");
    expect(text).toMatch(/^good +0\.750 +0\.750 +0\.750 +0\.750\npoor +0\.250/m);
    expect(text).not.toContain("*");
  });

  it("names engines that return almost the same results as the reference", () => {
    const copies = (engines: Readonly<Record<string, readonly number[]>>, label?: string) => {
      const run = { ...runOf(engines), ...(label && { labelRule: label }) };
      return /[\w, ]+ returns? almost the same results as .*/.exec(textOf(run))?.[0].trim() ?? "";
    };
    const silent = [...new Array<number>(10).fill(1), Number.NaN, Number.NaN];
    expect(copies({ good: twelve(0.94), copy: twelve(0.96), silent })).toBe(
      "copy returns almost the same results as the reference, in almost the same order. " +
        "Labels from this reference always favour it, so the comparison means little.",
    );
    expect(copies({ a: twelve(1), b: twelve(1) })).toContain("a and b return almost the same results as the reference");
    expect(copies({ good: twelve(0.94), silent })).toBe("");
    expect(copies({ copy: twelve(1) }, "column grade")).toBe("");
    expect(copies({ [measuredRun(makeRun([])).reference.engine]: twelve(1) })).toBe("");
  });

  it("asks whether engines with equal numbers have the same lists", () => {
    const asked = "All numbers of a and c are equal. Are the lists the same?";
    expect(textOf(runOf({ a: twelve(0.5), b: twelve(0.75), c: twelve(0.5) }))).toContain(asked);
    expect(textOf(runOf({ a: twelve(0.5), b: twelve(0.75) }))).not.toContain("Are the lists the same?");
  });

  it("marks means that are over only the queries that an engine answers", () => {
    const silent = [1, 1, ...new Array<number>(10).fill(Number.NaN)];
    const text = textOf(runOf({ whole: twelve(0.5), silent }));
    // Recall by hand: 2 / 12.
    expect(text).toMatch(/^silent +0\.167 +1\.000\* +0\.167 +1\.000\* +2 of 12$/m);
    expect(text).toMatch(/^whole +0\.500 +0\.500 +0\.500 +0\.500 +12 of 12$/m);
    expect(text).toContain("* Leaves out queries without a value: precision needs a result, f1 needs a match.");
  });

  it("explains a star at F1 alone, and only stars that are shown", () => {
    const unmatched = runOf({ whole: twelve(0.5), unmatched: twelve(0) });
    const [, { measures }] = unmatched.engines as [unknown, MeasuredRun["engines"][number]];
    measures.values.f1.fill(Number.NaN, 3);
    const text = textOf(unmatched);
    expect(text).toMatch(/^unmatched +0\.000 +0\.000 +0\.000 +0\.000\*$/m);
    expect(text).toContain("* Leaves out queries without a value: f1 needs a match.");
    // The sixth engine is named below the table, without its means.
    const names = [..."abcde"].map((name, place) => [name, twelve(1 - place / 10)] as const);
    const sixth = textOf(runOf({ ...Object.fromEntries(names), f: [0, ...new Array<number>(11).fill(Number.NaN)] }));
    expect(sixth).toContain("And f.");
    expect(sixth).not.toContain("*");
  });

  it("says that the reference has no titles, and does not ask whether lists are the same", () => {
    const run = runOf({ a: twelve(Number.NaN), b: twelve(Number.NaN) });
    for (const { measures } of run.engines)
      for (const values of Object.values(measures.values)) values.fill(Number.NaN);
    const text = textOf({ ...run, reference: { ...run.reference, points: 0 } });
    expect(text).toContain("The results of scopus have no usable titles, so nothing can be measured.");
    expect(text).toContain("--title-column");
    expect(text).not.toMatch(/Are the lists the same|answered/);
  });

  it("explains means above 1 if an engine has such a mean", () => {
    const why = "Above 1: several results got the label of the same reference title";
    expect(textOf(runOf({ one: twelve(1.25), other: twelve(0.5) }))).toContain(why);
    expect(textOf(runOf({ one: twelve(1), other: twelve(0.5) }))).not.toContain("Above 1");
  });

  it("shows five engines, and names the other engines", () => {
    const names = [..."abcdefgh"];
    const text = textOf(runOf(Object.fromEntries(names.map((name, place) => [name, twelve(1 - place / 10)]))));
    expect(text).toMatch(/^e /m);
    expect(text).not.toMatch(/^f /m);
    expect(text).toContain("And f, g, h.");
  });
});

describe("concludeLabels", () => {
  it("suggests a next step only if labels are stored", () => {
    const run = runOf({ poor: twelve(0.25), good: twelve(0.75) });
    expect(concludeLabels(run, summariseMeasuredRun(run), "out")?.next?.command).toMatch(/^semqrel \w+ out/);
    expect(concludeLabels(run, summariseMeasuredRun(run), null)?.next).toBeNull();
  });

  it("returns no conclusion for a million queries, because tests would take too long", () => {
    const run = runOf({ one: [1] });
    expect(concludeLabels({ ...run, queries: 1_000_000 }, summariseMeasuredRun(run), "out")).toBeNull();
  });
});
