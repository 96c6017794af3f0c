/** Does `estimate` report how good engines are, from labels and a few ratings, in every form of output? */

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import type { EstimateReport } from "../../src/estimate/estimate-report.ts";
import { sayStop } from "../../src/estimate/estimate-standing.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder();
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  const eight = lines.filter((line) => /^q(0|2|3|5|7|9|11|13) /.test(line));
  const write = (name: string, content: readonly string[]) => writeFileSync(join(folder, name), content.join("\n"));
  const graded = (grade: string) => eight.map((line) => line.replace(/\d$/, grade));
  write("eight.qrels", eight);
  write("one.qrels", eight.slice(0, 24));
  write("two.qrels", eight.slice(0, 48));
  write("ones.qrels", graded("1"));
  write("zeros.qrels", graded("0"));
  write("negative.qrels", graded("-1"));
  write("fractions.qrels", graded("0.5"));
  write("twice.qrels", [...eight, "q0 0 d0 1"]);
  write(
    "other-ids.qrels",
    eight.map((line) => line.replace(" d", " x")),
  );
  write("elsewhere.qrels", ["z1 0 d1 1"]);
  const texts = eight.map((line) => line.replace(/^q(\d+) 0 (d\d+) (\d)$/, "question $1,$2,$3"));
  write("texts.csv", ["query,id,label", ...texts]);
});

const common = ["--embedder", "hash"];

async function estimate(args: readonly string[], exitCode = 0, cwd = folder) {
  const result = await runInProcess(["estimate", ...common, ...args], { cwd });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return result;
}

async function reportOf(args: readonly string[], cwd = folder): Promise<EstimateReport> {
  const { stdout } = await estimate([...args, "--json", "-q"], 0, cwd);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout);
}

