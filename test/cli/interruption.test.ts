/**
 * What is left after Ctrl-C, and what happens if stored indexes or vectors are damaged?
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hasHnsw } from "../support/hnsw.ts";
import { type CliResult, mainFile, runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const words = (
  "river stone market garden engine history letter winter music theory cloud paper village doctor island metal " +
  "harbour forest bridge colour memory signal desert kitchen season teacher mirror planet border language"
).split(" ");

/** Distinct titles of a word and a number, which the model reads fast, and which are the same in every run. */
function titlesOf(engine: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const [byte = 0] = createHash("sha256").update(`${engine} ${at}`).digest();
    return `${words[byte % words.length]} ${at}${engine}`;
  });
}

function csvOf(engine: string, titles: number, queries: number): string {
  const rows = titlesOf(engine, titles).map(
    (title, at) => `query ${at % queries},${Math.floor(at / queries)},${title}`,
  );
  return `query,rank,title\n${rows.join("\n")}\n`;
}

/** All files below a folder. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function embeddedTitles(out: string): number {
  return JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")).timings.embeddedTitles;
}

describe("Ctrl-C while titles are embedded", () => {
  const titles = 600;
  const folder = temporaryFolder({
    "ref.csv": csvOf("a", titles, 30),
    "cand.csv": csvOf("b", titles, 30),
  });
  const inputs = ["--reference", "ref.csv", "--candidates", "cand.csv", "--indexes", "ix"];
  const args = ["label", ...inputs, "--threads", "1", "--out", "out"];
  const cache = join(folder, "cache");
  let interrupted: CliResult;

  beforeAll(async () => {
    // Vectors are stored block by block: the file grows after the first block.
    interrupted = await interruptWhen(args, folder, cache, () =>
      filesBelow(cache).some((file) => file.endsWith("vectors.bin") && statSync(file).size > 500_000),
    );
  }, 60_000);

  it("ends the run with exit code 130 and one line on stderr", () => {
    expect(interrupted.exitCode).toBe(130);
    expect(interrupted.stdout).toBe("");
    expect(interrupted.stderr).toMatch(/^semqrel: .*interrupted\.\n$/m);
    expect(interrupted.stderr).not.toMatch(/bug| at /);
  });

  it("leaves no output and no partial files", () => {
    expect(existsSync(join(folder, "out"))).toBe(false);
    expect(filesBelow(folder).filter((file) => file.endsWith(".tmp"))).toEqual([]);
  });

  it("lets the next run embed only missing titles, with the result of an undisturbed run", async () => {
    const next = await runCli(args, { cwd: folder, env: { SEMQREL_CACHE: cache } });
    expect(next.exitCode, next.stderr).toBe(0);
    const embedded = embeddedTitles(join(folder, "out"));
    expect(embedded).toBeGreaterThan(0);
    expect(embedded).toBeLessThanOrEqual(2 * titles - 1024);
    const whole = await runInProcess([...args.slice(0, -1), "whole"], { cwd: folder });
    expect(whole.exitCode, whole.stderr).toBe(0);
    expect(embeddedTitles(join(folder, "whole"))).toBe(2 * titles);
    for (const file of ["labels.csv", "measures.csv", "summary.json", "labels.qrels"]) {
      expect(readFileSync(join(folder, "out", file)).equals(readFileSync(join(folder, "whole", file))), file).toBe(
        true,
      );
    }
  });
});

describe("Ctrl-C before titles are embedded", () => {
  it("ends a run that waits for standard input, with exit code 130", async () => {
    const folder = temporaryFolder({ "ref.csv": "query,title\na,b\n" });
    const args = ["label", "--reference", "ref.csv", "--candidates", "-", "--out", "out", "--embedder", "hash"];
    // More than a pipe can buffer: once all is written, the command reads, and waits for more.
    const begin = `query,title\n${"a,b\n".repeat(100_000)}`;
    const result = await interruptWhen(args, folder, temporaryFolder(), ({ isRead }) => isRead, begin);
    expect(result.exitCode).toBe(130);
    expect(readdirSync(folder)).toEqual(["ref.csv"]);
  });
});

describe.skipIf(process.platform === "win32")("a run in blocks", () => {
  const folder = temporaryFolder({ "ref.csv": csvOf("a", 1500, 150), "cand.csv": csvOf("b", 1500, 150) });
  const inputs = ["--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "--indexes", "ix"];
  const args = ["label", ...inputs, "--out", "out", "--jobs", "2", "--rows-per-block", "10"];
  const outcomes = () => filesBelow(join(folder, "out/.semqrel/outcomes")).length;
  const goingOn = /Continuing: \d+ blocks already done/;

  // Each run continues what the previous one left.
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "prints that --resume continues the run if %s ends it",
    async (signal) => {
      const before = outcomes();
      const isBegun = () => outcomes() > before + 2;
      const again = before === 0 ? args : [...args, "--resume"];
      const result = await interruptWhen(again, folder, join(folder, "cache"), isBegun, "", signal);
      expect(result.exitCode, result.stderr).toBe(130);
      expect(result.stderr).toContain("Add --resume to the same command to continue.");
      expect(result.stderr).not.toMatch(/bug| at /);
      if (before > 0) expect(result.stderr).toMatch(goingOn);
    },
  );

  it("continues to its end with --resume", async () => {
    const resumed = await runCli([...args, "--resume"], { cwd: folder, env: { SEMQREL_CACHE: join(folder, "cache") } });
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(resumed.stderr).toMatch(goingOn);
  });
});

/** Sends a signal as soon as a condition is true. Standard input stays open after the given text. */
function interruptWhen(
  args: readonly string[],
  cwd: string,
  cache: string,
  condition: (input: { readonly isRead: boolean }) => boolean,
  stdin = "",
  signal: NodeJS.Signals = "SIGINT",
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainFile, ...args], { cwd, env: { ...process.env, SEMQREL_CACHE: cache } });
    const written = { stdout: "", stderr: "" };
    child.stdout.on("data", (piece: Buffer) => {
      written.stdout += piece;
    });
    child.stderr.on("data", (piece: Buffer) => {
      written.stderr += piece;
    });
    const input = { isRead: false };
    child.stdin.on("error", () => {});
    child.stdin.write(stdin, () => {
      input.isRead = true;
    });
    const timer = setInterval(() => {
      if (!condition(input)) return;
      clearInterval(timer);
      child.kill(signal);
    }, 20);
    child.on("error", reject);
    child.on("close", (exitCode) => {
      clearInterval(timer);
      resolve({ exitCode, ...written });
    });
  });
}

