/** Do stored labels say what rating would cost and buy? */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type PlanFilesOptions, planFiles } from "../src/plan-files.ts";
import { makeLabelFolder } from "./support/make-label-folder.ts";
import { temporaryFolder } from "./support/run-cli.ts";

const usual: PlanFilesOptions = { queries: null, depths: [10], target: "these", rho: null, secondsPerRating: null };

/**
 * Two engines, four queries; the reference has `best` with 5 and `next` with 2.5 for each. By queries the first engine's
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
  it("counts distinct titles of first results, letter case aside, and their time", async () => {
    const { report } = await planFiles(byHand, { ...usual, depths: [1, 2], queries: [4, 3], secondsPerRating: 30 });
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

  it("expects the width of the formula", async () => {
    const { report } = await planFiles(byHand, { ...usual, depths: [1], queries: [3], rho: 0.6 });
    // Variances of 1, .5, 1, .5 and of .5, .5, .5, .5: 1/12 and 0, 1/24 on the average. scipy 1.13: t.ppf(.975, 1) = 12.7062.
    const expected = 2 * 12.706204736432095 * Math.sqrt(((1 - 3 / 4) * (1 / 24) * (1 - 0.36)) / 3);
    expect(report.options[0]?.expectedWidth).toBeCloseTo(expected, 10);
    expect(report).toMatchObject({ rho: 0.6, rhoSource: "given" });
  });

  it("plans for ten queries to all, and all of them leave nothing to chance", async () => {
    const { report } = await planFiles(join(folder, "labels"), usual);
    expect(report.options.map(({ queries }) => queries)).toEqual([10, 14]);
    expect(report.options[1]).toMatchObject({ expectedWidth: 0, smallestDifference: 0 });
    const future = (await planFiles(join(folder, "labels"), { ...usual, target: "future" })).report;
    expect(future.options[1]?.expectedWidth).toBeGreaterThan(0);
  });

  it("says that more queries and better labels make intervals narrower", async () => {
    const widths = async (rho: number) =>
      (await planFiles(join(folder, "labels"), { ...usual, rho, queries: [4, 6, 8, 10] })).report.options.map(
        ({ expectedWidth }) => expectedWidth ?? Number.NaN,
      );
    const [weak, strong] = [await widths(0), await widths(0.8)];
    expect(weak.toSorted((one, other) => other - one)).toEqual(weak);
    // sqrt(1 - ρ²) of ρ = .8 is .6.
    expect(strong).toEqual(weak.map((width) => expect.closeTo(0.6 * width, 12)));
  });

  it("counts queries that the reference does not answer, as estimate does", async () => {
    writeFileSync(
      join(byHand, "more.csv"),
      `engine,query,rank,title,label\n${[...hand, "a,q5,0,new,", "b,q5,0,newer,"].join("\n")}\n`,
    );
    const own = temporaryFolder();
    copyFileSync(join(byHand, "more.csv"), join(own, "labels.csv"));
    copyFileSync(join(byHand, "reference.csv"), join(own, "reference.csv"));
    const { report } = await planFiles(own, { ...usual, depths: [1], queries: [5] });
    expect(report).toMatchObject({ queries: 5, options: [{ ratings: 8, expectedWidth: 0 }] });
  });

  it("tells the price, and no width, of labels without a reference", async () => {
    const own = temporaryFolder();
    copyFileSync(join(byHand, "labels.csv"), join(own, "alone.csv"));
    const { report } = await planFiles(join(own, "alone.csv"), usual);
    expect(report.options).toEqual([
      { depth: 10, queries: 4, ratings: 12, minutes: 2.4, expectedWidth: null, smallestDifference: null },
    ]);
  });

  it("has no smallest difference of one engine alone", async () => {
    const own = await makeLabelFolder({ engines: 1 });
    const { report } = await planFiles(join(own, "labels"), usual);
    expect(report.options.map(({ smallestDifference }) => smallestDifference)).toEqual([null, null]);
    expect(report.options[0]?.expectedWidth).not.toBeNull();
  });

  it.each([2, 15])("refuses %i of 14 queries", async (count) => {
    await expect(planFiles(join(folder, "labels"), { ...usual, queries: [count] })).rejects.toMatchObject({
      ...{ code: "INVALID_OPTION", message: expect.stringContaining(`${count} rated queries of 14`) },
    });
  });

  it("refuses labels of fewer than three queries, and says why", async () => {
    const own = await makeLabelFolder({ queries: 2 });
    await expect(planFiles(join(own, "labels"), usual)).rejects.toMatchObject({
      ...{ code: "INVALID_OPTION", message: expect.stringMatching(/2 queries.*three/) },
    });
  });
});
