/** Does `report` make a page, and its other forms, from what `label` and later commands found? */
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { RunReport } from "../../src/report/content/run-report.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";
import { runInProcess } from "./run-in-process.ts";

const schemaOf = (name: string) => JSON.parse(readFileSync(join(root, "docs/schema", name), "utf8"));
const ajv = new Ajv2020({ allErrors: true });
const isReport = ajv.compile<RunReport>(schemaOf("report.schema.json"));
const isSummary = ajv.compile(schemaOf("label.schema.json"));

function expectReport(text: string): RunReport {
  const document: unknown = JSON.parse(text);
  if (!isReport(document)) throw new Error(ajv.errorsText(isReport.errors));
  return document;
}

/** Contains `labels`, `gold.qrels`, and output of other commands about them. */
let folder = "";
/** For `labels`, as --json prints it. */
let printedReport = "";
const inFolder = (args: readonly string[]) => runInProcess(args, { cwd: folder });

beforeAll(async () => {
  folder = await makeLabelFolder({ engines: 6, queries: 14 });
  const gold = ["--gold", "gold.qrels"];
  const model = ["--embedder", "hash", "--no-cache"];
  for (const [name, args] of [
    ["labels/validate.json", ["validate", "labels", ...gold, "--draws", "50"]],
    ["labels/policies.json", ["validate", "--policies", "labels", ...gold, ...model, "--samples", "5"]],
    ["estimate.json", ["estimate", "labels", ...gold, ...model]],
  ] as const) {
    const printed = await inFolder([...args, "--json"]);
    expect(printed.exitCode, `${name}: ${printed.stderr}`).toBe(0);
    writeFileSync(join(folder, name), printed.stdout);
  }
  // What commands store themselves is tested last.
  rmSync(join(folder, "labels/evidence"), { recursive: true });
  const calibrated = await inFolder(["estimate", "labels", ...gold, ...model, "--write-labels", "calibrated", "-q"]);
  expect(calibrated.exitCode, calibrated.stderr).toBe(0);
  const reported = await inFolder(["report", "labels", "--json"]);
  expect(reported.exitCode, reported.stderr).toBe(0);
  printedReport = reported.stdout;
}, 120_000);