const smallLists = {
  "ref.csv": csvOf("a", 30, 6),
  "cand.csv": csvOf("b", 30, 6),
};

const smallArgs = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--json", "--indexes", "ix"];
const byModel = [...smallArgs, "--threads", "1", "--out", "out"];

/** A folder with caches and indexes to copy and damage, and its labels. */
interface Undisturbed {
  readonly folder: string;
  readonly labels: Buffer;
  readonly summary: Buffer;
}

/** Runs in a separate process, because a damaged cache could crash it. */
function runApart(args: readonly string[], folder: string): Promise<CliResult> {
  return runCli(args, { cwd: folder, env: { SEMQREL_CACHE: join(folder, "cache") } });
}

function runHere(args: readonly string[], folder: string): Promise<CliResult> {
  return runInProcess(args, { cwd: folder, environment: { SEMQREL_CACHE: join(folder, "cache") } });
}

async function undisturbedRun(args: readonly string[]): Promise<Undisturbed> {
  const folder = temporaryFolder(smallLists);
  const result = await runHere(args, folder);
  expect(result.exitCode, result.stderr).toBe(0);
  expect(embeddedTitles(join(folder, "out"))).toBe(60);
  const read = (file: string) => readFileSync(join(folder, "out", file));
  return { folder, labels: read("labels.csv"), summary: read("summary.json") };
}

/** The same input, with a copy of the undisturbed run's cache and indexes. */
function copyOfCaches({ folder: from }: Undisturbed): string {
  const folder = temporaryFolder(smallLists);
  for (const part of ["cache", "ix"]) {
    if (existsSync(join(from, part))) cpSync(join(from, part), join(folder, part), { recursive: true });
  }
  return folder;
}

