/**
 * Does `semqrel measure` give the numbers of trec_eval and ir_measures, from users' files?
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../cli/run-in-process.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";

type Values = Readonly<Record<string, number>>;

interface Measured {
  readonly mean: number | null;
  readonly count: number;
  readonly perQuery: Readonly<Record<string, number | null>>;
}

const cwd = `${sharedFolder}data`;

async function measure(args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runInProcess(["measure", ...args], { cwd });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

/** What was measured for the only run, by name of the measure. */
async function measuredOf(args: readonly string[]): Promise<Map<string, Measured>> {
  const { runs } = JSON.parse(await measure([...args, "--per-query", "--json"]));
  const [ofRun, ...others] = Object.values<Record<string, Measured>>(runs);
  expect(others).toEqual([]);
  return new Map(Object.entries(ofRun ?? {}));
}

function filesIn(folder: string): string[] {
  return hasShared ? readdirSync(folder) : [];
}

// Computed by pytrec_eval-terrier 0.5.11 (trec_eval 9.0.8) over the queries in both files, as without -c.
describe.skipIf(!hasShared)("semqrel measure and trec_eval", () => {
  interface Golden {
    readonly qrels: string;
    readonly run: string;
    readonly aggregate: Values;
    readonly per_query: Readonly<Record<string, Values>>;
  }
  const folder = `${sharedFolder}golden/trec_eval/`;
  const files = filesIn(folder);
  const read = (file: string): Golden => JSON.parse(readFileSync(folder + file, "utf8"));
  const skip = ["--missing-queries", "skip"];

  /** Counted in the files themselves: query ids in both. No value may be missing unnoticed. */
  const queryCounts: Readonly<Record<string, number>> = {
    "cranfield.deg_bm25_drop30pct.json": 225,
    "cranfield.lsi300_titletext.json": 225,
    "cranfield.real_lucene_custom_classic.json": 224,
    "cranfield.real_lucene_english_bm25.json": 225,
    "discernatron.all_bool_and_popularity.json": 115,
    "discernatron.pool_bm25_title.json": 124,
  };

  it("have six files for comparison, each with all its queries", () => {
    expect(Object.fromEntries(files.map((file) => [file, Object.keys(read(file).per_query).length]))).toEqual(
      queryCounts,
    );
  });

  it.each(files)("give the same values, for every query and for the mean: %s", async (file) => {
    const golden = read(file);
    let compared = 0;
    // trec_eval's own experiments, which semqrel lacks.
    const names = Object.keys(golden.aggregate).filter((name) => !["Rndcg", "G", "binG"].includes(name));
    expect(names).toHaveLength(65);
    const measured = await measuredOf([golden.qrels, golden.run, ...names, ...skip]);
    expect(measured.size).toBe(names.length);
    const queries = Object.keys(golden.per_query).sort();
    for (const [place, found] of [...measured.values()].entries()) {
      const name = names[place] ?? "";
      const answered = Object.entries(found.perQuery).filter(([, value]) => value !== null);
      expect(answered.map(([query]) => query).sort(), name).toEqual(queries);
      expect(found.count, name).toBe(queries.length);
      compared += answered.length + 1;
      const wrong = answered.filter(
        ([query, value]) => !(Math.abs((value ?? Number.NaN) - (golden.per_query[query]?.[name] ?? Number.NaN)) <= 1e-6),
      );
      expect(wrong, name).toEqual([]);
      const difference = Math.abs((found.mean ?? Number.NaN) - (golden.aggregate[name] ?? Number.NaN));
      expect(difference, name).toBeLessThanOrEqual(1e-6);
    }
    expect(compared).toBe(65 * (1 + (queryCounts[file] ?? Number.NaN)));
  });

  // Names, order, widths and tabs of trec_eval's official output (its test/out.test); per query without num_q and gm_map.
  const official = [
    ...["num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank"],
    ...["0.00", "0.10", "0.20", "0.30", "0.40", "0.50", "0.60", "0.70", "0.80", "0.90", "1.00"].map(
      (recall) => `iprec_at_recall_${recall}`,
    ),
    ...[5, 10, 15, 20, 30, 100, 200, 500, 1000].map((cutoff) => `P_${cutoff}`),
  ];
  const toEven = new Intl.NumberFormat("en", {
    minimumFractionDigits: 4,
    maximumFractionDigits: 4,
    roundingMode: "halfEven",
  });
  /** C's %6.4f: half to even if the binary number is a tie. */
  const decimals = (value: number) => (Number.isInteger(value * 32) ? toEven.format(value) : value.toFixed(4));
  const line = (name: string, query: string, value: number) =>
    `${name.padEnd(22)}\t${query}\t${name.startsWith("num_") ? value : decimals(value)}`;

  it.each(files)("print the same text, line by line: %s", async (file) => {
    const golden = read(file);
    const printed = await measure([golden.qrels, golden.run, "--format", "trec_eval", "--per-query", ...skip]);
    const ofQueries = Object.entries(golden.per_query)
      // All ids are digits, so byte order is the order of characters.
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([query, values]) =>
        official
          .filter((name) => !["num_q", "gm_map"].includes(name))
          .map((name) => line(name, query, values[name] ?? Number.NaN)),
      );
    const tag = golden.run.replace(/^.*\/|\.run$/g, "");
    const ofAll = official.map((name) => line(name, "all", golden.aggregate[name] ?? Number.NaN));
    // 27 lines per query, 29 for all, and the name of the run.
    expect(ofQueries).toHaveLength(27 * (queryCounts[file] ?? Number.NaN));
    expect(ofAll).toHaveLength(29);
    expect(printed.split("\n")).toEqual([...ofQueries, `${"runid".padEnd(22)}\tall\t${tag}`, ...ofAll, ""]);
  });
});

