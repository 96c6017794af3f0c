/** Is the threshold chosen from the ratings, and are labels the same as by `label --threshold`? */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import { betaGammaThreshold } from "../../src/estimate/calibration/match-threshold.ts";
import { writeRelabelledFolder } from "../../src/estimate/relabelled-folder.ts";
import { thresholdFiles } from "../../src/estimate/threshold-files.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

type Row = Readonly<Record<string, string>>;

let folder: string;
let gold: readonly string[];

const tableAt = (path: string): Row[] => parse(readFileSync(path, "utf8"), { columns: true });
type ThresholdOptions = Parameters<typeof thresholdFiles>[1];
const usual: ThresholdOptions = { measure: parseOrderingMeasure("nDCG@10"), depth: 10, unjudged: "leave-out", seed: 1 };
const choose = (options: Partial<ThresholdOptions> = {}, name = "eight.qrels", labels = join(folder, "labels")) =>
  thresholdFiles({ labels, gold: join(folder, name) }, { ...usual, ...options });

const isRated = (query: string) => [0, 2, 3, 5, 7, 9, 11, 13].includes(Number(query.replace(/\D+/, "")));

beforeAll(async () => {
  folder = await makeLabelFolder();
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  // Documents from d20 on are not judged.
  gold = lines.filter((line) => isRated(line.split(" ")[0] ?? "") && !/ d2\d /.test(line));
  writeFileSync(join(folder, "eight.qrels"), gold.join("\n"));
}, 60_000);

/** The cosine in labels.csv and people's grade of each title of a rated query, once. */
function ratedPairs(keeps: (query: string) => boolean = () => true) {
  const gradeOf = new Map(gold.map((line) => [line.split(" ").slice(0, 3).join(" "), Number(line.split(" ")[3])]));
  const pairs = new Map<string, readonly [number, number]>();
  for (const { query = "", id, similarity } of tableAt(join(folder, "labels/labels.csv"))) {
    const key = `${query.replace("question ", "q")} 0 ${id}`;
    const grade = gradeOf.get(key);
    if (grade !== undefined && keeps(query)) pairs.set(key, [Number(similarity), grade]);
  }
  const both = [...pairs.values()];
  return [both.map(([cosine]) => cosine), both.map(([, grade]) => grade)] as const;
}