describe("semqrel report", () => {
  it("writes report.html into the folder, and prints its path", async () => {
    const result = await inFolder(["report", "labels"]);
    // The page says which engine is better, and on which evidence: here ratings decided, so the report is the next step.
    const says =
      /^People's ratings of 14 queries show that e0 is the best of 6 engines\.\ne0 leads .*\nNext: You can stop rating. See each query with its lists side by side\.\nWrote labels\/report\.html\.\n$/;
    expect(result).toEqual({ exitCode: 0, stdout: "", stderr: expect.stringMatching(says) });
    const page = readFileSync(join(folder, "labels/report.html"), "utf8");
    expect(page).toMatch(/^<!doctype html>/i);
    expect(page).not.toMatch(/\b(?:src|href)="(?!#)[a-z]*:?\/\//i);
    for (const engine of ["e0", "e5"]) expect(page).toContain(engine);
    expect(page).toContain("question 13");
  });

  it("shows the lists of as many queries as --lists requests, and the measures of all queries", async () => {
    const made = await inFolder(["report", "labels", "--lists", "3", "--query", "question 13", "--json"]);
    const { queries } = JSON.parse(made.stdout) as RunReport;
    const listed = queries.filter((query) => query.listed);
    expect(listed).toHaveLength(3);
    expect(listed.map(({ name }) => name)).toContain("question 13");
    const { queries: all } = expectReport(printedReport);
    expect(all.every((query) => query.listed)).toBe(true);
    const valuesOf = (report: RunReport["queries"]) =>
      report.map(({ name, engines }) => [name, engines.map(({ values }) => values)]);
    expect(valuesOf(queries)).toEqual(valuesOf(all));
    for (const query of listed) expect(all).toContainEqual(query);
    for (const name of ["html", "md"]) {
      const shown = await inFolder(["report", "labels", "--lists", "3", "--format", name, "-o", "-"]);
      expect(shown.exitCode, shown.stderr).toBe(0);
    }
    const unknown = await inFolder(["report", "labels", "--query", "question 999"]);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toMatch(/no query "question 999"/);
  });

  it("includes results of other commands from the folder and from elsewhere", async () => {
    const without = expectReport(printedReport);
    const with_ = expectReport((await inFolder(["report", "labels", "--json", "--with", "estimate.json"])).stdout);
    const estimated = "Estimated nDCG@10 of the engines";
    const validation = JSON.parse(readFileSync(join(folder, "labels/validate.json"), "utf8"));
    expect(JSON.stringify(without)).toContain(JSON.stringify(validation.verdict).slice(1, -1));
    expect(JSON.stringify(without)).not.toContain(estimated);
    expect(JSON.stringify(with_)).toContain(estimated);
  });

  it("prefers a document of --with to one of the same kind in the folder", async () => {
    const validation = JSON.parse(readFileSync(join(folder, "labels/validate.json"), "utf8"));
    writeFileSync(join(folder, "other.json"), JSON.stringify({ ...validation, verdict: "Another verdict." }));
    const { stdout } = await inFolder(["report", "labels", "--json", "--with", "other.json"]);
    expect(JSON.stringify(expectReport(stdout))).toContain("Another verdict.");
    expect(stdout).not.toContain(JSON.stringify(validation.verdict).slice(1, -1));
  });

  it("reads a folder of calibrated labels", async () => {
    const result = await inFolder(["report", "calibrated", "--json"]);
    expect(result.exitCode, result.stderr).toBe(0);
    const report = expectReport(result.stdout);
    const [best] = JSON.parse(readFileSync(join(folder, "calibrated/summary.json"), "utf8")).order;
    expect(report.headline[0]).toMatchObject({ text: expect.stringContaining(`${best} is the best of 6 engines`) });
  });

  it.each([
    ["r.md", "md", /^# /],
    ["r.csv", "csv", /^section,table,row,column,value\n/],
    ["r.json", "json", /^\{\n "schema": "semqrel\.report\/1"/],
    ["r.htm", "html", /^<!doctype html>/i],
  ])("writes the format that the file ending of --out %s names, as --format prints it", async (name, format, begin) => {
    const result = await inFolder(["report", "labels", "-o", name]);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: "",
      stderr: expect.stringMatching(`^People's [^]*\nWrote ${name}\\.\n$`),
    });
    const written = readFileSync(join(folder, name), "utf8");
    expect(written).toMatch(begin);
    expect(written.length).toBeGreaterThan(1000);
    const printed =
      format === "json" ? printedReport : (await inFolder(["report", "labels", "--format", format, "-o", "-"])).stdout;
    expect(printed).toBe(written);
  });

  it("prints at most 60 kB of Markdown, which fits into a comment on a pull request", async () => {
    const { stdout } = await inFolder(["report", "labels", "--format", "md"]);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(60_000);
    expect(stdout).toContain("10 worst queries");
  });

  it("shows several runs over time", async () => {
    cpSync(join(folder, "labels"), join(folder, "later"), { recursive: true });
    const result = await inFolder(["report", "--history", "labels", "later"]);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: "",
      stderr: expect.stringMatching(/\nWrote history\.html\.\n$/),
    });
    expect(readFileSync(join(folder, "history.html"), "utf8")).toContain("later");
    const report = expectReport((await inFolder(["report", "--history", "labels", "later", "--json"])).stdout);
    const shapes = report.sections.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (one.kind === "plot" ? one.plot.shape : [])),
    );
    expect(shapes).toContain("timeline");
  });

  it.each([
    ["a command without a folder", [], /no folder is given/],
    [
      "a folder and a history",
      ["labels", "--history", "labels", "calibrated"],
      /both a folder \(labels\) and --history/,
    ],
    ["a history of one folder", ["--history", "labels"], /at least two folders/],
    ["--with for a history", ["--history", "labels", "calibrated", "--with", "estimate.json"], /Leave out --with/],
    [
      "--lists for a history",
      ["--history", "labels", "calibrated", "--lists", "3"],
      /--lists is for the lists of one folder/,
    ],
    [
      "--query and --results for a history",
      ["--history", "labels", "calibrated", "--query", "question 1", "--results", "3"],
      /--results and --query are for .* Leave them out/,
    ],
    ["an unknown format", ["labels", "--format", "pdf"], /Allowed choices are html, md, json, csv/],
    ["--results 0", ["labels", "--results", "0"], /whole number >= 1/],
    ["a folder without results", ["."], /no manifest\.json/],
    ["a file instead of a folder", ["gold.qrels"], /it is not a folder/],
    [
      "a folder that --with takes as a document",
      ["--with", "estimate.json", "labels"],
      /--with takes everything .*: estimate\.json, labels\. Put the folder before/,
    ],
    [
      "two documents of one kind",
      ["labels", "--with", "estimate.json", "twice.json"],
      /estimate\.json and twice\.json are both output of estimate\. Keep only one of them/,
    ],
    ["a file that is not a document", ["labels", "--with", "gold.qrels"], /it is not a document of semqrel/],
    [
      "a file of the folder as output",
      ["labels", "--format", "csv", "-o", "labels/measures.csv"],
      /folder of labels and would be lost/,
    ],
    ["a PDF file as output", ["labels", "-o", "r.pdf"], /a report cannot be a \.pdf file.*print the HTML page/],
    ["an output below a file", ["labels", "-o", "gold.qrels/r.html"], /Cannot write gold\.qrels\/r\.html/],
  ])("exits 2 with a message and no output for %s", async (_, args, message) => {
    cpSync(join(folder, "estimate.json"), join(folder, "twice.json"));
    const before = existsSync(join(folder, "labels/report.html"));
    const result = await inFolder(["report", ...args]);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toMatch(/this is a bug/);
    expect(existsSync(join(folder, "labels/report.html"))).toBe(before);
  });
});

