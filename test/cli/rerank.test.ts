/** Does `rerank` run an experiment from files to tables, and warn about problems? */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { run } from "../../src/cli/run.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const samples = join(root, "data/samples");
const quick = ["--epochs", "2", "--trees", "2", "--repeats", "1"];

/** Twelve lists of five results. `degree` is nearly the label, and `turn` has infinite and missing values. */
const places = Array.from({ length: 60 }, (_, row) => ({
  query: Math.floor(row / 5),
  rank: row % 5,
  label: (row * row + row) % 7,
}));
const table = (names: string, rows: readonly string[]) => `${names}\n${rows.join("\n")}\n`;
const labels = table(
  "query,rank,id,title,label",
  places.map(({ query, rank, label }) => `q${query},${rank},d${query}-${rank},title ${query} ${rank},${label}`),
);
const features = table(
  "id,degree,flat,venue,turn",
  places.map(
    ({ query, rank, label }, row) => `d${query}-${rank},${label + (row % 2) / 8},1,x,${["inf", "", "3"][row % 3]}`,
  ),
);
const files = { "labels.csv": labels, "features.csv": features };
const rerank = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runInProcess(["rerank", ...args], { cwd: temporaryFolder({ ...files, ...more }) });
const firstQueries = (count: number) => table("query,rank,id,title,label", labels.split("\n").slice(1, 1 + 5 * count));
const usual = ["labels.csv", "features.csv"];

