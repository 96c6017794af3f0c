/** Does calibrate write a folder of labels that every reader accepts, from stored labels and some ratings? */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { parseCalibration } from "../../src/estimate/calibration/calibration-model.ts";
import { calibrateFiles, type EstimateFilesOptions, estimateFiles } from "../../src/estimate/estimate-files.ts";
import { writeRelabelledFolder } from "../../src/estimate/relabelled-folder.ts";
import { readStoredLabels } from "../../src/label/stored-labels.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

type Row = Readonly<Record<string, string>>;

let folder: string;
let goldLines: readonly string[];
let calibrated: Awaited<ReturnType<typeof calibrateFiles>>;
let out: string;
let written: readonly string[];

const progress = { start: () => {}, update: () => {}, finish: () => {} };
const tools = { embedder: hashEmbedder(), progress, signal: new AbortController().signal };
const options: EstimateFilesOptions = {
  ...{ measure: parseOrderingMeasure("nDCG@10"), target: "these", method: "ridge" },
  ...{ depth: 10, unjudged: "nonrelevant", seed: 1 },
};
const calibrate = (labels: string, gold = join(folder, "g8.qrels")) =>
  calibrateFiles({ labels, gold, proxies: [], pools: [] }, options, tools);

const tableAt = (path: string): Row[] => parse(readFileSync(path, "utf8"), { columns: true });
const jsonAt = (path: string) => JSON.parse(readFileSync(path, "utf8"));