/** What a run on damaged caches reports. The labels must not change. */
function findingsIn(
  folder: string,
  { exitCode, stderr }: CliResult,
  { labels, summary }: Undisturbed,
): { kinds: string[]; reasons: string[]; embedded: number } {
  expect(exitCode, stderr).toBe(0);
  expect(readFileSync(join(folder, "out/labels.csv")).equals(labels)).toBe(true);
  // The manifest contains warnings about the machine. They must not change the summary.
  expect(readFileSync(join(folder, "out/summary.json")).equals(summary)).toBe(true);
  const manifest = JSON.parse(readFileSync(join(folder, "out/manifest.json"), "utf8"));
  const warnings: { kind: string; reason?: string }[] = manifest.timings.machine;
  return {
    kinds: warnings.map(({ kind }) => kind),
    reasons: warnings.map(({ reason }) => reason ?? ""),
    embedded: embeddedTitles(join(folder, "out")),
  };
}

describe("stored vectors", () => {
  const vectors = (folder: string) => join(folder, "cache/vectors.bin");
  let undisturbed: Undisturbed;
  beforeAll(async () => {
    undisturbed = await undisturbedRun(byModel);
  }, 60_000);

  const copyOfVectors = () => copyOfCaches(undisturbed);
  const runDamaged = async (folder: string) => findingsIn(folder, await runApart(byModel, folder), undisturbed);
  const runMended = async (folder: string) => findingsIn(folder, await runHere(byModel, folder), undisturbed);

  it("let a second run embed no titles and print no warnings if they are undamaged", async () => {
    const { kinds, embedded } = await runDamaged(copyOfVectors());
    expect(embedded).toBe(0);
    expect(kinds.filter((kind) => /cache|indexes/.test(kind))).toEqual([]);
  });

  it.each([
    { name: "text", damage: (path: string) => writeFileSync(path, "this was a cache\n".repeat(10_000)) },
    { name: "zeros", damage: (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size)) },
  ])("are computed again, with a warning, if the file was overwritten with $name", async ({ damage }) => {
    const folder = copyOfVectors();
    damage(vectors(folder));
    const { kinds, embedded } = await runDamaged(folder);
    expect(kinds).toContain("cache-rebuilt");
    expect(embedded).toBe(60);
    expect((await runMended(folder)).embedded).toBe(0);
  });

  // A killed writer leaves such a file.
  it.each([
    { name: "in half", left: (size: number) => Math.floor(size / 2) },
    { name: "by one byte", left: (size: number) => size - 1 },
    { name: "to a few bytes", left: () => 10 },
    { name: "to nothing", left: () => 0 },
  ])("are computed again, without a warning, if the file was cut $name", async ({ left }) => {
    const folder = copyOfVectors();
    truncateSync(vectors(folder), left(statSync(vectors(folder)).size));
    const { kinds, embedded } = await runDamaged(folder);
    expect(kinds).not.toContain("cache-rebuilt");
    expect(embedded).toBe(60);
    expect((await runMended(folder)).embedded).toBe(0);
  });

  it("are partly computed again if bytes of many vectors were flipped", async () => {
    const folder = copyOfVectors();
    const bytes = readFileSync(vectors(folder));
    // Every 4,099 bytes, after the header and the keys of the one block.
    for (let at = 4 * 4096 + 1000; at < bytes.length; at += 4099) bytes[at] = (bytes[at] ?? 0) ^ 0x5a;
    writeFileSync(vectors(folder), bytes);
    const { embedded } = await runDamaged(folder);
    expect(embedded).toBeGreaterThan(0);
    expect((await runMended(folder)).embedded).toBe(0);
  });

  it("are partly computed again if the second half of the file is zeros", async () => {
    const folder = copyOfVectors();
    const bytes = readFileSync(vectors(folder));
    bytes.fill(0, Math.floor(bytes.length / 2));
    writeFileSync(vectors(folder), bytes);
    const { embedded } = await runDamaged(folder);
    expect(embedded).toBeGreaterThan(0);
    expect((await runMended(folder)).embedded).toBe(0);
  });

  it("are computed and stored despite a lock file with unknown content", async () => {
    const folder = copyOfVectors();
    rmSync(vectors(folder));
    writeFileSync(`${vectors(folder)}.lock`, "garbage ".repeat(2000));
    await runDamaged(folder);
    expect((await runMended(folder)).embedded).toBe(0);
  });

  it("are not computed again if the record of verified models is damaged", async () => {
    const folder = copyOfVectors();
    writeFileSync(join(folder, "cache/verified-models.json"), "{");
    expect((await runDamaged(folder)).embedded).toBe(0);
  });
});

