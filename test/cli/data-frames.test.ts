/**
 * Are files that a notebook saves read as they are, and do all commands read the same from them?
 * There are seven queries. The reference answers five of them, the candidate six.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { labelColumns } from "../../src/io/labels/label-manifest.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const queries = [
  "images of tumours",
  "history of tea",
  "river ice",
  "glass",
  "bees, navigating",
  "solar sails",
  "runes",
];
const reference = [
  [queries[0], "0", "Deep learning of tumours"],
  [queries[0], "1", "Tumour images"],
  [queries[1], "0", "A history of tea"],
  [queries[2], "0", "Ice breakup in rivers"],
  [queries[3], "0", "Glass of the Middle Ages"],
  [queries[4], "0", "Bees, and how they navigate"],
];
const candidates = [
  ["d1", "1999", "Tumour images", "1", "Medicine", queries[0]],
  ["d2", "2004", "Deep nets", "4", "Mathematics", queries[0]],
  ["d3", "1987", "Tea trade", "2", "Arts, History", queries[1]],
  ["d4", "2011", "Ice breakup in rivers", "3", "Physics", queries[2]],
  ["d5", "", "Stained glass", "2", "Arts, History", queries[3]],
  ["d6", "2020", "Ants", "5", "Biology", queries[4]],
  ["d7", "2021", "Sails in space", "3", "Physics", queries[5]],
];
const referenceNames = ["query", "ranking", "title"];
const candidateNames = ["id", "year", "name", "faculty", "faculty_name", "query"];

type Rows = readonly (readonly (string | undefined)[])[];

function csv(names: readonly string[], rows: Rows, delimiter = ","): string {
  const cell = (text = "") => (text.includes(delimiter) ? `"${text}"` : text);
  return [names, ...rows].map((row) => `${row.map(cell).join(delimiter)}\n`).join("");
}

const numbered = (rows: Rows) => rows.map((row, place) => [String(place), ...row]);
const texts = queries.map((query) => [query]);

const ownFiles = { "ref.csv": csv(referenceNames, reference), "cand.csv": csv(candidateNames, candidates) };
const kindsOfQueries = {
  "a column 0": csv(["0"], texts),
  "an index without name": csv(["", "0"], numbered(texts)),
  "an index Unnamed: 0": csv(["Unnamed: 0", "0"], numbered(texts)),
  "an index called index": csv(["index", "0"], numbered(texts)),
  "a Series called queries": csv(["queries"], texts),
  tabs: csv(["", "0"], numbered(texts), "\t"),
};

/** So that each query with reference results has a label. */
const everyTitle = ["--threshold", "-1"];

async function run(files: Readonly<Record<string, string>>, ...commands: readonly (readonly string[])[]) {
  const cwd = temporaryFolder({ ...ownFiles, ...files });
  const results = [];
  for (const args of commands) {
    const model = /^(?:label|check)$/.test(args[0] ?? "") ? ["--embedder", "hash", "--no-cache", ...everyTitle] : [];
    const result = await runInProcess([...args, ...model], { cwd });
    expect(result.exitCode, result.stderr).toBe(0);
    results.push(result);
  }
  return { cwd, results };
}

const label = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--queries", "queries"];
const check = ["check", "ref.csv", "cand.csv", "--queries", "queries"];

