import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";
import { listOf, readQrels, readRun } from "../support/trec-lists.ts";

interface Golden {
  readonly qrels: string;
  readonly run: string;
  readonly aggregate: Readonly<Record<string, number>>;
  readonly per_query: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** trec_eval's own experiments, which semqrel lacks. */
const left = new Set(["Rndcg", "G", "binG"]);

// Computed by pytrec_eval-terrier 0.5.11 (trec_eval 9.0.8) over the queries in both files.
describe.skipIf(!hasShared)("trec_eval's numbers", () => {
  const folder = `${sharedFolder}golden/trec_eval/`;
  const files = hasShared ? readdirSync(folder) : [];

  it("exist for at least six runs", () => {
    expect(files.length).toBeGreaterThanOrEqual(6);
  });

  it.each(files)("equal those of semqrel for every query and for the mean: %s", (file) => {
    const golden: Golden = JSON.parse(readFileSync(folder + file, "utf8"));
    const qrels = readQrels(`${sharedFolder}data/${golden.qrels}`);
    const run = readRun(`${sharedFolder}data/${golden.run}`);
    const queries = Object.keys(golden.per_query);
    const lists = queries.map((query) => listOf(qrels.get(query) ?? new Map(), run.get(query) ?? new Map()));
    const names = Object.keys(golden.aggregate).filter((name) => !left.has(name));
    expect(names).toHaveLength(65);
    for (const name of names) {
      const [measure] = parseMeasures([name]);
      expect(measure?.trecName).toBe(name);
      if (measure === undefined) continue;
      // A query without relevant documents counts 0 in trec_eval, and is undefined here.
      const values = lists.map((list) => {
        const value = measure.compute(list);
        return Number.isNaN(value) ? measure.kind.whenMissing : value;
      });
      const wrong = queries.filter(
        (query, place) => !(Math.abs((values[place] ?? Number.NaN) - (golden.per_query[query]?.[name] ?? 0)) <= 1e-6),
      );
      expect(wrong, name).toEqual([]);
      const sum = values.reduce((total, value) => total + value, 0);
      const { aggregate } = measure.kind;
      const mean = sum / values.length;
      const whole = aggregate === "sum" ? sum : aggregate === "mean" ? mean : Math.exp(mean);
      expect(Math.abs(whole - (golden.aggregate[name] ?? 0)), name).toBeLessThanOrEqual(1e-6);
    }
  });
});
