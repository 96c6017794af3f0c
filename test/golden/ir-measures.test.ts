import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";
import { listOf, readQrels, readRun } from "../support/trec-lists.ts";

interface Golden {
  readonly qrels: string;
  readonly run: string;
  readonly measures: Readonly<
    Record<string, { readonly aggregate: number; readonly per_query: Readonly<Record<string, number>> }>
  >;
}

/** gdeval prints five decimals. */
const ofGdeval = new Set(["ERR@10", "nDCG(dcg='exp-log2')@10"]);

// Computed by ir_measures 0.4.3 over every query of the qrels; a query that the run lacks counts 0.
describe.skipIf(!hasShared)("ir_measures' numbers", () => {
  const folder = `${sharedFolder}golden/ir_measures/`;
  const files = hasShared ? readdirSync(folder) : [];

  it("exist for at least two runs", () => {
    expect(files.length).toBeGreaterThanOrEqual(2);
  });

  it.each(files)("equal those of semqrel for every query and for the mean: %s", (file) => {
    const golden: Golden = JSON.parse(readFileSync(folder + file, "utf8"));
    const qrels = readQrels(`${sharedFolder}data/${golden.qrels}`);
    const run = readRun(`${sharedFolder}data/${golden.run}`);
    const names = Object.keys(golden.measures);
    expect(names).toHaveLength(20);
    for (const name of names) {
      const [measure] = parseMeasures([name]);
      const expected = golden.measures[name];
      expect(measure?.name).toBe(name);
      if (measure === undefined || expected === undefined) continue;
      const tolerance = ofGdeval.has(name) ? 6e-6 : 1e-6;
      const queries = Object.keys(expected.per_query);
      const values = queries.map((query) => {
        const list = listOf(qrels.get(query) ?? new Map(), run.get(query) ?? new Map());
        const value = run.has(query) ? measure.compute(list) : 0;
        return Number.isNaN(value) ? 0 : value;
      });
      const wrong = queries.filter(
        (query, place) => !(Math.abs((values[place] ?? Number.NaN) - (expected.per_query[query] ?? 0)) <= tolerance),
      );
      expect(wrong, name).toEqual([]);
      const mean = values.reduce((total, value) => total + value, 0) / values.length;
      expect(Math.abs(mean - expected.aggregate), name).toBeLessThanOrEqual(tolerance);
    }
  });
});