describe("files of a notebook", () => {
  it.each(Object.entries(kindsOfQueries))(
    "are read as the same number of queries by every command: %s",
    async (kind, text) => {
      const measure = [
        "measure",
        "labels/labels.qrels",
        "labels/runs/cand.run",
        "nDCG@10",
        "--queries",
        "queries",
        "--json",
      ];
      const { cwd, results } = await run(
        { queries: text },
        [...label, "--out", "labels"],
        [...check, "-o", "checked"],
        ["pool", "ref.csv", "cand.csv", "--queries", "queries", "-o", "pool.jsonl", "--json"],
        measure,
      );
      const read = (path: string) => readFileSync(join(cwd, path), "utf8");
      const summary = JSON.parse(read("labels/summary.json"));
      expect(summary.engines.cand).toMatchObject({ queries: 7, unmeasurable: { "no-reference": 2 } });
      expect(results[0]?.stdout).toContain("Means over queries with results from ref: 5 of 7");
      // For one query, neither has results.
      expect(results[1]?.stdout).toContain("From ref to cand, 5 of 6 queries changed");
      for (const { stderr } of results.slice(0, 2)) {
        expect(stderr).toContain(
          '2 of 7 queries have no reference results, so labels cannot measure them: "solar sails", "runes".',
        );
      }
      expect(read("checked/labels.csv")).toBe(read("labels/labels.csv"));
      const document = JSON.parse(results[2]?.stdout ?? "");
      expect(document).toMatchObject({ queries: 6, pairs: 11 });
      const measured = JSON.parse(results[3]?.stdout ?? "");
      expect(measured.runs.cand["nDCG@10"].count).toBe(5);
      const isSaid = kind !== "a Series called queries";
      for (const said of [summary.warnings, document.warnings, measured.warnings]) {
        const kinds = said.map((warning: { kind: string }) => warning.kind);
        expect(kinds.includes("data-frame-header"), said).toBe(isSaid);
      }
      expect(results[0]?.stderr.includes("is a header, not a query.")).toBe(isSaid);
    },
  );

  it.each(["", "Unnamed: 0", "index"])(
    "may have a column of row numbers in reference and candidates: %j",
    async (index) => {
      const files = {
        queries: kindsOfQueries["a column 0"],
        "ref.csv": csv([index, ...referenceNames], numbered(reference)),
        "cand.csv": csv([index, ...candidateNames], numbered(candidates)),
      };
      const made = await run(files, [...label, "--out", "labels"], [...check, "-o", "checked"]);
      const plain = await run({ queries: files.queries }, [...label, "--out", "labels"]);
      const labels = readFileSync(join(plain.cwd, "labels/labels.csv"), "utf8");
      for (const folder of ["labels", "checked"]) {
        expect(readFileSync(join(made.cwd, folder, "labels.csv"), "utf8")).toBe(labels);
      }
    },
  );

  it("are read by check with the column name as title, although another column is faculty_name", async () => {
    const { results } = await run({ queries: kindsOfQueries["a column 0"] }, check);
    expect(results[0]?.stderr).toContain('cand.csv: title from "name"; not used: "year", "faculty", "faculty_name".');
  });
});