describe("a folder whose labels.csv has no ranks", () => {
  it("is refused with its path, its columns and a remedy", async () => {
    cpSync(join(folder, "labels"), join(folder, "unranked"), { recursive: true });
    const path = join(folder, "unranked/labels.csv");
    writeFileSync(path, readFileSync(path, "utf8").replace(",rank,", ",place,"));
    const { exitCode, stderr } = await inFolder(["report", "unranked"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^semqrel: Reading unranked\/labels\.csv: column "rank" is missing \(line 1 has: .*place.*\)\. .*Give a folder that semqrel check or label --out wrote/,
    );
  });
});

describe("a report of a history", () => {
  it("ignores configured options that are for reports of one folder", async () => {
    cpSync(join(folder, "labels"), join(folder, "second"), { recursive: true });
    const configuration = join(folder, "semqrel.config.json");
    writeFileSync(configuration, '{"report": {"lists": 3, "results": 5}}');
    try {
      const { exitCode, stderr } = await inFolder(["report", "--history", "labels", "second", "-o", "over-time.html"]);
      expect(exitCode, stderr).toBe(0);
    } finally {
      rmSync(configuration);
    }
  });
});

describe("the published schemas", () => {
  it("match a report of a folder, and its summary", () => {
    expectReport(printedReport);
    const summary = JSON.parse(readFileSync(join(folder, "labels/summary.json"), "utf8"));
    expect(isSummary(summary), ajv.errorsText(isSummary.errors)).toBe(true);
  });

  it.each([
    ["without a title", (report: RunReport) => ({ ...report, title: undefined })],
    ["of another version", (report: RunReport) => ({ ...report, schema: "semqrel.report/2" })],
    ["with a further field", (report: RunReport) => ({ ...report, when: "today" })],
    [
      "with a block of another kind",
      (report: RunReport) => ({ ...report, sections: [{ id: "s", title: "S", blocks: [{ kind: "song" }] }] }),
    ],
    ["with a number instead of a text", (report: RunReport) => ({ ...report, engines: [1] })],
    [
      "with a query without engines",
      (report: RunReport) => ({ ...report, queries: report.queries.map(({ engines: _, ...query }) => query) }),
    ],
  ])("do not match a report %s", (_, spoil) => {
    const report = expectReport(printedReport);
    expect(isReport(JSON.parse(JSON.stringify(spoil(report))))).toBe(false);
  });

  it("do not match a summary without its engines, or with a text instead of a mean", () => {
    const text = readFileSync(join(folder, "labels/summary.json"), "utf8");
    const { engines: _, ...rest } = JSON.parse(text);
    expect(isSummary(rest)).toBe(false);
    expect(isSummary(JSON.parse(text.replace(/"mean": [\d.]+/, '"mean": "high"')))).toBe(false);
  });

  it("match a summary of several references and one-to-one matching", async () => {
    const samples = join(root, "data/samples");
    const sample = (name: string) => join(samples, name);
    const result = await inFolder([
      ...[
        "label",
        "--reference",
        sample("library.csv"),
        sample("quickfind.csv"),
        "--candidates",
        sample("explorer.csv"),
      ],
      ...["--one-to-one", "--embedder", "hash", "--no-cache", "--json", "-q"],
    ]);
    expect(result.exitCode, result.stderr).toBe(0);
    const summary = JSON.parse(result.stdout);
    expect(Object.keys(summary)).toContain("references");
    expect(isSummary(summary), ajv.errorsText(isSummary.errors)).toBe(true);
  });
});

describe("semqrel label --report", () => {
  const label = (args: readonly string[]) =>
    inFolder([
      ...["label", "--reference", "reference.csv", "--candidates", "e0.csv", "e1.csv"],
      ...["--embedder", "hash", "--no-cache", ...args],
    ]);

  it("writes the report into the folder of labels, as report does", async () => {
    const result = await label(["--out", "reported", "--report"]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(result.stderr).toMatch(/^Wrote reported\/report\.html: open it in a browser\.$/m);
    const page = readFileSync(join(folder, "reported/report.html"), "utf8");
    const again = await inFolder(["report", "reported", "-o", "-"]);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stdout).toBe(page);
  });

  it("removes a report of earlier labels, whichever command wrote it", async () => {
    await label(["--out", "stale"]);
    await inFolder(["report", "stale"]);
    expect(existsSync(join(folder, "stale/report.html"))).toBe(true);
    await label(["--out", "stale", "--depth", "3"]);
    expect(existsSync(join(folder, "stale/report.html"))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, "stale/manifest.json"), "utf8")).files).not.toContain("report.html");
  });

  it("ignores stored documents about earlier labels", async () => {
    await label(["--out", "old"]);
    cpSync(join(folder, "labels/validate.json"), join(folder, "old/validate.json"));
    const result = await label(["--out", "old", "--report"]);
    expect(result.exitCode, result.stderr).toBe(0);
    // Without --report, the command says that they are about other engines, and leaves them out.
    const asked = await inFolder(["report", "old"]);
    expect(asked).toMatchObject({ exitCode: 0 });
    expect(asked.stderr).toMatch(/validate\.json is left out, because it is about e2, which these labels do not have/);
    rmSync(join(folder, "old"), { recursive: true });
  });

  it.each([["--report"], ["--parquet"], ["--timings"], ["--integer-qrels"], ["--keep", "all"]])(
    "%s requires --out",
    async (...setting) => {
      const result = await label(setting);
      expect(result).toMatchObject({ exitCode: 2, stdout: "" });
      expect(result.stderr).toContain(`${setting[0]} writes into the folder of --out. Pass --out DIR too.`);
    },
  );
});