/** nDCG by its definition: labels of the documents in order, divided by the largest labels of the query. */
function meanNdcg(qrels: string, run: string, cutoff: number): number {
  const labelOf = new Map<string, Map<string, number>>();
  for (const [query = "", , document = "", label] of qrels
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "))) {
    labelOf.set(query, (labelOf.get(query) ?? new Map()).set(document, Number(label)));
  }
  const listOf = new Map<string, string[]>();
  for (const [query = "", , document = ""] of run
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "))) {
    listOf.set(query, [...(listOf.get(query) ?? []), document]);
  }
  const dcg = (gains: readonly number[]) =>
    gains.slice(0, cutoff).reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
  const values = [...labelOf].map(([query, ofDocument]) => {
    const ideal = dcg([...ofDocument.values()].sort((one, other) => other - one));
    return ideal === 0 ? 0 : dcg((listOf.get(query) ?? []).map((document) => ofDocument.get(document) ?? 0)) / ideal;
  });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe("semqrel rerank on the sample", () => {
  const folder = temporaryFolder();
  const out = join(folder, "reranked");
  let report: {
    rows: number;
    queries: number;
    mse: Record<string, number>;
    ndcg: Record<string, Record<string, number>>;
    coefficients: { feature: string; value: number; interval: [number, number] }[];
    importance: { feature: string; value: number }[];
  };

  beforeAll(async () => {
    const label = await runInProcess(
      [
        ...["label", "--reference", join(samples, "library.csv"), "--candidates", join(samples, "explorer.csv")],
        ...["--queries", join(samples, "queries.tsv"), "--embedder", "hash", "--out", "labels", "-q"],
      ],
      { cwd: folder },
    );
    expect(label.exitCode, label.stderr).toBe(0);
    const edges = [join(samples, "citations.csv"), join(samples, "authors.csv")];
    const described = await runInProcess(
      ["rerank", "features", ...edges, "--nodes", "labels", "-o", "features.csv", "-q"],
      {
        cwd: folder,
      },
    );
    expect(described.exitCode, described.stderr).toBe(0);
    const args = [
      "rerank",
      "labels",
      "features.csv",
      "--model",
      "ridge,mlp,forest",
      ...quick,
      "--out",
      "reranked",
      "--json",
    ];
    const { exitCode, stdout, stderr } = await runInProcess(args, { cwd: folder });
    expect(exitCode, stderr).toBe(0);
    report = JSON.parse(stdout);
  });

  it("prints the documented fields as JSON", () => {
    expect(report).toMatchObject({ schema: "semqrel.rerank/1", rows: 252, queries: 24 });
    expect(Object.keys(report.mse)).toEqual(["mean-baseline", "ridge", "mlp", "forest"]);
    for (const order of ["original", "ridge", "mlp", "forest", "ideal", "random"]) {
      expect(report.ndcg[order]).toEqual({
        ndcg_returned: expect.any(Number),
        "ndcg_returned@10": expect.any(Number),
        ndcg_reference: expect.any(Number),
        "ndcg_reference@10": expect.any(Number),
      });
    }
    expect(report.coefficients[0]).toMatchObject({
      feature: "candidate_rank",
      interval: [expect.any(Number), expect.any(Number)],
    });
    expect(report.importance[0]).toMatchObject({ feature: "candidate_rank", value: expect.any(Number) });
  });

  it("measures the original order as label does, except for repeated results", () => {
    const rows = readFileSync(join(folder, "labels/measures.csv"), "utf8").trimEnd().split("\n");
    // Counts columns from the end, because queries may contain commas: …, ndcg_returned, @10, ndcg_reference, @10, three exact, state, reason.
    const values = rows.map((row) => row.split(",").at(-9));
    expect(values[0]).toBe("ndcg_returned");
    const returned = values
      .slice(1)
      .filter((value) => value !== "")
      .map(Number);
    // Seven of 259 results are repeated, so the means differ slightly.
    const mean = returned.reduce((sum, value) => sum + value, 0) / returned.length;
    expect(Math.abs((report.ndcg["original"]?.["ndcg_returned"] ?? 0) - mean)).toBeLessThan(0.01);
    expect(report.ndcg["ideal"]?.["ndcg_returned"]).toBe(1);
  });

  it("writes runs for which measure computes nDCG as it is defined", async () => {
    const qrels = readFileSync(join(folder, "labels/labels.qrels"), "utf8");
    const runs = readdirSync(join(out, "runs"));
    expect(runs).toContain("feature-katz.run");
    const paths = runs.map((run) => `reranked/runs/${run}`);
    const { exitCode, stdout, stderr } = await runInProcess(
      ["measure", "labels/labels.qrels", ...paths, "nDCG@10", "--format", "csv"],
      { cwd: folder },
    );
    expect(exitCode, stderr).toBe(0);
    for (const run of runs) {
      const expected = meanNdcg(qrels, readFileSync(join(out, "runs", run), "utf8"), 10);
      const row = stdout.split("\n").find((line) => line.startsWith(`${run.replace(/\.run$/, "")},`)) ?? "";
      const numbers = row.split(",").slice(1).map(Number);
      expect(
        numbers.some((number) => Math.abs(number - expected) < 1e-6),
        `${row} ${expected}`,
      ).toBe(true);
    }
  });

  test.each(["ridge", "mlp", "forest"])(
    "applies the %s that it wrote, with the predictions of the fitted model",
    async (kind) => {
      const target = `applied-${kind}`;
      const args = ["rerank", "labels", "features.csv", "--apply", `reranked/models/${kind}.json`, "-o", target];
      const { exitCode, stdout, stderr } = await runInProcess(args, { cwd: folder });
      expect(exitCode, stderr).toBe(0);
      expect(stdout).toContain("The model was fitted earlier. If its training data contained these lists, this leaks.");
      const rows = (path: string) => readFileSync(join(folder, path), "utf8");
      expect(rows(`${target}/models/${kind}.json`)).toBe(rows(`reranked/models/${kind}.json`));
      const again = await runInProcess([...args.slice(0, -1), `${target}-again`], { cwd: folder });
      expect(again.stdout).toBe(stdout);
      expect(rows(`${target}-again/predictions.csv`)).toBe(rows(`${target}/predictions.csv`));
    },
  );
});

describe("semqrel rerank", () => {
  it("predicts labels from features, and names features that have no effect", async () => {
    const { exitCode, stdout, stderr } = await rerank(usual);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(
      /^labels: 60 labelled results of 12 queries, 4 features\. 60 of 60 documents have features\.\n/,
    );
    expect(stdout).toContain("turn: 20 missing, 20 infinite");
    expect(stdout).toContain("No effect, because all values are the same: flat, turn.");
    expect(stdout).toMatch(/ridge predicts the labels better .* ridge orders the results better than labels does/);
    expect(stderr).toContain("venue has no finite numbers, and is not used as a feature.");
    expect(stdout + stderr).not.toMatch(/NaN|undefined/);
  });

  it("warns in every format that a split by rows leaks", async () => {
    for (const format of ["table", "md"]) {
      const { stdout } = await rerank([...usual, "--split", "rows", "--test-share", "0.2", "--format", format]);
      expect(stdout).toContain("THIS LEAKS");
    }
    const { stdout } = await rerank([...usual, "--split", "rows", "--json"]);
    expect(JSON.parse(stdout).split).toEqual({ by: "rows", folds: null, leaks: true });
  });

  it("writes CSV, TSV, Markdown and JSON", async () => {
    const print = async (format: string) => (await rerank([...usual, "--format", format, "-q"])).stdout;
    const csv = (await print("csv")).trimEnd().split("\n");
    expect(csv[0]).toBe("table,name,measure,value,low,high,holm,verdict");
    expect(
      (await print("tsv"))
        .replace(/\n$/, "")
        .split("\n")
        .map((row) => row.split("\t").length),
    ).toEqual(csv.map(() => 8));
    expect(await print("md")).toContain("| order | ndcg\\_returned | ndcg\\_returned@<!-- -->10 |");
    const { mse } = JSON.parse(await print("json"));
    expect(csv).toContain(`prediction,ridge,mse,${mse.ridge},,,,`);
  });

  it("writes the same bytes for the same seed", async () => {
    const cwd = temporaryFolder(files);
    const contents = [];
    for (const out of ["one", "other"]) {
      const args = [...usual, "--model", "ridge,mlp,forest", ...quick, "--seed", "7", "-o", out];
      const { exitCode, stderr } = await runInProcess(["rerank", ...args], { cwd });
      expect(exitCode, stderr).toBe(0);
      const paths = readdirSync(join(cwd, out), { recursive: true, encoding: "utf8" }).filter((path) =>
        path.includes("."),
      );
      contents.push(Object.fromEntries(paths.map((path) => [path, readFileSync(join(cwd, out, path), "utf8")])));
    }
    expect(Object.keys(contents[0] ?? {})).toHaveLength(15);
    expect(contents[0]).toEqual(contents[1]);
  });

  it("refuses to read both labels and features from standard input", async () => {
    const cwd = temporaryFolder(files);
    const { exitCode, stderr } = await runInProcess(["rerank", "-", "-"], { cwd });
    expect({ exitCode, named: stderr.includes("- can be used for one file") }).toEqual({ exitCode: 2, named: true });
  });

  const without = (text: string, pattern: RegExp) => text.replaceAll(pattern, "");

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ["fewer queries than folds", usual, { "labels.csv": firstQueries(3) }, /folds is 5, but there are 3 queries.*Give/],
    ["a single query", usual, { "labels.csv": firstQueries(1) }, /folds is 5/],
    ["labels without ids", usual, { "labels.csv": without(labels, /d\d+-\d/g) }, /no ids.*features are joined by id/],
    ["labels without labels", usual, { "labels.csv": "query,rank,id,title\nq,0,d,t\n" }, /"label" is missing/],
    [
      "features of unknown documents only",
      usual,
      { "features.csv": "id,degree\nzz,1\n" },
      /none of its 60 documents \(such as "d0-0"\)/,
    ],
    [
      "features that are only texts",
      usual,
      { "features.csv": "id,venue\nd0-0,x\n" },
      /no column except the ids has numbers/,
    ],
    ["features without ids", usual, { "features.csv": "degree\n1\n" }, /"id" is missing/],
    ["features without rows", usual, { "features.csv": "id,degree\n" }, /no rows/],
    ["a column named like the rank", usual, { "features.csv": "id,candidate_rank\nd0-0,1\n" }, /"candidate_rank"/],
    ["a requested column of text", [...usual, "--features", "venue"], {}, /"venue" has no number/],
    ["an engine that does not exist", [...usual, "--engine", "x"], {}, /no engine "x" \(it has: labels\)/],
    ["a model that does not exist", [...usual, "--model", "svm"], {}, /ridge, mlp, forest/],
    ["a test share of 1", [...usual, "--split", "rows", "--test-share", "1"], {}, /below 1/],
    [
      "--folds with --split rows",
      [...usual, "--split", "rows", "--folds", "4"],
      {},
      /--folds is for --split queries, but --split is rows/,
    ],
    [
      "--test-share with --split queries",
      [...usual, "--test-share", "0.3"],
      {},
      /--test-share is for --split rows, but --split is queries/,
    ],
    ["a negative strength", [...usual, "--strength", "-1"], {}, /--strength/],
    ["a file that is not a ranker", [...usual, "--apply", "labels.csv"], {}, /not JSON/],
    ["a ranker that does not exist", [...usual, "--apply", "nowhere.json"], {}, /nowhere\.json: there is no such file/],
    ["a command without features", ["labels.csv"], {}, /missing required argument 'features-file'/],
    ["labels that do not exist", ["nowhere", "features.csv"], {}, /nowhere: there is no such file/],
  ])("exits 2 for %s", async (_, args, more, message) => {
    const { exitCode, stdout, stderr } = await rerank([...args, ...(args.length > 1 ? ["-o", "out"] : [])], more);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/bug| {2}at /);
  });

  it("continues if some documents are unknown, and counts them", async () => {
    const some = features.split("\n").slice(0, 41).join("\n");
    const { exitCode, stdout } = await rerank([...usual, "--features", "degree"], { "features.csv": `${some}\n` });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("40 of 60 documents have features.");
    expect(stdout).toContain("degree: 20 missing");
  });

  it("continues if no label is above 0, and prints that it cannot compare orders", async () => {
    const nought = labels.replaceAll(/,\d+$/gm, ",0");
    const { exitCode, stdout } = await rerank(usual, { "labels.csv": nought });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("No label is above 0, so no order is better than another.");
  });
});