describe("label with --keep or --timings", () => {
  const more = {
    queries: kindsOfQueries["a column 0"],
    "more.csv": csv(["query", "name", "Year"], [["glass", "Glass", "7"]]),
  };
  const both = [...label.slice(0, 5), "more.csv", ...label.slice(5)];

  function rowsOf(cwd: string, folder: string): string[] {
    return readFileSync(join(cwd, folder, "labels.csv"), "utf8")
      .trimEnd()
      .split("\n");
  }

  it("copies columns to the end of labels.csv, with empty cells for an engine that lacks a column", async () => {
    const { cwd } = await run(more, [...both, "--keep", "year,faculty_name", "--out", "labels"]);
    const [header, first, ...others] = rowsOf(cwd, "labels");
    expect(header).toMatch(/,reference,origin,reason,year,faculty_name$/);
    expect(first).toMatch(/^cand,images of tumours,0,d1,Tumour images,.*,ref,proxy,,1999,Medicine$/);
    expect(others[1]).toMatch(/,1987,"Arts, History"$/);
    expect(others.at(-1)).toMatch(/^more,glass,.*,7,$/);
  });

  it("copies all unused columns except row numbers with --keep all, and renames a column called label", async () => {
    const names = ["Unnamed: 0", ...candidateNames, "label"];
    const rows = numbered(candidates.map((row) => [...row, "mine"]));
    const files = { ...more, "cand.csv": csv(names, rows) };
    const { cwd } = await run(files, [...label, "--keep", "all", "--out", "labels"]);
    const [header, first] = rowsOf(cwd, "labels");
    expect(header).toMatch(/,origin,reason,year,faculty,faculty_name,input_label$/);
    expect(first).toMatch(/,proxy,,1999,1,Medicine,mine$/);
  });

  it("copies columns of JSON rows even if only later rows have them", async () => {
    const rows = [
      { query: "glass", title: "Stained glass", year: 1999 },
      { query: "glass", title: "Glass", topic: "art" },
    ];
    const files = { ...more, "cand.jsonl": rows.map((row) => `${JSON.stringify(row)}\n`).join("") };
    const all = [
      "label",
      "--reference",
      "ref.csv",
      "--candidates",
      "cand.jsonl",
      "--query-id-column",
      "none",
      "--keep",
      "all",
    ];
    const { cwd } = await run(files, [...all, "--out", "memory"], [...all, "--rows-per-block", "1", "--out", "blocks"]);
    const [header = "", first = "", second = ""] = rowsOf(cwd, "memory");
    expect([header, first, second].map((row) => row.split(",").slice(labelColumns.length))).toEqual([
      ["year", "topic"],
      ["1999", ""],
      ["", "art"],
    ]);
    expect(rowsOf(cwd, "blocks")).toEqual(rowsOf(cwd, "memory"));
  });

  it.each(["year,faculty_name", "all"])("writes the same rows in blocks as in memory: --keep %s", async (keep) => {
    const all = [...both, "--keep", keep];
    const { cwd } = await run(more, [...all, "--out", "memory"], [...all, "--rows-per-block", "2", "--out", "blocks"]);
    expect(rowsOf(cwd, "blocks")).toEqual(rowsOf(cwd, "memory"));
    expect(rowsOf(cwd, "blocks")).toHaveLength(9);
  });

  it("does not require the kept columns in every reference", async () => {
    const files = {
      ...more,
      "second.csv": csv(
        ["year", ...referenceNames],
        reference.map((row) => ["1", ...row]),
      ),
    };
    const all = ["label", "--reference", "ref.csv", "second.csv", ...label.slice(3), "--keep", "year"];
    const { cwd } = await run(files, [...all, "--out", "memory"], [...all, "--rows-per-block", "2", "--out", "blocks"]);
    expect(rowsOf(cwd, "memory")[1]).toMatch(/,1999$/);
    expect(rowsOf(cwd, "blocks")).toEqual(rowsOf(cwd, "memory"));
  });

  it.each([[[]], [["--rows-per-block", "2"]]])(
    "refuses to keep a column that is in no candidate: %j",
    async (blocks) => {
      const cwd = temporaryFolder({ ...ownFiles, ...more });
      const all = [...both, "--keep", "facluty", ...blocks, "--out", "labels", "--embedder", "hash", "--no-cache"];
      const { exitCode, stderr } = await runInProcess(all, { cwd });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(
        'Keeping "facluty": cand.csv has no such column, and no other candidate has it. Did you mean "faculty"? ' +
          "Name a column of the candidates, or leave it out of --keep.",
      );
    },
  );

  it("does not change what other commands read from the labels", async () => {
    const names = [...candidateNames, "query_id", "docno", "rater"];
    const odd = candidates.map((row, place) => [...row, `q${place}`, `x${place}`, "Ann"]);
    const files = { ...more, "cand.csv": csv(names, odd), "gold.qrels": "" };
    const noIds = ["--query-id-column", "none"];
    const { cwd } = await run(
      files,
      [...label, ...noIds, "--out", "plain"],
      [...label, ...noIds, "--keep", "all", "--out", "kept"],
      ...["plain", "kept"].flatMap((folder) => [
        ["pool", folder, "-o", `${folder}.jsonl`],
        ["convert", `${folder}/labels.csv`, `${folder}.qrels`],
        ["report", folder, "-o", `${folder}.md`, "--format", "md"],
      ]),
    );
    expect(rowsOf(cwd, "kept")[0]).toMatch(/,origin,reason,input_id,year,faculty,faculty_name,query_id,rater$/);
    const read = (path: string) => readFileSync(join(cwd, path), "utf8");
    expect(read("kept.jsonl")).toBe(read("plain.jsonl"));
    expect(read("kept.qrels")).toBe(read("plain.qrels"));
    // The report shows the options.
    expect(read("kept.md").replaceAll(/^.*\| (?:keep|integerQrels) \|.*\n/gm, "")).toBe(
      read("plain.md")
        .replaceAll(/^.*\| integerQrels \|.*\n/gm, "")
        .replaceAll("plain", "kept"),
    );
  });

  it("writes timings.csv with --timings, and removes an earlier timings.csv without --timings", async () => {
    const { cwd } = await run(more, [...label, "--timings", "--out", "labels"]);
    const [header, ...rows] = readFileSync(join(cwd, "labels/timings.csv"), "utf8").trimEnd().split("\n");
    expect(header).toBe("query,embedding_seconds,lookup_seconds");
    expect(rows).toHaveLength(7);
    expect(rows[0]).toMatch(/^images of tumours,[\d.e-]+,[\d.e-]+$/);
    await runInProcess([...label, "--out", "labels", "--embedder", "hash", "--no-cache"], { cwd });
    expect(() => readFileSync(join(cwd, "labels/timings.csv"))).toThrow("ENOENT");
  });
});
