/** Are estimates from stored labels and some ratings as precise as stated? */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type EstimateFilesOptions, estimateFiles } from "../../src/estimate/estimate-files.ts";
import { seededRandom, shuffle } from "../../src/maths/random.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { runs } from "../support/property.ts";

let folder: string;
let lines: readonly string[];
beforeAll(async () => {
  folder = await makeLabelFolder();
  lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
});

const eight = [0, 2, 3, 5, 7, 9, 11, 13];
const linesOf = (queries: readonly number[]) =>
  lines.filter((line) => queries.includes(Number(/^q(\d+) /.exec(line)?.[1])));

interface Given {
  readonly gold?: readonly string[];
  readonly proxy?: boolean;
  readonly measure?: string;
  readonly options?: Partial<EstimateFilesOptions>;
}

async function estimate({ gold = linesOf(eight), proxy = false, measure = "nDCG@10", options = {} }: Given = {}) {
  writeFileSync(join(folder, "some.qrels"), `${gold.join("\n")}\n`);
  const progress = { start: () => {}, update: () => {}, finish: () => {} };
  const proxies = proxy ? [{ name: "people", path: join(folder, "gold.qrels") }] : [];
  const common = { target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant", seed: 1 } as const;
  const { report } = await estimateFiles(
    { labels: join(folder, "labels"), gold: join(folder, "some.qrels"), proxies, pools: [] },
    { measure: parseOrderingMeasure(measure), ...common, ...options },
    { embedder: hashEmbedder(), progress, signal: new AbortController().signal },
  );
  return report;
}

/**
 * ir_measures 0.4.3 with labels/runs/*.run and gold.qrels: means over all 14 queries, and over the eight rated ones,
 * for which scipy's t.ppf(.975, 7) gives the interval with and without the factor sqrt(1 - 8 / 14).
 */
const published = [
  {
    measure: "nDCG@10",
    all: [1, 0.968930322427303, 0.9104902544122581, 0.7972094458671783, 0.6908968828858856, 0.6272316289192187],
    engine: "e3",
    these: { estimate: 0.7908754871074798, interval: [0.6960717638810896, 0.88567921033387] },
    future: { estimate: 0.7908754871074798, interval: [0.646060407824621, 0.9356905663903385] },
  },
  {
    measure: "P(rel=2)@5",
    all: [0.6, 0.5714285714285713, 0.5, 0.4142857142857143, 0.3285714285714286, 0.3285714285714286],
    engine: "e4",
    these: { estimate: 0.325, interval: [0.24355853405951733, 0.4064414659404827] },
    future: { estimate: 0.325, interval: [0.2005961058731901, 0.4494038941268099] },
  },
  {
    measure: "AP@10",
    all: [1, 0.9076601473922901, 0.821626984126984, 0.6256023242630385, 0.4963718820861677, 0.4956845238095237],
    engine: "e5",
    these: { estimate: 0.49237351190476186, interval: [0.3766463960580078, 0.608100627751516] },
    future: { estimate: 0.49237351190476186, interval: [0.3155974224625372, 0.6691496013469865] },
  },
] as const;

describe("estimateFiles", () => {
  it.each(published)(
    "returns the published value of the ratings alone besides its own estimate: $measure",
    async ({ measure, engine, ...expected }) => {
      for (const target of ["these", "future"] as const) {
        const { human } = (await estimate({ measure, options: { target } })).engines[engine] ?? {};
        const { estimate: mean, interval } = expected[target];
        expect(human).toEqual({
          estimate: expect.closeTo(mean, 12),
          interval: interval.map((end) => expect.closeTo(end, 10)),
        });
      }
    },
  );

  it.each(published)("returns the exact measure if all queries are rated: $measure", async ({ measure, all }) => {
    const report = await estimate({ gold: lines, measure });
    expect(report).toMatchObject({ queries: 14, ratedQueries: 14, weightOfLabels: 0, measure });
    for (const [engine, value] of all.entries()) {
      const mean = expect.closeTo(value, 12);
      expect(report.engines[`e${engine}`]).toMatchObject({
        ...{ estimate: mean, interval: [mean, mean], human: { estimate: mean, interval: [mean, mean] } },
      });
    }
    for (const { a, b, difference, simultaneous } of report.pairs) {
      const expected = expect.closeTo((all[Number(a.slice(1))] ?? 0) - (all[Number(b.slice(1))] ?? 0), 11);
      expect({ difference, simultaneous }).toEqual({ difference: expected, simultaneous: [expected, expected] });
    }
  });

  it("returns uncertain estimates for future queries even if all queries are rated", async () => {
    const { engines, cautions } = await estimate({ gold: lines, options: { target: "future" } });
    const [low = 0, high = 0] = engines["e3"]?.interval ?? [];
    expect(high - low).toBeGreaterThan(0.01);
    expect(cautions[0]).toMatch(/random draw/);
  });

  it("returns almost certain estimates if labels are the same as people's grades", async () => {
    const [plain, told] = [await estimate(), await estimate({ proxy: true })];
    for (const name of ["e1", "e2", "e3", "e4"]) {
      const engine = told.engines[name];
      expect(engine?.rho).toBeGreaterThan(0.999);
      const width = ([low, high]: readonly number[]) => Number(high) - Number(low);
      expect(width(engine?.interval ?? [])).toBeLessThan(0.05 * width(engine?.human.interval ?? []));
      expect(width(engine?.interval ?? [])).toBeLessThan(width(plain.engines[name]?.interval ?? []));
    }
    expect(told.order).toEqual(["e0", "e1", "e2", "e3", "e4", "e5"]);
  });

  it("gives labels little weight if people's grades are unrelated to titles", async () => {
    const lambdas: number[] = [];
    for (let seed = 1; seed <= 6; seed++) {
      // Grades are shuffled within each query.
      const random = seededRandom(seed);
      const dealt = [...Array(14).keys()].flatMap((query) => {
        const own = linesOf([query]);
        const grades = shuffle(
          own.map((line) => line.slice(-1)),
          random,
        );
        return own.map((line, place) => `${line.slice(0, -1)}${grades[place]}`);
      });
      const { engines } = await estimate({ gold: dealt.filter((line) => !/^q(1|4|6|8|10|12) /.test(line)) });
      lambdas.push(...Object.values(engines).flatMap(({ lambda }) => lambda ?? []));
    }
    const { engines } = await estimate();
    const own = Object.values(engines).flatMap(({ lambda }) => lambda ?? []);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(lambdas)).toBeLessThan(0.4);
    expect(mean(own)).toBeGreaterThan(mean(lambdas) + 0.2);
  });

  it("returns λ in 0..1 and an interval that contains the estimate", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 13 }), { minLength: 2, maxLength: 14 }),
        async (rated) => {
          const report = await estimate({ gold: linesOf(rated) });
          expect(report.ratedQueries).toBe(rated.length);
          expect(report.order.toSorted()).toEqual(["e0", "e1", "e2", "e3", "e4", "e5"]);
          expect(report.pairs).toHaveLength(15);
          expect(JSON.parse(JSON.stringify(report))).toEqual(report);
          for (const { estimate: mean, interval, lambda, rho } of Object.values(report.engines)) {
            if (lambda !== null) expect(lambda).toBeGreaterThanOrEqual(0);
            if (lambda !== null) expect(lambda).toBeLessThanOrEqual(1);
            if (rho !== null) expect(Math.abs(rho)).toBeLessThanOrEqual(1 + 1e-12);
            // Intervals are clipped to values that nDCG can have.
            if (interval === null || interval[0] === 0 || interval[1] === 1) continue;
            expect((interval[0] + interval[1]) / 2).toBeCloseTo(mean ?? Number.NaN, 12);
          }
          for (const { interval, simultaneous } of report.pairs) {
            if (interval === null || simultaneous === null) continue;
            expect(simultaneous[0]).toBeLessThanOrEqual(interval[0] + 1e-12);
            expect(simultaneous[1]).toBeGreaterThanOrEqual(interval[1] - 1e-12);
          }
        },
      ),
      { ...runs, numRuns: 12 },
    );
  });

  it("returns no means for two rated queries, and orders engines by labels", async () => {
    const report = await estimate({ gold: linesOf([0, 1]) });
    expect(report).toMatchObject({
      ratedQueries: 2,
      weightOfLabels: 1,
      verdict: "Only 2 queries have ratings, too few for a verdict; at least ten are needed.",
      ...{ open: 15, stop: false },
    });
    expect(report.engines["e3"]).toMatchObject({ estimate: null, interval: null, human: { estimate: null } });
    expect(report.cautions.join(" ")).not.toContain("correlate too weakly");
  });

  it("returns exact estimates for two rated queries if there are no other queries", async () => {
    const own = await makeLabelFolder({ engines: 3, queries: 2 });
    const progress = { start: () => {}, update: () => {}, finish: () => {} };
    const common = { target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant", seed: 1 } as const;
    const { report } = await estimateFiles(
      { labels: join(own, "labels"), gold: join(own, "gold.qrels"), proxies: [], pools: [] },
      { measure: parseOrderingMeasure("nDCG@10"), ...common },
      { embedder: hashEmbedder(), progress, signal: new AbortController().signal },
    );
    expect(report.engines["e0"]?.interval).not.toBeNull();
    expect(report).toMatchObject({ open: 0, stop: true });
    expect(report.cautions.join(" ")).not.toMatch(/random draw|correlate too weakly/);
  });

  it("warns about engines that have the same value in all rated queries", async () => {
    const { cautions, engines } = await estimate();
    expect(engines["e0"]).toMatchObject({ estimate: 1, interval: null, rho: null, lambda: 0 });
    expect(cautions).toContainEqual(
      expect.stringMatching(/^No interval for e0: all rated queries have the same value, /),
    );
  });

  it("says that engines have the same mean if all grades are the same", async () => {
    const report = await estimate({ gold: linesOf(eight).map((line) => line.replace(/\d$/, "1")) });
    expect(report.pairs.some(({ decided }) => decided)).toBe(false);
    expect(report.sure).toMatch(/ have the same mean nDCG@10\.$/);
  });

  it("counts ratings and the minutes that ratings take", async () => {
    // 12 seconds each.
    expect(await estimate()).toMatchObject({ ratings: 192, minutes: 38.4 });
  });
});