describe("thresholdFiles", () => {
  it("chooses the threshold from the cosines and grades of rated titles, and uses each title once", async () => {
    const { report } = await choose({ gain: 1.5, beta: 0.2 });
    const [cosines, grades] = ratedPairs();
    expect(report.threshold).toEqual(betaGammaThreshold(cosines, grades, { gain: 1.5, beta: 0.2, relevantFrom: 1 }));
    expect(report).toMatchObject({ pairs: cosines.length, ratedQueries: 8, weights: { gain: 1.5, beta: 0.2 } });
  });

  it("counts unrated results as not relevant if unjudged is nonrelevant", async () => {
    const [strict, plain] = [(await choose({ unjudged: "nonrelevant" })).report, (await choose()).report];
    expect(strict.pairs).toBeGreaterThan(plain.pairs);
    expect(strict.threshold?.rated).toBe(plain.threshold?.rated);
    expect(strict.threshold?.utility).toBeLessThan(Number(plain.threshold?.utility));
  });

  it("uses the relevance level of the measure", async () => {
    const { report } = await choose({ measure: parseOrderingMeasure("P(rel=3)@5") });
    const [cosines, grades] = ratedPairs();
    expect(report.threshold).toEqual(betaGammaThreshold(cosines, grades, { relevantFrom: 3 }));
    expect(report.labelMeasure).toBe("ndcg_reference@5");
  });

  it("labels unrated queries as label does with the printed threshold", async () => {
    const thresholded = await choose({ beta: 0, gamma: 1 });
    const out = join(temporaryFolder(), "out");
    writeRelabelledFolder(out, thresholded);
    const again = join(temporaryFolder(), "again");
    const names = Array.from({ length: 6 }, (_, engine) => join(folder, `e${engine}.csv`));
    const io = {
      stdout: { write: () => {} },
      stderr: { write: () => {} },
      environment: {},
      signal: new AbortController().signal,
    };
    const toLabel = String(thresholded.report.toLabel);
    const inputs = ["--reference", join(folder, "reference.csv"), "--candidates", ...names, "--threshold", toLabel];
    expect(await run(["label", ...inputs, "--embedder", "hash", "--no-cache", "-q", "--out", again], io)).toBe(0);
    const unrated = (path: string) => tableAt(path).filter(({ query = "" }) => !isRated(query));
    const [own, theirs] = [unrated(join(out, "labels.csv")), unrated(join(again, "labels.csv"))];
    expect(own).toEqual(theirs);
    expect(own.some(({ match }) => match === "none")).toBe(true);
    const lines = (path: string) =>
      readFileSync(join(path, "labels.qrels"), "utf8")
        .split("\n")
        .filter((line) => !isRated(line.split(" ")[0] ?? ""));
    expect(lines(out).sort()).toEqual(lines(again).sort());
    // The measures of these queries are also the same.
    const measures = (path: string) =>
      unrated(join(path, "measures.csv")).map((row) => [row["engine"], row["query"], Number(row["ndcg_reference@10"])]);
    for (const [place, [engine, query, value]] of measures(again).entries()) {
      const found = measures(out)[place];
      expect(found?.slice(0, 2)).toEqual([engine, query]);
      expect(found?.[2]).toBeCloseTo(Number(value), 12);
    }
  }, 60_000);

  it("labels a rated query with the threshold that was chosen from the other rated queries", async () => {
    const { stored, report } = await choose({ beta: 0, gamma: 1 });
    const [engine] = stored.engines;
    for (const [row, query] of (engine?.lists.queryOfRow ?? []).entries()) {
      const { name = "" } = stored.queries[query] ?? {};
      if (!isRated(name)) continue;
      // Each of the eight queries is left out in turn.
      const [cosines, grades] = ratedPairs((other) => other !== name);
      const own = betaGammaThreshold(cosines, grades, { beta: 0, gamma: 1 })?.threshold ?? Number.POSITIVE_INFINITY;
      const cosine = engine?.similarities[row] ?? 0;
      if (cosine < 0.999) expect([name, cosine, engine?.kinds[row] === 0]).toEqual([name, cosine, cosine < own]);
    }
    expect(report.refused).toBeGreaterThan(0);
  });

  it("counts refused matches, and matches that had already been refused in the labels", async () => {
    const { report, stored } = await choose({ beta: 0, gamma: 1 });
    const before = tableAt(join(folder, "labels/labels.csv"));
    expect(report.matches).toBe(before.filter(({ match }) => match === "semantic").length);
    const unmatched = before.filter(({ match }) => match === "none");
    expect(report.refused).toBe(
      stored.engines.reduce((sum, { kinds }) => sum + kinds.filter((kind) => kind === 0).length, -unmatched.length),
    );
    expect(report.refusedBefore).toBe(0);
    const own = join(folder, "refused");
    writeRelabelledFolder(own, await choose({ beta: 0, gamma: 1 }));
    const again = await choose({ beta: 1 }, "eight.qrels", own);
    expect(again.report.refusedBefore).toBeGreaterThan(0);
    expect(again.report.cautions[0]).toContain("Label again");
  });

  it("keeps only exact matches if no cosine is reliable", async () => {
    const { report, stored } = await choose({ cost: 1000 });
    expect(report.threshold).toBeNull();
    expect(report.refused).toBe(report.matches);
    expect(stored.engines.every(({ kinds }) => kinds.every((kind) => kind !== 1))).toBe(true);
  });

  it("refuses labels without their reference, and ratings of a single query", async () => {
    writeFileSync(join(folder, "alone.csv"), readFileSync(join(folder, "labels/labels.csv")));
    await expect(choose({}, "eight.qrels", join(folder, "alone.csv"))).rejects.toMatchObject({
      ...{ code: "INVALID_FORMAT", message: expect.stringContaining("reference.csv") },
    });
    writeFileSync(join(folder, "one.qrels"), gold.filter((line) => line.startsWith("q3 ")).join("\n"));
    await expect(choose({}, "one.qrels")).rejects.toMatchObject({
      ...{ code: "INVALID_OPTION", message: expect.stringContaining("Rate at least two queries") },
    });
  });
});