beforeAll(async () => {
  folder = await makeLabelFolder();
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  // In rated queries, results from d12 on are not judged.
  goldLines = lines.filter((line) => /^q(0|2|3|5|7|9|11|13) 0 d(\d|1[01]) /.test(line));
  writeFileSync(join(folder, "g8.qrels"), `${goldLines.join("\n")}\n`);
  calibrated = await calibrate(join(folder, "labels"));
  out = join(temporaryFolder(), "calibrated");
  written = writeRelabelledFolder(out, calibrated);
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

describe("calibrateFiles", () => {
  it("writes exactly the files that it returns", () => {
    expect(filesOf(out)).toEqual(written.toSorted());
    expect(jsonAt(join(out, "manifest.json")).files).toEqual(written);
    expect(written).toContain("reference.csv");
  });

  it("removes files of an earlier run that are outdated, but no files of users", () => {
    const again = join(temporaryFolder(), "again");
    writeRelabelledFolder(again, calibrated);
    const manifest = jsonAt(join(again, "manifest.json"));
    writeFileSync(
      join(again, "manifest.json"),
      JSON.stringify({ ...manifest, files: [...manifest.files, "report.html"] }),
    );
    for (const name of ["report.html", "notes.txt"]) writeFileSync(join(again, name), "");
    writeRelabelledFolder(again, calibrated);
    expect(filesOf(again)).toEqual([...written, "notes.txt"].sort());
  });

  it("labels a result with people's grade if it has one, otherwise with a prediction", () => {
    const gradeOf = new Map(goldLines.map((line) => [line.split(" ").slice(0, 3).join(" "), line.split(" ")[3]]));
    const rows = tableAt(join(out, "labels.csv"));
    expect(rows).toHaveLength(6 * 14 * 10);
    const counts = { human: 0, calibrated: 0 };
    for (const { query, id, label, origin } of rows) {
      const grade = gradeOf.get(`${query?.replace("question ", "q")} 0 ${id}`);
      expect(origin).toBe(grade === undefined ? "calibrated" : "human");
      if (grade !== undefined) expect(label).toBe(grade);
      expect(Number(label)).toBeGreaterThanOrEqual(0);
      counts[origin as "human" | "calibrated"]++;
    }
    expect(counts.human).toBeGreaterThan(100);
    expect(counts.calibrated).toBeGreaterThan(6 * 6 * 10);
  });

  it("changes only labels and origins in labels.csv, and only labels in reference.csv", () => {
    for (const [name, changed] of [
      ["labels.csv", ["label", "origin"]],
      ["reference.csv", ["label"]],
    ] as const) {
      const [before, after] = [tableAt(join(folder, "labels", name)), tableAt(join(out, name))];
      const without = (rows: readonly Row[]) =>
        rows.map((row) => Object.entries(row).filter(([column]) => !(changed as readonly string[]).includes(column)));
      expect(without(after)).toEqual(without(before));
      expect(after.map(({ label }) => label)).not.toEqual(before.map(({ label }) => label));
    }
  });

  it("gives a title the same calibrated label in the lists of all engines", () => {
    const labels = new Map<string, Set<string>>();
    for (const { query, title, label = "", origin } of tableAt(join(out, "labels.csv"))) {
      if (origin !== "calibrated") continue;
      labels.set(`${query} ${title}`, (labels.get(`${query} ${title}`) ?? new Set()).add(label));
    }
    expect(labels.size).toBeGreaterThan(100);
    for (const found of labels.values()) expect(found.size).toBe(1);
  });

  it("writes one line per document to labels.qrels, with the label of labels.csv", () => {
    const lines = readFileSync(join(out, "labels.qrels"), "utf8").trim().split("\n");
    const expected = new Set(
      tableAt(join(out, "labels.csv")).map(
        ({ query, id, label }) => `${query?.replace("question ", "q")} 0 ${id} ${label}`,
      ),
    );
    expect(lines.toSorted()).toEqual([...expected].sort());
  });

  it("writes people's measure of rated queries to measures.csv, and a calibrated score in every row", () => {
    const rows = tableAt(join(out, "measures.csv"));
    expect(rows).toHaveLength(6 * 14);
    for (const row of rows) {
      const isRated = [0, 2, 3, 5, 7, 9, 11, 13].includes(Number(row["query"]?.slice("question ".length)));
      expect(row["nDCG@10"] !== "").toBe(isRated);
      expect([row["state"], row["reason"]]).toEqual(isRated ? ["measured", ""] : ["unmeasurable", "not-rated"]);
      expect(row["calibrated_score"]).toMatch(/^[01](\.\d+)?$/);
    }
  });

  it("stores the fitted model, with its checksum in the manifest", () => {
    const text = readFileSync(join(out, "calibration.json"), "utf8");
    expect(parseCalibration(text, "calibration.json")).toEqual(calibrated.calibration);
    const manifest = jsonAt(join(out, "manifest.json"));
    expect(manifest.calibration).toEqual({ sha256: createHash("sha256").update(text).digest("hex"), method: "ridge" });
    expect(calibrated.calibration.trainedOn.queries).toBe(8);
  });

  it("lists the files that it read in the manifest", () => {
    const { inputs, model, queries } = jsonAt(join(out, "manifest.json"));
    const gold = readFileSync(join(folder, "g8.qrels"));
    expect(inputs.map(({ path }: { path: string }) => path.replace(/.*\//, ""))).toEqual([
      ...["labels.csv", "reference.csv", "g8.qrels"],
    ]);
    expect(inputs[2].sha256).toBe(createHash("sha256").update(gold).digest("hex"));
    expect(model.name).toBe(hashEmbedder().model.name);
    expect(queries).toHaveLength(14);
  });

  it("writes the report of estimate and the offsets of the labels to summary.json", async () => {
    const { schema, offsets, trainedOn, warnings, ...estimates } = jsonAt(join(out, "summary.json"));
    const files = { labels: join(folder, "labels"), gold: join(folder, "g8.qrels"), proxies: [], pools: [] };
    const { schema: _, ...expected } = (await estimateFiles(files, options, tools)).report;
    expect(estimates).toEqual(expected);
    expect({ schema, warnings, trainedOn }).toMatchObject({
      schema: "semqrel.calibrate/1",
      warnings: [],
      trainedOn: { queries: 8 },
    });
    // Means of the two columns of measures.csv over the rated queries.
    const rated = tableAt(join(out, "measures.csv")).filter(({ state }) => state === "measured");
    for (const [engine, offset] of Object.entries(offsets)) {
      const own = rated.filter((row) => row["engine"] === engine);
      const sum = own.reduce((total, row) => total + Number(row["calibrated_score"]) - Number(row["nDCG@10"]), 0);
      expect(offset).toBeCloseTo(sum / 8, 12);
    }
    expect(Object.keys(offsets)).toHaveLength(6);
  });

  it("writes a folder that can be read as labels and calibrated again", async () => {
    const { stored, warnings } = await readStoredLabels(out);
    const before = (await readStoredLabels(join(folder, "labels"))).stored;
    expect(warnings).toEqual([]);
    expect(stored.queries).toEqual(before.queries);
    expect(stored.engines.map(({ labels }) => labels)).toEqual(calibrated.labels.map(({ labels }) => labels));
    expect(stored.reference?.pointRanks).toEqual(before.reference?.pointRanks);
    const again = await calibrate(out);
    expect(again.labels).toEqual(calibrated.labels);
  });

  it("writes the same bytes when run again", async () => {
    const other = join(temporaryFolder(), "again");
    writeRelabelledFolder(other, await calibrate(join(folder, "labels")));
    for (const name of written) {
      // `toEqual` compares every byte separately.
      expect(readFileSync(join(other, name)).equals(readFileSync(join(out, name))), name).toBe(true);
    }
  });

  it("keeps the name of the matched reference, and its title", async () => {
    const { run } = await import("../../src/cli/run.ts");
    const io = { stdout: { write: () => {} }, stderr: { write: () => {} }, environment: {}, signal: tools.signal };
    const labels = join(folder, "fused");
    const names = ["reference.csv", "e1.csv"].map((name) => join(folder, name));
    const common = ["--embedder", "hash", "--no-cache", "-q", "--out", labels];
    expect(await run(["label", "--reference", ...names, "--candidates", join(folder, "e4.csv"), ...common], io)).toBe(
      0,
    );
    const to = join(temporaryFolder(), "fused");
    writeRelabelledFolder(to, await calibrate(labels));
    const columns = (path: string) =>
      tableAt(join(path, "labels.csv")).map((row) => [row["reference"], row["reference_rank"], row["reference_title"]]);
    // One of the references, or both of them if there is no match.
    expect(new Set(columns(labels).map(([reference]) => reference)).size).toBe(3);
    expect(columns(to)).toEqual(columns(labels));
    expect(tableAt(join(to, "reference.csv")).map(({ engine }) => engine)).toEqual(
      tableAt(join(labels, "reference.csv")).map(({ engine }) => engine),
    );
  });

  it("keeps cells safe for spreadsheets if label made them safe", async () => {
    const { run } = await import("../../src/cli/run.ts");
    const io = { stdout: { write: () => {} }, stderr: { write: () => {} }, environment: {}, signal: tools.signal };
    const csv = readFileSync(join(folder, "e4.csv"), "utf8").replace(/,d0,/g, ",d0,=1+");
    const cwd = temporaryFolder({ "evil.csv": csv });
    const common = ["--embedder", "hash", "--no-cache", "-q", "--spreadsheet-safe", "--out", join(cwd, "labels")];
    const names = ["--reference", join(folder, "reference.csv"), "--candidates", join(cwd, "evil.csv")];
    expect(await run(["label", ...names, ...common], io)).toBe(0);
    writeRelabelledFolder(join(cwd, "to"), await calibrate(join(cwd, "labels")));
    const titles = (path: string) => tableAt(join(cwd, path, "labels.csv")).map(({ title }) => title);
    expect(titles("to").filter((title) => title?.startsWith("'=1+")).length).toBeGreaterThan(5);
    expect(titles("to")).toEqual(titles("labels"));
  });

  it("accepts labels without a reference and without a valid manifest", async () => {
    const alone = temporaryFolder({ "manifest.json": "{" });
    copyFileSync(join(folder, "labels/labels.csv"), join(alone, "labels.csv"));
    const gold = join(alone, "gold.csv");
    const rows = goldLines.map((line) => line.replace(/^q(\d+) 0 (d\d+) (\d)$/, "question $1,$2,$3"));
    writeFileSync(gold, `query,id,label\n${rows.join("\n")}\n`);
    const names = writeRelabelledFolder(join(alone, "out"), await calibrate(alone, gold));
    expect(names).not.toContain("reference.csv");
    expect(existsSync(join(alone, "out/reference.csv"))).toBe(false);
    const { stored } = await readStoredLabels(join(alone, "out"));
    expect(stored.queries[3]).toEqual({ name: "question 3", id: null, text: "question 3" });
  });

  it("ignores an unrelated manifest beside a table", async () => {
    copyFileSync(join(folder, "labels/labels.csv"), join(folder, "labels/other.csv"));
    const gold = join(folder, "by-text.csv");
    const rows = goldLines.map((line) => line.replace(/^q(\d+) 0 (d\d+) (\d)$/, "question $1,$2,$3"));
    writeFileSync(gold, `query,id,label\n${rows.join("\n")}\n`);
    const to = join(temporaryFolder(), "out");
    writeRelabelledFolder(to, await calibrate(join(folder, "labels/other.csv"), gold));
    expect(jsonAt(join(to, "manifest.json")).queries[0]).toMatchObject({ query: "question 0", id: null });
  });

  describe("refuses", () => {
    it("to write into the folder of the labels, even by another path", async () => {
      const before = readFileSync(join(folder, "labels/labels.csv"), "utf8");
      symlinkSync(join(folder, "labels"), join(folder, "link"));
      for (const path of ["labels", "link", "labels/../labels"]) {
        const write = () => writeRelabelledFolder(`${folder}/${path}`, calibrated);
        expect(write).toThrow(expect.objectContaining({ code: "OUTPUT_UNWRITABLE" }));
      }
      expect(readFileSync(join(folder, "labels/labels.csv"), "utf8")).toBe(before);
    });

    it("to write to the path of a file, and leaves the file unchanged", () => {
      const path = join(temporaryFolder({ taken: "mine" }), "taken");
      const write = () => writeRelabelledFolder(path, calibrated);
      expect(write).toThrow(expect.objectContaining({ code: "OUTPUT_UNWRITABLE" }));
      expect(readFileSync(path, "utf8")).toBe("mine");
    });

    it("to change other files in the folder, but writes its own files beside them", () => {
      const path = temporaryFolder({ "notes.txt": "mine" });
      mkdirSync(join(path, "sub"));
      writeRelabelledFolder(path, calibrated);
      expect(filesOf(path)).toEqual([...written, "notes.txt"].sort());
      expect(existsSync(join(path, "sub"))).toBe(true);
      expect(readFileSync(join(path, "notes.txt"), "utf8")).toBe("mine");
    });
  });
});
