/**
 * Does `semqrel label` write what is documented, for all kinds of input and options?
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { hasHnsw } from "../support/hnsw.ts";
import { type CliResult, root, runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;
type Row = Readonly<Record<string, string>>;

const measureColumns = [
  ...["precision", "recall", "f1", "dcg", "idcg"],
  ...["ndcg_returned", "ndcg_returned@10", "ndcg_reference", "ndcg_reference@10"],
  ...["precision_exact", "recall_exact", "f1_exact"],
];

const reference = [
  "query_id,query,rank,id,title,citations",
  "q1,pears,1,d1,Growing pears,10",
  "q1,pears,2,d2,Pears in winter,7",
  "q1,pears,4,d4,A history of the pear,0",
  "q2,plums,1,d5,Plums for everyone,3",
  "q2,plums,2,d6,Plum jam and plum cake,",
  "q3,figs,1,d7,Figs,1",
  "",
].join("\n");
const candidate = [
  "query,rank,id,title",
  "pears,0,d2,Pears in the winter",
  "pears,1,x1,growing PEARS",
  "pears,2,x2,Pears in winter time",
  "plums,0,d6,Plum cake",
  "dates,0,x9,Dates",
  "",
].join("\n");
const base: Files = { "ref.csv": reference, "cand.csv": candidate };

interface Labelled extends CliResult {
  readonly folder: string;
  read(file: string): string;
  table(file: string): Row[];
  summary(): ReturnType<typeof JSON.parse>;
}

function inFolder(result: CliResult, folder: string, out = "out"): Labelled {
  const read = (file: string) => readFileSync(join(folder, out, file), "utf8");
  return {
    ...result,
    folder,
    read,
    table: (file) => parse(read(file), { columns: true }),
    summary: () => JSON.parse(read("summary.json")),
  };
}

/** Labels `cand.csv` by `ref.csv` with a replacement for the model; `args` with `--reference` name other files. */
async function label(args: readonly string[] = [], files: Files = {}, exitCode = 0): Promise<Labelled> {
  const folder = temporaryFolder({ ...base, ...files });
  const inputs = args.includes("--reference") ? [] : ["--reference", "ref.csv", "--candidates", "cand.csv"];
  const all = ["label", "--full", ...inputs, "--embedder", "hash", "--indexes", "ix", "--out", "out", ...args];
  const result = await runInProcess(all, { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return inFolder(result, folder);
}

/** All files below a folder, relative to it. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const column = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);

describe("the folder", () => {
  let done: Labelled;

  beforeAll(async () => {
    done = await label();
  });

  it("contains exactly the documented files", () => {
    expect(filesOf(join(done.folder, "out"))).toEqual([
      "labels.csv",
      "labels.qrels",
      "manifest.json",
      "measures.csv",
      "qrels/cand.qrels",
      "reference.csv",
      "runs/cand.run",
      "summary.json",
    ]);
  });

  it("has one row per candidate row in labels.csv, in input order", () => {
    const [header] = done.read("labels.csv").split("\n");
    expect(header).toBe(
      "engine,query,rank,id,title,label,match,reference_rank,reference_title,similarity,margin,reference,origin,reason",
    );
    const rows = done.table("labels.csv");
    expect(column(rows, "title")).toEqual([
      "Pears in the winter",
      "growing PEARS",
      "Pears in winter time",
      "Plum cake",
      "Dates",
    ]);
    expect(column(rows, "rank")).toEqual(["0", "1", "2", "0", "0"]);
    expect(column(rows, "id")).toEqual(["d2", "x1", "x2", "d6", "x9"]);
    expect(rows[1]).toEqual({
      engine: "cand",
      query: "pears",
      rank: "1",
      id: "x1",
      title: "growing PEARS",
      label: "5",
      match: "exact",
      reference_rank: "0",
      reference_title: "Growing pears",
      similarity: "1.000000",
      margin: expect.stringMatching(/^\d\.\d{6}$/),
      reference: "ref",
      origin: "proxy",
      reason: "",
    });
    expect(rows[4]).toEqual({
      engine: "cand",
      query: "dates",
      rank: "0",
      id: "x9",
      title: "Dates",
      ...{ label: "", match: "none", reference_rank: "", reference_title: "" },
      ...{ similarity: "", margin: "", reference: "", origin: "", reason: "no-reference" },
    });
    for (const row of rows.slice(0, 4)) {
      const isRepeat = row === rows[2];
      expect(row["reason"]).toBe(isRepeat ? "repeat" : "");
      expect(row["label"]).toBe(isRepeat ? "0" : String(5 / (Number(row["reference_rank"]) + 1)));
    }
  });

  it("has one row per query in measures.csv, with a state and a reason", () => {
    const [header] = done.read("measures.csv").split("\n");
    expect(header).toBe(`engine,query,${measureColumns.join(",")},state,reason`);
    const rows = done.table("measures.csv");
    expect(rows.map(({ query, state, reason }) => [query, state, reason])).toEqual([
      ["pears", "measured", ""],
      ["plums", "measured", ""],
      ["figs", "unmeasurable", "no-candidate-results"],
      ["dates", "unmeasurable", "no-reference"],
    ]);
    expect(rows[0]).toMatchObject({ precision: String(2 / 3), recall: String(2 / 3), f1: String(2 / 3) });
    // One of the three titles equals a reference title, and one repeats the reference title of another.
    expect(rows[0]).toMatchObject({ precision_exact: String(1 / 3), recall_exact: String(1 / 3) });
    expect(rows[2]).toMatchObject({ precision: "", recall: "0", f1: "", ndcg_returned: "", ndcg_reference: "0" });
    for (const measure of measureColumns) expect(rows[3]?.[measure], measure).toBe("");
  });

  it("contains statistics of each measure in summary.json", () => {
    const summary = done.summary();
    expect(summary).toMatchObject({ schema: "semqrel.label/1", queries: 4, model: "hash", label: "inverse(top=5)" });
    const engine = summary.engines.cand;
    expect(Object.keys(engine)).toEqual(
      expect.arrayContaining([...measureColumns, "above_one", "queries", "unmeasurable"]),
    );
    for (const measure of measureColumns) {
      expect(Object.keys(engine[measure])).toEqual(["count", "mean", "std", "min", "25%", "50%", "75%", "max"]);
    }
    expect(engine.recall).toMatchObject({ count: 3, min: 0 });
    // Two of three titles of pears, one of two of plums, none of figs.
    expect(engine.recall.mean).toBeCloseTo((2 / 3 + 1 / 2) / 3, 12);
    expect(engine.unmeasurable).toEqual({ "no-candidate-results": 1, "no-reference": 1 });
    expect(summary.reference).toMatchObject({ engine: "ref", queries: 3, rows: 6, list_length_counts: [1, 1, 1, 1] });
  });

  it("records the inputs, the model and the options in manifest.json", () => {
    const manifest = JSON.parse(done.read("manifest.json"));
    expect(manifest).toMatchObject({
      schema: "semqrel.manifest/1",
      versions: { semqrel: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.versions.node },
      model: { name: "hash", sha256: "0".repeat(64) },
      options: {
        ...{ depth: null, oneToOne: false, threshold: 0.4, matchOn: ["identifiers", "title"] },
        ...{ labelFunction: "inverse(top=5)", rules: { clean: true, once: true } },
      },
      counts: { queries: 4, referenceRows: 6, candidateRows: { cand: 5 } },
      // The query of one of the 5 rows has no reference results.
      search: { by: hasHnsw ? "hnsw" : "exact", lookups: 4 },
    });
    expect(manifest.inputs.map(({ path }: { path: string }) => path)).toEqual(["ref.csv", "cand.csv"]);
    for (const { sha256 } of manifest.inputs) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(manifest.timings.embeddingSeconds).toBeGreaterThanOrEqual(0);
    expect(manifest.queries).toHaveLength(4);
    expect(manifest.timings.queries).toHaveLength(4);
    for (const query of manifest.timings.queries) {
      expect(query.embeddingSeconds).toBeGreaterThanOrEqual(0);
      expect(query.lookupSeconds).toBeGreaterThanOrEqual(0);
    }
  });

  it("contains qrels and runs in TREC format with the same document names", () => {
    const qrels = lines(done.read("qrels/cand.qrels")).map((line) => line.split(" "));
    const run = lines(done.read("runs/cand.run")).map((line) => line.split(" "));
    for (const fields of qrels) {
      expect(fields).toHaveLength(4);
      expect(fields[1]).toBe("0");
      expect(Number(fields[3])).toBeGreaterThanOrEqual(0);
    }
    for (const fields of run) {
      expect(fields).toHaveLength(6);
      expect(fields[1]).toBe("Q0");
    }
    // Ids of the input if there are any, otherwise texts of one word, otherwise a hash without white space.
    expect(JSON.parse(done.read("manifest.json")).queries[3].qrels).toBe("dates");
    expect(run.map(([query, , document, position, score, tag]) => [query, document, position, score, tag])).toEqual([
      ["q1", "d2", "1", "3", "cand"],
      ["q1", "x1", "2", "2", "cand"],
      ["q1", "x2", "3", "1", "cand"],
      ["q2", "d6", "1", "1", "cand"],
      ["dates", "x9", "1", "1", "cand"],
    ]);
    // Judged are all results of queries with a reference, with the label of labels.csv.
    const labelled = done.table("labels.csv").filter((row) => row["match"] !== "none");
    expect(qrels.map(([, , document, value]) => [document, value])).toEqual(
      labelled.map((row) => [row["id"], row["label"]]),
    );
    expect(done.read("labels.qrels")).toBe(done.read("qrels/cand.qrels"));
  });

  // printf 'growing pears' | sha256sum
  it("contains TREC files that can be read even if ids contain NUL", async () => {
    const { folder, read } = await label(["--id-column", "doc"], {
      "ref.csv": "query,query_id,title,doc\npears,q\x001,Growing pears,a\x00b\n",
      "cand.csv": "query,query_id,title,doc\npears,q\x001,Growing pears,a\x00b\n",
    });
    const key = "pears 0 bff78274ec0059ab 5";
    for (const file of ["labels.qrels", "qrels/cand.qrels"]) {
      expect(read(file), file).toBe(`${key}\n`);
    }
    expect(read("runs/cand.run")).toBe("pears Q0 bff78274ec0059ab 1 1 cand\n");
    const measured = await runInProcess(["measure", "out", "out/runs/cand.run"], { cwd: folder });
    expect(measured.exitCode, measured.stderr).toBe(0);
  });

  it("is named on stderr, with warnings, but the tables are on stdout", () => {
    expect(done.stderr).toContain("Wrote 8 files to the folder out");
    expect(done.stderr).toContain("1 of 4 queries has no reference results");
    expect(done.stdout).toContain("4 queries. Reference ref: 6 results for 3 of them. Candidates: cand (5 results).");
    for (const measure of measureColumns) expect(done.stdout).toContain(measure);
    expect(done.stdout).toContain("unmeasurable: no-reference");
  });

  it("is reported in at most twenty lines without --full: verdict, means and next command", async () => {
    const folder = temporaryFolder({ ...base, "other.csv": "query,rank,title\npears,0,Pears in winter\n" });
    const args = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "other.csv", "--embedder", "hash"];
    const { stdout, stderr } = await runInProcess([...args, "--no-cache", "--out", "out"], { cwd: folder });
    expect(stdout.split("\n")[0]).toBe(
      "Only 3 queries can be measured, too few for a verdict; at least ten are needed.",
    );
    expect(stdout).toMatch(/^engine +ndcg_reference@10 +precision +recall +f1 +answered$/m);
    expect(stdout).toMatch(/^other +\d\.\d{3} +1\.000\* +0\.111 +0\.500\* +1 of 3$/m);
    expect(stdout).toContain("* Leaves out queries without a value: precision needs a result, f1 needs a match.");
    expect(stderr).toMatch(/^Next: .*\n {2}semqrel \w+ out.*\n$/m);
    expect(lines(stdout).length + lines(stderr).length).toBeLessThanOrEqual(20);
    const unkept = await runInProcess([...args, "--no-cache"], { cwd: folder });
    expect(unkept.stderr).toContain("Next: run the same command with --out labels to keep the labels.");
  });
});

function lines(text: string): string[] {
  return text.split("\n").slice(0, -1);
}

describe("the same input", () => {
  it("gives the same bytes, except for timings", async () => {
    const [one, other] = [
      await label(["--one-to-one", "--integer-qrels"]),
      await label(["--one-to-one", "--integer-qrels"]),
    ];
    const files = filesOf(join(one.folder, "out"));
    expect(filesOf(join(other.folder, "out"))).toEqual(files);
    for (const file of files) {
      const text = (run: Labelled) => {
        if (file !== "manifest.json") return run.read(file);
        const { timings: _, ...rest } = JSON.parse(run.read(file));
        return JSON.stringify(rest);
      };
      expect(text(other), file).toBe(text(one));
    }
  });

  it("gives the same bytes with and without stored indexes, and with exact search", async () => {
    const first = await label();
    const args = [
      "label",
      "--reference",
      "ref.csv",
      "--candidates",
      "cand.csv",
      "--embedder",
      "hash",
      "--indexes",
      "ix",
    ];
    const byDefault = hasHnsw ? "hnsw" : "exact";
    for (const [by, ...more] of [[byDefault], ["exact", "--exact"], [byDefault, "--no-cache"]]) {
      const again = await runInProcess([...args, ...more, "--out", "again"], { cwd: first.folder });
      expect(again.exitCode, again.stderr).toBe(0);
      const { read } = inFolder(again, first.folder, "again");
      expect(read("labels.csv")).toBe(first.read("labels.csv"));
      expect(JSON.parse(read("manifest.json")).search).toEqual({ by, lookups: 4 });
    }
  });
});

describe("the same input and another cache", () => {
  it("give the same report and, except for timings, the same manifest", async () => {
    const cwd = temporaryFolder(base);
    const indexes = join(cwd, "ix");
    const read = async (name: string, SEMQREL_CACHE: string) => {
      const args = ["--reference", "ref.csv", "--candidates", "cand.csv", "--indexes", indexes, "--out", "out"];
      for (const command of [
        ["label", ...args],
        ["report", "out"],
      ]) {
        const { exitCode, stderr } = await runInProcess(command, { cwd, environment: { SEMQREL_CACHE } });
        expect(exitCode, stderr).toBe(0);
      }
      const { timings, ...manifest } = JSON.parse(readFileSync(join(cwd, "out/manifest.json"), "utf8"));
      const page = readFileSync(join(cwd, "out/report.html"), "utf8");
      return { name, timings: JSON.stringify(timings.embeddedTitles), same: [JSON.stringify(manifest), page] };
    };
    const cache = temporaryFolder();
    const cold = await read("cold", cache);
    const warm = await read("warm", cache);
    writeFileSync(join(cache, "vectors.bin"), "damaged");
    if (existsSync(indexes)) {
      for (const file of readdirSync(indexes, { recursive: true, encoding: "utf8" })) {
        if (file.endsWith(".hnsw")) writeFileSync(join(indexes, file), "damaged");
      }
    }
    const rebuilt = await read("rebuilt", cache);
    expect(warm.timings).not.toBe(cold.timings);
    for (const { name, same } of [warm, rebuilt]) expect(same, name).toEqual(cold.same);
  });
});

describe("stdout", () => {
  it("is summary.json with --json", async () => {
    const { stdout, read } = await label(["--json"]);
    expect(stdout).toBe(read("summary.json"));
    expect((await label(["--format", "json"])).stdout).toBe(stdout);
  });

  it.each([
    ["csv", ","],
    ["tsv", "\t"],
  ])("has one row per engine and measure with --format %s", async (format, delimiter) => {
    const { stdout, summary } = await label(["--format", format]);
    const rows: Row[] = parse(stdout, { columns: true, delimiter });
    expect(column(rows, "measure")).toEqual(measureColumns);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "engine",
      "measure",
      "count",
      "mean",
      "std",
      "min",
      "25%",
      "50%",
      "75%",
      "max",
    ]);
    for (const row of rows) {
      const described = summary().engines.cand[row["measure"] ?? ""];
      expect(row["mean"]).toBe(String(described.mean ?? ""));
      expect(row["count"]).toBe(String(described.count));
    }
  });

  it("has Markdown tables with --format md", async () => {
    const { stdout } = await label(["--format", "md"]);
    expect(stdout).toMatch(/^\*\*Only 4 queries can be compared/m);
    expect(stdout).toMatch(/^\| measure \| cand \|$/m);
    expect(stdout).toMatch(/^\| ndcg\\_reference@<!-- -->10 \| \d/m);
  });

  it("has only the JSON document with --quiet --json, and stderr is empty", async () => {
    const { stdout, stderr } = await label(["--quiet", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ schema: "semqrel.label/1" });
    expect(stderr).toBe("");
  });

  it("is the only output without --out", async () => {
    const folder = temporaryFolder(base);
    const args = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "--no-cache"];
    const result = await runInProcess(args, { cwd: folder });
    expect(result.exitCode).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["cand.csv", "ref.csv"]);
  });
});

describe("--fail-under", () => {
  it("exits 1 if a mean is below its bound, but writes all files first", async () => {
    const { stderr, summary } = await label(["--fail-under", "recall=0.5", "--fail-under", "precision=0.01"], {}, 1);
    const { mean } = summary().engines.cand.recall;
    expect(stderr).toContain(`semqrel: cand: mean recall is ${mean.toFixed(4)}, below 0.5.`);
    expect(stderr).not.toContain("mean precision");
  });

  it("exits 0 if no mean is below its bound", async () => {
    const { summary } = await label();
    const { mean } = summary().engines.cand["ndcg_reference@10"];
    await label(["--fail-under", `ndcg_reference@10=${mean}`, "--fail-under", "ndcg_returned=0.1"]);
    await label(["--fail-under", `ndcg_reference@10=${mean + 1e-9}`], {}, 1);
  });

  it("checks every candidate, and fails if a mean is undefined", async () => {
    const files = { "other.csv": "query,title\npears,Nothing of the kind\n" };
    const inputs = ["--reference", "ref.csv", "--candidates", "cand.csv", "other.csv"];
    const { stderr } = await label([...inputs, "--fail-under", "f1=0.1"], files, 1);
    expect(stderr).toContain("semqrel: other: mean f1 is undefined, below 0.1.");
    expect(stderr).not.toContain("semqrel: cand:");
  });
});

describe("input", () => {
  it("is read from standard input if the file is called -", async () => {
    const folder = temporaryFolder(base);
    const args = ["label", "--reference", "ref.csv", "--embedder", "hash", "--indexes", "ix", "--out", "out"];
    for (const stdin of [candidate, gzipSync(candidate)]) {
      const result = await runCli([...args, "--candidates", "mine=-"], { cwd: folder, stdin });
      expect(result.exitCode, result.stderr).toBe(0);
      const rows = inFolder(result, folder).table("labels.csv");
      expect(new Set(column(rows, "engine"))).toEqual(new Set(["mine"]));
      expect(rows).toHaveLength(5);
    }
    const guessed = candidate.toString().replace("title", "book title");
    const beside = await runCli(["label", "ref.csv", "-", "--no-cache"], { cwd: folder, stdin: guessed });
    expect(beside.stderr).toContain('standard input: a column was guessed: title from "book title".');
    const unnamed = await runCli([...args, "--candidates", "-", "--force"], { cwd: folder, stdin: candidate });
    expect(Object.keys(inFolder(unnamed, folder).summary().engines)).toEqual(["stdin"]);
  });

  it("may be given as name=path, with the name of its engine", async () => {
    const args = ["--reference", "trusted=ref.csv", "--candidates", "mine=cand.csv", "other one=cand.csv"];
    const { summary, table, folder } = await label(args);
    expect(Object.keys(summary().engines)).toEqual(["mine", "other one"]);
    expect(summary().reference.engine).toBe("trusted");
    expect(table("labels.csv")).toHaveLength(10);
    expect(filesOf(join(folder, "out"))).toEqual(expect.arrayContaining(["runs/mine.run", "runs/other-one.run"]));
  });

  it("may have several engines in one file", async () => {
    const rows = (engine: string, text: string) =>
      text
        .split("\n")
        .slice(1, -1)
        .map((row) => `${engine},${row}\n`)
        .join("");
    const own = candidate.replace(/^(\w+),(\d),/gm, "$1,$2,");
    const header = "System,query,rank,id,title\n";
    const withoutIds = reference.replace(/^q\d,/gm, "").replace(/,[^,\n]*$/gm, "");
    const all = header + rows("trusted", withoutIds) + rows("new", own) + rows("old", own);
    const { summary, read } = await label(["--reference", "all.csv", "--reference-engine", "trusted"], {
      "all.csv": all,
    });
    expect(Object.keys(summary().engines)).toEqual(["new", "old"]);
    expect(summary().reference).toMatchObject({ engine: "trusted", rows: 6 });
    expect(read("qrels/new.qrels")).toBe(read("qrels/old.qrels"));
  });

  it("is joined by ids through --queries if one input has texts of queries and the other has ids", async () => {
    const byId = candidate.replace("query,", "qid,").replaceAll("pears,", "q1,").replaceAll("plums,", "q2,");
    const byText = reference.replace("query_id,", "").replace(/^q\d,/gm, "");
    const queries = "q1\tpears\nq2\tplums\nq3\tfigs\nq4\tmedlars\n";
    const { table, summary, stderr } = await label(["--queries", "queries.tsv"], {
      "ref.csv": byText,
      "cand.csv": byId,
      "queries.tsv": queries,
    });
    expect(column(table("labels.csv"), "query")).toEqual(["pears", "pears", "pears", "plums", "dates"]);
    expect(column(table("labels.csv"), "label").slice(0, 4)).not.toContain("");
    expect(summary()).toMatchObject({ queries: 5, engines: { cand: { recall: { count: 3 } } } });
    expect(stderr).toContain("2 of 5 queries have no reference results");
  });

  it("may be TREC runs if --titles gives their titles in any format", async () => {
    const plain = await label();
    const runOf = (text: string) => {
      const rows: Row[] = parse(text, { columns: true });
      return rows.map(({ query, rank, id }) => `${query} Q0 ${id} 0 ${100 - Number(rank)} tag\n`).join("");
    };
    const documents = [reference, candidate].flatMap((text): Row[] => parse(text, { columns: true }));
    const titles = new Map(documents.map(({ id = "", title = "" }) => [id, title]));
    // d2 and d6 have different titles in the lists, but the run has one.
    const forms: Files = {
      "titles.tsv": [...titles].map(([id, title]) => `${id}\t${title}\n`).join(""),
      "titles.csv": `id,title\n${[...titles].map(([id, title]) => `${id},"${title}"\n`).join("")}`,
      "titles.jsonl": [...titles].map(([id, title]) => `${JSON.stringify({ id, title })}\n`).join(""),
      "corpus.jsonl": [...titles].map(([_id, title]) => `${JSON.stringify({ _id, title, text: "x" })}\n`).join(""),
      "titles.tsv.gz": gzipSync([...titles].map(([id, title]) => `${id}\t${title}\n`).join("")),
    };
    const runs = { "ref.run": runOf(reference), "cand.run.gz": gzipSync(runOf(candidate)) };
    const outputs = new Set<string>();
    for (const form of Object.keys(forms)) {
      const args = ["--reference", "ref.run", "--candidates", "cand.run.gz", "--titles", form];
      const { read, table } = await label(args, { ...forms, ...runs });
      outputs.add(read("labels.csv"));
      expect(column(table("labels.csv"), "title")).toEqual(column(plain.table("labels.csv"), "title"));
    }
    expect(outputs.size).toBe(1);
    expect([...outputs][0]).toContain("cand,pears,0,d2,");
  });

  it("is cut by --depth and --reference-depth", async () => {
    const { table, summary } = await label(["--depth", "2", "--reference-depth", "1"]);
    expect(column(table("labels.csv"), "title")).toEqual([
      "Pears in the winter",
      "growing PEARS",
      "Plum cake",
      "Dates",
    ]);
    expect(new Set(column(table("labels.csv"), "reference_rank"))).toEqual(new Set(["0", ""]));
    expect(summary().reference.rows).toBe(3);
  });

  it("is read with the columns and ranks that options name", async () => {
    const files = { "cand.csv": "Frage;Platz;Überschrift;title\npears;1;Growing pears;x\npears;2;Pears in winter;y\n" };
    const flags = [
      "--query-column",
      "Frage,query",
      "--rank-column",
      "Platz,rank",
      "--title-column",
      "Überschrift,title",
    ];
    const { table } = await label([...flags, "--rank-base", "1"], { ...files, "ref.csv": reference });
    expect(column(table("labels.csv"), "rank")).toEqual(["0", "1"]);
    expect(column(table("labels.csv"), "label")).toEqual(["5", "2.5"]);
  });
});

describe("files of spreadsheets and other programs", () => {
  it("may have a line that names the delimiter, or be UTF-16 with a byte order mark", async () => {
    const text = "sep=;\r\nquery;rank;title\r\npears;1;Pears in winter\r\n";
    for (const content of [text, Buffer.from(`\ufeff${text}`, "utf16le")]) {
      const { table } = await label([], { "cand.csv": content });
      expect(column(table("labels.csv"), "title")).toEqual(["Pears in winter"]);
    }
    const { stderr } = await label([], { "cand.csv": `${text}pears;one;x\r\n` }, 2);
    expect(stderr).toContain("cand.csv:4");
  });

  it("may have two ids for a text, which is one query if ids are not used", async () => {
    const args = ["--queries", "queries.tsv", "--query-id-column", "none"];
    const { summary } = await label(args, { "queries.tsv": "1\tpears\n2\tpears\n" });
    expect(summary().queries).toBe(4);
  });
});

describe("a column that seems to contain ranks", () => {
  const files = { "cand.csv": "query,Platz,title\npears,2,Pears in winter\npears,1,Growing pears\n" };

  it("is used, as in check, and its name is printed", async () => {
    const { stderr, table } = await label([], files);
    expect(stderr).toContain('cand.csv: a column was guessed: rank from "Platz".');
    expect(column(table("labels.csv"), "rank")).toEqual(["1", "0"]);
    const wrong = await label(["--quiet", "--rank-column", "Rang"], files, 2);
    expect(wrong.stderr).toContain('no file has a column "Rang"');
  });

  it("is read if --rank-column names it, and ignored with --rank-column none", async () => {
    const used = await label(["--rank-column", "Platz,rank"], files);
    expect(column(used.table("labels.csv"), "rank")).toEqual(["1", "0"]);
    const unused = await label(["--rank-column", "none"], files);
    expect(column(unused.table("labels.csv"), "rank")).toEqual(["0", "1"]);
  });

  it("is named as a possible column of ranks if its cells are not ranks", async () => {
    const place = { "cand.csv": "query,Place of publication,title\npears,Oxford,Pears in winter\n" };
    const { stderr } = await label([], place);
    expect(stderr).toContain('If "Place of publication" contains ranks, pass it as --rank-column');
  });
});

describe("matching", () => {
  it("is refused below --threshold, with label 0 and no row in the qrels", async () => {
    const { table, read, summary } = await label(["--threshold", "0.99"]);
    const rows = table("labels.csv");
    expect(column(rows, "match")).toEqual(["none", "exact", "none", "none", "none"]);
    expect(column(rows, "label")).toEqual(["0", "5", "0", "0", ""]);
    expect(column(rows, "reference_rank")).toEqual(["", "0", "", "", ""]);
    expect(rows[0]?.["similarity"]).toMatch(/^0\.\d{6}$/);
    expect(lines(read("qrels/cand.qrels"))).toEqual(["q1 0 x1 5"]);
    expect(lines(read("runs/cand.run"))).toHaveLength(5);
    expect(summary().engines.cand.matches).toEqual({ none: 3, semantic: 0, exact: 1, "no-reference": 1 });
    const measures = table("measures.csv");
    expect(measures[1]).toMatchObject({
      query: "plums",
      state: "unmeasurable",
      reason: "no-positive-label",
      ndcg_reference: "0",
    });
  });

  it("is decided by the identifier before the title with --match-on id,title", async () => {
    const byTitle = await label();
    const byId = await label(["--match-on", "id,title"], {
      "cand.csv": candidate.replace("x1,growing PEARS", "d4,growing PEARS"),
    });
    expect(byTitle.table("labels.csv")[1]).toMatchObject({ match: "exact", reference_rank: "0" });
    expect(byId.table("labels.csv")[1]).toMatchObject({
      ...{ match: "exact", reference_rank: "3", reference_title: "A history of the pear", label: "1.25" },
      margin: expect.stringMatching(/^-/),
    });
    expect(byId.table("labels.csv")[0]).toMatchObject({ match: "exact", reference_rank: "1" });
  });

  // inverse(top=5): 5 / (rank + 1), so rank 9 gives .5 and rank 0 gives 5; the ideal order of all three: 5, 2.5, .5.
  it.each([[[]], [["--one-to-one"]]])(
    "distinguishes equal titles of different documents with --match-on id,title and %j",
    async (flags) => {
      const { table, summary } = await label(["--match-on", "id,title", "--id-column", "doc", ...flags], {
        "ref.csv": "query,rank,title,doc\npears,0,Pear report,A\npears,1,Cats,B\npears,9,Pear Report,Z\n",
        "cand.csv": "query,rank,title,doc\npears,0,Pear report (revised),Z\npears,1,Dogs,A\n",
      });
      const found = table("labels.csv").map(({ match, label: own, reference_rank }) => [match, own, reference_rank]);
      expect(found).toEqual([
        ["exact", "0.5", "9"],
        ["exact", "5", "0"],
      ]);
      expect(column(table("reference.csv"), "point_rank")).toEqual(["0", "1", "9"]);
      // (.5 + 5 / log2 3) / (5 + 2.5 / log2 3 + .5 / 2)
      expect(summary().engines.cand.ndcg_reference.mean).toBeCloseTo(0.5353, 4);
    },
  );

  it("distinguishes documents of several references with --match-on id,title", async () => {
    const header = "query,rank,title,doc\n";
    const byId = ["--match-on", "id,title", "--id-column", "doc"];
    const { table } = await label(["--reference", "ref.csv", "ref2.csv", "--candidates", "cand.csv", ...byId], {
      "ref.csv": `${header}pears,0,Pear report,A\npears,1,Cats,B\npears,9,Pear Report,Z\n`,
      "ref2.csv": `${header}pears,0,Pear report,A\n`,
      "cand.csv": `${header}pears,0,Pear report (revised),Z\n`,
    });
    expect(table("labels.csv")[0]).toMatchObject({ match: "exact", reference_rank: "2" });
  });

  it("uses separate stored indexes with --match-on", async () => {
    const folder = temporaryFolder({
      "ref.csv": "query,title,doc\npears,Pear report,A\npears,Pear Report,Z\npears,Cats,B\n",
      "cand.csv": "query,title,doc\npears,Cats,\n",
    });
    const inputs = ["--reference", "ref.csv", "--candidates", "cand.csv", "--id-column", "doc"];
    for (const on of ["title", "id,title", "title"]) {
      const args = ["label", ...inputs, "--match-on", on, "--embedder", "hash", "--indexes", "ix", "--out", "out"];
      const result = await runInProcess(args, { cwd: folder });
      expect(inFolder(result, folder).table("labels.csv")[0], on).toMatchObject({ reference_title: "Cats" });
    }
  });

  it.each([
    ["id", "978-3-16-148410-0", "id", "9783161484100"],
    ["arxiv_id", "2101.00001", "arxiv", "http://arxiv.org/abs/2101.00001v1"],
    ["arxiv", "2101.00001", "id", "http://arxiv.org/abs/2101.00001v1"],
    ["externalIds.DOI", "10.5555/ABC", "doi", "https://doi.org/10.5555/abc"],
    ["prism:doi", "10.5555/ABC", "doi", "https://doi.org/10.5555/abc"],
  ])("pairs rows with the same identifier: %s", async (name, cell, other, written) => {
    const { table } = await label([], {
      "ref.csv": `query,title,${name}\npears,Growing pears,${cell}\n`,
      "cand.csv": `query,title,${other}\npears,Birnen,${written}\n`,
    });
    expect(column(table("labels.csv"), "match")).toEqual(["exact"]);
  });

  it.each([
    ["the ISBN of a book, which its chapters have", { isbn: "9783161484100" }],
    ["the DOI of a journal", { container: { doi: "10.1000/journal" } }],
  ])("does not pair different titles that only share %s", async (_, shared) => {
    const { table } = await label([], {
      "ref.csv": `${JSON.stringify({ query: "pears", title: "Growing pears", ...shared })}\n`,
      "cand.csv": `${JSON.stringify({ query: "pears", title: "Birnen", ...shared })}\n`,
    });
    expect(column(table("labels.csv"), "match")).not.toContain("exact");
  });

  it("recognises a DOI in any form with --match-on", async () => {
    const { table } = await label(["--match-on", "doi,title"], {
      "ref.csv": "query,title,doi\npears,Growing pears,10.5555/ABC\npears,Pears in winter,\n",
      "cand.csv": "query,title,doi\npears,Pears in winter,https://doi.org/10.5555/abc\npears,Pears in winter,\n",
    });
    expect(column(table("labels.csv"), "reference_title")).toEqual(["Growing pears", "Pears in winter"]);
  });

  it("uses a reference title once with --one-to-one, keeps ndcg_reference within 1, and prints the change", async () => {
    const list = (titles: readonly string[]) => `query,title\n${titles.map((title) => `pears,${title}\n`).join("")}`;
    const files = {
      "ref.csv": list(["Growing pears", "Pears in winter", "A history of the pear"]),
      "cand.csv": list(["Growing pears", "Growing  pears", "growing pears!", "Growing pears?"]),
    };
    const nearest = await label(["--preset", "notebook"], files);
    const once = await label(["--preset", "notebook", "--one-to-one"], files);
    expect(column(nearest.table("labels.csv"), "reference_rank")).toEqual(["0", "0", "0", "0"]);
    expect(nearest.summary().engines.cand).toMatchObject({ above_one: 1 });
    expect(nearest.summary().engines.cand.ndcg_reference.max).toBeGreaterThan(1);
    const used = column(once.table("labels.csv"), "reference_rank").filter((rank) => rank !== "");
    expect(new Set(used).size).toBe(used.length);
    expect(used).toHaveLength(3);
    const { ndcg_reference, above_one, one_to_one } = once.summary().engines.cand;
    expect(ndcg_reference.max).toBeLessThanOrEqual(1 + 1e-12);
    expect(above_one).toBe(0);
    expect(one_to_one.ndcg_reference.nearest).toBe(nearest.summary().engines.cand.ndcg_reference.mean);
    expect(one_to_one.ndcg_reference.change).toBeCloseTo(ndcg_reference.mean - one_to_one.ndcg_reference.nearest, 12);
    expect(once.stdout).toContain("Each reference title used once");
  });
});

describe("labels", () => {
  it.each([
    // The third result repeats the reference title of the first.
    ["inverse(top=10)", ["5", "10", "0", "5"]],
    ["linear(top=4,depth=4)", ["3", "4", "0", "3"]],
    ["flat(top=1,depth=1)", ["0", "1", "0", "0"]],
  ])("are computed by --label %s", async (given, expected) => {
    const { table, summary } = await label(["--label", given]);
    expect(column(table("labels.csv"), "label").slice(0, 4)).toEqual(expected);
    expect(summary().label).toBe(given);
  });

  it("come from the reference's column with --label-column, with 0 for an empty cell, which is counted", async () => {
    const { table, summary, read } = await label(["--label-column", "citations"]);
    expect(column(table("labels.csv"), "label")).toEqual(["7", "10", "0", "0", ""]);
    expect(summary().label).toBe("column citations");
    expect(summary().warnings).toContainEqual({
      ...{ kind: "missing-labels", column: "citations", count: 1 },
      examples: ["ref.csv:6"],
    });
    expect(lines(read("qrels/cand.qrels"))).toContain("q2 0 d6 0");
  });

  it("are written as grades, with a file of labels, with --integer-qrels", async () => {
    const { read } = await label(["--integer-qrels"]);
    const gains: { grade: number; label: number }[] = JSON.parse(read("gains.json")).gains;
    const integer = lines(read("labels.integer.qrels")).map((line) => line.split(" "));
    const fractional = lines(read("labels.qrels")).map((line) => line.split(" "));
    expect(integer.map((fields) => fields.slice(0, 3))).toEqual(fractional.map((fields) => fields.slice(0, 3)));
    for (const [place, [, , , grade]] of integer.entries()) {
      expect(grade).toMatch(/^\d+$/);
      expect(gains.find((gain) => gain.grade === Number(grade))?.label).toBe(Number(fractional[place]?.[3]));
    }
  });

  it("of engines that disagree are merged into the larger label, and a warning counts them", async () => {
    const files = {
      "one.csv": "query,id,title\npears,x,Growing pears\n",
      "two.csv": "query,id,title\npears,x,Pears in winter\npears,y,Pears in winter\n",
    };
    const { read, summary } = await label(["--reference", "ref.csv", "--candidates", "one.csv", "two.csv"], files);
    expect(lines(read("labels.qrels"))).toEqual(["q1 0 x 5", "q1 0 y 0"]);
    expect(lines(read("qrels/two.qrels"))).toEqual(["q1 0 x 2.5", "q1 0 y 0"]);
    expect(summary().warnings).toContainEqual({ kind: "conflicting-labels", count: 1, examples: ["q1 x"] });
  });

  it("of a repeated document are stored under a second document name in qrels and runs", async () => {
    const files = {
      "cand.csv": "query,id,title\npears,x,Growing pears\npears,x,Pears in winter\npears,a b,Pear\npears,,pear\n",
    };
    const { read } = await label(["--threshold", "none"], files);
    const documents = (file: string) => lines(read(file)).map((line) => line.split(" ")[2]);
    expect(documents("runs/cand.run").slice(0, 2)).toEqual(["x", "x~2"]);
    // Ids that would break the file, and missing ones, become a hash of the title, ignoring case.
    expect(documents("runs/cand.run")[2]).toMatch(/^[0-9a-f]{16}$/);
    expect(documents("runs/cand.run")[3]).toBe(`${documents("runs/cand.run")[2]}~2`);
    expect(documents("qrels/cand.qrels")).toEqual(documents("runs/cand.run"));
  });
});

describe("titles", () => {
  const odd = [
    "=SUM(A1:A9)",
    "+1",
    "-1",
    "@home",
    "\tTab first",
    "Tab\tinside",
    'Quotes "inside"',
    '"',
    "Comma, inside",
    "Line\nbreak",
    "Line\r\nbreak",
    "Return\rinside",
    " spaces ",
    "\u0000\u0001\u0007\u001b[31mred\u007f",
    "\u202ereversed\u202c",
    "\ufeffmark",
    "\u2028separator\u2029",
    "日本庭園の歴史",
    "ＪＡＰＡＮ",
    "историја",
    "العَرَبِيَّة",
    "हिन्दी",
    "e\u0301 and \u00e9",
    "🍐👩‍👩‍👧‍👦",
    "𠮷",
    "x".repeat(10_000),
    "長".repeat(10_000),
    "",
    "   ",
  ];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const csv = `query,title,id\n${odd.map((title, at) => `pears,${quoted(title)},d${at}\n`).join("")}`;

  it("are written byte for byte as they are", async () => {
    const { table } = await label([], { "cand.csv": csv });
    expect(column(table("labels.csv"), "title")).toEqual(odd);
    expect(column(table("labels.csv"), "id")).toEqual(odd.map((_, at) => `d${at}`));
  });

  it("are written unchanged for the reference, and so are queries, ids and engines", async () => {
    const files = {
      "ref.csv": `query,title\n${odd.map((title, at) => `${quoted(`${title}?${at}`)},${quoted(title)}\n`).join("")}`,
      "cand.csv": `engine,query,title,id\n${odd.map((title, at) => `"=a ""b""",${quoted(`${title}?${at}`)},x,${quoted(title)}\n`).join("")}`,
    };
    const rows = (await label(["--preset", "notebook"], files)).table("labels.csv");
    expect(column(rows, "reference_title")).toEqual(odd);
    expect(column(rows, "query")).toEqual(odd.map((title, at) => `${title}?${at}`));
    expect(column(rows, "id")).toEqual(odd);
    expect(new Set(column(rows, "engine"))).toEqual(new Set(['=a "b"']));
  });

  it("are escaped with --spreadsheet-safe if they would run as formulas", async () => {
    const { table } = await label(["--spreadsheet-safe"], { "cand.csv": csv });
    expect(column(table("labels.csv"), "title")).toEqual(
      odd.map((title) => (/^[=+\-@\t\r]/.test(title) ? `'${title}` : title)),
    );
    // Numbers are not titles.
    expect(column(table("labels.csv"), "margin").some((cell) => cell?.startsWith("'"))).toBe(false);
  });
});

describe("an existing folder", () => {
  it("loses the files of an earlier run, but no others", async () => {
    const folder = temporaryFolder(base);
    const run = (...candidates: string[]) =>
      runInProcess(
        [
          "label",
          "--reference",
          "ref.csv",
          "--candidates",
          ...candidates,
          "--embedder",
          "hash",
          "--no-cache",
          "--out",
          "out",
          "--force",
        ],
        { cwd: folder },
      );
    mkdirSync(join(folder, "out/qrels"), { recursive: true });
    writeFileSync(join(folder, "out/notes.txt"), "mine");
    writeFileSync(join(folder, "out/qrels/gold.qrels"), "mine");
    expect((await run("old=cand.csv")).exitCode).toBe(0);
    expect(filesOf(join(folder, "out"))).toEqual(expect.arrayContaining(["qrels/old.qrels", "runs/old.run"]));
    expect((await run("new=cand.csv")).exitCode).toBe(0);
    expect(filesOf(join(folder, "out"))).toEqual([
      ...["labels.csv", "labels.qrels", "manifest.json", "measures.csv", "notes.txt"],
      ...["qrels/gold.qrels", "qrels/new.qrels", "reference.csv", "runs/new.run", "summary.json"],
    ]);
    expect(readFileSync(join(folder, "out/notes.txt"), "utf8")).toBe("mine");
  });

  it.each([
    ["the reference itself", { "reference.csv": String(base["ref.csv"]) }, "reference.csv is also an input"],
    ["a table of the user's", { ...base, "measures.csv": "mine" }, "measures.csv already exists, but no earlier run"],
  ])("is refused if it contains %s, before any file is written", async (_, files, why) => {
    const folder = temporaryFolder({ ...base, ...files });
    const before = filesOf(folder);
    const [reference = ""] = Object.keys(files);
    const args = ["label", "--reference", reference, "--candidates", "cand.csv", "--embedder", "hash", "--no-cache"];
    const { exitCode, stderr, stdout } = await runInProcess([...args, "--out", "."], { cwd: folder });
    expect(stderr).toContain(`Cannot write .: ${why}`);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(filesOf(folder)).toEqual(before);
    expect(readFileSync(join(folder, reference), "utf8")).toBe(base["ref.csv"]);
  });

  it("does not lead to the removal of outside files that its manifest names", async () => {
    const folder = temporaryFolder({ ...base, "precious.txt": "mine" });
    mkdirSync(join(folder, "out"));
    const manifest = {
      schema: "semqrel.manifest/1",
      files: ["../precious.txt", join(folder, "cand.csv"), "gone.csv", 7],
    };
    writeFileSync(join(folder, "out/manifest.json"), JSON.stringify(manifest));
    const args = [
      "label",
      "--reference",
      "ref.csv",
      "--candidates",
      "cand.csv",
      "--embedder",
      "hash",
      "--no-cache",
      "--out",
      "out",
    ];
    expect((await runInProcess(args, { cwd: folder })).exitCode).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["cand.csv", "out", "precious.txt", "ref.csv"]);
  });
});

describe("the source of an option's value", () => {
  const printed = async (args: readonly string[], files: Files = {}, env: Readonly<Record<string, string>> = {}) => {
    const result = await runInProcess(["label", "--reference", "ref.csv", "--print-config", ...args], {
      cwd: temporaryFolder(files),
      environment: env,
    });
    expect(result.exitCode, result.stderr).toBe(0);
    return JSON.parse(result.stdout);
  };
  const config = (settings: unknown) => ({ "semqrel.config.json": JSON.stringify(settings) });

  it("is the default, overridden by the file, by the environment and by the command line in this order", async () => {
    const file = config({ threshold: 0.1, label: { threshold: 0.2 } });
    expect((await printed([]))["threshold"]).toEqual({ value: null, source: "default" });
    expect((await printed([], config({ threshold: 0.1 })))["threshold"]).toEqual({
      value: 0.1,
      source: "configuration file",
    });
    expect((await printed([], file))["threshold"]).toEqual({ value: 0.2, source: "configuration file" });
    expect((await printed([], file, { SEMQREL_THRESHOLD: "0.3" }))["threshold"]).toEqual({
      value: 0.3,
      source: "environment",
    });
    expect((await printed(["--threshold", "0.4"], file, { SEMQREL_THRESHOLD: "0.3" }))["threshold"]).toEqual({
      value: 0.4,
      source: "flag",
    });
  });

  it("may be the configuration file for lists, switches and choices", async () => {
    const settings = { candidates: ["a.csv", "b.csv"], exact: true, "match-on": "id,title", format: "md" };
    const values = await printed([], config(settings));
    expect(values["candidates"]).toEqual({ value: ["a.csv", "b.csv"], source: "configuration file" });
    expect(values["exact"]).toEqual({ value: true, source: "configuration file" });
    expect(values["match-on"]).toEqual({ value: ["id", "title"], source: "configuration file" });
    expect(values["format"]).toEqual({ value: "md", source: "configuration file" });
    expect(values["reference"]).toEqual({ value: ["ref.csv"], source: "flag" });
  });

  it("may be the configuration file or the environment in a run, but --print-config writes no labels", async () => {
    const folder = temporaryFolder({ ...base, ...config({ label: "inverse(top=2)" }) });
    const args = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "--out", "out"];
    const env = { SEMQREL_DEPTH: "1", SEMQREL_INDEXES: "ix" };
    const dry = await runInProcess([...args, "--print-config"], { cwd: folder, environment: env });
    expect(dry.exitCode).toBe(0);
    expect(existsSync(join(folder, "out"))).toBe(false);
    const result = await runCli(args, { cwd: folder, env });
    expect(result.exitCode, result.stderr).toBe(0);
    const done = inFolder(result, folder);
    expect(done.summary().label).toBe("inverse(top=2)");
    expect(done.table("labels.csv")).toHaveLength(3);
    // Exact search stores no indexes.
    expect(existsSync(join(folder, "ix"))).toBe(hasHnsw);
  });

  it("may be the configuration file even for the required reference", async () => {
    const folder = temporaryFolder({
      ...base,
      ...config({ label: { reference: "ref.csv", candidates: ["cand.csv"] } }),
    });
    const result = await runInProcess(["label", "--embedder", "hash", "--no-cache", "--json"], { cwd: folder });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(JSON.parse(result.stdout).engines).toHaveProperty("cand");
  });
});

describe("help and version", () => {
  it.each([
    [[]],
    [["label"]],
    [["system", "doctor"]],
    [["pool", "--plan"]],
    [["system", "index"]],
    [["system", "index", "ls"]],
    [["system", "index", "verify"]],
    [["system", "index", "rm"]],
    [["system", "cache"]],
    [["system", "cache", "dir"]],
    [["system", "cache", "size"]],
    [["system", "cache", "clean"]],
    [["system", "model"]],
    [["system", "model", "info"]],
    [["system", "model", "verify"]],
    [["system", "model", "fetch"]],
  ])("--help prints help on stdout and exits 0: semqrel %j", async (command) => {
    for (const flag of ["--help", "-h"]) {
      const result = await runInProcess([...command, flag], { cwd: temporaryFolder() });
      expect(result).toMatchObject({ exitCode: 0, stderr: "" });
      expect(result.stdout).toContain(["Usage: semqrel", ...command].join(" "));
    }
  });

  it("--help of label names important options and has examples", async () => {
    const { stdout } = await runInProcess(["label", "--help"], { cwd: root });
    for (const flag of [
      "--reference",
      "--candidates",
      "--out",
      "--threshold",
      "--one-to-one",
      "--fail-under",
      "--titles",
    ]) {
      expect(stdout).toContain(flag);
    }
    expect(stdout).toContain("Examples:");
  });

  it("--version prints the version in package.json", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const flag of ["--version", "-V"]) {
      expect(await runInProcess([flag], { cwd: root })).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
    }
  });
});

describe("a reader that stops reading", () => {
  it("does not make the command fail", async () => {
    const folder = temporaryFolder(base);
    const command = `"${process.execPath}" "${join(root, "dist/cli/main.js")}" label --reference ref.csv --candidates cand.csv --embedder hash --no-cache; echo $? > code`;
    execFileSync("sh", ["-c", `( ${command} ) | true`], { cwd: folder, stdio: "ignore" });
    expect(readFileSync(join(folder, "code"), "utf8")).toBe("0\n");
  });
});