describe("the demo", () => {
  it("writes the report and prints its path", async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const [, args = ""] = /main\.js (.*) --out \S+$/.exec(scripts.demo) ?? [];
    const out = join(temporaryFolder(), "demo");
    const environment = { SEMQREL_INDEXES: temporaryFolder() };
    // The report does not depend on the model. The real one would take longer.
    const demo = await runInProcess([...args.split(" "), "--out", out, "--embedder", "hash"], {
      cwd: root,
      environment,
    });
    expect(demo.exitCode, demo.stderr).toBe(0);
    expect(demo.stderr.split("\n")).toContain(`Wrote ${join(out, "report.html")}: open it in a browser.`);
    const printed = await runInProcess(["report", out, "--format", "json"], { cwd: root });
    expect(expectReport(printed.stdout).engines).toEqual(["explorer", "quickfind"]);
  });
});

describe.skipIf(!hasShared)("a collection with judgments", () => {
  const at = (name: string) => join(sharedFolder, "data/discernatron", name);
  const linesOf = (name: string) => readFileSync(at(name), "utf8").trimEnd().split("\n");
  /** Twelve of 124 queries, because each has about 30 titles, and validating embeds them all. Skips queries that CSV quotes. */
  const chooseQueries = () =>
    linesOf("queries.tsv")
      .filter((line) => !/[",]/.test(line))
      .slice(0, 12);

  it("leads to a report with people's ratings of the same engines", async () => {
    const queries = chooseQueries();
    const texts = new Set(queries.map((line) => line.split("\t")[1]));
    const ofQueries = (name: string) => {
      const [head, ...rows] = linesOf(`engines/${name}.csv`);
      return [head, ...rows.filter((row) => texts.has(row.split(",")[0]))].join("\n");
    };
    const candidates = ["pool_dense_minilm", "pool_char4gram_title", "pool_lsi100_title", "pool_popularity"];
    const names = ["pool_bm25_title", ...candidates];
    const files = Object.fromEntries(names.map((name) => [`${name}.csv`, ofQueries(name)]));
    const cwd = temporaryFolder({ ...files, "queries.tsv": queries.join("\n") });
    const inside = (args: readonly string[]) => runInProcess(args, { cwd });
    const label = await inside([
      ...["label", "--reference", "pool_bm25_title.csv", "--candidates", ...candidates.map((name) => `${name}.csv`)],
      ...["--queries", "queries.tsv", "--embedder", "hash", "--no-cache", "--exact", "--out", "labels", "-q"],
    ]);
    expect(label.exitCode, label.stderr).toBe(0);
    const validate = await inside(["validate", "labels", "--gold", at("qrels.txt"), "--draws", "50", "--json"]);
    expect(validate.exitCode, validate.stderr).toBe(0);
    writeFileSync(join(cwd, "labels/validate.json"), validate.stdout);

    const report = expectReport((await inside(["report", "labels", "--json"])).stdout);
    expect(report.engines).toEqual(candidates);
    expect(report.queries).toHaveLength(queries.length);
    const [best] = JSON.parse(validate.stdout).people.order;
    expect(report.headline[0]).toMatchObject({
      text: `People's ratings of 12 queries do not show which of 4 engines is best. ${best.engine} comes first.`,
    });
    const page = await inside(["report", "labels"]);
    expect(page.exitCode, page.stderr).toBe(0);
    expect(readFileSync(join(cwd, "labels/report.html")).length).toBeLessThan(5e6);
  }, 120_000);
});

describe("results that commands store with labels", () => {
  it("lead to the same conclusion in the report and in commands, until the judgments change", async () => {
    const cwd = await makeLabelFolder({ engines: 2, queries: 14 });
    const inside = (args: readonly string[]) => runInProcess(args, { cwd });
    const verdict = async () => expectReport((await inside(["report", "labels", "--json"])).stdout).headline[0];
    expect(await verdict()).toMatchObject({ text: expect.stringMatching(/^The labels /) });
    const before = readFileSync(join(cwd, "labels/labels.csv"));
    const validate = await inside(["validate", "labels", "--gold", "gold.qrels", "--draws", "50"]);
    const [, said] = /^So far: (.*)$/m.exec(validate.stderr) ?? [];
    expect(said).toMatch(/^People's ratings of 14 queries /);
    expect(await verdict()).toMatchObject({ text: said });
    expect(readFileSync(join(cwd, "labels/labels.csv"))).toEqual(before);
    appendFileSync(join(cwd, "gold.qrels"), "\n");
    expect(await verdict()).toMatchObject({
      text: expect.stringMatching(/^The labels /),
    });
    const page = (await inside(["report", "labels", "--format", "md"])).stdout;
    expect(page).toContain("has changed, so the earlier results of validate are left out here");
  });
});