describe.skipIf(!hasHnsw)("damaged indexes", () => {
  const byHash = [...smallArgs, "--embedder", "hash", "--out", "out"];
  let undisturbed: Undisturbed;
  beforeAll(async () => {
    undisturbed = await undisturbedRun(byHash);
  });

  const copyOfIndexes = () => copyOfCaches(undisturbed);
  const runDamaged = async (folder: string) => findingsIn(folder, await runHere(byHash, folder), undisturbed);
  const indexFiles = (folder: string) => filesBelow(join(folder, "ix")).filter((file) => file.endsWith(".hnsw"));
  const manifestOf = (folder: string) =>
    filesBelow(join(folder, "ix")).filter((file) => file.endsWith("manifest.json"))[0] ?? "";
  const firstIndex = (folder: string) => indexFiles(folder)[0] ?? "";

  it("exist for each query of the reference before they are damaged", () => {
    expect(indexFiles(undisturbed.folder)).toHaveLength(6);
  });

  const flip = (path: string, where: number) => {
    const bytes = readFileSync(path);
    const at = Math.floor(bytes.length * where);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  it.each([
    { name: "cut in half", damage: (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2)) },
    { name: "emptied", damage: (path: string) => truncateSync(path, 0) },
    { name: "overwritten with text", damage: (path: string) => writeFileSync(path, "this was an index") },
    { name: "with a flipped bit in the header", damage: (path: string) => flip(path, 0.001) },
    { name: "with a flipped bit in the middle", damage: (path: string) => flip(path, 0.5) },
    {
      name: "replaced by another query's index",
      damage: (path: string) => cpSync(indexFiles(undisturbed.folder)[4] ?? "", path),
    },
  ])("are rebuilt with a notice: $name", async ({ damage }) => {
    const folder = copyOfIndexes();
    damage(firstIndex(folder));
    const { reasons, kinds } = await runDamaged(folder);
    expect(kinds).toContain("indexes-rebuilt");
    expect(reasons).toContain("damaged file");
    expect(readFileSync(firstIndex(folder)).equals(readFileSync(firstIndex(undisturbed.folder)))).toBe(true);
    expect((await runDamaged(folder)).kinds).not.toContain("indexes-rebuilt");
  });

  it("are rebuilt if they were removed", async () => {
    const folder = copyOfIndexes();
    const removed = firstIndex(folder);
    rmSync(removed);
    await runDamaged(folder);
    expect(existsSync(removed)).toBe(true);
  });

  it.each([
    { name: "not JSON", damage: () => "{" },
    { name: "of another schema", damage: (text: string) => text.replace("semqrel.indexes/1", "semqrel.indexes/9") },
    { name: "of other settings", damage: (text: string) => text.replace('"M": 16', '"M": 8') },
    {
      name: "of another model",
      damage: (text: string) => text.replace(/"sha256": "[0-9a-f]{64}"/, `"sha256": "${"1".repeat(64)}"`),
    },
    { name: "for another number of points", damage: (text: string) => text.replace(/"count": \d+/, '"count": 3') },
  ])("are rebuilt with a notice if the manifest is $name", async ({ damage }) => {
    const folder = copyOfIndexes();
    const before = readFileSync(manifestOf(folder), "utf8");
    const after = damage(before);
    expect(after).not.toBe(before);
    writeFileSync(manifestOf(folder), after);
    expect((await runDamaged(folder)).kinds).toContain("indexes-rebuilt");
    expect(readFileSync(manifestOf(folder), "utf8")).toBe(before);
  });
});
