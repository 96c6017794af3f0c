/** Does `semqrel label` write byte for byte the same folder in blocks as in memory? */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/core/files/read-whole.ts";
import { seededRandom } from "../../src/maths/random.ts";
import { root, runCli, temporaryFolder } from "../support/run-cli.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";
import { runInProcess } from "./run-in-process.ts";

const samples = join(root, "data/samples");

/** Every file below a folder by path; for manifests only what does not depend on the machine. */
function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, "utf8");
      return [path.slice(folder.length + 1), entry.name === "manifest.json" ? withoutMachine(text) : text];
    }),
  );
}

function withoutMachine(manifest: string): string {
  const { timings, ...others } = JSON.parse(manifest);
  return JSON.stringify(others);
}

interface Case {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Runs the command in memory and in blocks of a number of rows, and compares all output. */
async function expectTheSame({ args, files = {} }: Case, ...sizes: readonly number[]): Promise<void> {
  const cwd = temporaryFolder(files);
  const all = ["label", ...args, "--embedder", "hash", "--exact"];
  const memory = await runInProcess([...all, "--out", "memory"], { cwd });
  expect(memory.stderr).toContain("Wrote ");
  const said = (text: string) => text.replace(/^\w+ \d+\/\d+ .*\n/gm, "").replace(/\b(memory|blocks\d+)\b/g, "FOLDER");
  const written = contentOf(join(cwd, "memory"));
  expect(Object.keys(written).length).toBeGreaterThan(5);
  for (const size of sizes) {
    const out = `blocks${size}`;
    const blocks = await runInProcess([...all, "--out", out, "--rows-per-block", String(size)], { cwd });
    expect({ ...blocks, stderr: said(blocks.stderr) }).toEqual({ ...memory, stderr: said(memory.stderr) });
    expect(contentOf(join(cwd, out))).toEqual(written);
  }
}

const library = join(samples, "library.csv");
const explorer = join(samples, "explorer.csv");
const quickfind = join(samples, "quickfind.csv");
const queries = join(samples, "queries.tsv");

/** The same rows in another order, below the same header. */
function shuffled(csv: string): string {
  const [header = "", ...rows] = csv.trimEnd().split("\n");
  const random = seededRandom(3);
  const ordered = rows.map((row) => ({ row, place: random() })).sort((one, other) => one.place - other.place);
  return `${[header, ...ordered.map(({ row }) => row)].join("\n")}\n`;
}

const read = (path: string) => readFileSync(path, "utf8");

describe("label in blocks", () => {
  it("keeps columns of any name, even if cells contain line feeds", async () => {
    const csv = 'query,title,rank,"\nrow","row \nrow"\nq,t one,0,77,z\nq,t two,1,78,y\n';
    await expectTheSame({ args: ["a.csv", "b.csv", "--keep", "all"], files: { "a.csv": csv, "b.csv": csv } }, 1);
  });

  it.each([
    ["10 and 3 results", [10, 3]],
    ["4 and 9 results", [4, 9]],
  ])("never calls one of two random engines better, in any mode: %s", async (_, lengths) => {
    const titlesOf = (name: string, count: number) =>
      Array.from({ length: count }, (_, rank) => sha256(`${name} ${rank}`));
    const csv = (name: string, count: number) => {
      const rows = Array.from({ length: 24 }, (_, query) =>
        titlesOf(`${name} ${query}`, count).map((title, rank) => `query ${query},${rank},${title}`),
      );
      return ["query,rank,title", ...rows.flat(), ""].join("\n");
    };
    const [first = 0, second = 0] = lengths;
    const noise = csv("nothing", second);
    const cwd = temporaryFolder({
      "reference.csv": csv("of", 4),
      "first.csv": csv("noise", first),
      "second.csv": noise,
    });
    const args = (second: string) => [
      ...["label", "--reference", "reference.csv", "--candidates", "first.csv", second],
      // Replaces the model, with about equal distances between all titles.
      ...["--embedder", "hash", "--exact", "--threshold", "none"],
    ];
    const modes = {
      memory: await runInProcess([...args("second.csv"), "--out", "memory"], { cwd }),
      cut: await runInProcess([...args("second.csv"), "--out", "cut", "--rows-per-block", "1"], { cwd }),
      jobs: await runCli([...args("second.csv"), "--out", "jobs", "--jobs", "2", "--rows-per-block", "60"], { cwd }),
      pipe: await runCli([...args("second=-"), "--out", "pipe"], { cwd, stdin: noise }),
    };
    const written = contentOf(join(cwd, "memory"));
    expect(JSON.parse(written["summary.json"] ?? "").unrelated.engines).toHaveLength(2);
    for (const [mode, { stdout, stderr, exitCode }] of Object.entries(modes)) {
      expect(exitCode, stderr).toBe(0);
      expect(stdout.replaceAll(mode, "memory"), mode).toBe(modes.memory.stdout);
      const files = contentOf(join(cwd, mode));
      if (mode !== "pipe") expect(files, mode).toEqual(written);
      expect(files["measures.csv"], mode).toBe(written["measures.csv"]);
      expect(files["summary.json"]?.replaceAll("standard input", "second.csv"), mode).toBe(written["summary.json"]);
    }
    expect(modes.memory.stdout).toMatch(/^The labels do not show which is better/);
  });

  it("uses every engine as the reference in turn, with the same result as in memory", async () => {
    const count = 12;
    const csv = (titleOf: (query: number, place: number) => string) => {
      const rows = Array.from({ length: count }, (_, query) =>
        Array.from({ length: 10 }, (_, place) => `query ${query},${place},${titleOf(query, place)}`),
      );
      return ["query,rank,title", ...rows.flat(), ""].join("\n");
    };
    // All but the worst engine return the same ten titles: the best almost in the reference's order, others shifted.
    const turnedBy = (start: number) => csv((query, place) => sha256(`${query} ${(place + start) % 10}`));
    const swapped = csv((query, place) => sha256(`${query} ${place < 2 ? 1 - place : place}`));
    const others = Array.from({ length: 7 }, (_, place) => `e${place + 2}.csv`);
    const files = {
      "reference.csv": swapped,
      "best.csv": turnedBy(0),
      "worst.csv": csv((query, place) => sha256(`nothing ${query} ${place}`)),
      ...Object.fromEntries(others.map((name, place) => [name, turnedBy(place + 2)])),
    };
    const args = ["--reference", "reference.csv", "--candidates", "best.csv", "worst.csv", ...others];
    await expectTheSame({ args: [...args, "--threshold", "0.99"], files }, 40, 300);
    const cwd = temporaryFolder(files);
    const label = ["label", ...args, "--threshold", "0.99", "--embedder", "hash", "--exact", "--out", "labels"];
    const { stdout, exitCode } = await runInProcess(label, { cwd });
    expect(exitCode).toBe(0);
    const summary = JSON.parse(readFileSync(join(cwd, "labels/summary.json"), "utf8"));
    expect(summary.references_in_turn.references).toHaveLength(10);
    expect(summary.references_in_turn.pairs[0]).toEqual({
      ...{ a: "best", b: "worst", references: 8, a_ahead: 8, b_ahead: 0 },
    });
    expect(stdout).toMatch(/^The labels of 8 references agree that best is better than worst\./);
  });

  it.each<[string, Case]>([
    ["two candidates", { args: ["--reference", library, "--candidates", explorer, quickfind, "--queries", queries] }],
    [
      "files whose rows are in no order",
      {
        args: ["--reference", "library.csv", "--candidates", "explorer.csv"],
        files: { "library.csv": shuffled(read(library)), "explorer.csv": shuffled(read(explorer)) },
      },
    ],
    [
      "compressed files",
      {
        args: ["--reference", "library.csv.gz", "--candidates", explorer],
        files: { "library.csv.gz": gzipSync(read(library)) },
      },
    ],
    [
      "several references with --references apart",
      { args: ["--reference", library, quickfind, "--candidates", explorer, "--references", "apart"] },
    ],
    [
      "options that change labels",
      {
        args: [
          ...["--reference", library, "--candidates", explorer, "--match-on", "doi,title", "--threshold", "0.3"],
          ...["--one-to-one", "--veto", "doi", "--label", "linear(top=3,depth=9)", "--integer-qrels"],
          ...["--spreadsheet-safe", "--depth", "6", "--reference-depth", "5"],
        ],
      },
    ],
    [
      "labels from a column",
      { args: ["--reference", library, "--candidates", explorer, "--label-column", "citations"] },
    ],
    [
      "ranks by the order of rows",
      { args: ["--reference", library, "--candidates", explorer, quickfind, "--rank-column", "none"] },
    ],
    [
      "segments and weights",
      {
        args: [
          ...["--reference", library, "--candidates", explorer, "--queries", "queries.csv"],
          ...["--segment", "half", "--weight", "visits"],
        ],
        files: {
          "queries.csv": `id,text,half,visits\n${read(queries)
            .trimEnd()
            .split("\n")
            .map((line, place) => `${line.replace("\t", ',"')}",${place % 2},${place}`)
            .join("\n")}\n`,
        },
      },
    ],
    [
      "JSONL of several engines in one file, and awkward text",
      {
        args: ["--reference", "all.jsonl", "--reference-engine", "a"],
        files: {
          "all.jsonl": [..."abcd"]
            .flatMap((engine, place) =>
              ["=1+1", "日本庭園の歴史", "", 'a "b"', "x\ty", "pears"].map((title, row) =>
                JSON.stringify({
                  engine,
                  query: `q${(row + place) % 5}`,
                  ...(row > 2 ? { id: `d ${row}` } : {}),
                  title,
                }),
              ),
            )
            .join("\n"),
        },
      },
    ],
  ])("writes the same folder as in memory: %s", async (_, chosen) => {
    await expectTheSame(chosen, 40, 1);
  });

  it.each([
    [
      "a label that is not a number",
      ["--label-column", "citations"],
      /library\.csv:\d+: column "citations" contains "many"/,
    ],
    ["a column that no file has", ["--match-on", "isbn,title"], /no such column/],
  ])("ends with the same message as in memory: %s", async (_, args, message) => {
    const text = read(library).trimEnd().split("\n");
    const files = {
      "library.csv": text
        .map((line, row) => ([150, 40].includes(row) ? `${line.replace(/,\d*$/, "")},many` : line))
        .join("\n"),
    };
    const cwd = temporaryFolder(files);
    const all = ["label", "--reference", "library.csv", "--candidates", explorer, "--embedder", "hash", ...args];
    const memory = await runInProcess([...all, "--out", "memory"], { cwd });
    const blocks = await runInProcess([...all, "--out", "blocks", "--rows-per-block", "30"], { cwd });
    expect(memory.stderr).toMatch(message);
    expect(blocks).toEqual(memory);
    expect(existsSync(join(cwd, "blocks", ".semqrel"))).toBe(false);
  });

  it("requires --out for --resume", async () => {
    const args = ["label", "--reference", library, "--candidates", explorer, "--embedder", "hash", "--resume"];
    const result = await runInProcess(args, { cwd: temporaryFolder() });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--out") });
  });

  it("refuses to resume with other options, and resumes with the same options", async () => {
    const cwd = temporaryFolder({ "explorer.csv": read(explorer) });
    const args = ["label", "--reference", library, "--candidates", "explorer.csv", "--embedder", "hash", "--exact"];
    const blocks = [...args, "--out", "out", "--rows-per-block", "50"];
    const memory = await runInProcess([...args, "--out", "memory"], { cwd });
    // A file is in the place of a folder, so the run fails after its work is done. It keeps the work.
    mkdirSync(join(cwd, "out"));
    writeFileSync(join(cwd, "out", "runs"), "");
    const broken = await runInProcess([...blocks, "--force"], { cwd });
    expect(broken).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/Add --resume to the same command to continue/),
    });
    expect(existsSync(join(cwd, "out", ".semqrel", "plan.json"))).toBe(true);
    rmSync(join(cwd, "out", "runs"));
    const other = await runInProcess([...blocks, "--resume", "--depth", "3"], { cwd });
    expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--depth") });
    const resumed = await runInProcess([...blocks, "--resume"], { cwd });
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(resumed.stdout).toBe(memory.stdout);
    expect(contentOf(join(cwd, "out"))).toEqual(contentOf(join(cwd, "memory")));
  });

  it("reads standard input, and leaves only the output folder", async () => {
    const cwd = temporaryFolder();
    const args = (candidates: string) => [
      "label",
      "--reference",
      library,
      "--candidates",
      candidates,
      "--embedder",
      "hash",
      "--exact",
    ];
    const memory = await runInProcess([...args(`stdin=${explorer}`), "--out", "memory"], { cwd });
    const blocks = await runCli([...args("-"), "--jobs", "1", "--out", "blocks"], { cwd, stdin: read(explorer) });
    expect(blocks.exitCode, blocks.stderr).toBe(0);
    expect(blocks.stdout.replaceAll("blocks", "memory")).toBe(memory.stdout);
    const [one, other] = [contentOf(join(cwd, "memory")), contentOf(join(cwd, "blocks"))];
    const named = Object.entries(one).map(([path, text]) => [
      path,
      text.replaceAll(`stdin=${explorer}`, "-").replaceAll(explorer, "standard input"),
    ]);
    expect(other).toEqual(Object.fromEntries(named));
    expect(readdirSync(cwd).sort()).toEqual(["blocks", "memory"]);
  });

  it("divides the work between processes", async () => {
    const cwd = temporaryFolder();
    const args = ["label", "--reference", library, "--candidates", explorer, "--embedder", "hash", "--exact"];
    const memory = await runInProcess([...args, "--out", "memory"], { cwd });
    const shared = await runCli([...args, "--out", "shared", "--jobs", "2", "--rows-per-block", "90"], { cwd });
    expect(shared.exitCode, shared.stderr).toBe(0);
    expect(shared.stdout.replaceAll("shared", "memory")).toBe(memory.stdout);
    expect(contentOf(join(cwd, "shared"))).toEqual(contentOf(join(cwd, "memory")));
  });
});

describe.skipIf(!hasShared)("label in blocks on collections", () => {
  const cranfield = join(sharedFolder, "data/cranfield");
  const engine = (name: string) => join(cranfield, "engines", `${name}.csv`);

  it("writes the same folder for Cranfield as in memory", async () => {
    const args = [
      ...["--reference", engine("bm25_titletext_k.9_b.4"), engine("dense_minilm_title"), "--references", "apart"],
      ...["--candidates", engine("tfidf_cos_title"), engine("deg_bm25_top3_shuffledtail")],
      ...["--queries", join(cranfield, "queries.tsv"), "--integer-qrels", "--depth", "10", "--reference-depth", "10"],
    ];
    await expectTheSame({ args }, 1500);
  });

  it("writes the same folder for TREC runs in any order of lines", async () => {
    const run = read(join(cranfield, "runs", "tfidf_cos_title.run"));
    const args = [
      ...["--reference", join(cranfield, "runs", "dense_minilm_title.run"), "--candidates", "shuffled.run"],
      ...["--titles", join(cranfield, "corpus.jsonl"), "--queries", join(cranfield, "queries.tsv")],
      ...["--depth", "10", "--reference-depth", "15"],
    ];
    const [first = "", ...lines] = run.trimEnd().split("\n");
    await expectTheSame({ args, files: { "shuffled.run": shuffled([first, ...lines].join("\n")) } }, 1500);
  });
});
