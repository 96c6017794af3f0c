/**
 * Does `semqrel compare` report of two runs, or two folders of labels, what the numbers allow, and no more?
 */
import { copyFileSync, cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ComparisonReport } from "../../src/measure/comparison-report.ts";
import type { PairComparison } from "../../src/measure/measures/compare-runs.ts";
import { runCli, temporaryFolder } from "../support/run-cli.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";
import { runInProcess } from "./run-in-process.ts";

type Files = Readonly<Record<string, string>>;

/** A run with the only relevant document of query i at position `positions[i - 1]`, so RR is 1 / position. */
function runOf(positions: readonly number[]): string {
  return positions
    .flatMap((position, query) =>
      Array.from({ length: position }, (_, rank) => {
        const document = rank === position - 1 ? "rel" : `x${rank}`;
        return `q${query + 1} Q0 ${document} ${rank + 1} ${100 - rank} tag\n`;
      }),
    )
    .join("");
}

const qrelsOf = (queries: number) => Array.from({ length: queries }, (_, query) => `q${query + 1} 0 rel 1\n`).join("");
const old = [1, 2, 1, 3, 1, 2, 1, 4, 1, 1, 2, 1];
const worse = [2, 2, 3, 3, 5, 4, 2, 2, 2, 1, 4, 3];
const close = [1, 2, 2, 2, 1, 2, 1, 4, 1, 2, 2, 1];
const base: Files = {
  qrels: qrelsOf(12),
  "old.run": runOf(old),
  "worse.run": runOf(worse),
  "close.run": runOf(close),
};

