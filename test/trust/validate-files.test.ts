/** Are labels validated from files, and unsuitable files refused before any computation? */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Progress } from "../../src/core/ports.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { type ValidateFiles, type ValidateFilesOptions, validateFiles } from "../../src/trust/validate-files.ts";
import { makeLabelFolder, titleOf } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder();
});

function toolsWith(onStart: (task: string) => void = () => {}, controller = new AbortController()) {
  const progress: Progress = { start: onStart, update: () => {}, finish: () => {} };
  return { embedder: hashEmbedder(), progress, signal: controller.signal };
}

function validate(
  { files = {}, options = {} }: { files?: Partial<ValidateFiles>; options?: Partial<ValidateFilesOptions> } = {},
  tools = toolsWith(),
) {
  const common = { measure: "nDCG@10", unjudged: "nonrelevant", seed: 1, draws: 40, without: [] } as const;
  return validateFiles(
    { labels: join(folder, "labels"), gold: join(folder, "gold.qrels"), proxies: [], ...files },
    { ...common, ...options },
    tools,
  );
}

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const goldLines = () => readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");

describe("validateFiles", () => {
  it("finds perfect agreement for a proxy that is the gold set itself", async () => {
    const { report } = await validate({ files: { proxies: [{ name: "people", path: join(folder, "gold.qrels") }] } });
    const one = expect.closeTo(1, 12);
    expect(report.proxies["people"]).toMatchObject({
      ...{ engines: 6, queries: 14, tauB: { observed: one, interval: [one, one] }, tauAp: one, spearman: one },
      labels: { auc: 1, averagePrecision: one, kappa: 1, weightedKappa: 1, unjudged: 0 },
      conclusions: { missed: 0, reversed: 0, invented: 0 },
    });
    for (const { labels, grades } of report.proxies["people"]?.means ?? []) expect(labels).toBeCloseTo(grades, 12);
    expect(report).toMatchObject({ reference: "reference", queries: 14, unjudgedShare: 0, cutoff: 10 });
    // The reference is close to the best engine, so its labels are better than chance.
    expect(report.tauB?.observed).toBeGreaterThan(0.4);
    expect(Object.values(report.baselines ?? {}).every((tau) => tau !== null)).toBe(true);
  });

  it("accepts judgments of half of the queries, and counts the other queries as unjudged", async () => {
    const half = goldLines().filter((line) => Number(/^q(\d+)/.exec(line)?.[1]) % 2 === 0);
    const { report } = await validate({ files: { gold: write("half.qrels", half.join("\n")) } });
    expect(report).toMatchObject({
      ...{ queries: 7, leftOut: { unjudged: 7, nothingRelevant: 0, unlabelled: 0 }, unjudgedShare: 0 },
      verdict: expect.stringMatching(
        /^There are too few queries to evaluate these labels: only 7 rated queries have labels/,
      ),
    });
  });

  it("accepts judgments of few documents, and returns the share of first results that are unjudged", async () => {
    const few = goldLines().filter((line) => / d[0-3] /.test(line));
    const { report } = await validate({ files: { gold: write("few.qrels", few.join("\n")) } });
    const rows = readFileSync(join(folder, "labels/labels.csv"), "utf8").trim().split("\n").slice(1);
    const judged = rows.filter((row) => /,d[0-3],/.test(row)).length;
    expect(report.unjudgedShare).toBeCloseTo(1 - judged / rows.length, 12);
    expect(report.labels?.unjudged).toBeGreaterThan(0);
    // If unjudged results are skipped, the agreement of single labels changes, but not that of the order.
    const skipped = (await validate({ files: { gold: report.gold }, options: { unjudged: "skip" } })).report;
    expect(skipped.labels?.prevalence).toBeGreaterThan(Number(report.labels?.prevalence));
    expect(skipped.tauB).toEqual(report.tauB);
  });

  it("compares a proxy only on the queries that it has, even if the labels have more", async () => {
    const path = write(
      "some.qrels",
      goldLines()
        .slice(0, 24 * 11)
        .join("\n"),
    );
    const { report } = await validate({ files: { proxies: [{ name: "some", path }] } });
    expect(report.queries).toBe(14);
    expect(report.proxies["some"]).toMatchObject({ queries: 11, leftOut: { unlabelled: 3 } });
  });

  it("reports its progress over all sources", async () => {
    const done: number[] = [];
    const tools = toolsWith();
    const progress = { ...tools.progress, update: (count: number) => void done.push(count) };
    const proxies = [{ name: "people", path: join(folder, "gold.qrels") }];
    await validate({ files: { proxies }, options: { draws: 3 } }, { ...tools, progress });
    expect(done.slice(-6)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("joins judgments by title if they have other ids", async () => {
    const rows = goldLines().map((line) => {
      const [, query = "", title = "", grade = ""] = /^q(\d+) 0 d(\d+) (\d)/.exec(line) ?? [];
      return `question ${query},x${title},${titleOf(Number(query), Number(title)).toUpperCase()},${grade}`;
    });
    const gold = write("titled.csv", `query,id,title,label\n${rows.join("\n")}\n`);
    const { gold: _, ...byTitle } = (await validate({ files: { gold } })).report;
    const { gold: __, ...byId } = (await validate()).report;
    expect(byTitle).toEqual(byId);
  });

  describe("labels that contain people's grades", () => {
    /** The labels of `label`, but with people's grade for documents d0 … d5 of queries below eight. */
    const taughtLabels = () => {
      const [header = "", ...rows] = readFileSync(join(folder, "labels/labels.csv"), "utf8").trim().split("\n");
      const columns = header.split(",");
      const own = temporaryFolder();
      for (const name of ["reference.csv", "manifest.json"])
        copyFileSync(join(folder, "labels", name), join(own, name));
      const changed = rows.map((row) => {
        const cells = row.split(",");
        const title = Number(cells[columns.indexOf("id")]?.slice(1));
        if (Number(cells[columns.indexOf("query")]?.split(" ")[1]) >= 8 || title > 5) return row;
        cells[columns.indexOf("label")] = String(Math.max(0, 4 - title));
        cells[columns.indexOf("origin")] = "human";
        return cells.join(",");
      });
      writeFileSync(join(own, "labels.csv"), `${header}\n${changed.join("\n")}\n`);
      return own;
    };

    it("are compared only on queries whose grades they do not contain", async () => {
      const labels = taughtLabels();
      const proxies = [{ name: "people", path: join(folder, "gold.qrels") }];
      const { report } = await validate({ files: { labels, proxies } });
      expect(report).toMatchObject({
        ...{ queries: 6, leftOut: { unjudged: 0, nothingRelevant: 0, unlabelled: 0 } },
        taught: { queries: 8, areJudged: false },
      });
      expect(report.limits.join()).toContain(
        "8 rated queries are left out, because their labels are people's own grades",
      );
      expect(report.proxies["people"]).toMatchObject({ queries: 6, leftOut: { unjudged: 0 } });
      // The original labels agree as well if the first eight queries are unrated.
      const others = write(
        "others.qrels",
        goldLines()
          .slice(8 * 24)
          .join("\n"),
      );
      const before = (await validate({ files: { gold: others } })).report;
      expect(report.tauB).toEqual(before.tauB);
      expect(report.labels).toEqual(before.labels);
      expect(before.taught).toEqual({ queries: 0, areJudged: false, humanShare: null });
    });

    it("cannot be judged if no query without their grades is rated", async () => {
      const gold = write(
        "taught.qrels",
        goldLines()
          .slice(0, 8 * 24)
          .join("\n"),
      );
      const { report } = await validate({ files: { labels: taughtLabels(), gold } });
      const rows = readFileSync(join(folder, "labels/labels.csv"), "utf8").trim().split("\n").slice(1);
      const ofTaught = rows.filter((row) => /,question [0-7],/.test(row));
      const share = ofTaught.filter((row) => /,d[0-5],/.test(row)).length / ofTaught.length;
      expect(report.taught).toEqual({ queries: 8, areJudged: true, humanShare: expect.closeTo(share, 12) });
      expect(report).toMatchObject({ queries: 8, leftOut: { unjudged: 6 } });
      expect(report.verdict).toMatch(/^These ratings cannot judge these labels: in all 8 rated queries.* \(\d\d %/);
      expect(report.limits).toEqual([expect.stringContaining("means nothing")]);
    });
  });

  it("leaves out the engines that an option names", async () => {
    const { report } = await validate({ options: { without: ["e5", "*4"] } });
    expect(report.means.map(({ engine }) => engine)).toEqual(["e0", "e1", "e2", "e3"]);
    expect(report).toMatchObject({ engines: 4, tauB: null, pairs: { length: 6 } });
  });

  it("keeps an engine without results, with the value 0 for all judged queries", async () => {
    const own = await makeLabelFolder({
      engines: 4,
      further: { "silent.csv": "query_id,query,rank,id,title\nq13,question 13,0,d1,nothing\n" },
    });
    const gold = write("thirteen.qrels", goldLines().slice(0, -24).join("\n"));
    const files = { labels: join(own, "labels"), gold };
    const { report } = await validate({ files });
    expect(report.means.at(-1)).toEqual({ engine: "silent", labels: 0, grades: 0 });
    expect(report.holes?.["silent"]).toMatchObject({ share: null, value: 0 });
    expect(report.leftOut).toEqual({ unjudged: 1, nothingRelevant: 0, unlabelled: 0 });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("returns null for all values that need judgments if there are no judgments", async () => {
    const { report } = await validate({ files: { gold: null } });
    expect(report).toMatchObject({ gold: null, engines: 6, queries: 14, tauB: null, labels: null, holes: null });
  });

  it("returns warnings about the judgments", async () => {
    const gold = write("twice.qrels", [...goldLines(), "q0 0 d0 1"].join("\n"));
    const { warnings } = await validate({ files: { gold } });
    expect(warnings.map(({ kind }) => kind)).toEqual(["conflicting-judgments"]);
  });

  describe("refuses", () => {
    const never = () => toolsWith((task) => expect.unreachable(`${task} before the files are checked`));

    it.each([
      { measure: "nDGC@10", code: "INVALID_MEASURE" },
      { measure: "NumRet", code: "INVALID_MEASURE" },
      { measure: "gm_map", code: "INVALID_MEASURE" },
      // Distances between scores and grades, so smaller is better.
      { measure: "MAE", code: "INVALID_MEASURE" },
      { measure: "P.5,10", code: "INVALID_MEASURE" },
      { measure: "nDCG@0", code: "INVALID_CUTOFF" },
    ])("the measure $measure", async ({ measure, code }) => {
      await expect(validate({ options: { measure } }, never())).rejects.toMatchObject({
        ...{ code, message: expect.stringContaining(measure.replace(/[.,@].*/, "")) },
      });
    });

    it.each([
      { what: "with the same name", names: ["llm", "llm"] },
      { what: "with the name that the labels have", names: ["labels"] },
    ])("proxies $what", async ({ names }) => {
      const proxies = names.map((name) => ({ name, path: join(folder, "gold.qrels") }));
      await expect(validate({ files: { proxies } }, never())).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", details: { proxy: names[0] } },
      });
    });

    it("proxies without judgments, because they cannot be compared", async () => {
      const proxies = [{ name: "llm", path: join(folder, "gold.qrels") }];
      await expect(validate({ files: { gold: null, proxies } }, never())).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", message: expect.stringContaining("--gold") },
      });
    });

    it("judgments or proxies that have no query in common with the labels", async () => {
      const elsewhere = write("elsewhere.qrels", "z1 0 d1 1\n");
      const code = "NO_COMMON_QUERY";
      await expect(validate({ files: { gold: elsewhere } }, never())).rejects.toMatchObject({ code });
      const proxies = [{ name: "llm", path: elsewhere }];
      await expect(validate({ files: { proxies } }, never())).rejects.toMatchObject({
        ...{ code, message: expect.stringContaining("elsewhere.qrels") },
      });
    });

    it("judgments without any relevant result", async () => {
      const gold = write("nothing.qrels", "q0 0 d1 0\nq1 0 d1 -1\n");
      await expect(validate({ files: { gold } }, never())).rejects.toMatchObject({
        ...{ code: "NO_COMMON_QUERY", details: { leftOut: { unjudged: 12, nothingRelevant: 2, unlabelled: 0 } } },
      });
    });

    it("labels without their reference, and says which folder to give", async () => {
      copyFileSync(join(folder, "labels/labels.csv"), join(folder, "alone.csv"));
      const gold = write("texts.csv", `query,id,title,label\nquestion 0,d0,${titleOf(0, 0)},2\n`);
      await expect(validate({ files: { labels: join(folder, "alone.csv"), gold } }, never())).rejects.toMatchObject({
        ...{
          code: "NO_COMMON_QUERY",
          message: expect.stringMatching(/without a reference: 1\)\. Give the whole folder/),
        },
      });
    });

    it("to leave out all engines", async () => {
      const code = "INVALID_OPTION";
      await expect(validate({ options: { without: ["e*"] } }, never())).rejects.toMatchObject({ code });
    });
  });

  it("accepts labels without their reference if there are no judgments", async () => {
    copyFileSync(join(folder, "labels/labels.csv"), join(folder, "alone.csv"));
    const { report } = await validate({ files: { labels: join(folder, "alone.csv"), gold: null } });
    expect(report).toMatchObject({ reference: null, engines: 6, tauB: null });
  });

  it.each(["Embedding", "Drawing"])("stops if it is interrupted: %s", async (where) => {
    const controller = new AbortController();
    const tools = toolsWith((task) => {
      if (task === where) controller.abort();
    }, controller);
    await expect(validate({}, tools)).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});