// Computed by ir_measures 0.4.3 over every query of the qrels.
describe.skipIf(!hasShared)("semqrel measure and ir_measures", () => {
  interface Golden {
    readonly qrels: string;
    readonly run: string;
    readonly measures: Readonly<Record<string, { readonly aggregate: number; readonly per_query: Values }>>;
  }
  const folder = `${sharedFolder}golden/ir_measures/`;
  const files = filesIn(folder);
  /** From gdeval, which prints five decimals. */
  const rounded = new Set(["ERR@10", "nDCG(dcg='exp-log2')@10"]);

  it("have two files for comparison", () => {
    expect(files.toSorted()).toEqual(["cranfield.lsi300_titletext.json", "cranfield.real_lucene_english_bm25.json"]);
  });

  it.each(files)("give the same values under the same names, for every query and for the mean: %s", async (file) => {
    const golden: Golden = JSON.parse(readFileSync(folder + file, "utf8"));
    const names = Object.keys(golden.measures);
    expect(names).toHaveLength(20);
    const measured = await measuredOf([golden.qrels, golden.run, ...names]);
    expect([...measured.keys()]).toEqual(names);
    let compared = 0;
    for (const [name, { aggregate, per_query: perQuery }] of Object.entries(golden.measures)) {
      const tolerance = rounded.has(name) ? 6e-6 : 1e-6;
      const found = measured.get(name);
      expect(Object.keys(found?.perQuery ?? {}).sort(), name).toEqual(Object.keys(perQuery).sort());
      compared += Object.keys(perQuery).length + 1;
      const wrong = Object.entries(perQuery).filter(
        ([query, value]) => !(Math.abs((found?.perQuery[query] ?? Number.NaN) - value) <= tolerance),
      );
      expect(wrong, name).toEqual([]);
      expect(Math.abs((found?.mean ?? Number.NaN) - aggregate), name).toBeLessThanOrEqual(tolerance);
    }
    // Cranfield has 225 queries.
    expect(compared).toBe(20 * (1 + 225));
  });
});
