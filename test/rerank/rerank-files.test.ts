import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { Progress } from "../../src/core/ports.ts";
import { type RerankOptions, requireRerankFolder, rerankFiles, writeReranked } from "../../src/rerank/rerank-files.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const plain: RerankOptions = {
  models: ["ridge"],
  engine: null,
  features: null,
  split: { by: "queries", folds: 3 },
  seed: 1,
  strength: 1,
  epochs: 3,
  trees: 3,
  repeats: 1,
};

/** Twelve lists of four results. `degree` determines the label. The second document of each list has no id. */
const places = Array.from({ length: 48 }, (_, row) => ({
  query: Math.floor(row / 4),
  rank: row % 4,
  label: (row * 7) % 5,
}));
const labels = `engine,query,rank,id,title,label\n${places
  .map(
    ({ query, rank, label }) =>
      `lens,q${query},${rank},${rank === 1 ? "" : `d${query}-${rank}`},title ${query} ${rank},${label}`,
  )
  .join("\n")}\n`;
const features = `id,degree,venue,a b,a-b,A B\n${places
  .map(({ query, rank, label }) => `d${query}-${rank},${label},x,${query},${rank},${(query * rank) % 3}`)
  .join("\n")}\n`;

function tools(signal = new AbortController().signal) {
  const seen: (string | number)[] = [];
  const progress: Progress = {
    start: (task: string, total: number) => seen.push(task, total),
    update: (done: number) => seen.push(done),
    finish: () => seen.push("finished"),
  };
  return { progress, signal, seen };
}

function reranked(
  files: Readonly<Record<string, string>> = {},
  options: Partial<RerankOptions> = {},
  used = tools(),
  ranker: string | null = null,
) {
  const folder = temporaryFolder({ "labels.csv": labels, "features.csv": features, ...files });
  const paths = { labels: join(folder, "labels.csv"), features: join(folder, "features.csv"), ranker };
  return rerankFiles(paths, { ...plain, ...options }, used);
}

