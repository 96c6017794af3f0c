/** Is the cost and the precision of ratings predicted from stored labels? */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { calibratedStudy } from "../../src/estimate/calibrated-study.ts";
import { estimateFiles } from "../../src/estimate/estimate-files.ts";
import { type PlanOptions, planFiles } from "../../src/estimate/plan/plan-files.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const usual: PlanOptions = { depth: [10], target: "these" };

/**
 * Two engines, four queries; the reference has `best` with 5 and `next` with 2.5 for each. By query, the first engine's
 * nDCG@1 is 1, .5, 1, .5, and the other's .5, .5, .5, .5.
 */
const cell = (engine: string, query: number, rank: number, title: string, label: number) =>
  `${engine},q${query},${rank},${title} ${query},${label}`;
const hand = [1, 2, 3, 4].flatMap((query) => [
  ...(query % 2 === 1
    ? [cell("a", query, 0, "best", 5), cell("a", query, 1, "next", 2.5)]
    : [cell("a", query, 0, "next", 2.5), cell("a", query, 1, "best", 5)]),
  ...[cell("b", query, 0, "NEXT", 2.5), cell("b", query, 1, "other", 0)],
]);
const byHand = temporaryFolder({
  "labels.csv": `engine,query,rank,title,label\n${hand.join("\n")}\n`,
  "reference.csv": [
    "engine,query,rank,title,label,point_rank",
    ...[1, 2, 3, 4].flatMap((query) => [`old,q${query},0,best ${query},5,0`, `old,q${query},1,next ${query},2.5,1`]),
  ].join("\n"),
});

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder();
});