describe("Ctrl-C during an experiment", () => {
  it("leads to exit code 130, and no file is written", async () => {
    const cwd = temporaryFolder({ ...files, "labels.csv": firstQueries(6) });
    const at = (name: string) => join(cwd, name);
    // So few queries that early stopping never applies: without the signal, it would run for half a minute.
    const model = ["--model", "mlp", "--folds", "2", "--epochs", "20000"];
    const controller = new AbortController();
    let [written, said] = ["", ""];
    const exitCode = await run(["rerank", ...usual.map(at), ...model, "-o", at("out")], {
      stdout: { write: (text) => (written += text) },
      stderr: {
        // On a terminal, progress is shown at once.
        isTTY: true,
        write: (text) => {
          said += text;
          // Like a signal, the abort arrives in a later turn of the event loop.
          if (/Fitting/.test(text)) setTimeout(() => controller.abort());
        },
      },
      environment: { SEMQREL_CACHE: temporaryFolder() },
      signal: controller.signal,
    });
    expect(said).toMatch(/Fitting[\s\S]*interrupted/);
    expect({ exitCode, written }).toEqual({ exitCode: 130, written: "" });
    expect(readdirSync(cwd).sort()).toEqual(["features.csv", "labels.csv"]);
  });
});

it("rerank refuses a folder with files that it did not write, before it reads its input", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "out/runs"), { recursive: true });
  writeFileSync(join(cwd, "out/runs/original.run"), "mine");
  const { exitCode, stderr } = await runInProcess(["rerank", ...usual, "--model", "ridge", "--out", "out"], { cwd });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("runs/original.run already exists")]);
});