describe("semqrel estimate", () => {
  // x and y have the same first eight results. Below them, x has the best ones, which are unrated. y has bad ones, which
  // are rated because z ranks them higher.
  it("does not decide a pair if results below the pool's depth are unrated for one engine", async () => {
    const queries = Array.from({ length: 12 }, (_, query) => `query ${query}`);
    const eightOf = (query: string) => Array.from({ length: 8 }, (_, rank) => `Paper ${rank} on ${query}`);
    const listed = (titlesOf: (query: string) => readonly string[]) =>
      ["query,title", ...queries.flatMap((query) => titlesOf(query).map((title) => `${query},${title}`))].join("\n");
    const bad = (query: string) => [`Letter on ${query}`, `Obituary of ${query}`];
    const cwd = temporaryFolder({
      "ref.csv": listed((query) => [`Handbook of ${query}`, `Guide to ${query}`, ...eightOf(query)]),
      "x.csv": listed((query) => [...eightOf(query), `Handbook of ${query}`, `Guide to ${query}`]),
      "y.csv": listed((query) => [...eightOf(query), ...bad(query)]),
      "z.csv": listed((query) => [...bad(query), ...eightOf(query).slice(0, 6)]),
    });
    const done = async (...args: readonly string[]) => {
      const ended = await runInProcess(args, { cwd });
      expect(ended.exitCode, ended.stderr).toBe(0);
      return ended;
    };
    await done("label", "ref.csv", "x.csv", "y.csv", "z.csv", "--out", "labels", ...common);
    await done("pool", "labels", "--depth", "8", "-o", "pool.jsonl");
    const pooled = readFileSync(join(cwd, "pool.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const rows = pooled.map(({ query, id, title }) => `${query},${id},${/^(?:Letter|Obit)/.test(title) ? 1 : 2}`);
    writeFileSync(join(cwd, "ratings.csv"), ["query,id,rating", ...rows].join("\n"));
    await done("rate", "pool.jsonl", "--import", "ratings.csv", "--db", "ratings.db", "--scale", "0-4");
    const { stderr } = await done("gold", "ratings.db", "-o", "gold.qrels");
    expect(stderr).toContain("semqrel estimate labels --gold gold.qrels --pool pool.jsonl --measure nDCG@8");
    const report = await reportOf(["labels", "--gold", "gold.qrels", "--pool", "pool.jsonl"], cwd);
    expect(report.pairs[0]).toMatchObject({ a: "x", b: "y", decided: false, unrated: [{ engine: "x", count: 24 }] });
    expect(report.verdict).toMatch(/ show that y is better than z\. x may be as good\.$/);
  });

  it("prints the documented fields as JSON", async () => {
    const report = await reportOf(["labels", "--gold", "eight.qrels"]);
    const interval = [expect.any(Number), expect.any(Number)];
    expect(report).toMatchObject({
      ...{ schema: "semqrel.estimate/1", target: "these", ratedQueries: 8, ratings: 192, queries: 14 },
      engines: { e3: { estimate: expect.any(Number), interval, human: { estimate: expect.any(Number), interval } } },
      order: ["e0", "e1", "e2", "e3", "e4", "e5"],
    });
    expect(report.engines["e3"]?.rho).toBeGreaterThan(0);
    expect(report.pairs[0]).toMatchObject({
      a: "e0",
      b: "e1",
      difference: expect.any(Number),
      interval,
      simultaneous: interval,
    });
    expect(report).toHaveProperty("warnings", []);
  });

  it("calls no engine better if unrated results could reverse the order, and neither does the report", async () => {
    const made = await makeLabelFolder({ engines: 2 });
    const rows: Record<string, string>[] = parse(readFileSync(join(made, "e0.csv")), { columns: true });
    const returned = new Set(rows.map(({ query_id: query, id }) => `${query} 0 ${id} `));
    const lines = readFileSync(join(made, "gold.qrels"), "utf8").trim().split("\n");
    const rated = lines.filter((line) => returned.has(line.slice(0, -1)));
    writeFileSync(join(made, "returned.qrels"), `${rated.join("\n")}\n`);
    const all = await reportOf(["labels", "--gold", "gold.qrels"], made);
    expect(all).toMatchObject({ stop: true, open: 0, pairs: [{ decided: true }] });

    const found = await reportOf(["labels", "--gold", "returned.qrels"], made);
    const { exitCode, stderr } = await runInProcess(
      ["validate", "labels", "--gold", "returned.qrels", ...common, "--draws", "20", "-q"],
      { cwd: made },
    );
    expect(exitCode, stderr).toBe(0);
    const report = await runInProcess(["report", "labels", "--json"], { cwd: made });
    const [conclusion, ...sure] = JSON.parse(report.stdout).headline;
    expect(conclusion.text).toBe(found.verdict);
    expect(found.verdict).toMatch(/do not show which is better/);
    expect(sure.map(({ text }: { text: string }) => text)).toContain(found.sure);
    expect(found.sure).toMatch(/of e1 are not rated and could reverse this\.$/);
    expect(found).toMatchObject({ stop: false, open: 1 });
    expect(found.pairs).toMatchObject([{ decided: false, state: "open", unrated: [{ engine: "e1" }] }]);
  });

  it("prints its defaults with --print-config", async () => {
    const { stdout } = await estimate(["labels", "--gold", "eight.qrels", "--print-config"]);
    const { measure, depth, target, seed } = JSON.parse(stdout);
    const isDefault = (value: unknown) => ({ value, source: "default" });
    expect([measure, depth, target, seed]).toEqual(["nDCG@10", 10, "these", 1].map(isDefault));
  });

  it("prints the same numbers in every format, and ends with the verdict", async () => {
    const args = ["labels", "--gold", "eight.qrels"];
    const report = await reportOf(args);
    const mean = report.engines["e3"]?.estimate?.toFixed(3);
    const table = await estimate(args);
    expect(table.stdout).toMatch(new RegExp(`\ne3 +${mean} `));
    expect(table.stdout.endsWith(`\n${sayStop(report)}\n`)).toBe(true);
    expect(table.stderr).not.toMatch(/odd|warn/i);
    expect((await estimate([...args, "--format", "md"])).stdout).toContain(`\n| e3 | ${mean} |`);
    const csv: Record<string, string>[] = parse((await estimate([...args, "--format", "csv"])).stdout, {
      columns: true,
    });
    expect(csv).toHaveLength(6 + 15);
    expect(Number(csv[3]?.["estimate"])).toBe(report.engines["e3"]?.estimate);
    expect((await estimate([...args, "--format", "tsv"])).stdout).toMatch(/^a\tb\testimate\t.*\ne0\t\t/);
    expect((await estimate([...args, "--color", "always"])).stdout).toContain(`\u001b[1m${report.verdict}`);
  });

  it("accepts another measure, target, method and seed", async () => {
    const args = ["labels", "--gold", "eight.qrels"];
    const plain = await reportOf(args);
    const found = await reportOf([
      ...args,
      "--measure",
      "P_5",
      "--target",
      "future",
      "--method",
      "isotonic",
      "--seed",
      "3",
    ]);
    expect(found).toMatchObject({ measure: "P@5", target: "future", method: "isotonic" });
    const future = await reportOf([...args, "--target", "future"]);
    const width = ({ engines }: EstimateReport) =>
      (engines["e3"]?.interval?.[1] ?? 0) - (engines["e3"]?.interval?.[0] ?? 0);
    expect(width(future)).toBeGreaterThan(width(plain));
    expect(future.engines["e3"]?.estimate).toBe(plain.engines["e3"]?.estimate);
  });

  it("reports a higher rho if a proxy predicts the ratings", async () => {
    const args = ["labels", "--gold", "eight.qrels"];
    const told = await reportOf([...args, "--proxy", "llm=gold.qrels"]);
    expect(told.engines["e3"]?.rho).toBeGreaterThan((await reportOf(args)).engines["e3"]?.rho ?? 1);
  });

  it("joins queries by text, and accepts labels.csv instead of the folder", async () => {
    const expected = await reportOf(["labels", "--gold", "eight.qrels"]);
    expect(await reportOf(["labels/labels.csv", "--gold", "texts.csv"])).toEqual(expected);
  });

  it("warns that it joined results by title", async () => {
    const cwd = temporaryFolder();
    const samples = join(root, "data/samples");
    const candidates = ["explorer.csv", "quickfind.csv"].map((name) => join(samples, name));
    const args = ["--reference", join(samples, "library.csv"), "--candidates", ...candidates];
    const queries = ["--queries", join(samples, "queries.tsv")];
    const labelled = await runInProcess(
      ["label", ...args, ...queries, ...common, "--no-cache", "-q", "--out", "labels"],
      { cwd },
    );
    expect(labelled.exitCode, labelled.stderr).toBe(0);
    const [click, search] = [
      "learning to rank from click logs",
      "evaluating search engines without relevance judgments",
    ];
    const gold = [
      "query,id,title,label",
      `${click},a,learning to rank from click logs with position bias removed,3`,
      `${click},b,Counterfactual training of ranking functions from logged clicks,2`,
      `${search},c,Evaluating Search Engines without Relevance Judgments,3`,
      "s03,d,No Such Book,1",
    ];
    writeFileSync(join(cwd, "gold.csv"), gold.join("\n"));
    const report = await reportOf(["labels", "--gold", "gold.csv"], cwd);
    // There are 26 queries, but no engine answers one of them.
    expect(report).toMatchObject({ ratedQueries: 3, ratings: 4, queries: 25 });
    expect(report.cautions).toContainEqual(expect.stringMatching(/rated results were joined by title/));
    // Two engines: a verdict, but no rank correlation.
    expect(report.pairs).toHaveLength(1);
    expect((await estimate(["labels", "--gold", "gold.csv"], 0, cwd)).stdout).toContain("joined by title");
  });

  it.each([
    { gold: "ones.qrels", said: /^Only 8 queries have ratings, too few for a verdict/m },
    { gold: "fractions.qrels", said: /^Only 8 queries have ratings, too few for a verdict/m },
    { gold: "two.qrels", said: /^Only 2 queries have ratings, too few for a verdict/m },
    { gold: "gold.qrels", said: /e0 is the best of 6 engines/ },
  ])("prints the verdict that the ratings in $gold allow", async ({ gold, said }) => {
    const { stdout } = await estimate(["labels", "--gold", gold]);
    expect(stdout).toMatch(said);
    expect(stdout).not.toMatch(/NaN|undefined|null/);
  });

  it("counts the unrated documents within the depth", async () => {
    const first = Array.from({ length: 6 }, (_, engine) => {
      const rows: Record<string, string>[] = parse(readFileSync(join(folder, `e${engine}.csv`)), { columns: true });
      return rows.filter(({ rank }) => Number(rank) < 5).map((row) => `${row["query_id"]} ${row["id"]}`);
    });
    const unrated = new Set(first.flat().filter((pair) => !/^q(0|2|3|5|7|9|11|13) /.test(pair)));
    const report = await reportOf(["labels", "--gold", "eight.qrels", "--measure", "nDCG@5"]);
    expect(report.left).toBe(unrated.size);
  });

  it("warns if judgments contradict each other", async () => {
    const { stderr } = await estimate(["labels", "--gold", "twice.qrels"]);
    expect(stderr).toMatch(/Warnings:\n.*contradicts an earlier judgment/);
    expect((await reportOf(["labels", "--gold", "twice.qrels"])) as object).toHaveProperty(
      "warnings.0.kind",
      "conflicting-judgments",
    );
  });

  it("prints that only one engine was measured, and no differences", async () => {
    const cwd = await makeLabelFolder({ engines: 1, queries: 5 });
    const report = await reportOf(["labels", "--gold", "gold.qrels"], cwd);
    expect(report).toMatchObject({
      pairs: [],
      order: ["e0"],
      verdict: expect.stringMatching(/^Only one engine was measured/),
    });
    expect((await estimate(["labels", "--gold", "gold.qrels"], 0, cwd)).stdout).not.toContain("Differences");
  });

  it("escapes control characters in names", async () => {
    const rows = readFileSync(join(folder, "e0.csv"), "utf8").trim().split("\n").slice(1);
    const further = {
      "evil.csv": ["engine,query_id,query,rank,id,title", ...rows.map((row) => `evil\u001b[2Jname,${row}`)].join("\n"),
    };
    const cwd = await makeLabelFolder({ engines: 2, further });
    const { stdout, stderr } = await estimate(["labels", "--gold", "gold.qrels"], 0, cwd);
    expect(stdout).toContain("evil\ufffd[2Jname");
    expect(stdout + stderr).not.toContain("\u001b");
  });

  describe("with pools", () => {
    /** A pool of the six engines, as `semqrel pool` draws it, and the judgments of its pairs except those left out. */
    async function drawn(
      name: string,
      options: readonly string[],
      isRated = (_line: string) => true,
      engines: readonly string[] = [0, 1, 2, 3, 4, 5].map((engine) => `e${engine}.csv`),
    ) {
      const args = ["pool", ...engines, "--depth", "10", ...options, "-o", `${name}.jsonl`, "--force", "-q"];
      const made = await runInProcess(args, { cwd: folder });
      expect(made.exitCode, made.stderr).toBe(0);
      const grades = new Map(
        readFileSync(join(folder, "gold.qrels"), "utf8")
          .trim()
          .split("\n")
          .map((line): [string, string] => [line.replace(/ \d$/, ""), line]),
      );
      const pairs = readFileSync(join(folder, `${name}.jsonl`), "utf8")
        .trim()
        .split("\n");
      const lines = pairs.map((line) => {
        const { queryId, id } = JSON.parse(line);
        return grades.get(`${queryId} 0 ${id}`) ?? "";
      });
      writeFileSync(join(folder, `${name}.qrels`), `${lines.filter(isRated).join("\n")}\n`);
      return ["labels", "--gold", `${name}.qrels`, "--pool", `${name}.jsonl`];
    }

    it("does not warn that queries may not be drawn at random if a pool drew them", async () => {
      const args = await drawn("eight", ["--queries", "8", "--seed", "3"]);
      const report = await reportOf(args);
      expect(report).toMatchObject({
        ...{ ratedQueries: 8, queries: 14 },
        sample: {
          ...{ of: "queries", pickedByHand: 0, unratedResults: 0 },
          pools: [{ path: "eight.jsonl", drawn: 8, complete: 8, unknown: 0, repeated: 0, drawnFrom: null }],
        },
      });
      expect(report.cautions.join(" ")).not.toMatch(/random/);
      // The same ratings without the pool are treated as one draw, which they were.
      const plain = await reportOf(args.slice(0, 3));
      expect(plain.sample).toBeNull();
      expect(plain.cautions[0]).toMatch(/assumes that the rated queries are a random draw.*--pool/);
      for (const [name, { human }] of Object.entries(plain.engines)) {
        expect(report.engines[name]?.human.estimate).toBeCloseTo(human.estimate ?? Number.NaN, 12);
        for (const end of [0, 1]) {
          const expected = human.interval?.[end];
          if (expected === undefined) expect(report.engines[name]?.human.interval).toBeNull();
          else expect(report.engines[name]?.human.interval?.[end]).toBeCloseTo(expected, 6);
        }
      }
      const { stdout } = await estimate(args);
      expect(stdout).toContain("175 ratings (about 35 minutes) of 8 rated queries from eight.jsonl,");
    });

    it("compares a single engine with its reference if both were pooled", async () => {
      const check = ["check", "old=e0.csv", "new=e1.csv", ...common, "-o", "changes", "-q"];
      const both = [
        "label",
        "--reference",
        "e2.csv",
        "--candidates",
        "old=e0.csv",
        "new=e1.csv",
        ...common,
        "-o",
        "both",
        "-q",
      ];
      for (const args of [check, both]) {
        const made = await runInProcess(args, { cwd: folder });
        expect(made.exitCode, made.stderr).toBe(0);
      }
      const [, ...rated] = await drawn("spread", ["--by", "spread", "--minutes", "20"], undefined, ["changes"]);
      const { order, pairs } = await reportOf(["changes", ...rated]);
      expect(order.toSorted()).toEqual(["new", "old"]);
      // Ratings alone do not depend on the reference.
      const { pairs: expected } = await reportOf(["both", ...rated]);
      expect([pairs.length, expected.length]).toEqual([1, 1]);
      const newLead = ([pair]: typeof pairs) => (pair?.a === "new" ? 1 : -1) * (pair?.human.estimate ?? Number.NaN);
      expect(newLead(pairs)).toBeCloseTo(newLead(expected), 12);
    });

    it("leaves queries that were picked by hand out of the intervals, and warns about them", async () => {
      const args = await drawn("six", ["--queries", "6", "--seed", "5"]);
      const before = await reportOf(args);
      const after = await reportOf(["labels", "--gold", "gold.qrels", "--pool", "six.jsonl"]);
      expect(after.ratedQueries).toBe(6);
      expect(after.engines["e4"]?.human.estimate).toBeCloseTo(before.engines["e4"]?.human.estimate ?? Number.NaN, 12);
      expect(after.cautions).toContainEqual(
        expect.stringMatching(
          /^8 rated queries are not in any pool, so they help to calibrate the labels but do not count in the intervals/,
        ),
      );
    });

    it("leaves out queries that are not completely rated, and warns about them", async () => {
      let left = 3;
      // Leaves out the last pair of three queries.
      const seen = new Set<string>();
      const args = await drawn("part", ["--queries", "10", "--seed", "2"], (line) => {
        const query = line.slice(0, line.indexOf(" "));
        const isLeftOut = !seen.has(query) && left-- > 0;
        seen.add(query);
        return !isLeftOut;
      });
      const report = await reportOf(args);
      expect(report.ratedQueries).toBe(7);
      expect(report.cautions[0]).toMatch(
        /^part\.jsonl: 7 of 10 drawn queries are completely rated \(3 pairs lack a rating\)/,
      );
    });

    it("accepts several pools, in the order in which they were drawn", async () => {
      await drawn("first", ["--queries", "5", "--seed", "2"]);
      await drawn("second", ["--queries", "6", "--seed", "11"]);
      const gold = ["--gold", "gold.qrels", "--pool", "first.jsonl", "second.jsonl"];
      const report = await reportOf(["labels", ...gold]);
      const [one, other] = report.sample?.pools ?? [];
      expect(one).toMatchObject({ drawn: 5, repeated: 0 });
      expect((other?.drawn ?? 0) + (other?.repeated ?? 0)).toBe(6);
      expect(report.ratedQueries).toBe(5 + (other?.drawn ?? 0));
    });

    it("is more precise with pairs and whole queries of an earlier draw than with pairs alone", async () => {
      await drawn("earlier", ["--queries", "6", "--seed", "5"]);
      await drawn("further", ["--by", "spread", "--ratings", "40", "--seed", "4"]);
      const lines = ["earlier", "further"].flatMap((name) =>
        readFileSync(join(folder, `${name}.qrels`), "utf8")
          .trim()
          .split("\n"),
      );
      writeFileSync(join(folder, "both.qrels"), `${[...new Set(lines)].join("\n")}\n`);
      const of = (...pools: string[]) =>
        reportOf(["labels", "--gold", "both.qrels", "--pool", ...pools, "--measure", "DCG@10"]);
      const [both, pairs] = [await of("earlier.jsonl", "further.jsonl"), await of("further.jsonl")];
      expect(both).toMatchObject({ sample: { of: "pairs" }, ratings: new Set(lines).size });
      const width = ({ pairs: of }: typeof both) =>
        of.reduce((sum, { interval }) => sum + (interval === null ? 0 : interval[1] - interval[0]), 0);
      expect(width(both)).toBeLessThan(width(pairs));
    });

    it("warns if the pool was not drawn and has fewer queries than the labels", async () => {
      const pairs = readFileSync(join(folder, "eight.jsonl"), "utf8").replace(
        /"probability":[^,}]+,"queryProbability":[^,}]+/g,
        '"probability":1',
      );
      writeFileSync(join(folder, "picked.jsonl"), pairs);
      const report = await reportOf(["labels", "--gold", "eight.qrels", "--pool", "picked.jsonl"]);
      expect(report.cautions[0]).toMatch(
        /^picked\.jsonl was drawn from 8 queries, but the labels have more.* random part/,
      );
    });

    it("warns that results outside the pool count as not relevant", async () => {
      const args = await drawn("shallow", ["--queries", "8", "--seed", "3", "--depth", "4"]);
      const { cautions, sample } = await reportOf(args);
      expect(sample?.unratedResults).toBeGreaterThan(8);
      expect(cautions).toContainEqual(
        expect.stringMatching(
          /top results of these queries could not be drawn for rating, because they have no title or were not pooled/,
        ),
      );
    });

    describe("estimates of pairs that were drawn by spread", () => {
      it("order the engines as all judgments do, and have intervals that contain the true differences", async () => {
        const args = await drawn("spread", ["--by", "spread", "--ratings", "60", "--seed", "4"]);
        const report = await reportOf(args);
        expect(report).toMatchObject({ measure: "nDCG@10", differencesBy: "DCG@10", ratings: 60 });
        expect(report.order).toEqual(["e0", "e1", "e2", "e3", "e4", "e5"]);
        for (const { interval, reason } of Object.values(report.engines))
          expect({ interval, reason }).toEqual({
            interval: null,
            reason: expect.stringContaining("are never drawn"),
          });
        // The true differences of DCG@10 are from semqrel measure, whose numbers match ir_measures.
        const runs = report.order.map((engine) => `labels/runs/${engine}.run`);
        const { stdout } = await runInProcess(["measure", "gold.qrels", ...runs, "DCG@10", "--json", "-q"], {
          cwd: folder,
        });
        const means: Record<string, Record<string, { mean: number }>> = JSON.parse(stdout).runs;
        const meanOf = (engine: string) => means[engine]?.["DCG@10"]?.mean ?? Number.NaN;
        for (const { a, b, simultaneous } of report.pairs) {
          const [low, high] = simultaneous ?? [];
          expect(low).toBeLessThanOrEqual(meanOf(a) - meanOf(b));
          expect(high).toBeGreaterThanOrEqual(meanOf(a) - meanOf(b));
        }
        const text = (await estimate(args)).stdout;
        expect(text).toMatch(/about \d+ minutes[\s\S]*Predicted order by nDCG@10: e0, e1, e2, e3, e4, e5\./);
        expect(text).toContain("This draw can only measure differences between engines, not the score of one engine");
        expect(text).not.toMatch(/NaN|undefined|null/);
      });

      it("do not replace the stored result of more ratings if they allow no verdict", async () => {
        const args = await drawn("enough", ["--by", "spread", "--ratings", "60", "--seed", "4"]);
        await reportOf(args);
        const kept = () => readFileSync(join(folder, "labels/evidence/estimate.json"), "utf8");
        const before = kept();
        const lines = readFileSync(join(folder, "enough.jsonl"), "utf8").trim().split("\n");
        const isOfAll = (line: string) => JSON.parse(line).engines.length === 6;
        writeFileSync(join(folder, "one.jsonl"), `${lines.find(isOfAll)}\n`);
        const { stdout, stderr } = await estimate(["labels", "--gold", "enough.qrels", "--pool", "one.jsonl"]);
        expect(stdout).toContain("too few for a verdict");
        // The step of the stored result may be to stop rating.
        expect(stderr).toMatch(/^The folder labels keeps what earlier ratings showed: /m);
        expect(stderr).not.toContain("Next:");
        expect(kept()).toBe(before);
      });

      it("count a rated pair once, and ignore judgments outside the pool", async () => {
        await drawn("counted", ["--by", "spread", "--ratings", "60", "--seed", "4"]);
        const all = readFileSync(join(folder, "gold.qrels"), "utf8").split("\n").slice(0, 200).join("\n");
        const own = readFileSync(join(folder, "counted.qrels"), "utf8");
        writeFileSync(join(folder, "more.qrels"), [...new Set(`${own}${all}`.trim().split("\n"))].join("\n"));
        const report = await reportOf(["labels", "--gold", "more.qrels", "--pool", "counted.jsonl"]);
        expect(report.ratings).toBe(60);
      });

      it("ignore the draw if all results of all queries are rated", async () => {
        await drawn("whole", ["--by", "spread", "--ratings", "60"]);
        const report = await reportOf(["labels", "--gold", "gold.qrels", "--pool", "whole.jsonl"]);
        expect(report).toEqual(await reportOf(["labels", "--gold", "gold.qrels"]));
      });
    });

    describe("estimates of pairs that were drawn in each query", () => {
      it.each(["DCG@10", "P(rel=2)@5", "RBP(rel=1)@10", "DCG(dcg='exp-log2')@10"])(
        "have intervals that contain the true %s",
        async (measure) => {
          const args = await drawn("pairs", ["--queries", "12", "--per-query", "5", "--seed", "4"]);
          const report = await reportOf([...args, "--measure", measure]);
          expect(report).toMatchObject({
            ...{ measure, ratedQueries: 12, ratings: 60, queries: 14, simultaneous: "bonferroni" },
            sample: { of: "pairs", pools: [{ drawn: 12, complete: 12 }] },
          });
          // The means over all judgments are from semqrel measure, whose numbers match ir_measures.
          const runs = [0, 3, 5].map((engine) => `labels/runs/e${engine}.run`);
          const whole = await runInProcess(["measure", "gold.qrels", ...runs, measure, "--json", "-q"], {
            cwd: folder,
          });
          expect(whole.exitCode, whole.stderr).toBe(0);
          const means: Record<string, Record<string, { mean: number }>> = JSON.parse(whole.stdout).runs;
          expect(Object.keys(means)).toEqual(["e0", "e3", "e5"]);
          for (const [engine, of] of Object.entries(means)) {
            const [low, high] = report.engines[engine]?.interval ?? [];
            expect(low).toBeLessThan(of[measure]?.mean ?? Number.NaN);
            expect(high).toBeGreaterThan(of[measure]?.mean ?? Number.NaN);
          }
          const { stdout } = await estimate([...args, "--measure", measure]);
          expect(stdout).toContain(
            "60 ratings (about 14 minutes) of single results of 12 queries from pairs.jsonl, and",
          );
          expect(stdout).not.toMatch(/NaN|undefined|null/);
        },
      );

      it.each([
        { options: ["--measure", "AP@10"], expected: /AP@10.*depends on other results/ },
        { options: ["--measure", "RBP@10"], expected: /Give rel or max/ },
      ])("are refused with a reason for $options", async ({ options, expected }) => {
        const args = await drawn("pairs", ["--queries", "12", "--per-query", "5", "--seed", "4"]);
        const { stderr, stdout } = await estimate([...args, ...options], 2);
        expect(stderr).toMatch(expected);
        expect(stdout).toBe("");
      });

      it("order the engines by nDCG, but have intervals of DCG", async () => {
        const args = await drawn("pairs", ["--queries", "12", "--per-query", "5", "--seed", "4"]);
        const report = await reportOf(args);
        expect(report).toMatchObject({ measure: "nDCG@10", differencesBy: "DCG@10" });
        expect(report.order[0]).toBe("e0");
        const ofSum = await reportOf([...args, "--measure", "DCG@10"]);
        expect(report.pairs).toEqual(ofSum.pairs);
      });

      it("are refused for ranks below the depth of the pool, and for engines outside the pool", async () => {
        const shallow = await drawn("top", ["--per-query", "3", "--depth", "4"]);
        expect((await estimate([...shallow, "--measure", "DCG@10"], 2)).stderr).toMatch(
          /first 4 results .* counts 10.*@4.*--depth 10/,
        );
        expect(await reportOf([...shallow, "--measure", "DCG@4"])).toHaveProperty("ratedQueries", 14);
        const args = await drawn("pairs", ["--queries", "12", "--per-query", "5", "--seed", "4"]);
        const text = readFileSync(join(folder, "pairs.jsonl"), "utf8");
        writeFileSync(join(folder, "pairs.jsonl"), text.replaceAll('"name":"e5"', '"name":"other"'));
        expect((await estimate([...args, "--measure", "DCG@10"], 2)).stderr).toMatch(/no results of e5.*name=file/);
      });
    });

    it.each([
      { args: ["--pool", "missing.jsonl"], expected: /missing\.jsonl.*no such file/ },
      { args: ["--pool", "foreign.jsonl"], expected: /no query in common.*"elsewhere".*"q0".*--queries/ },
      { args: ["--pool", "zero.jsonl"], expected: /zero\.jsonl:1: probability is 0.*above 0/ },
      {
        args: ["--pool", "unrated.jsonl"],
        expected: /the drawn query does not have all its pairs rated \(1 pair lacks a rating\).*grade 0/,
      },
      { args: ["--pool", "gold.qrels"], expected: /gold\.qrels:1: it contains judgments \(trec-qrels\)\. Give a pool/ },
    ])("refuses $args", async ({ args, expected }) => {
      await drawn("eight", ["--queries", "8", "--seed", "3"]);
      await drawn("pairs", ["--queries", "12", "--per-query", "5", "--seed", "4"]);
      const pair = {
        query: "elsewhere",
        queryId: null,
        id: "d0",
        title: "Title",
        engines: [{ name: "e0", rank: 0 }],
        probability: 1,
      };
      const write = (name: string, more: object) =>
        writeFileSync(join(folder, name), `${JSON.stringify({ ...pair, ...more })}\n`);
      write("foreign.jsonl", {});
      write("zero.jsonl", { probability: 0 });
      write("unrated.jsonl", { query: "question 0", queryId: "q0", id: "unheard-of" });
      const { stderr, stdout } = await estimate(["labels", "--gold", "gold.qrels", ...args], 2);
      expect(stderr).toMatch(expected);
      expect(stderr).not.toMatch(/bug|undefined|NaN/);
      expect(stdout).toBe("");
    });
  });

  describe("wrong arguments and judgments", () => {
    it.each([
      { args: ["labels"], expected: /--gold/ },
      { args: ["labels", "--gold", "missing.qrels"], expected: /missing\.qrels.*no such file/ },
      { args: ["nowhere", "--gold", "gold.qrels"], expected: /nowhere/ },
      { args: ["e0.csv", "--gold", "gold.qrels"], expected: /"label" is missing/ },
      { args: ["labels", "--gold", "elsewhere.qrels"], expected: /no query in common.*--queries/ },
      { args: ["labels", "--gold", "other-ids.qrels"], expected: /no rating is of a result in these lists/ },
      { args: ["labels", "--gold", "zeros.qrels"], expected: /no rated result of these lists is relevant/ },
      {
        args: ["labels", "--gold", "negative.qrels"],
        expected: /no query has a rating of 0 or more\. Negative labels mean not judged/,
      },
      { args: ["labels", "--gold", "one.qrels"], expected: /only one query.*Rate at least two/ },
      { args: ["labels", "--gold", "gold.qrels", "--measure", "nDGC"], expected: /nDGC.*nDCG/ },
      { args: ["labels", "--gold", "gold.qrels", "--measure", "NumRet"], expected: /such as nDCG@10/ },
      { args: ["labels", "--gold", "gold.qrels", "--depth", "0"], expected: /whole number >= 1/ },
      { args: ["labels", "--gold", "gold.qrels", "--seed", "-1"], expected: /whole number >= 0/ },
      { args: ["labels", "--gold", "gold.qrels", "--target", "past"], expected: /these, future/ },
      { args: ["labels", "--gold", "gold.qrels", "--method", "oracle"], expected: /ridge, logistic, isotonic/ },
      {
        args: ["labels", "--gold", "gold.qrels", "--proxy", "a=gold.qrels", "--proxy", "a=one.qrels"],
        expected: /two proxies/,
      },
      { args: ["labels", "--gold", "-", "--proxy", "a=-"], expected: /standard input/ },
    ])("are refused with the message $expected: $args", async ({ args, expected }) => {
      const { exitCode, stdout, stderr } = await runInProcess(["estimate", ...common, ...args], { cwd: folder });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(expected);
      expect(stderr).not.toMatch(/bug|undefined|NaN/);
    });

    it("are refused if judgments have query texts and labels have only ids, with a remedy", async () => {
      const cwd = temporaryFolder({ "gold.csv": "query,id,label\nquestion 0,d0,2\nquestion 1,d0,2\n" });
      const csv = readFileSync(join(folder, "labels/labels.csv"), "utf8").replace(/question (\d+)/g, "q$1");
      writeFileSync(join(cwd, "labels.csv"), csv);
      const { stderr } = await estimate(["labels.csv", "--gold", "gold.csv"], 2, cwd);
      expect(stderr).toMatch(/no query in common.*"question 0".*"?q0"?.*--queries/);
    });
  });

  it("exits 130 with an empty stdout if it is interrupted", async () => {
    let stdout = "";
    const exitCode = await run(["estimate", join(folder, "labels"), "--gold", join(folder, "gold.qrels"), ...common], {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: () => {} },
      environment: { SEMQREL_CACHE: temporaryFolder() },
      signal: AbortSignal.abort(),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
  });

  it("has examples in its help", async () => {
    expect((await runInProcess(["estimate", "--help"], { cwd: folder })).stdout).toContain(
      "semqrel estimate labels --gold",
    );
  });

  it("accepts a labels.csv without a reference.csv in its folder", async () => {
    copyFileSync(join(folder, "labels/labels.csv"), join(folder, "alone.csv"));
    expect(await reportOf(["alone.csv", "--gold", "texts.csv"])).toMatchObject({ ratedQueries: 8 });
  });
});