async function compareIn(folder: string, args: readonly string[], exitCode = 0) {
  const result = await runInProcess(["compare", ...args], { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return result;
}

async function compare(args: readonly string[], files: Files = base, exitCode = 0) {
  return compareIn(temporaryFolder(files), args, exitCode);
}

async function reportOf(args: readonly string[], files: Files = base): Promise<ComparisonReport> {
  return JSON.parse((await compare([...args, "--json"], files)).stdout);
}

function pairOf(report: ComparisonReport, place = 0): PairComparison {
  const pair = report.measures[0]?.pairs[place];
  if (pair === undefined) throw new Error(`there is no pair ${place}`);
  return pair;
}

const names = (report: ComparisonReport) =>
  report.measures[0]?.pairs.map(({ run, baseline }) => `${run} - ${baseline}`) ?? [];

// scipy 1.17.1 on the reciprocal ranks of old.run and worse.run: ttest_rel, wilcoxon and permutation_test with all
// permutations, binomtest on the signs, bootstrap (BCa), Cohen's d_z = mean / standard deviation, and the difference at which the noncentral
// t distribution (nct) gives a power of .8.
const scipy = {
  difference: -0.3236111111111111,
  relative: -0.4275229357798166,
  t: -3.3804282006915933,
  tP: 0.0061379166926659855,
  tInterval: [-0.5343131911170116, -0.11290903110521072],
  wilcoxonP: 0.015625,
  signP: 0.0390625,
  randomisationP: 0.015625,
  bootstrap: [-0.49444444444444446, -0.1388888888888889],
  effectSize: -0.9758455658227467,
  smallestDetectable: 0.29469691626831857,
  /** Of close.run compared with old.run. */
  closeP: 0.5,
} as const;

describe("numbers of one pair", () => {
  it("match those of scipy", async () => {
    const pair = pairOf(await reportOf(["qrels", "old.run", "worse.run", "RR"]));
    expect(pair).toMatchObject({ run: "worse", baseline: "old", queries: 12 });
    expect(pair.difference).toBeCloseTo(scipy.difference, 10);
    expect(pair.relative).toBeCloseTo(scipy.relative, 10);
    expect(pair.tTest?.t).toBeCloseTo(scipy.t, 8);
    expect(pair.tTest?.p).toBeCloseTo(scipy.tP, 8);
    expect(pair.tTest?.interval[0]).toBeCloseTo(scipy.tInterval[0], 6);
    expect(pair.tTest?.interval[1]).toBeCloseTo(scipy.tInterval[1], 6);
    expect(pair.wilcoxon.p).toBeCloseTo(scipy.wilcoxonP, 8);
    expect(pair.sign.p).toBeCloseTo(scipy.signP, 8);
    expect(pair.randomisation?.p).toBeCloseTo(scipy.randomisationP, 8);
    expect(pair.effectSize).toBeCloseTo(scipy.effectSize, 10);
    expect(pair.smallestDetectable).toBeCloseTo(scipy.smallestDetectable, 5);
    expect(pair.winsTiesLosses).toMatchObject({ wins: 1, ties: 3, losses: 8 });
    // The two bootstraps have different seeds.
    expect(Math.abs((pair.bootstrap?.low ?? 0) - scipy.bootstrap[0])).toBeLessThan(0.02);
    expect(Math.abs((pair.bootstrap?.high ?? 0) - scipy.bootstrap[1])).toBeLessThan(0.02);
    expect(pair.verdict).toBe("worse");
  });

  it("are in the table with --tests", async () => {
    const { stdout } = await compare(["qrels", "old.run", "worse.run", "close.run", "RR", "--tests"]);
    const lines = stdout.split("\n");
    const at = lines.indexOf("RR: p of every test");
    const cells = (line = "") => line.trim().split(/\s{2,}/);
    expect(cells(lines[at + 1])).toEqual([
      ...[
        "run",
        "randomisation",
        "Holm",
        "Benjamini-Hochberg",
        "Bonferroni",
        "t",
        "Wilcoxon (zeros left out)",
        "sign",
        "Tukey HSD",
      ],
    ]);
    // For p = 1/64 and 1/2: Holm gives min(1, 2 p) for the smaller and p for the larger, and so does Benjamini-Hochberg;
    // Bonferroni gives 2 p. Tukey's p: scipy's studentized_range on the residuals of queries and runs.
    expect(cells(lines[at + 2])).toEqual([
      ...["worse", "0.0156", "0.0313", "0.0313", "0.0313", "0.0061", "0.0156", "0.0391", "0.0045"],
    ]);
    expect(cells(lines[at + 3]).slice(0, 5)).toEqual(["close", "0.5000", "0.5000", "0.5000", "1.0000"]);
  });

  it("are in CSV and TSV with full precision", async () => {
    const { stdout } = await compare(["qrels", "old.run", "worse.run", "RR", "--format", "csv"]);
    const [header = "", row = "", ...rest] = stdout.split("\n");
    const cells = new Map(header.split(",").map((name, place) => [name, row.split(",")[place]]));
    expect([...cells].slice(0, 5)).toEqual([
      ...[
        ["segment", ""],
        ["measure", "RR"],
        ["run", "worse"],
        ["baseline", "old"],
        ["queries", "12"],
      ],
    ]);
    expect(Number(cells.get("difference"))).toBeCloseTo(scipy.difference, 10);
    expect(Number(cells.get("t_p"))).toBeCloseTo(scipy.tP, 8);
    expect(Number(cells.get("randomisation_p"))).toBeCloseTo(scipy.randomisationP, 8);
    expect(cells.get("verdict")).toBe("worse");
    expect(rest).toEqual([""]);
    const { stdout: tsv } = await compare(["qrels", "old.run", "worse.run", "RR", "--format", "tsv"]);
    expect(tsv).toBe(stdout.replaceAll(",", "\t"));
  });
});

describe("pairs of runs", () => {
  const all = ["qrels", "old.run", "worse.run", "close.run", "RR"];

  it("consist of each run and the first run", async () => {
    const report = await reportOf(all);
    expect(report).toMatchObject({ schema: "semqrel.compare/1", queries: 12, runs: ["old", "worse", "close"] });
    expect(names(report)).toEqual(["worse - old", "close - old"]);
    // 2 x 1/64, and 1/2.
    expect(report.measures[0]?.pairs.map(({ adjusted }) => adjusted?.holm)).toEqual([
      expect.closeTo(2 * scipy.randomisationP, 8),
      expect.closeTo(scipy.closeP, 8),
    ]);
    expect(report.measures[0]?.pairs.map(({ verdict }) => verdict)).toEqual(["worse", "no difference shown"]);
    expect(report.measures[0]?.best).toEqual(["old"]);
  });

  it("consist of each run and the run that --baseline names", async () => {
    expect(names(await reportOf([...all, "--baseline", "worse"]))).toEqual(["old - worse", "close - worse"]);
  });

  it("are all formed with --all-pairs, and p-values are corrected for their number", async () => {
    const report = await reportOf([...all, "--all-pairs"]);
    expect(names(report)).toEqual(["worse - old", "close - old", "close - worse"]);
    const bonferroni = report.measures[0]?.pairs.map(({ adjusted }) => adjusted?.bonferroni);
    expect(bonferroni?.[0]).toBeCloseTo(3 * scipy.randomisationP, 8);
    // scipy: p = 51/1024 for close and worse is significant alone, but not as the second of three (Holm: 2 p).
    expect(report.measures[0]?.pairs[2]?.randomisation?.p).toBeCloseTo(51 / 1024, 8);
    expect(report.measures[0]?.pairs[2]?.adjusted?.holm).toBeCloseTo(102 / 1024, 8);
    expect(report.measures[0]?.pairs[2]?.verdict).toBe("no difference shown");
    expect(pairOf(await reportOf(["qrels", "worse.run", "close.run", "RR"])).verdict).toBe("better");
  });

  it("have the opposite difference and verdict if the baseline is the other run", async () => {
    const [one, other] = [
      await reportOf(["qrels", "old.run", "worse.run", "RR"]),
      await reportOf(["qrels", "worse.run", "old.run", "RR"]),
    ];
    expect(pairOf(other).difference).toBeCloseTo(-(pairOf(one).difference ?? 0), 12);
    expect(pairOf(other).verdict).toBe("better");
    expect(pairOf(other).winsTiesLosses).toMatchObject({ wins: 8, ties: 3, losses: 1 });
  });

  it("have the names given for runs, and measures may be spelt as in trec_eval", async () => {
    const report = await reportOf(["qrels", "main=old.run", "branch=worse.run", "recip_rank", "nDCG@3"]);
    expect(report.runs).toEqual(["main", "branch"]);
    expect(report.measures.map(({ measure }) => measure)).toEqual(["RR", "nDCG@3"]);
  });

  it("are reported with the rules by which runs were measured", async () => {
    const report = await reportOf(["qrels", "old.run", "worse.run", "RR", "--depth", "3", "--trec-eval", "10"]);
    expect(report.rules).toEqual({
      ...{ depth: 3, judgedOnly: false, missingQueries: "refuse", undefinedQueries: "zero", trecEval: 10 },
    });
  });

  it("are compared by nDCG@10 and AP if no measure is given", async () => {
    const report = await reportOf(["qrels", "old.run", "worse.run"]);
    expect(report.measures.map(({ measure }) => measure)).toEqual(["nDCG@10", "AP"]);
  });

  it("show no difference if the two runs are equal", async () => {
    const folder = temporaryFolder(base);
    copyFileSync(join(folder, "old.run"), join(folder, "copy.run"));
    const { stdout } = await compareIn(folder, ["qrels", "one=old.run", "two=copy.run", "RR", "--json"]);
    const report: ComparisonReport = JSON.parse(stdout);
    expect(pairOf(report)).toMatchObject({ difference: 0, verdict: "no difference shown", effectSize: null });
    expect(pairOf(report).randomisation?.p).toBe(1);
    expect(report.measures[0]?.best).toEqual(["one", "two"]);
  });

  it("are marked if a lower value of the measure is better", async () => {
    // MAE of scores 1 against labels 1 is 0, of scores 3 it is 2.
    const run = (score: number) =>
      Array.from({ length: 12 }, (_, query) => `q${query + 1} Q0 rel 1 ${score} r\n`).join("");
    const report = await reportOf(["qrels", "near.run", "far.run", "MAE"], {
      qrels: qrelsOf(12),
      "near.run": run(1),
      "far.run": run(3),
    });
    expect(report.measures[0]).toMatchObject({ lowerIsBetter: true, best: ["near"] });
    expect(pairOf(report)).toMatchObject({ difference: 2, verdict: "worse" });
  });
});

describe("verdicts", () => {
  it("are not given for fewer than 10 queries, however small p is", async () => {
    const nine = { qrels: qrelsOf(9), one: runOf(Array(9).fill(1)), two: runOf(Array(9).fill(2)) };
    const report = await reportOf(["qrels", "one", "two", "RR"], nine);
    // All nine differ in the same direction: p = 2 / 2^9.
    expect(pairOf(report).randomisation?.p).toBeCloseTo(2 / 2 ** 9, 10);
    expect(pairOf(report).verdict).toBe("too few queries");
    const ten = { qrels: qrelsOf(10), one: runOf(Array(10).fill(1)), two: runOf(Array(10).fill(2)) };
    expect(pairOf(await reportOf(["qrels", "one", "two", "RR"], ten)).verdict).toBe("worse");
  });

  it("follow from the p-value that Holm corrects, not from the uncorrected p-value", async () => {
    // Six of twelve queries fall, none rises: p = 2 / 2^6 = .03125 alone; .0625 with a second run.
    const six = runOf([2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]);
    const files = { qrels: qrelsOf(12), base: runOf(Array(12).fill(1)), six, same: runOf([2, ...Array(11).fill(1)]) };
    expect(pairOf(await reportOf(["qrels", "base", "six", "RR"], files)).verdict).toBe("worse");
    expect(pairOf(await reportOf(["qrels", "base", "six", "same", "RR"], files)).verdict).toBe("no difference shown");
  });

  it("are in the table, with the best run marked and the baseline named", async () => {
    const { stdout } = await compare(["qrels", "old.run", "worse.run", "RR"]);
    expect(stdout).toMatch(/^12 queries, 2 runs\.\n/);
    expect(stdout).toMatch(/^old +0\.7569\* +baseline$/m);
    expect(stdout).toMatch(
      /^worse +0\.4333 +-0\.3236 \[-0\.\d{4}, -0\.\d{4}\] +-42\.8 % +0\.0156 +1\/3\/8 +-0\.98 +worse$/m,
    );
    expect(stdout).toContain("a difference of 0.2947 or more is likely to be detected.");
    const { stdout: md } = await compare(["qrels", "old.run", "worse.run", "RR", "--format", "md"]);
    expect(md).toContain("| run | mean | difference \\[95 %\\] | relative |");
    expect(md).toMatch(/^\| worse \| 0\.4333 +\| -0\.3236 .* \| worse \|$/m);
  });

  it("are followed by the queries whose values changed most", async () => {
    const report = await reportOf(["qrels", "old.run", "worse.run", "RR", "--moved", "2"]);
    // Differences: q8 +1/4; q5 -4/5; q3 and q12 -2/3.
    expect(pairOf(report).moved.map(({ query }) => query)).toEqual(["q8", "q5", expect.stringMatching(/^q(3|12)$/)]);
    expect(pairOf(report).moved[1]).toEqual({ query: "q5", baseline: 1, run: 0.2, difference: -0.8 });
    expect(pairOf(await reportOf(["qrels", "old.run", "worse.run", "RR", "--moved", "0"])).moved).toEqual([]);
  });

  it("come with equal intervals for the same seed, and with different intervals for another seed", async () => {
    // 40 queries with many different differences: too many sign patterns to try all.
    const positions = (step: number) => Array.from({ length: 40 }, (_, query) => 1 + ((query * step) % 7));
    const files = { qrels: qrelsOf(40), one: runOf(positions(3)), two: runOf(positions(5)) };
    const args = ["qrels", "one", "two", "RR", "--permutations", "2000", "--json"];
    const [first, again] = [
      await compare([...args, "--seed", "7"], files),
      await compare([...args, "--seed", "7"], files),
    ];
    expect(again.stdout).toBe(first.stdout);
    const other = await compare([...args, "--seed", "8"], files);
    expect(JSON.parse(other.stdout).rule.seed).toBe(8);
    const bootstrap = (text: string) => pairOf(JSON.parse(text)).bootstrap;
    expect(bootstrap(other.stdout)).not.toEqual(bootstrap(first.stdout));
  });
});

describe("runs that answer different queries", () => {
  const files = { ...base, "short.run": runOf(old.slice(0, 11)) };

  it("are refused, with the queries in which they differ", async () => {
    const { stdout, stderr } = await compare(["qrels", "old.run", "short.run", "RR"], files, 2);
    expect(stdout).toBe("");
    expect(stderr).toContain(
      'Comparing old with short: they have results for different queries. short lacks 1 query ("q12") that old has.',
    );
    expect(stderr).toContain("--intersection");
    expect(stderr).toContain("--missing-queries zero");
  });

  it("are compared on their common queries with --intersection, with a warning", async () => {
    const args = ["qrels", "old.run", "short.run", "RR"];
    const { stdout, stderr } = await compare([...args, "--intersection", "--json"], files);
    const report: ComparisonReport = JSON.parse(stdout);
    expect(report.queries).toBe(11);
    expect(report.measures[0]?.means.map(({ count }) => count)).toEqual([11, 11]);
    expect(pairOf(report)).toMatchObject({ queries: 11, difference: 0 });
    expect(stderr).toContain(
      "short has no list for 1 of 12 judged queries (q12). Queries without a list are left out of means.",
    );
    expect(stderr).not.toContain("no judgments");
    const skip = await compare([...args, "--missing-queries", "skip", "--json"], files);
    expect(skip.stdout).toBe(stdout);
  });

  it("are compared on the common queries of all runs if there are three runs", async () => {
    const late = runOf(old).replace(/^q1 .*\n/, "");
    const report = await reportOf(["qrels", "old.run", "short.run", "late.run", "RR", "--intersection"], {
      ...files,
      "late.run": late,
    });
    expect(report.queries).toBe(10);
    expect(report.measures[0]?.means.map(({ count }) => count)).toEqual([10, 10, 10]);
  });

  it("get 0 for missing queries with --missing-queries zero", async () => {
    const report = await reportOf(["qrels", "old.run", "short.run", "RR", "--missing-queries", "zero"], files);
    expect(report.queries).toBe(12);
    expect(pairOf(report).difference).toBeCloseTo(-1 / 12, 12);
    expect(report.warnings).toContainEqual(
      expect.objectContaining({ kind: "queries-missing", run: "short", counted: "zero" }),
    );
  });

  it("are compared if they lack the same queries, for which they get 0", async () => {
    const report = await reportOf(["qrels", "old.run", "worse.run", "RR"], { ...base, qrels: qrelsOf(13) });
    expect(report.queries).toBe(13);
    expect(report.measures[0]?.means[0]?.count).toBe(13);
    expect(report.warnings.map(({ kind }) => kind)).toEqual(["queries-missing", "queries-missing", "judged-unequally"]);
  });

  it("cannot be compared if there is no common query", async () => {
    const disjoint = {
      ...base,
      "one.run": runOf(old.slice(0, 2)),
      "two.run": runOf(old).replaceAll(/^q[12] .*\n/gm, ""),
    };
    const { stderr } = await compare(["qrels", "one.run", "two.run", "RR", "--intersection"], disjoint, 2);
    expect(stderr).toContain("Comparing one and two: no query in common.");
  });

  it("are compared with each query's own segment and weight", async () => {
    const queries = `id,kind,traffic\n${old.map((_, query) => `q${query + 1},${query === 11 ? "rare" : "usual"},${query + 1}\n`).join("")}`;
    const late = runOf(worse).replace(/^q1 .*\nq1 .*\n/, "");
    const args = ["--queries", "queries.csv", "--segment", "kind", "--weight", "traffic", "--intersection"];
    const all = { ...files, "late.run": late, "queries.csv": queries };
    const report = await reportOf(["qrels", "short.run", "late.run", "RR", ...args], all);
    // q2 to q11 all have the usual kind.
    expect(report.segments?.groups.map(({ segment, queries: n }) => [segment, n])).toEqual([["usual", 10]]);
    // By hand: sum of weight / position over sum of weights.
    const weighted = (positions: readonly number[]) => {
      const shares = positions.slice(1, 11).map((position, place) => (place + 2) / position);
      return shares.reduce((sum, share) => sum + share, 0) / 65;
    };
    expect(report.measures[0]?.means.map(({ mean }) => mean)).toEqual([
      expect.closeTo(weighted(old), 12),
      expect.closeTo(weighted(worse), 12),
    ]);
    expect(pairOf(report).difference).toBeCloseTo(weighted(worse) - weighted(old), 12);
    expect(report.weights).toBe("traffic");
  });
});

describe("segments", () => {
  const queries = `id,kind\n${old.map((_, query) => `q${query + 1},${query < 3 ? "head" : "tail"}\n`).join("")}`;

  it("have their own numbers of queries, means and verdicts", async () => {
    const files = { ...base, "queries.csv": queries };
    const args = ["qrels", "old.run", "worse.run", "RR", "--queries", "queries.csv", "--segment", "kind"];
    const report = await reportOf(args, files);
    const [head, tail] = report.segments?.groups ?? [];
    expect(head).toMatchObject({ segment: "head", queries: 3 });
    expect(tail).toMatchObject({ segment: "tail", queries: 9 });
    // 1, 1/2, 1 against 1/2, 1/2, 1/3.
    expect(head?.measures[0]?.pairs[0]?.difference).toBeCloseTo((-1 / 2 - 2 / 3) / 3, 12);
    expect(head?.measures[0]?.pairs[0]?.verdict).toBe("too few queries");
    const { stdout } = await compare(args, files);
    expect(stdout).toContain("RR where kind = head (3 queries)\n");
    expect(stdout).not.toMatch(/head \(3 queries\)\n.*\n.*0\.8333\* \(3\)/);
  });
});

describe("the orders of runs by two measures", () => {
  it("have the rank correlation that scipy's kendalltau computes", async () => {
    const report = await reportOf(["qrels", "old.run", "worse.run", "close.run", "RR", "nDCG", "Success@1"]);
    expect(report.orders.map(({ measure, other }) => [measure, other])).toEqual([
      ...[
        ["RR", "nDCG"],
        ["RR", "Success@1"],
        ["nDCG", "Success@1"],
      ],
    ]);
    // old > close > worse by all three measures: kendalltau gives 1.
    expect(report.orders.map(({ tauB }) => tauB)).toEqual([1, 1, 1]);
    expect((await reportOf(["qrels", "old.run", "worse.run", "RR", "AP"])).orders).toEqual([]);
  });
});

describe("--fail-if-worse", () => {
  const runs = ["qrels", "main=old.run", "branch=worse.run"];

  it("exits 1 on a regression, and prints what got worse and by how much", async () => {
    const { stderr, stdout } = await compare([...runs, "RR", "--fail-if-worse", "RR"], base, 1);
    expect(stderr).toMatch(
      /^\nWarnings:\n- Of the first 10 results, .*\nsemqrel: branch against main: RR is worse by 0\.3236\.\n$/,
    );
    expect(stdout).toContain("worse");
  });

  it("exits 0 without a regression, or if the better run is second", async () => {
    await compare(["qrels", "main=old.run", "branch=close.run", "--fail-if-worse", "RR"]);
    await compare(["qrels", "main=worse.run", "branch=old.run", "--fail-if-worse", "RR"]);
  });

  it("tolerates a loss up to the margin", async () => {
    await compare([...runs, "--fail-if-worse", "RR=0.33"]);
    await compare([...runs, "--fail-if-worse", "RR=0.32"], base, 1);
  });

  it.each(["recip_rank", "rr", "RR(rel=1)", "MRR", " RR "])(
    "accepts any spelling of the measure: %s",
    async (spelling) => {
      const { stderr } = await compare([...runs, "--fail-if-worse", spelling], base, 1);
      expect(stderr).toContain("branch against main: RR is worse by");
    },
  );

  it("accepts several measures, with parameters and cutoffs", async () => {
    const gates = ["--fail-if-worse", "RR(rel=1)@3=0.9,P(rel=1)@1=0.1", "--fail-if-worse", "ndcg_cut_10"];
    const { stderr } = await compare([...runs, ...gates], base, 1);
    expect(stderr.match(/: \S+ is worse/g)).toEqual([": P@1 is worse", ": nDCG@10 is worse"]);
  });

  it("computes the measure that it checks even if the command does not request it", async () => {
    const { stdout } = await compare([...runs, "AP", "--fail-if-worse", "P@1", "--json"], base, 1);
    const report: ComparisonReport = JSON.parse(stdout);
    expect(report.measures.map(({ measure }) => measure)).toEqual(["AP", "P@1"]);
  });

  it("exits 0 with a message if there are too few queries for a verdict", async () => {
    const few = { qrels: qrelsOf(3), "old.run": runOf([1, 1, 1]), "worse.run": runOf([5, 5, 5]) };
    const { stderr } = await compare([...runs, "--fail-if-worse", "RR"], few);
    expect(stderr).toContain("branch against main: 3 queries are too few for a verdict on RR.");
  });

  it.skipIf(!hasShared)("fails for a real run that was degraded on purpose, and passes for the original", async () => {
    const runsOf = (one: string, two: string) => [
      "cranfield/qrels.txt",
      `main=cranfield/runs/${one}.run`,
      `branch=cranfield/runs/${two}.run`,
    ];
    const [whole, degraded] = ["bm25_titletext_k.9_b.4", "deg_bm25_drop30pct"];
    const fails = await compareIn(
      `${sharedFolder}data`,
      [...runsOf(whole, degraded), "--fail-if-worse", "nDCG@10=0.01,map"],
      1,
    );
    expect(fails.stderr.match(/: \S+ is worse/g)).toEqual([": nDCG@10 is worse", ": AP is worse"]);
    const copy = join(temporaryFolder(), "copy.run");
    copyFileSync(`${sharedFolder}data/cranfield/runs/${whole}.run`, copy);
    const withItself = [...runsOf(whole, whole).slice(0, 2), `branch=${copy}`];
    await compareIn(`${sharedFolder}data`, [...withItself, "--fail-if-worse", "nDCG@10,map"]);
    await compareIn(`${sharedFolder}data`, [...runsOf(degraded, whole), "--fail-if-worse", "nDCG@10,map"]);
  });

  it("exits 1 with a regression and 0 without, in a separate process", async () => {
    const cwd = temporaryFolder(base);
    const fails = await runCli(["compare", ...runs, "--fail-if-worse", "RR"], { cwd });
    expect(fails.exitCode).toBe(1);
    const passes = await runCli(["compare", "qrels", "old.run", "close.run", "--fail-if-worse", "RR"], { cwd });
    expect(passes).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

describe("folders of labels", () => {
  const count = 12;
  const lists = (titleOf: (query: number, rank: number) => string) =>
    `query,rank,title\n${Array.from({ length: count }, (_, query) => [0, 1, 2].map((rank) => `query ${query},${rank},${titleOf(query, rank)}\n`).join("")).join("")}`;
  const title = (query: number, rank: number) => `Report ${rank} on the subject ${query}`;
  const files = {
    "ref.csv": lists(title),
    "ref2.csv": lists((query, rank) => (query === 0 ? `Another report ${rank}` : title(query, rank))),
    "good.csv": lists(title),
    // The two best results are only at the end, and one result is not in the reference.
    "bad.csv": lists((query, rank) => (rank === 0 ? `Zebra ${query}` : title(query, 3 - rank))),
  };
  let folder = "";

  async function label(out: string, args: readonly string[]) {
    const all = [
      "label",
      "--embedder",
      "hash",
      "--indexes",
      "ix",
      "--quiet",
      "--threshold",
      "0.99",
      "--out",
      out,
      ...args,
    ];
    const result = await runInProcess(all, { cwd: folder });
    expect(result.exitCode, result.stderr).toBe(0);
  }

  beforeAll(async () => {
    folder = temporaryFolder(files);
    await label("before", ["--reference", "ref.csv", "--candidates", "good.csv", "other=bad.csv"]);
    await label("after", ["--reference", "ref.csv", "--candidates", "good=bad.csv", "other=bad.csv"]);
    await label("other-reference", ["--reference", "ref2.csv", "--candidates", "good.csv", "other=bad.csv"]);
    await label("other-policy", [
      "--reference",
      "ref.csv",
      "--candidates",
      "good.csv",
      "other=bad.csv",
      "--depth",
      "2",
    ]);
  });

  it("are compared engine by engine if there is one folder", async () => {
    const { stdout } = await compareIn(folder, ["before", "--json"]);
    const report: ComparisonReport = JSON.parse(stdout);
    expect(report.runs).toEqual(["good", "other"]);
    expect(report.measures.map(({ measure }) => measure)).toEqual(["ndcg_reference@10", "f1"]);
    expect(pairOf(report)).toMatchObject({ run: "other", baseline: "good", queries: count, verdict: "worse" });
    // The means are those of the folder's own summary.
    const { engines } = JSON.parse(readFileSync(join(folder, "before/summary.json"), "utf8"));
    expect(report.measures[0]?.means).toEqual(
      ["good", "other"].map((run) => ({
        run,
        mean: expect.closeTo(engines[run]["ndcg_reference@10"].mean, 9),
        count: engines[run]["ndcg_reference@10"].count,
      })),
    );
  });

  it("are compared with another folder, each engine with itself", async () => {
    const { stdout } = await compareIn(folder, ["before", "after", "f1", "--json"]);
    const report: ComparisonReport = JSON.parse(stdout);
    expect(names(report)).toEqual(["after/good - before/good", "after/other - before/other"]);
    expect(report.measures[0]?.pairs.map(({ verdict }) => verdict)).toEqual(["worse", "no difference shown"]);
  });

  it("may be given as their labels.csv", async () => {
    const byFolder = await compareIn(folder, ["before", "after", "f1"]);
    const byFile = await compareIn(folder, ["before/labels.csv", "after/labels.csv", "f1"]);
    expect(byFile.stdout).toBe(byFolder.stdout);
    const runs = ["before/runs/good.run", "before/runs/other.run", "RR", "--json"];
    const against = await compareIn(folder, ["before/labels.csv", ...runs]);
    expect(JSON.parse(against.stdout).runs).toEqual(["good", "other"]);
  });

  it("lead to exit code 1 with --fail-if-worse if an engine got worse", async () => {
    const args = ["before", "after", "--fail-if-worse", "ndcg_reference@10=0.01"];
    const { stderr } = await compareIn(folder, args, 1);
    expect(stderr).toContain("after/good against before/good: ndcg_reference@10 is worse by");
    await compareIn(folder, ["after", "before", "--fail-if-worse", "ndcg_reference@10=0.01"]);
  });

  it.each([
    ["other-reference", "reference"],
    ["other-policy", "policy (depth: none and 2)"],
  ])("are not compared if they were made under other conditions: %s", async (other, what) => {
    const { stdout, stderr } = await compareIn(folder, ["before", other, "f1"], 2);
    expect(stdout).toBe("");
    expect(stderr).toContain(`Comparing before with ${other}: their labels were not made with the same ${what}`);
    expect(stderr).toContain("--across-conditions");
  });

  it("are compared despite other conditions with --across-conditions", async () => {
    const { stdout } = await compareIn(folder, ["before", "other-policy", "f1", "--across-conditions", "--json"]);
    expect(names(JSON.parse(stdout))).toEqual(["other-policy/good - before/good", "other-policy/other - before/other"]);
  });

  it("are not compared if model or calibration differ", async () => {
    const copy = temporaryFolder();
    const manifests = {
      model: (manifest: { model: object }) => ({ ...manifest, model: { ...manifest.model, precision: "int8" } }),
      calibration: (manifest: object) => ({ ...manifest, calibration: { sha256: "1".repeat(64) } }),
    };
    for (const [what, change] of Object.entries(manifests)) {
      cpSync(join(folder, "before"), join(copy, what), { recursive: true });
      const path = join(copy, what, "manifest.json");
      writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, "utf8")))));
      const { stderr } = await compareIn(folder, ["before", join(copy, what), "f1"], 2);
      expect(stderr).toContain(`were not made with the same ${what},`);
    }
  });

  it("are refused with a list of their measures if they lack the requested measure", async () => {
    const { stderr } = await compareIn(folder, ["before", "nDCG@10"], 2);
    expect(stderr).toContain('Reading before: it has no measure "nDCG@10". It has: precision, recall, f1');
  });

  it("cannot be mixed with runs, given twice, or given with options for measuring", async () => {
    const run = await compareIn(folder, ["before", "before/runs/good.run", "f1"], 2);
    expect(run.stderr).toContain(`Compare folders with folders, or use runs with ${join("before", "labels.qrels")}.`);
    const twice = await compareIn(folder, ["before", "./before/", "f1"], 2);
    expect(twice.stderr).toContain("the folder ./before/ is given twice");
    const again = await compareIn(folder, ["before", "before/labels.csv", "f1"], 2);
    expect(again.stderr).toContain("the folder before is given twice");
    const unused = ["--depth", "3", "--judged-only", "--catalogue", "9", "--titles", "before/labels.csv"];
    const measured = await compareIn(folder, ["before", "f1", ...unused], 2);
    expect(measured.stderr).toContain(
      "Comparing labels: --depth, --judged-only, --catalogue, --titles cannot change what label measured.",
    );
  });

  it("are refused without a manifest", async () => {
    const copy = temporaryFolder();
    cpSync(join(folder, "before"), join(copy, "labels"), { recursive: true });
    renameSync(join(copy, "labels/manifest.json"), join(copy, "labels/manifest.old"));
    const { stderr, stdout } = await compareIn(copy, ["labels"], 2);
    expect(stderr).toContain(
      "Reading labels: it has no manifest.json. Give a folder that semqrel check or label --out wrote.",
    );
    expect(stdout).toBe("");
    const second = await compareIn(folder, ["before", join(copy, "labels")], 2);
    expect(second.stderr).toContain(`Reading ${join(copy, "labels")}: it has no manifest.json.`);
  });

  it("are compared with the number of queries beside each mean that leaves out queries", async () => {
    const some = temporaryFolder({
      "ref.csv": "query,rank,title\na,0,Apples\nb,0,Pears\nc,0,Plums\n",
      // f1 of c is undefined, because nothing matches.
      "one.csv": "query,rank,title\na,0,Apples\nb,0,Pears\nc,0,Zebra\n",
      "two.csv": "query,rank,title\na,0,Apples\nb,0,Zebra\nc,0,Plums\n",
    });
    const args = [
      "--reference",
      "ref.csv",
      "--candidates",
      "one.csv",
      "two.csv",
      "--embedder",
      "hash",
      "--indexes",
      "ix",
    ];
    const made = await runInProcess(["label", ...args, "--quiet", "--threshold", "0.99", "--out", "out"], {
      cwd: some,
    });
    expect(made.exitCode, made.stderr).toBe(0);
    const { stdout } = await compareIn(some, ["out", "f1"]);
    expect(stdout).toMatch(/^one +1\.0000\* \(2\) +baseline$/m);
    expect(stdout).toContain("Differences only use queries that count for both runs: 1 of 3.\n");
  });

  it("are compared with weights and segments of the queries file", async () => {
    const queries = `query,kind,traffic\n${Array.from({ length: count }, (_, query) => `query ${query},${query < 10 ? "head" : "tail"},${query}\n`).join("")}`;
    writeFileSync(join(folder, "queries.csv"), queries);
    const args = ["before", "f1", "--queries", "queries.csv", "--segment", "kind", "--weight", "traffic", "--json"];
    const report: ComparisonReport = JSON.parse((await compareIn(folder, args)).stdout);
    expect(report.segments?.groups.map(({ segment, queries: n }) => [segment, n])).toEqual([
      ["head", 10],
      ["tail", 2],
    ]);
    expect(report.weights).toBe("traffic");
    const none = await compareIn(folder, ["before", "f1", "--segment", "kind"], 2);
    expect(none.stderr).toContain("Also pass --queries FILE.");
  });
});