describe("rerankFiles", () => {
  it("joins labels with features by id, and counts documents without features", async () => {
    const { report, rows, warnings, files } = await reranked();
    expect(report).toMatchObject({
      engine: "lens",
      rows: 48,
      queries: 12,
      documents: { count: 48, known: 36, withoutId: 12 },
    });
    expect(rows.features.names).toEqual(["candidate_rank", "degree", "a b", "a-b", "A B"]);
    expect(report.features[1]).toEqual({ feature: "degree", missing: 12, infinite: 0, constant: false });
    expect(warnings).toEqual([
      { kind: "columns-without-numbers", source: expect.stringContaining("features.csv"), columns: ["venue"] },
    ]);
    expect(files.map(({ path, rows: count }) => [path.split("/").at(-1), count])).toEqual([
      ["labels.csv", 48],
      ["features.csv", 48],
    ]);
  });

  it("uses each requested column once, whatever its spelling", async () => {
    const { rows } = await reranked({}, { features: ["Degree", "degree", "a-b"] });
    expect(rows.features.names).toEqual(["candidate_rank", "degree", "a-b"]);
  });

  it("uses the requested engine, otherwise the first engine, and warns about engines that are left out", async () => {
    const two = `${labels}${labels.replaceAll("lens,", "scope,").split("\n").slice(1).join("\n")}`;
    const first = await reranked({ "labels.csv": two });
    expect(first.report.engine).toBe("lens");
    expect(first.warnings).toContainEqual({ kind: "engines-left-out", used: "lens", engines: ["scope"] });
    const other = await reranked({ "labels.csv": two }, { engine: "scope" });
    expect(other.report.engine).toBe("scope");
    expect(other.warnings.map(({ kind }) => kind)).toEqual(["columns-without-numbers"]);
  });

  it("reports its progress", async () => {
    const used = tools();
    await reranked({}, {}, used);
    expect(used.seen.slice(0, 3)).toEqual(["Fitting", 4, 0]);
    expect(used.seen.slice(-2)).toEqual([3, "finished"]);
  });

  it("throws INTERRUPTED if the signal is aborted, even if it applies a fitted ranker", async () => {
    const interruption = new AbortController();
    interruption.abort();
    const path = join(temporaryFolder(), "out");
    writeReranked(path, await reranked());
    for (const ranker of [null, join(path, "models/ridge.json")]) {
      await expect(reranked({}, {}, tools(interruption.signal), ranker)).rejects.toMatchObject({ code: "INTERRUPTED" });
    }
  });

  it("stops if it is interrupted during the last fit", async () => {
    const interruption = new AbortController();
    const used = tools(interruption.signal);
    const progress = { ...used.progress, finish: () => interruption.abort() };
    await expect(reranked({}, {}, { ...used, progress })).rejects.toMatchObject({ code: "INTERRUPTED" });
  });

  test.each<[string, Record<string, string>, Partial<RerankOptions>, string, RegExp]>([
    ["a missing engine", {}, { engine: "nope" }, "AMBIGUOUS_ENGINE", /no engine "nope" \(it has: lens\)/],
    [
      "features without ids",
      { "features.csv": "degree\n1\n" },
      {},
      "MISSING_COLUMN",
      /"id" is missing.*id, _id, docno/,
    ],
    ["features of text", { "features.csv": "id,venue\nd0-0,x\n" }, {}, "INVALID_OPTION", /no column except the ids/],
    ["a column of text", {}, { features: ["venue"] }, "INVALID_OPTION", /"venue" has no number/],
    ["a missing column", {}, { features: ["katz"] }, "MISSING_COLUMN", /"katz" is missing/],
    ["labels without ids", { "labels.csv": labels.replaceAll(/d\d+-\d/g, "") }, {}, "INVALID_OPTION", /have no ids/],
    [
      "labels without labels",
      { "labels.csv": "query,rank,title\nq,0,t\n" },
      {},
      "MISSING_COLUMN",
      /"label" is missing/,
    ],
    [
      "fewer queries than folds",
      {},
      { split: { by: "queries", folds: 13 } },
      "INVALID_OPTION",
      /folds is 13, but there are 12 queries/,
    ],
  ])("refuses %s", async (_, files, options, code, message) => {
    await expect(reranked(files, options)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it("refuses a missing or invalid ranker", async () => {
    const nowhere = join(temporaryFolder({ "model.json": "{}" }), "nowhere.json");
    await expect(reranked({}, {}, tools(), nowhere)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    const other = nowhere.replace("nowhere", "model");
    await expect(reranked({}, {}, tools(), other)).rejects.toMatchObject({ code: "INVALID_FORMAT" });
  });
});

describe("writeReranked", () => {
  it("writes a run for every order, with file names that remain different without signs and case", async () => {
    const out = join(temporaryFolder(), "out");
    const found = await reranked({}, { models: ["ridge", "mlp", "forest"] });
    const written = writeReranked(out, found);
    const names = [
      "original",
      "feature-candidate_rank",
      "feature-degree",
      "feature-a-b",
      "feature-a-b~2",
      "feature-A-B~3",
    ];
    expect(readdirSync(join(out, "runs")).sort()).toEqual(
      [...names, "ridge", "mlp", "forest", "ideal"].map((name) => `${name}.run`).sort(),
    );
    expect(written.filter((path) => !existsSync(join(out, path)))).toEqual([]);
    const lines = readFileSync(join(out, "runs/feature-a-b~2.run"), "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(48);
    for (const [row, line] of lines.entries()) {
      expect(line).toMatch(/^\S+ Q0 \S+ [1-4] [1-4] feature-a-b~2$/);
      expect(line.split(" ").slice(3, 5).map(Number)).toEqual([(row % 4) + 1, 4 - (row % 4)]);
    }
  });

  it("escapes cells of predictions that look like formulas, and writes predictions for Excel", async () => {
    const out = join(temporaryFolder(), "out");
    const found = await reranked({ "labels.csv": labels.replace("title 1 2", "=1+1") });
    writeReranked(out, found, { isGuarded: true, excel: "de" });
    const [head, ...rows] = readFileSync(join(out, "predictions.csv"), "utf8").split("\n");
    expect(head).toBe("\ufeffengine;query;rank;id;title;label;fold;ridge");
    expect(rows[6]).toMatch(/^lens;q1;2;d1-2;'=1\+1;2;\d;-?\d+,\d+$/);
  });

  it("writes every prediction with its label", async () => {
    const out = join(temporaryFolder(), "out");
    const found = await reranked();
    writeReranked(out, found);
    const rows = readFileSync(join(out, "predictions.csv"), "utf8").trimEnd().split("\n");
    expect(rows).toHaveLength(49);
    expect(rows[0]).toBe("engine,query,rank,id,title,label,fold,ridge");
    const { foldOfRow, models } = found.experiment;
    expect(rows[7]).toBe(`lens,q1,2,d1-2,title 1 2,2,${foldOfRow[6]},${models[0]?.predictions[6]}`);
  });

  it("writes models that make the same predictions when they are read again", async () => {
    const out = join(temporaryFolder(), "out");
    const found = await reranked({}, { models: ["ridge", "mlp", "forest"] });
    writeReranked(out, found);
    for (const { kind, ranker } of found.experiment.models) {
      const path = join(out, `models/${kind}.json`);
      expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(ranker);
      const applied = await reranked({}, {}, tools(), path);
      expect(applied.report.split.by).toBe("none");
      expect(applied.experiment.models[0]?.ranker).toEqual(ranker);
    }
  });

  it("writes a summary and data of plots, with the same bytes for the same input", async () => {
    const folders = [join(temporaryFolder(), "out"), join(temporaryFolder(), "out")];
    const found = await reranked();
    for (const folder of folders) writeReranked(folder, found);
    const [summary, plots] = ["summary.json", "plots.json"].map((file) =>
      folders.map((folder) => readFileSync(join(folder, file), "utf8")),
    );
    expect(new Set(summary).size + new Set(plots).size).toBe(2);
    const { files, warnings, ...report } = JSON.parse(summary?.[0] ?? "");
    expect(report).toEqual(found.report);
    expect([files, warnings]).toEqual([found.files, found.warnings]);
    expect(JSON.parse(plots?.[0] ?? "")).toEqual(found.plots);
  });

  it("removes files of an earlier experiment, but does not remove other files", async () => {
    const out = join(temporaryFolder(), "out");
    writeReranked(out, await reranked({}, { models: ["ridge", "forest"] }));
    for (const name of ["runs/mine.run", "models/mine.json"]) writeFileSync(join(out, name), "mine");
    const written = writeReranked(out, await reranked({}, { models: ["ridge"], features: ["degree"] }));
    const found = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
    expect(found.toSorted()).toEqual([...written, "runs/mine.run", "models/mine.json"].sort());
    expect(written).not.toContain("models/forest.json");
  });

  it.each(["{", "{}", '{"schema":"semqrel.label/1","ndcg":{"../kept":1},"mse":{}}'])(
    "refuses and leaves unchanged a folder with the foreign summary %s",
    async (summary) => {
      const out = temporaryFolder({ "summary.json": summary, "kept.run": "mine" });
      const found = await reranked();
      for (const attempt of [() => requireRerankFolder(out, [], []), () => writeReranked(out, found)]) {
        expect(attempt).toThrow("summary.json already exists, but no earlier run wrote it");
      }
      expect(readdirSync(out).sort()).toEqual(["kept.run", "summary.json"]);
      expect(readFileSync(join(out, "summary.json"), "utf8")).toBe(summary);
    },
  );

  it.each(["runs/original.run", "runs/ridge.run", "runs/ideal.run", "models/ridge.json"])(
    "refuses to replace the file %s before it fits models",
    async (file) => {
      const out = temporaryFolder();
      for (const folder of ["runs", "models"]) mkdirSync(join(out, folder));
      writeFileSync(join(out, file), "mine");
      expect(() => requireRerankFolder(out, [], ["ridge"])).toThrow(
        `${file} already exists, but no earlier run wrote it`,
      );
      // Files that this run would not write may exist.
      const other = join(temporaryFolder(), "out");
      writeReranked(other, await reranked());
      for (const path of ["runs/random.run", "runs/mlp.run", "models/mlp.json"])
        writeFileSync(join(other, path), "mine");
      expect(() => requireRerankFolder(other, [], ["ridge"])).not.toThrow();
      expect(() => requireRerankFolder(other, [], ["ridge", "mlp"])).toThrow("runs/mlp.run already exists");
    },
  );

  it("removes no files if the earlier summary lists no files", async () => {
    const out = temporaryFolder({ "summary.json": '{"schema":"semqrel.rerank/1"}', "kept.run": "mine" });
    writeReranked(out, await reranked());
    expect(readFileSync(join(out, "kept.run"), "utf8")).toBe("mine");
  });

  it("never writes or removes a file outside the folder, whatever an earlier summary lists", async () => {
    const summary = { schema: "semqrel.rerank/1", ndcg: { "../../kept": {} }, mse: { "../../kept": 1 } };
    const parent = temporaryFolder({ "kept.run": "mine", "kept.json": "mine" });
    mkdirSync(join(parent, "out"));
    writeFileSync(join(parent, "out/summary.json"), JSON.stringify(summary));
    writeReranked(join(parent, "out"), await reranked());
    expect(readdirSync(parent).sort()).toEqual(["kept.json", "kept.run", "out"]);
  });

  it("throws OUTPUT_UNWRITABLE if the folder cannot be written", async () => {
    const folder = temporaryFolder({ file: "" });
    const found = await reranked();
    expect(() => writeReranked(join(folder, "file"), found)).toThrow(
      expect.objectContaining({ code: "OUTPUT_UNWRITABLE" }),
    );
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});
