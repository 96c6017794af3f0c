import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Measure } from "../../src/measure/measures/define-measure.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { onlyJudged } from "../../src/measure/measures/ranked-list.ts";
import { listOf } from "../support/trec-lists.ts";

interface Case {
  readonly qrels: Readonly<Record<string, number>>;
  readonly run: Readonly<Record<string, number>>;
  readonly rel: number;
  readonly judged_only: boolean;
  /** Null if trec_eval divides 0 by 0. */
  readonly values: readonly (number | null)[];
}

// Computed by pytrec_eval: see test/oracle/random_trec_eval.py.
const file = new URL("./measures/random-trec-eval.json", import.meta.url);
const golden: { measures: readonly string[]; cases: readonly Case[] } = JSON.parse(readFileSync(file, "utf8"));

describe("trec_eval's numbers for random lists", () => {
  it("exist for a thousand lists, many of which have no relevant document", () => {
    expect(golden.cases).toHaveLength(1000);
    const irrelevant = golden.cases.filter(({ qrels, rel }) => !Object.values(qrels).some((label) => label >= rel));
    expect(irrelevant.length).toBeGreaterThan(100);
    expect(irrelevant.length).toBeLessThan(600);
  });

  it.each(golden.measures)("equal those of semqrel: %s", (name) => {
    const wrong = golden.cases.flatMap((each, number) => {
      const all = listOf(new Map(Object.entries(each.qrels)), new Map(Object.entries(each.run)));
      const measure = atLevel(name, each.rel);
      const value = measure.compute(each.judged_only ? onlyJudged(all) : all);
      const counted = Number.isNaN(value) ? measure.kind.whenMissing : value;
      const expected = each.values[golden.measures.indexOf(name)] ?? 0;
      return Math.abs(counted - expected) <= 1e-9 ? [] : [{ number, value, expected }];
    });
    expect(wrong).toEqual([]);
  });
});

/** The measure with trec_eval's name, as its option -l <rel> computes it. */
function atLevel(name: string, rel: number): Measure {
  const [measure] = parseMeasures([name]);
  if (measure === undefined) throw new Error(`${name} is no measure`);
  const { kind, at, parameters } = measure;
  if (!("rel" in parameters) || parameters["rel"] === null) return measure;
  const relative = parameters["relative"] === true ? { relative: true } : {};
  return kind.with({ ...relative, rel }, Number.isFinite(at) ? at : null);
}