describe("planFiles", () => {
  it("counts distinct titles of the first results whatever their case, and the minutes to rate them", async () => {
    const { report } = await planFiles(byHand, { ...usual, depth: [1, 2], queries: [4, 3], seconds: 30 });
    const found = report.options.map(({ queries, depth, ratings, minutes }) => [depth, queries, ratings, minutes]);
    // First results: two titles in queries 1 and 3, one in 2 and 4. First two: best, next, other.
    expect(found).toEqual([
      [1, 4, 6, 3],
      [1, 3, 5, 2.5],
      [2, 4, 12, 6],
      [2, 3, 9, 4.5],
    ]);
    expect(report).toMatchObject({ queries: 4, engines: 2, secondsPerRating: 30, rho: 0.4, rhoSource: "assumed" });
  });

  it("does not count results without a title, because pools cannot contain them", async () => {
    const labels = readFileSync(join(byHand, "labels.csv"), "utf8");
    const untitled = ["a,q1,2,,0", "b,q2,2, ,0"];
    const more = temporaryFolder({
      "labels.csv": `${labels}${untitled.join("\n")}\n`,
      "reference.csv": readFileSync(join(byHand, "reference.csv"), "utf8"),
    });
    const [three] = (await planFiles(more, { ...usual, depth: [3], queries: [4] })).report.options;
    const [two] = (await planFiles(byHand, { ...usual, depth: [2], queries: [4] })).report.options;
    expect(three?.ratings).toBe(two?.ratings);
  });

  it("expects the width that the formula gives", async () => {
    const { report } = await planFiles(byHand, { ...usual, depth: [1], queries: [3], rho: 0.6 });
    // Variances of 1, .5, 1, .5 and of .5, .5, .5, .5: 1/12 and 0, 1/24 on average. scipy 1.13: t.ppf(.975, 1) =
    // 12.7062.
    const expected = 2 * 12.706204736432095 * Math.sqrt(((1 - 3 / 4) * (1 / 24) * (1 - 0.36)) / 3);
    expect(report.options[0]?.expectedWidth).toBeCloseTo(expected, 10);
    expect(report).toMatchObject({ rho: 0.6, rhoSource: "given" });
  });

  it("plans for ten queries up to all queries, and expects width 0 if all queries are rated", async () => {
    const { report } = await planFiles(join(folder, "labels"), usual);
    expect(report.options.map(({ queries }) => queries)).toEqual([10, 14]);
    expect(report.options[1]).toMatchObject({ expectedWidth: 0, smallestDifference: 0 });
    const future = (await planFiles(join(folder, "labels"), { ...usual, target: "future" })).report;
    expect(future.options[1]?.expectedWidth).toBeGreaterThan(0);
  });

  it("expects narrower intervals for more queries and better labels", async () => {
    const widths = async (rho: number) =>
      (await planFiles(join(folder, "labels"), { ...usual, rho, queries: [4, 6, 8, 10] })).report.options.map(
        ({ expectedWidth }) => expectedWidth ?? Number.NaN,
      );
    const [weak, strong] = [await widths(0), await widths(0.8)];
    expect(weak.toSorted((one, other) => other - one)).toEqual(weak);
    // sqrt(1 - ρ²) for ρ = .8 is .6.
    expect(strong).toEqual(weak.map((width) => expect.closeTo(0.6 * width, 12)));
  });

  it("counts queries that the reference does not answer, like estimate", async () => {
    writeFileSync(
      join(byHand, "more.csv"),
      `engine,query,rank,title,label\n${[...hand, "a,q5,0,new,", "b,q5,0,newer,"].join("\n")}\n`,
    );
    const own = temporaryFolder();
    copyFileSync(join(byHand, "more.csv"), join(own, "labels.csv"));
    copyFileSync(join(byHand, "reference.csv"), join(own, "reference.csv"));
    const { report } = await planFiles(own, { ...usual, depth: [1], queries: [5] });
    expect(report).toMatchObject({ queries: 5, options: [{ ratings: 8, expectedWidth: 0 }] });
  });

  it("returns the cost but no width for labels without a reference", async () => {
    const own = temporaryFolder();
    copyFileSync(join(byHand, "labels.csv"), join(own, "alone.csv"));
    const { report } = await planFiles(join(own, "alone.csv"), usual);
    expect(report.options).toEqual([
      {
        ...{ depth: 10, queries: 4, furtherQueries: 4, ratings: 12, minutes: 2.4 },
        ...{ expectedWidth: null, smallestDifference: null },
      },
    ]);
  });

  it("returns no smallest difference for a single engine", async () => {
    const own = await makeLabelFolder({ engines: 1 });
    const { report } = await planFiles(join(own, "labels"), usual);
    expect(report.options.map(({ smallestDifference }) => smallestDifference)).toEqual([null, null]);
    expect(report.options[0]?.expectedWidth).not.toBeNull();
  });

  describe("with existing ratings", () => {
    const progress = { start: () => {}, update: () => {}, finish: () => {} };
    const tools = { embedder: hashEmbedder(), progress, signal: new AbortController().signal };
    const measure = parseOrderingMeasure("nDCG@10");
    const study = { measure, target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant", seed: 1 } as const;
    const goldOf = (rated: number) => {
      const path = join(temporaryFolder(), "some.qrels");
      const lines = readFileSync(join(folder, "gold.qrels"), "utf8").split("\n");
      writeFileSync(path, lines.slice(0, 24 * rated).join("\n"));
      return path;
    };
    const planned = (gold: string, options: Partial<PlanOptions> = {}) =>
      planFiles(
        join(folder, "labels"),
        { ...usual, ...options },
        { gold, proxies: [], pools: [], options: study, tools },
      );

    it("planFiles uses the mean ρ of estimate, and the spread of people's grades", async () => {
      const gold = goldOf(8);
      const { report } = await planned(gold, { queries: [11] });
      const labels = join(folder, "labels");
      const estimated = await estimateFiles({ labels, gold, proxies: [], pools: [] }, study, tools);
      const rhos = Object.values(estimated.report.engines).flatMap(({ rho }) => (rho === null ? [] : [rho]));
      const rho = rhos.reduce((sum, one) => sum + one, 0) / rhos.length;
      expect(report).toMatchObject({ rho: expect.closeTo(rho, 12), rhoSource: "measured", ratedQueries: 8 });
      // The formula by hand, with values from `estimate`: mean variance over engines of the rated queries.
      const { values } = await calibratedStudy({ labels, gold, proxies: [], pools: [] }, study, tools);
      const variances = values.map(({ human }) => {
        const rated = human.filter((value) => !Number.isNaN(value));
        const mean = rated.reduce((sum, value) => sum + value, 0) / rated.length;
        return rated.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (rated.length - 1);
      });
      const variance = variances.reduce((sum, one) => sum + one, 0) / variances.length;
      // scipy 1.13: t.ppf(.975, 9) = 2.262157.
      const expected = 2 * 2.2621571627409915 * Math.sqrt(((1 - 11 / 14) * variance * (1 - rho ** 2)) / 11);
      expect(report.options[0]?.expectedWidth).toBeCloseTo(expected, 9);
    });

    it("planFiles starts from the rated queries, and counts only the cost of further queries", async () => {
      const { report } = await planned(goldOf(8), { seconds: 60 });
      const all =
        (await planFiles(join(folder, "labels"), { ...usual, queries: [14] })).report.options[0]?.ratings ?? 0;
      expect(report.options.map(({ queries, furtherQueries }) => [queries, furtherQueries])).toEqual([
        [8, 0],
        [10, 2],
        [14, 6],
      ]);
      expect(report.options[0]).toMatchObject({ ratings: 0, minutes: 0 });
      expect(report.options[2]?.ratings).toBe(Math.ceil((all * 6) / 14));
      expect(report.options[2]?.minutes).toBe(report.options[2]?.ratings);
    });

    it("planFiles counts no ratings of documents that no engine returned", async () => {
      const gold = goldOf(8);
      const before = (await planned(gold)).report.designs;
      const lines = readFileSync(gold, "utf8").trim().split("\n");
      const others = [...new Set(lines.map((line) => line.split(" ")[0]))].flatMap((query) =>
        Array.from({ length: 30 }, (_, number) => `${query} 0 elsewhere${number} 0`),
      );
      writeFileSync(gold, [...lines, ...others, ""].join("\n"));
      expect((await planned(gold)).report.designs).toEqual(before);
      expect(before?.rows.some(({ whole }) => whole.minutes > 0)).toBe(true);
    });

    it("planFiles refuses to plan for fewer queries than are already rated, or from ratings of only two queries", async () => {
      await expect(planned(goldOf(8), { queries: [7, 9] })).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", message: expect.stringMatching(/--queries is 7, but 8 are already rated/) },
      });
      await expect(planned(goldOf(2))).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", message: expect.stringMatching(/2 queries are rated.*plan without --gold/) },
      });
    });
  });

  it.each([2, 15])("refuses to plan for %i of 14 queries", async (count) => {
    await expect(planFiles(join(folder, "labels"), { ...usual, queries: [count] })).rejects.toMatchObject({
      ...{ code: "INVALID_OPTION", message: expect.stringContaining(`${count} rated queries of 14`) },
    });
  });

  it("refuses labels with fewer than three queries, and explains why", async () => {
    const own = await makeLabelFolder({ queries: 2 });
    await expect(planFiles(join(own, "labels"), usual)).rejects.toMatchObject({
      ...{ code: "INVALID_OPTION", message: expect.stringMatching(/2 queries.*three/) },
    });
  });
});
